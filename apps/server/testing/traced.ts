import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createChannel } from '@aviary/contract/channels/endpoints'
import { createClient } from '@aviary/contract/client'
import { createMessage } from '@aviary/contract/messages/endpoints'
import { alertTypes } from '../src/database/tables/reference.ts'
import { openTestApp, type Person, TEST_KEY } from './app.ts'
import { choose, startReceiver } from './channels.ts'
import type { TestCollector } from './collector.ts'
import { incidentRecord, ingest } from './ingest.ts'
import { type ServerProcess, startProcess } from './process.ts'

/** A database with an incident, and processes of the product on it that a test starts. */
export async function openTracedSite() {
  const receiver = await startReceiver()
  const rules = { CHANNEL_ALLOWED_NETWORKS: '127.0.0.0/8', CHANNEL_PORTS: String(receiver.port) }
  // Processes have the clock of the machine.
  const server = await openTestApp({ now: new Date(), environment: rules })
  const dataDir = mkdtempSync(path.join(tmpdir(), 'aviary-traced-'))
  const manager = await server.signInAs('incident_manager')
  await ingest(server, 'incidents', [incidentRecord('OPI-1')])
  const running: ServerProcess[] = []
  const start = async (environment: Record<string, string> = {}, program: { flags?: string[] } = {}) => {
    const started = await startProcess(
      {
        ...{ DATABASE_URL: server.databaseUrl, DATA_DIR: dataDir, SECRETS_KEY: TEST_KEY },
        ...{ ...rules, ...environment },
      },
      program,
    )
    running.push(started)
    return started
  }
  const end = async () => {
    const codes: (number | null)[] = []
    for (const process of running.splice(0)) codes.push(await process.end('SIGTERM'))
    return codes
  }
  return {
    ...{ server, manager, receiver, start, end },
    close: async () => {
      await end()
      await receiver.close()
      await server.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Variables that send spans to a collector soon. */
export const collectedBy = (collector: TestCollector) => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  OTEL_BSP_SCHEDULE_DELAY: '100',
})

/** Calls a process as a page does, with further headers. */
export const callsTo = (url: string, person: Person, headers: Record<string, string> = {}) =>
  createClient({
    baseUrl: `${url}/api`,
    userEmail: () => person.email,
    antiForgeryToken: () => person.antiForgeryToken,
    fetch: (address, init) => {
      const all = new Headers(init?.headers)
      for (const [name, value] of Object.entries({ cookie: person.cookies, ...headers })) all.set(name, value)
      return fetch(address, { ...init, headers: all })
    },
  })

type TracedSite = Awaited<ReturnType<typeof openTracedSite>>

/** A webhook that gets each P1 update. */
export async function addWebhook({ server, manager, receiver }: TracedSite, address = receiver.url()) {
  const types = await server.db.select().from(alertTypes)
  const updates = types.filter(({ priorityType, name }) => priorityType === 'P1' && name === 'Update')
  const subscriptions = choose({ alertTypes: updates.map(({ alertTypeId }) => alertTypeId) })
  const { body } = await manager.call(createChannel, {
    body: {
      ...{ kind: 'webhook', name: 'Hook', address, locale: 'en', audience: 'EXTERNAL' },
      subscriptions,
    },
  })
  if (!body.secret) throw new Error(JSON.stringify(body))
  return body.secret
}

/** Posts a message and mails it. */
export const broadcastBy = (call: ReturnType<typeof callsTo>, text = '<p>We look into it</p>') =>
  call(createMessage, {
    body: {
      ...{ jira_id: 'OPI-1', priority_type: 'P1', message_type: 'Update', broadcast: 'Y' },
      body: text,
      email_template_data: { current_status: 'Looking', next_update: '13:00 UTC' },
    },
  })
