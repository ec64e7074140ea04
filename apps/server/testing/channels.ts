import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { ChosenSubscriptions } from '@aviary/contract/subscriptions/endpoints'
import { Webhook } from 'standardwebhooks'
import { parseNetworks, type ReceiverRules } from '../src/channels/receivers.ts'
import { openSealer } from '../src/channels/sealer.ts'
import { openChannelWorker } from '../src/channels/worker.ts'
import { announce, openChanges } from '../src/database/changes.ts'
import { whenReachable } from '../src/database/wait-for-database.ts'
import { auditPause } from '../src/features/channels/audit-pause.ts'
import { mailOwner } from '../src/features/channels/mail-owner.ts'
import { TEST_KEY, type TestApp } from './app.ts'
import type { Chats } from './chats.ts'
import { freePort } from './free-port.ts'

type Request = { path: string; headers: IncomingHttpHeaders; body: string }
/** `hang`: never answers. */
type Reaction =
  | { status: number; headers?: Record<string, string>; body?: string }
  | 'hang'
  /** Answers 101, as to a browser that asked for a socket. */
  | 'upgrade'

export type Receiver = {
  /** URL of a path of the receiver. */
  url: (path?: string) => string
  port: number
  requests: Request[]
  /** Bodies of the requests, verified by the reference library with this secret. */
  verified: (secret: string) => { type: string; timestamp: string; data: Record<string, never> }[]
  /** Sets the answers to the next requests, in order; further requests get 204. */
  react: (...reactions: Reaction[]) => void
  /** Breaks every connection. */
  cut: () => void
  close: () => Promise<void>
}

/** A receiver of webhooks on loopback. */
export async function startReceiver(): Promise<Receiver> {
  const requests: Request[] = []
  let reactions: Reaction[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8')
      requests.push({ path: request.url ?? '', headers: request.headers, body })
      const reaction = reactions.shift() ?? { status: 204 }
      if (reaction === 'upgrade')
        request.socket.write('HTTP/1.1 101 x\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n')
      else if (reaction !== 'hang') response.writeHead(reaction.status, reaction.headers).end(reaction.body)
    })
  })
  const port = await freePort()
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  return {
    url: (path = '/hook') => `http://127.0.0.1:${port}${path}`,
    port,
    requests,
    verified: (secret) =>
      requests.map(({ body, headers }) => {
        // The library compares the timestamp with the machine's clock, but the test has a clock of its own.
        const at = Number(headers['webhook-timestamp']) * 1000
        return withNow(at, () => new Webhook(secret).verify(body, headers as Record<string, string>)) as never
      }),
    react: (...next) => {
      reactions = next
    },
    cut: () => server.closeAllConnections(),
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

function withNow<T>(at: number, work: () => T): T {
  const real = Date.now
  Date.now = () => at
  try {
    return work()
  } finally {
    Date.now = real
  }
}

/** Rules that allow receivers on loopback. */
export const loopbackRules = (...ports: number[]): ReceiverRules => {
  const networks = parseNetworks(['127.0.0.0/8', '::1/128'])
  if (!networks) throw new Error('The networks are well formed')
  return { networks, ports: new Set(ports) }
}

export type TestChannelWorker = {
  log: string[]
  /** Makes the worker check for due deliveries now. */
  wake: () => Promise<void>
  stop: () => Promise<void>
}

/** A worker for channels on the server's database, as in a separate process. */
export async function startChannelWorker(
  server: TestApp,
  rules: ReceiverRules,
  chats?: Chats,
): Promise<TestChannelWorker> {
  const lines: string[] = []
  const note = (about: object, text?: string) => void lines.push(`${text} ${JSON.stringify(about)}`)
  const changes = await whenReachable({ url: server.databaseUrl, onWaiting: () => undefined }, () =>
    openChanges(server.databaseUrl, () => undefined),
  )
  const worker = openChannelWorker({
    db: server.db,
    clock: server.now,
    changes,
    rules: { ...rules, slackUrl: chats?.url('/api') ?? '', pagerDutyUrl: chats?.url('') ?? '' },
    sealer: openSealer([TEST_KEY]),
    log: { warn: note, error: note } as never, // only these two are used
    channelTried: server.counters.channelTried,
    auditPause,
    mailOwner: mailOwner({
      ...{ providerName: 'Acme', publicUrl: 'http://localhost:8080', statusSite: undefined },
      internalDomains: ['acme.example'],
    }),
    jobFailed: server.counters.jobFailed,
  })
  return {
    log: lines,
    wake: () => announce(server.db, { topics: ['channels'], sessions: [] }),
    stop: async () => {
      await worker.stop()
      await changes.close()
    },
  }
}

/** Choices of a channel: everything of P1 for the given alert types, or of maintenance. */
export const choose = (choices: {
  alertTypes?: number[]
  services?: string[]
  dataCenters?: string[]
  notificationTypes?: string[]
}): ChosenSubscriptions => {
  const { alertTypes = [], services = ['Expense'], dataCenters = ['us2'], notificationTypes = [] } = choices
  const none = { services: [], data_centers: [], alert_types: [] }
  return {
    P1: alertTypes.length > 0 ? { services, data_centers: dataCenters, alert_types: alertTypes } : none,
    P2: none,
    notifications:
      notificationTypes.length > 0
        ? { data_centers: dataCenters, notification_types: notificationTypes }
        : { data_centers: [], notification_types: [] },
  }
}
