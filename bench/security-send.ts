import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { type Db, openDatabase } from '../apps/server/src/database/open.ts'
import { securityEmails, securityUsers } from '../apps/server/src/database/tables/security.ts'
import { subscribeMany } from '../apps/server/testing/subscribers.ts'
import { type BuiltServer, startBuiltServer } from '../e2e/support/server.ts'
import { CONNECTIONS, MESSAGE, withSink } from './mail.ts'
import { type Measure, residentMb, signIn } from './product.ts'
import { measureTable, table, writeReport } from './report.ts'

const EMAILS = Number(process.env.BENCH_SECURITY_SEND ?? 50_000)
const PEOPLE = EMAILS * 2
const MAX_CALL_SECONDS = 30
const MAX_RATIO = 1.25
const MAX_GROWTH = 1.2
const ADMINISTRATOR = 'ada.admin@acme.example'
const number = (count: number) => count.toLocaleString('en-US')

/**
 * Sends 50,000 security emails (or BENCH_SECURITY_SEND), each to two security users, in one call. Measures
 * duration, memory, and the sending rate compared with a broadcast to the same number of people.
 */
export const securitySend = (): Promise<Measure[]> =>
  withSink(async (databaseUrl, smtp) => {
    const server = await startBuiltServer({
      DATABASE_URL: databaseUrl,
      SMTP_URL: smtp,
      SMTP_CONNECTIONS: String(CONNECTIONS),
      SEED_DEMO: 'false',
      LOG_LEVEL: 'warn',
    })
    const { db, close } = openDatabase(databaseUrl, () => undefined)
    try {
      await subscribeMany({ db, now: () => new Date() }, PEOPLE)
      const manager = await signIn(server.url, MESSAGE.email)
      await MESSAGE.prepare(server, manager)
      const first = await drainMessage(server, manager)
      const security = await sendAll(server, db)
      const second = await drainMessage(server, manager)
      const reference = (first + second) / 2
      const measures = measuresOf(security, reference)
      report(security, { measures, references: [first, second] })
      return measures
    } finally {
      await close()
      await server.stop()
    }
  })

type Session = Awaited<ReturnType<typeof signIn>>

/** Sending rate of one broadcast to the same number of people, in mails per second. */
async function drainMessage(server: BuiltServer, session: Session): Promise<number> {
  await MESSAGE.create(session)
  const sendProgressOf = async () =>
    (await session.read(`/api/broadcasts/?reference=${MESSAGE.reference}`)).broadcasts[0].progress
  return (await drain(server.pid, sendProgressOf)).rate
}

/** Long, because counting 50,000 broadcasts also loads the database. */
const POLLED_EVERY_MS = 2_000

type Progress = { queued: number; sent: number; deferred: number; failed: number }
/** Memory of the server at three points of the work, in MB. */
type Memory = Record<'first' | 'half' | 'last', number>

async function drain(pid: number, progressOf: () => Promise<Progress>) {
  const startedAt = performance.now()
  const startProgress = await progressOf()
  const memory: Memory = { first: 0, half: 0, last: 0 }
  for (;;) {
    await pause(POLLED_EVERY_MS)
    const { queued, sent, deferred, failed } = await progressOf()
    if (failed + deferred > 0) throw new Error(`${failed} failed, ${deferred} deferred`)
    if (memory.first === 0 && sent >= PEOPLE / 10) memory.first = residentMb(pid)
    if (memory.half === 0 && sent >= PEOPLE / 2) memory.half = residentMb(pid)
    if (queued > 0) continue
    memory.last = residentMb(pid)
    return { rate: (sent - startProgress.sent) / ((performance.now() - startedAt) / 1000), memory }
  }
}

type Sent = {
  idleMb: number
  listSeconds: number
  callSeconds: number
  /** Memory of the server while the call runs. */
  during: Memory & { max: number }
  rate: number
  draining: Memory
}

async function sendAll(server: BuiltServer, db: Db): Promise<Sent> {
  const session = await signIn(server.url, ADMINISTRATOR)
  const commId = await makeEmails(session, db)
  const idleMb = residentMb(server.pid)
  const listing = performance.now()
  const { emails } = await session.read(`/api/sec/emails/sendable/?sec_comm_id=${commId}`)
  const listSeconds = (performance.now() - listing) / 1000
  if (emails.length !== EMAILS) throw new Error(`${emails.length} emails can be sent`)
  const confirmed = emails.map(({ id, version, recipients }: Confirmed) => ({ id, version, recipients }))

  const samples: number[] = []
  const sampling = setInterval(() => samples.push(residentMb(server.pid)), 50)
  const startedAt = performance.now()
  const sent = await session.write('POST', '/api/sec/send_emails/', [
    'Security Incident Send Emails',
    { email_ids: confirmed.map(({ id }: Confirmed) => id), confirmed },
  ])
  const callSeconds = (performance.now() - startedAt) / 1000
  clearInterval(sampling)
  if (sent.recipients !== PEOPLE) throw new Error(`${sent.recipients} people are reached`)

  const progress = async () =>
    (await session.read(`/api/sec/emails/progress/?sec_comm_id=${commId}`)).progress
  const { rate, memory } = await drain(server.pid, progress)
  const atShare = (share: number) => samples[Math.floor((samples.length - 1) * share)] ?? idleMb
  const during = { first: atShare(0.1), half: atShare(0.5), last: atShare(1), max: Math.max(...samples) }
  return { idleMb, listSeconds, callSeconds, during, rate, draining: memory }
}

type Confirmed = { id: number; version: number; recipients: number }

/** Emails as after a merge, all different, and two security users for each company. */
async function makeEmails(session: Session, db: Db): Promise<number> {
  const { sec_id } = await session.write('POST', '/api/sec/incidents/', [
    'Create Security Incident',
    { title: 'Leaked keys', description: 'Keys', status: 'Open', start_date: '2026-01-10T10:00:00Z' },
  ])
  const { sec_comm_id } = await session.write('POST', '/api/sec/comms/', [
    'Create Security Comm',
    { sec_id, description: 'To all', status: 'Draft', comm_type: 1 },
  ])
  await db.execute(sql`
    insert into ${securityEmails} (sec_comm_id, company_id, subject, body, upload_source, created_by, created_date)
    select ${sec_comm_id}, n, 'Security notice for company ' || n,
      '<h3 class="mail-header">What happened</h3><p>An access key of company <b>' || n || '</b> was found in a public place.</p>'
      || '<table width="468"><tr><th width="50%">Account</th><th width="50%">Key</th></tr><tr><td>a-' || n || '</td><td>'
      || md5(n::text) || '</td></tr><tr><td>b-' || n || '</td><td>' || md5((-n)::text) || '</td></tr></table><ul><li>Change the key</li>'
      || '<li>Look at <a href="https://acme.example/log?company=' || n || '">the log</a></li></ul><p>'
      || repeat('We are sorry for the trouble and tell you what we learn. ', 8) || md5((n * 7)::text) || '</p>',
      'MERGE', ${ADMINISTRATOR}, now()
    from generate_series(1, ${EMAILS}) n`)
  await db.execute(sql`
    insert into ${securityUsers} (company_id, email, created_date)
    select (n + 1) / 2, 'contact-' || n || '@example.com', now() from generate_series(1, ${PEOPLE}) n`)
  await db.execute(sql`vacuum analyze ${securityEmails}`)
  await db.execute(sql`vacuum analyze ${securityUsers}`)
  return sec_comm_id
}

const measuresOf = (sent: Sent, reference: number): Measure[] => [
  {
    name: `seconds of the call that sends ${number(EMAILS)} emails to ${number(PEOPLE)} people`,
    ours: sent.callSeconds.toFixed(1),
    reference: String(MAX_CALL_SECONDS),
    ratio: (sent.callSeconds / MAX_CALL_SECONDS).toFixed(2),
    target: `< ${MAX_CALL_SECONDS} s`,
    isMet: sent.callSeconds < MAX_CALL_SECONDS,
  },
  {
    name: 'mails a second of one broadcast ÷ of these emails',
    ours: sent.rate.toFixed(0),
    reference: reference.toFixed(0),
    ratio: (reference / sent.rate).toFixed(2),
    target: `≤ ${MAX_RATIO}`,
    isMet: reference / sent.rate <= MAX_RATIO,
  },
  growth('memory at the end of the call ÷ at its half', sent.during),
  growth('memory when all is delivered ÷ when half is', sent.draining),
]

/**
 * Compares the end with half, not with the start: the heap reaches its final size only after some thousand
 * emails.
 */
const growth = (name: string, { half, last }: Memory): Measure => ({
  name,
  ours: `${last.toFixed(0)} MB`,
  reference: `${half.toFixed(0)} MB`,
  ratio: (last / half).toFixed(2),
  target: `≤ ${MAX_GROWTH}`,
  isMet: last / half <= MAX_GROWTH,
})

function report(sent: Sent, { measures, references }: { measures: Measure[]; references: number[] }): void {
  const megabytes = ({ first, half, last }: Memory) => [first, half, last].map((mb) => `${mb.toFixed(0)} MB`)
  writeReport(
    'security-send',
    [
      `${number(EMAILS)} emails of one comm, no two alike, to ${number(PEOPLE)} security users, two a company, on PostgreSQL 15`,
      `${CONNECTIONS} connections to an SMTP server on the same machine; the server was at ${sent.idleMb.toFixed(0)} MB before`,
      `What can be sent is listed in ${sent.listSeconds.toFixed(1)} s`,
      `One broadcast to as many people before and after: ${references.map((rate) => rate.toFixed(0)).join(' and ')} mails a second`,
      `Most memory during the call: ${sent.during.max.toFixed(0)} MB`,
    ],
    [
      measureTable(measures),
      table(
        ['memory of the server', 'at 10 %', 'at 50 %', 'at the end'],
        [
          ['during the call', ...megabytes(sent.during)],
          ['while delivering', ...megabytes(sent.draining)],
        ],
      ),
    ],
  )
}
