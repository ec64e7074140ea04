import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import type { Topic } from '@aviary/contract/push/rules'
import { openSealer } from '../../src/channels/sealer.ts'
import { openChannelWorker } from '../../src/channels/worker.ts'
import type { Changes } from '../../src/database/changes.ts'
import { auditPause } from '../../src/features/channels/audit-pause.ts'
import type { Transport } from '../../src/mail/lane.ts'
import { openTransport } from '../../src/mail/transport.ts'
import { openMailWorker } from '../../src/mail/worker.ts'
import { TEST_KEY } from '../app.ts'
import { loopbackRules } from '../channels.ts'
import { openGatedDatabase } from './gated-database.ts'
import type { HeldMail } from './held-mails.ts'
import type { HeldRequest } from './held-requests.ts'

/** One try of a mail or of a channel's delivery, from its start to its end. */
type Try = {
  sender: Sender
  /** The clock of its process at the start, and the time since the run began. */
  clockAt: number
  startedAt: number
  /** Whether the other side took it. Undefined while it holds the answer back. */
  isAccepted?: boolean | undefined
  /** The process cannot hear of an answer any more. */
  isOver: boolean
  /** Whether the answer reached the process. */
  isHeard?: boolean | undefined
  /** The turn in which it was started, and the one in which the process wrote down the answer. */
  turn?: number
  writtenIn?: number
}

export type MailTry = Try & { deliveryId: number; broadcastId: number; email: string; held?: HeldMail }
export type HookTry = Try & { path: string; held?: HeldRequest; status?: number | null }

export type Site = {
  databaseUrl: string
  now: () => Date
  /** Milliseconds since the run began. */
  elapsed: () => number
  mailServerUrl: (sender: string) => string
  hookPort: number
  nameOf: (deliveryId: number) => string
  mailTries: MailTry[]
  hookTries: HookTry[]
  /** Something ended or arrived, for which somebody may wait. */
  activity: Activity
}

export type Activity = { note: () => void; next: () => Promise<void> }

export function openActivity(): Activity {
  let waiting: (() => void)[] = []
  return {
    note: () => {
      for (const wake of waiting) wake()
      waiting = []
    },
    next: () => new Promise((resolve) => waiting.push(resolve)),
  }
}

/** One simulated process: a worker for mails and one for channels, both the product's own. */
export type Sender = {
  name: string
  isFrozen: boolean
  isDead: boolean
  /** Milliseconds by which its clock is ahead. */
  ahead: number
  clock: () => Date
  /** Tells it what has changed, and lets it run until it waits for answers, or has nothing to do. */
  turn: (topics: Topic[]) => Promise<void>
  /** Waits until it has heard of an answer. */
  hears: (isHeard: () => boolean) => Promise<void>
  asked: () => number
  failNext: (when: 'before' | 'after') => void
  /** Whether a statement is still to fail. */
  mayFail: () => boolean
  kill: () => void
  stop: () => Promise<void>
}

const PATIENCE_MS = 20_000
/** Turns of the event loop without anything under way after which a process counts as at rest. */
const QUIET_TURNS = 3
const LANES = 2
const quiet = { warn: () => undefined, error: () => undefined } as never // only these two are used

export async function openSender(site: Site, name: string): Promise<Sender> {
  const gate = openGatedDatabase(site.databaseUrl, site.activity.note)
  const listeners = new Set<Parameters<Changes['subscribe']>[0]>()
  const changes = {
    subscribe: (listener: Parameters<Changes['subscribe']>[0]) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    announce: () => Promise.resolve(),
    apply: () => undefined,
  }
  const transport = await openTransport(
    { smtpUrl: site.mailServerUrl(name), connections: LANES, sender: 'Acme Status <status@acme.example>' },
    { publicUrl: 'https://aviary.example', nameOf: site.nameOf },
  )
  const lanes = new Set<ReturnType<Transport['openLane']>>()
  const begin = (): Try => ({
    sender,
    clockAt: sender.clock().getTime(),
    startedAt: site.elapsed(),
    isOver: false,
  })
  const noting: Transport = {
    lanes: transport.lanes,
    openLane: () => {
      const lane = transport.openLane()
      lanes.add(lane)
      return {
        close: lane.close,
        send: async (job) => {
          const { deliveryId, broadcastId, email } = job
          const mailTry: MailTry = { ...begin(), deliveryId, broadcastId, email }
          site.mailTries.push(mailTry)
          return lane.send(job).finally(() => {
            mailTry.isOver = true
            site.activity.note()
          })
        },
      }
    },
  }
  const sealer = openSealer([TEST_KEY])
  const parts = { db: gate.db, clock: () => sender.clock(), changes, log: quiet }

  const own = <T extends Try>(tries: readonly T[]) => tries.filter((one) => one.sender === sender)
  const isAtRest = () =>
    gate.running() === 0 &&
    own(site.mailTries).every(({ held, isOver }) => isOver || held?.isOver() === false) &&
    own(site.hookTries).every(({ held, isOver }) => isOver || held)
  const until = async (isReached: () => boolean, what: string) => {
    const givesUpAt = Date.now() + PATIENCE_MS
    while (!isReached()) {
      await Promise.race([site.activity.next(), pause(PATIENCE_MS / 10, undefined, { ref: false })])
      if (Date.now() > givesUpAt) throw new Error(`${name} ${what}`)
    }
  }
  const rest = async () => {
    for (let turns = 0; turns < QUIET_TURNS; turns += 1) {
      await nextTurn()
      if (isAtRest()) continue
      await until(isAtRest, 'does not come to rest')
      turns = -1
    }
  }

  const sender: Sender = {
    name,
    isFrozen: false,
    isDead: false,
    ahead: 0,
    clock: () => new Date(site.now().getTime() + sender.ahead),
    turn: async (topics) => {
      if (sender.isFrozen || sender.isDead) return
      gate.open()
      for (const hear of listeners) hear({ topics, sessions: [] })
      await rest()
      gate.close()
    },
    hears: (isHeard) => until(() => isHeard() || sender.isDead, 'does not hear of an answer'),
    asked: gate.asked,
    failNext: gate.failNext,
    mayFail: gate.mayFail,
    kill: () => {
      sender.isDead = true
      gate.kill()
      for (const lane of lanes) lane.close()
      for (const one of own<MailTry | HookTry>([...site.mailTries, ...site.hookTries])) one.isOver = true
      for (const { held } of own(site.hookTries)) if (held && !held.isOver()) held.answer({ do: 'cut' })
    },
    stop: async () => {
      gate.open()
      await Promise.all([mails.stop(), channels.stop()])
      gate.kill()
    },
  }

  const mails = openMailWorker({ ...parts, rate: 0, transport: noting })
  const channels = openChannelWorker({
    ...parts,
    rules: { ...loopbackRules(site.hookPort), slackUrl: '', pagerDutyUrl: '' },
    sealer: {
      ...sealer,
      unseal: (sealed) => {
        const text = sealer.unseal(sealed)
        // The address is unsealed once for each request, just before it.
        if (text?.startsWith('http:')) site.hookTries.push({ ...begin(), path: new URL(text).pathname })
        return text
      },
    },
    auditPause,
    // The model follows the mails of readers alone.
    mailOwner: async () => false,
  })
  return sender
}
