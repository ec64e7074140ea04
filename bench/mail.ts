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
import { incident, takeIn } from '../e2e/support/records.ts'
import { startBuiltServer } from '../e2e/support/server.ts'
import { type Measure, residentMb, signIn } from './product.ts'

const RECIPIENTS = 100_000
const BARE = 20_000
const CONNECTIONS = 10
const TARGET = 0.85

/** A broadcast to 100,000: how fast it is taken down, and drained into a local SMTP sink beside the bare library. */
export async function mail(): Promise<Measure[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'aviary-bench-mail-'))
  const database = await startPostgres15(folder)
  const sink = spawn(process.execPath, [path.join(import.meta.dirname, 'smtp-sink.mjs')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const smtp = `smtp://127.0.0.1:${String((await once(sink.stdout, 'data'))[0]).trim()}`
  try {
    const onPostgres = await measure(database.url, smtp)
    const embedded = await measure(undefined, smtp)
    return [...onPostgres, ...embedded]
  } finally {
    sink.kill()
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measure(databaseUrl: string | undefined, smtp: string): Promise<Measure[]> {
  const server = await startBuiltServer({
    SMTP_URL: smtp,
    SMTP_CONNECTIONS: String(CONNECTIONS),
    SEED_DEMO: 'false',
    LOG_LEVEL: 'warn',
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  })
  const where = databaseUrl ? 'PostgreSQL' : 'embedded'
  try {
    const people = openDatabase(databaseUrl ?? (await embeddedUrl(server.dataDir)), () => undefined)
    await subscribeMany({ db: people.db, now: () => new Date() }, RECIPIENTS)
    await takeIn(
      'incidents',
      [incident('OPI-1', { affected_services: ['Expense'], data_centers: ['us2'] })],
      server,
    )
    const session = await signIn(server.url, 'ines.incident@acme.example')
    const create = () => session.write('POST', '/api/create_message/', ['Create Message', DRAFT])

    const begun = performance.now()
    await create()
    const seconds = (performance.now() - begun) / 1000
    const drain = await drainRate(session, server.pid)
    const bare = await bareRate(smtp)
    await people.close()
    const most = databaseUrl ? 2 : 5
    return [
      {
        name: `${where}: seconds to take down ${RECIPIENTS} recipients`,
        ours: seconds.toFixed(2),
        reference: String(most),
        ratio: (seconds / most).toFixed(2),
        target: `< ${most} s`,
        isMet: seconds < most,
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
  } finally {
    await server.stop()
  }
}

const DRAFT = {
  jira_id: 'OPI-1',
  priority_type: 'P1',
  message_type: 'Update',
  body: '<p>We have found the cause and are mending it.</p>',
  broadcast: 'Y',
  email_template_data: { current_status: 'Mending', next_update: '15:00 UTC' },
}

/** Attaches to the database that the product has started. */
const embeddedUrl = async (dataDir: string) => (await startEmbedded({ dataDir, log: () => undefined })).url

type Session = Awaited<ReturnType<typeof signIn>>

async function drainRate(session: Session, pid: number) {
  const begun = performance.now()
  let firstMb = 0
  for (;;) {
    await pause(2_000)
    const { broadcasts } = await session.read('/api/broadcasts/?reference=OPI-1')
    const { queued, sent, deferred, failed } = broadcasts[0].progress
    if (failed + deferred > 0) throw new Error(`${failed} failed, ${deferred} deferred`)
    if (firstMb === 0 && sent >= RECIPIENTS / 10) firstMb = residentMb(pid)
    if (queued === 0)
      return { rate: sent / ((performance.now() - begun) / 1000), firstMb, lastMb: residentMb(pid) }
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
