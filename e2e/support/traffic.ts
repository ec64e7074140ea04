import { setTimeout as pause } from 'node:timers/promises'
import { randomFrom } from '../../apps/server/src/demo/names.ts'

/** A write of one person or program, and its answer. */
type Write = { what: string; topic: string; sentAt: number; answeredAt: number; tries: number }

export type Failure = { method: string; path: string; how: number | string }

/** Without refusals (503), and searches that took too long, as on a busy machine (504). */
export const unexpected = (failures: readonly Failure[]): Failure[] =>
  failures.filter(({ path, how }) => how !== 503 && !(path === '/api/search_changes/' && how === 504))

export type Caller = {
  url: string
  cookies: string
  antiForgeryToken: string
  email: string
  token: string
  /** The incident that messages are about; a new value takes effect with the next message. */
  jiraId?: string
}

export type Traffic = {
  /** Every successful write. */
  writes: Write[]
  reads: () => number
  /** Every failed attempt. A read is not repeated; a write is repeated until it succeeds. */
  failures: Failure[]
  /**
   * Sends searches without pause for `forMs` milliseconds. They are POST requests, which a proxy does not
   * retry, so every lost one shows as a failure.
   */
  press: (forMs: number) => Promise<void>
  stop: () => Promise<void>
}

const TRIES_AGAIN_AFTER_MS = 200
const READERS = 2
const READS_EVERY_MS = 80
const WRITES_EVERY_MS = 400
const PRESSING = 4

const STATUSES = ['PERFORMANCE', 'PARTIAL_OUTAGE', 'OUTAGE', 'NORMAL'] as const
const OPI = 'OPI-9001'

/** Mixed use through `caller.url` until stopped. `name` identifies its writes. */
export function startTraffic(caller: Caller, name: string): Traffic {
  const random = randomFrom(20_261_122)
  const writes: Write[] = []
  const failures: Failure[] = []
  let reads = 0
  let isStopping = false

  const read = async () => {
    const read = READS[Math.floor(random() * READS.length)]
    if (await send(caller, read ?? READS[0], failures)) reads += 1
  }

  const write = async ({ what, topic, ...call }: Planned) => {
    const sentAt = performance.now()
    for (let tries = 1; ; tries += 1) {
      if (await send(caller, call, failures)) {
        writes.push({ what, topic, sentAt, answeredAt: performance.now(), tries })
        return
      }
      await pause(TRIES_AGAIN_AFTER_MS)
    }
  }

  const repeat = async (everyMs: number, work: (turn: number) => Promise<void>) => {
    for (let turn = 1; !isStopping; turn += 1) {
      await work(turn)
      await pause(everyMs)
    }
  }

  const running = Promise.all([
    ...Array.from({ length: READERS }, () => repeat(READS_EVERY_MS, read)),
    repeat(WRITES_EVERY_MS, (turn) => write(message(caller, `${name} message ${turn}`))),
    repeat(WRITES_EVERY_MS, (turn) => write(status(caller, turn, name))),
    repeat(WRITES_EVERY_MS, (turn) => write(subscription(caller, turn, name))),
    repeat(WRITES_EVERY_MS, (turn) => write(change(caller, `${name}-${turn}`))),
  ])
  return {
    writes,
    reads: () => reads,
    failures,
    press: async (forMs) => {
      const until = performance.now() + forMs
      const ask = async () => {
        while (performance.now() < until) await send(caller, SEARCH, failures)
      }
      await Promise.all(Array.from({ length: PRESSING }, ask))
    },
    stop: async () => {
      isStopping = true
      await running
    },
  }
}

type Call = { method: string; path: string; headers?: Record<string, string>; body?: object }
type Planned = Call & { what: string; topic: string }

const searchOf = (keyword: string) => ({
  search_params: {
    keyword,
    date_range_start: '2026-08-01 00:00:00',
    date_range_end: '2026-09-30 00:00:00',
  },
  change_type: 'manual',
})

const SEARCH: Call = { method: 'POST', path: '/api/search_changes/', body: searchOf('nowhere') }
const READS: readonly [Call, ...Call[]] = [
  { method: 'GET', path: '/api/v4/status/' },
  { method: 'GET', path: '/api/incidents/?active=true' },
  { method: 'GET', path: `/api/incident_by_jira_id/?jira_id=${OPI}` },
  { method: 'GET', path: '/api/banner' },
  { method: 'POST', path: '/api/search_changes/', body: searchOf('changed') },
  SEARCH,
]

const bySession = ({ cookies, antiForgeryToken }: Caller, key?: string): Record<string, string> => ({
  cookie: cookies,
  'x-csrf-token': antiForgeryToken,
  ...(key === undefined ? {} : { 'idempotency-key': key }),
})
const byToken = ({ token }: Caller) => ({ authorization: `Bearer ${token}` })

export const auditOf = ({ email }: Caller, action: string) => ({
  audit_log_data: { application_name: 'Aviary', user_email: email, action_name: action },
})

/** One P1 message; with `broadcast` it is mailed to subscribers. */
export const message = (caller: Caller, text: string, broadcast: 'Y' | 'N' = 'N'): Planned => ({
  what: text,
  topic: 'incidents',
  method: 'POST',
  path: '/api/create_message/',
  headers: bySession(caller, text.replaceAll(' ', '-')),
  body: {
    jira_id: caller.jiraId ?? OPI,
    priority_type: 'P1',
    message_type: 'Update',
    body: `<p>${text}</p>`,
    broadcast,
    email_template_data: { current_status: 'Looking', next_update: '13:00 UTC' },
    ...auditOf(caller, 'Create Message'),
  },
})

/** Each status differs from the one before, so that every page is notified. */
const status = (caller: Caller, turn: number, name: string): Planned => ({
  what: `${name} status ${turn}`,
  topic: 'status',
  method: 'PUT',
  path: '/api/ingest/status',
  headers: byToken(caller),
  body: {
    records: [
      {
        service: 'Travel',
        data_center: 'eu',
        status: STATUSES[turn % STATUSES.length],
        at: new Date().toISOString(),
      },
    ],
  },
})

/** Updates the caller's subscription in a way that no mail of the tests matches. */
const subscription = (caller: Caller, turn: number, name: string): Planned => {
  const none = { services: [], data_centers: [], alert_types: [] }
  return {
    what: `${name} subscription ${turn}`,
    topic: 'subscriptions',
    method: 'POST',
    path: '/api/v4/subscribe/',
    headers: bySession(caller, `${name}-subscription-${turn}`),
    body: {
      email: caller.email,
      subscriptions: {
        P1: none,
        P2: none,
        notifications: {
          data_centers: turn % 2 === 0 ? ['us2'] : ['us2', 'china'],
          notification_types: ['Maintenance Complete'],
        },
      },
      ...auditOf(caller, 'Update Subscriptions'),
    },
  }
}

const change = (caller: Caller, key: string): Planned => ({
  what: key,
  topic: 'changes',
  method: 'PUT',
  path: '/api/ingest/changes',
  headers: byToken(caller),
  body: {
    records: [
      {
        source: 'test',
        key,
        change_type: 'manual',
        summary: `What was changed in ${key}`,
        actual_start: '2026-08-20T09:00:00Z',
        actual_end: '2026-08-20T09:30:00Z',
        services: ['Expense'],
        data_centers: ['us2'],
      },
    ],
  },
})

/** Sends a call; returns whether it succeeded. */
export async function send(caller: Caller, call: Call, failures: Failure[]): Promise<boolean> {
  const { method, path } = call
  try {
    const response = await fetch(caller.url + path, {
      method,
      headers: {
        ...(call.headers ?? bySession(caller)),
        ...(call.body ? { 'content-type': 'application/json' } : {}),
      },
      ...(call.body ? { body: JSON.stringify(call.body) } : {}),
    })
    const text = await response.text()
    if (response.ok) return true
    if (response.status < 500) throw new Refused(`${method} ${path}: ${response.status} ${text}`)
    failures.push({ method, path, how: response.status })
  } catch (error) {
    if (error instanceof Refused) throw error
    failures.push({ method, path, how: String(error) })
  }
  return false
}

/** A refusal (4xx) that no fault explains: the test itself is wrong. */
class Refused extends Error {}
