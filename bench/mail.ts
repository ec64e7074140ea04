import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startEmbedded } from '../apps/server/src/database/embedded/embedded.ts'
import { openDatabase } from '../apps/server/src/database/open.ts'
import { startPostgres15 } from '../apps/server/testing/postgres-15.ts'
import { subscribeMany } from '../apps/server/testing/subscribers.ts'
import { incident, ingest } from '../e2e/support/records.ts'
import { type BuiltServer, startBuiltServer } from '../e2e/support/server.ts'
import { type Measure, processorMs, residentMb, signIn } from './product.ts'

const RECIPIENTS = 100_000
const BARE = 20_000
export const CONNECTIONS = 10
const TARGET = 0.85

/**
 * Measures how fast a broadcast to 100,000 people is queued and then sent to a local SMTP sink, compared with
 * the bare mail library.
 */
export const mail = (): Promise<Measure[]> =>
  withSink(async (databaseUrl, smtp) => {
    const onPostgres = await measure(MESSAGE, { databaseUrl, smtp })
    const embedded = await measure(MESSAGE, { databaseUrl: undefined, smtp })
    return [...onPostgres, ...embedded]
  })

/** Like `mail`, for a maintenance notification that is due now. */
export const notification = (): Promise<Measure[]> =>
  withSink((databaseUrl, smtp) => measure(NOTIFICATION, { databaseUrl, smtp }))

/** Provides PostgreSQL, and an SMTP server that accepts everything, while `run` runs. `file`: for its first mail. */
export async function withSink(
  run: (databaseUrl: string, smtp: string) => Promise<Measure[]>,
  file = '',
): Promise<Measure[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'aviary-bench-mail-'))
  const database = await startPostgres15(folder)
  const sink = spawn(process.execPath, [path.join(import.meta.dirname, 'smtp-sink.mjs'), file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const port = String((await once(sink.stdout, 'data'))[0]).trim()
    return await run(database.url, `smtp://127.0.0.1:${port}`)
  } finally {
    sink.kill()
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The incident or event that the mails are about. `create` resolves when all mails are queued. */
type Matter = {
  name: string
  reference: string
  email: string
  prepare: (server: BuiltServer, session: Session) => Promise<unknown>
  create: (session: Session) => Promise<void>
}

type Site = { databaseUrl: string | undefined; smtp: string }

async function measure(matter: Matter, site: Site): Promise<Measure[]> {
  const where = `${matter.name}, ${site.databaseUrl ? 'PostgreSQL' : 'embedded'}`
  const { seconds, drain } = await mailEverybody(matter, site, { recipients: RECIPIENTS, checkMs: 2_000 })
  const bare = await bareRate(site.smtp)
  const max = site.databaseUrl ? 2 : 5
  return [
    {
      name: `${where}: seconds to take down ${RECIPIENTS} recipients`,
      ours: seconds.toFixed(2),
      reference: String(max),
      ratio: (seconds / max).toFixed(2),
      target: `< ${max} s`,
      isMet: seconds < max,
    },
    {
      name: `${where}: mails a second ÷ the library's pool in a bare loop`,
      ours: drain.rate.toFixed(0),
      reference: bare.toFixed(0),
      ratio: (drain.rate / bare).toFixed(2),
      target: `≥ ${TARGET}`,
      isMet: drain.rate / bare >= TARGET,
    },
    {
      name: `${where}: memory at the end ÷ at the first tenth`,
      ours: `${drain.lastMb.toFixed(0)} MB`,
      reference: `${drain.firstMb.toFixed(0)} MB`,
      ratio: (drain.lastMb / drain.firstMb).toFixed(2),
      target: '≤ 1.20',
      isMet: drain.lastMb / drain.firstMb <= 1.2,
    },
  ]
}

type Mailing = { recipients: number; checkMs: number; environment?: Record<string, string> }

/** Sends a matter to that many people by a server of its own; measures how fast it was queued and sent. */
export async function mailEverybody(
  matter: Matter,
  { databaseUrl, smtp }: Site,
  { recipients, checkMs, environment = {} }: Mailing,
) {
  const server = await startBuiltServer({
    SMTP_URL: smtp,
    SMTP_CONNECTIONS: String(CONNECTIONS),
    SEED_DEMO: 'false',
    LOG_LEVEL: 'warn',
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    ...environment,
  })
  try {
    const people = openDatabase(databaseUrl ?? (await embeddedUrl(server.dataDir)), () => undefined)
    await subscribeMany({ db: people.db, now: () => new Date() }, recipients)
    await people.close()
    const session = await signIn(server.url, matter.email)
    await matter.prepare(server, session)
    const startedAt = performance.now()
    await matter.create(session)
    const seconds = (performance.now() - startedAt) / 1000
    const { pid } = server
    const drain = await drainRate(session, { pid, reference: matter.reference, recipients, checkMs })
    return { seconds, drain }
  } finally {
    await server.stop()
  }
}

export const MESSAGE: Matter = {
  name: 'message',
  reference: 'OPI-1',
  email: 'ines.incident@acme.example',
  prepare: (server) =>
    ingest(
      'incidents',
      [incident('OPI-1', { affected_services: ['Expense'], data_centers: ['us2'] })],
      server,
    ),
  create: (session) =>
    session.write('POST', '/api/create_message/', [
      'Create Message',
      {
        jira_id: 'OPI-1',
        priority_type: 'P1',
        message_type: 'Update',
        body: '<p>We have found the cause and are mending it.</p>',
        broadcast: 'Y',
        email_template_data: { current_status: 'Mending', next_update: '15:00 UTC' },
      },
    ]),
}

const created_by = 'oleg.operator@acme.example'

const NOTIFICATION: Matter = {
  name: 'notification',
  reference: 'MNT-1',
  email: created_by,
  prepare: (_, session) =>
    session.write('POST', '/api/v2/maintenance_event', [
      'Create Maintenance Event',
      {
        ...{ title: 'Storage upgrade', is_internal: 'N', created_by, data_centers: ['us2'] },
        ...{ start_date: '2030-01-10T10:00:00-0800', end_date: '2030-01-10T13:00:00-0800' },
      },
    ]),
  create: async (session) => {
    await session.write('POST', '/api/notifications', [
      'Create Notification',
      {
        ...{ mwin_id: 1, n_type: 'Maintenance Announcement', title: 'Storage upgrade', created_by },
        ...{
          broadcast: 'Y',
          is_test: 'N',
          comm_src: 'bench',
          subject: 'Data Center Maintenance January 10, 2030',
        },
        body: '<p>Some calls are slow while we upgrade the storage.</p>',
        send_time: new Date().toISOString(),
      },
    ])
    for (;;) {
      const { maintenance_event } = await session.read('/api/v2/maintenance_event/1')
      if (maintenance_event.notifications[0].mail_queued === 'Y') return
      await pause(20)
    }
  },
}

/** Attaches to the database that the product started. */
const embeddedUrl = async (dataDir: string) => (await startEmbedded({ dataDir, log: () => undefined })).url

type Session = Awaited<ReturnType<typeof signIn>>

type Draining = { pid: number; reference: string; recipients: number; checkMs: number }

async function drainRate(session: Session, { pid, reference, recipients, checkMs }: Draining) {
  const startedAt = performance.now()
  const processorBefore = processorMs(pid)
  let firstMb = 0
  for (;;) {
    await pause(checkMs)
    const { broadcasts } = await session.read(`/api/broadcasts/?reference=${reference}`)
    const { queued, sent, deferred, failed } = broadcasts[0].progress
    if (failed + deferred > 0) throw new Error(`${failed} failed, ${deferred} deferred`)
    if (firstMb === 0 && sent >= recipients / 10) firstMb = residentMb(pid)
    if (queued > 0) continue
    return {
      rate: sent / ((performance.now() - startedAt) / 1000),
      msPerMail: (processorMs(pid) - processorBefore) / sent,
      firstMb,
      lastMb: residentMb(pid),
    }
  }
}

async function bareRate(url: string): Promise<number> {
  const content = { subject: '[OPI-1] Update: Expense', html: 'x'.repeat(2_600), text: 'x'.repeat(500) }
  const from = 'Acme Status <status@acme.example>'
  const plan = { url, mails: BARE, connections: CONNECTIONS, mail: { from, ...content } }
  const child = spawn(
    process.execPath,
    [path.join(import.meta.dirname, 'bare-pool.mjs'), JSON.stringify(plan)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  return Number(String((await once(child.stdout, 'data'))[0]))
}
