import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { addressOf, type CallInput } from '@aviary/contract/client'
import { type AnswerOf, type Endpoint, isProtected } from '@aviary/contract/endpoint'
import type { Scope } from '@aviary/contract/scopes'
import type { Problem } from '@aviary/contract/wire'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { openApp } from '../src/app.ts'
import { openSealer } from '../src/channels/sealer.ts'
import { readConfig } from '../src/config.ts'
import { openChanges } from '../src/database/changes.ts'
import { type Db, openDatabase } from '../src/database/open.ts'
import { whenReachable } from '../src/database/wait-for-database.ts'
import { pushDueFollowUps, sendDueFollowUps } from '../src/features/follow-ups/public.ts'
import { reportProgress } from '../src/features/maintenance/public.ts'
import { sendDueNotifications } from '../src/features/notifications/public.ts'
import { sendDueReminders } from '../src/features/reminders/public.ts'
import {
  createServiceToken,
  createUser,
  DEMO_IDENTITIES,
  newSecret,
  sha256,
} from '../src/features/session/public.ts'
import { createSession, getUserByEmail } from '../src/features/session/queries.ts'
import { addressOnServer } from '../src/http/mount.ts'
import { tick } from '../src/jobs/jobs.ts'
import { mailSettingsOf } from '../src/mail-settings.ts'
import { type Counters, openCounters } from '../src/metrics/counters.ts'
import { createTestDatabase } from './database.ts'

/** Encrypts addresses of channels in tests. */
export const TEST_KEY = 'a key of tests that has 32 characters'

/**
 * `body` and `problem` are the same JSON: read `body` of a call that succeeded, `problem` of one that was
 * refused.
 */
type Answer<E extends Endpoint> = {
  status: number
  headers: Record<string, unknown>
  body: AnswerOf<E>
  problem: Problem
}

export type Person = {
  email: string
  cookies: string
  antiForgeryToken: string
  /**
   * Calls as the web app does, with session, anti-forgery token and audit data. `raw` replaces the whole
   * body.
   */
  call: <E extends Endpoint>(endpoint: E, input?: CallInput<E> & CallExtras) => Promise<Answer<E>>
}

type CallExtras = { headers?: Record<string, string>; raw?: unknown }

export type TestApp = {
  app: FastifyInstance
  db: Db
  databaseUrl: string
  /** Counters of background work, shared as in `start.ts`. */
  counters: Counters
  /**
   * Readable errors (level error or fatal) that the server logged. A test that expects none must check that.
   */
  errors: string[]
  /** Sets the server's clock, which nothing else moves. */
  setNow: (now: Date) => void
  now: () => Date
  signInAs: (role: (typeof DEMO_IDENTITIES)[number]['role'] | 'nobody') => Promise<Person>
  createToken: (scopes: Scope[]) => Promise<string>
  /** Runs the periodic jobs once, now. */
  tick: () => Promise<void>
  /** Sends every notification that is due now. */
  sendDue: () => Promise<{ sent: number; failed: number }>
  /** Tells channels of maintenance that has started or ended by now. */
  reportProgress: () => Promise<{ told: number; failed: number }>
  /** Sends every reminder that is due now. */
  sendReminders: () => Promise<{ sent: number; failed: number }>
  /** Reminds of every follow-up that is due now. */
  sendFollowUps: () => Promise<{ sent: number; failed: number }>
  /** Tells the tracker of the settings what it does not know of follow-ups. */
  pushFollowUps: () => Promise<{ pushed: number; failed: number }>
  /** Starts listening on a free loopback port; returns the URL. */
  listen: () => Promise<string>
  close: () => Promise<void>
}

type Options = {
  environment?: Record<string, string>
  now?: Date
  databaseUrl?: string
  /** Replaces the log that collects `errors`. */
  log?: FastifyBaseLogger
  /** Milliseconds of silence after which the database connection is checked. */
  silentMs?: number
}

/** A check of the connection would be among the statements of a test, and fail where the machine stands still. */
const NO_CHECK_MS = 24 * 3600_000

/**
 * Makes a log line readable in the message of a failed test: the error's stack stands on lines of its own.
 */
function describeLine(line: string): string {
  const { level, time, pid, hostname, msg, err, ...rest } = JSON.parse(line)
  return [msg, JSON.stringify(rest), err?.stack ?? err?.message].filter(Boolean).join('\n')
}

/** One server on a database of its own (or on `databaseUrl`, for two servers on one database). */
export async function openTestApp(options: Options = {}): Promise<TestApp> {
  const own = options.databaseUrl ? undefined : await createTestDatabase()
  const databaseUrl = options.databaseUrl ?? own?.url ?? ''
  let now = options.now ?? new Date('2026-08-20T12:00:00Z')
  const errors: string[] = []
  const log =
    options.log ?? pino({ level: 'error' }, { write: (line: string) => void errors.push(describeLine(line)) })
  const noteError = (error: unknown) => void errors.push(String(error))
  const { silentMs } = options
  const database = openDatabase(databaseUrl, noteError, silentMs ? { silentMs } : {})
  // Tried again, as a start does, when the machine stands still while it connects.
  const changes = await whenReachable({ url: databaseUrl, onWaiting: () => undefined }, () =>
    openChanges(databaseUrl, noteError, { pingIntervalMs: silentMs ?? NO_CHECK_MS }),
  )
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: path.join(tmpdir(), 'aviary-tests'),
    ...options.environment,
  })
  const publicUrl = config.publicUrl ?? 'http://localhost:8080'
  const counters = openCounters()
  const app = await openApp({
    config,
    publicUrl,
    db: database.db,
    pool: database.pool,
    sealer: openSealer([TEST_KEY]),
    counters,
    changes,
    clock: () => now,
    log,
  })
  await app.ready()

  const signInAs: TestApp['signInAs'] = async (role) => {
    const email = DEMO_IDENTITIES.find((identity) => identity.role === role)?.email ?? 'nobody@acme.example'
    const known = (await getUserByEmail(database.db, email)) ?? (await createUser(database.db, email, now))
    const [sessionId, antiForgeryToken] = [newSecret(), newSecret()]
    await createSession(database.db, {
      idHash: sha256(sessionId),
      userId: known?.userId ?? 0,
      antiForgeryToken,
      createdAt: now,
      lastSeenAt: now,
      expiresAt: new Date(now.getTime() + 12 * 3600_000),
    })
    const prefix = publicUrl.startsWith('https:') ? '__Host-' : ''
    const cookies = `${prefix}aviary_session=${sessionId}; tokens=${antiForgeryToken}`
    return { email, cookies, antiForgeryToken, call: callAs(app, { email, cookies, antiForgeryToken }) }
  }

  const createToken: TestApp['createToken'] = async (scopes) => {
    const token = newSecret()
    await createServiceToken(database.db, {
      name: randomUUID(),
      tokenHash: sha256(token),
      scopes,
      createdAt: now,
    })
    return token
  }

  return {
    app,
    db: database.db,
    databaseUrl,
    errors,
    counters,
    setNow: (next) => {
      now = next
    },
    now: () => now,
    signInAs,
    createToken,
    tick: () =>
      tick({ db: database.db, changes, clock: () => now, links: mailSettingsOf(config, publicUrl) }),
    sendDue: () =>
      sendDueNotifications({
        ...{ db: database.db, changes, log, clock: () => now },
        settings: mailSettingsOf(config, publicUrl),
      }),
    reportProgress: () =>
      reportProgress({
        ...{ db: database.db, changes, log, clock: () => now },
        settings: mailSettingsOf(config, publicUrl),
      }),
    sendReminders: () =>
      sendDueReminders({
        ...{ db: database.db, changes, log, clock: () => now },
        ...{ settings: mailSettingsOf(config, publicUrl), reminded: counters.reminded },
      }),
    sendFollowUps: () =>
      sendDueFollowUps({
        ...{ db: database.db, changes, log, clock: () => now },
        settings: mailSettingsOf(config, publicUrl),
      }),
    pushFollowUps: async () => {
      if (!config.tracker) return { pushed: 0, failed: 0 }
      return pushDueFollowUps({
        ...{ db: database.db, changes, log, clock: () => now, publicUrl },
        ...{ tracker: config.tracker, trackerAsked: counters.trackerAsked },
      })
    },
    listen: async () => {
      await app.listen({ host: '127.0.0.1', port: 0 })
      return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
    },
    close: async () => {
      await app.close()
      await changes.close()
      await database.close()
      await own?.drop()
    },
  }
}

export function callAs(
  app: FastifyInstance,
  person: { email: string; cookies: string; antiForgeryToken: string },
): Person['call'] {
  return async (endpoint, input = {}) => {
    const path = addressOnServer(endpoint)
    const prefix = path.slice(0, path.length - endpoint.path.replace(/\/$/, '').length)
    const auditLogData = {
      application_name: 'Aviary',
      user_email: person.email,
      action_name: endpoint.audits ?? '',
    }
    const body = endpoint.audits ? { ...input.body, audit_log_data: auditLogData } : input.body
    const headers = {
      cookie: person.cookies,
      ...(isProtected(endpoint) ? { 'x-csrf-token': person.antiForgeryToken } : {}),
      ...input.headers,
    }
    const url = prefix + addressOf(endpoint, input)
    return inject(app, endpoint, { url, body: input.raw ?? body, headers })
  }
}

/** Calls without a session, for example with a token or a signature in `headers`. A string body is sent as it is. */
export async function callPlain<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  input: { query?: object; params?: object; body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer<E>> {
  const path = addressOnServer(endpoint)
  const prefix = path.slice(0, path.length - endpoint.path.replace(/\/$/, '').length)
  const url = prefix + addressOf(endpoint, input as CallInput<Endpoint>)
  return inject(app, endpoint, { url, body: input.body, headers: input.headers ?? {} })
}

async function inject<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  { url, body, headers }: { url: string; body: unknown; headers: Record<string, string> },
): Promise<Answer<E>> {
  const response = await app.inject({
    method: endpoint.method,
    url,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const isJson = String(response.headers['content-type']).includes('json')
  const answered = isJson ? JSON.parse(response.body) : response.body
  return { status: response.statusCode, headers: response.headers, body: answered, problem: answered }
}
