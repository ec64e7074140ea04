import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isNotNull } from 'drizzle-orm'
import { type Db, openDatabase } from '../apps/server/src/database/open.ts'
import { deliveryQueue } from '../apps/server/src/database/tables/mail.ts'
import { subscribeMany } from '../apps/server/testing/subscribers.ts'
import { startBuiltServer } from '../e2e/support/server.ts'
import { CONNECTIONS, MESSAGE, withSink } from './mail.ts'
import { type Measure, median, processorMs, signIn } from './product.ts'

const RECIPIENTS = 10_000
const ROUNDS = 5
const CHECK_MS = 100
const TARGET = 0.4

/**
 * Measures the processor time of the server for one mail, and that of a bare dialogue of the same bytes with the same
 * mail server. Both take turns; the first mails of each only warm it up.
 */
export async function mailCpu(): Promise<Measure[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'aviary-bench-mail-cpu-'))
  const file = path.join(folder, 'mail')
  try {
    return await withSink((databaseUrl, smtp) => compare(databaseUrl, smtp, file), file)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function compare(databaseUrl: string, smtp: string, file: string): Promise<Measure[]> {
  const { db, close } = openDatabase(databaseUrl, () => undefined)
  const server = await startBuiltServer({
    ...{ SMTP_URL: smtp, SMTP_CONNECTIONS: String(CONNECTIONS), DATABASE_URL: databaseUrl },
    ...{ SEED_DEMO: 'false', LOG_LEVEL: 'warn' },
  })
  try {
    await subscribeMany({ db, now: () => new Date() }, RECIPIENTS)
    const session = await signIn(server.url, MESSAGE.email)
    await MESSAGE.prepare(server, session)
    const send = async () => {
      await MESSAGE.create(session)
      const before = processorMs(server.pid)
      // Asks the database: an answer of the server would cost as much as dozens of mails.
      while (await isSending(db)) await pause(CHECK_MS)
      return ((processorMs(server.pid) - before) / RECIPIENTS) * 1_000
    }
    await send()
    const ours: number[] = []
    const raw: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      raw.push(await sendRaw(smtp, file))
      ours.push(await send())
      console.log(
        `  round ${round + 1}: ${raw.at(-1)?.toFixed(0)} µs bare, ${ours.at(-1)?.toFixed(0)} µs of the server`,
      )
    }
    await requireSent(session)
    const ratio = median(raw) / median(ours)
    return [
      {
        name: 'processor time of a mail in a bare dialogue ÷ in the server',
        ours: `${median(ours).toFixed(0)} µs`,
        reference: `${median(raw).toFixed(0)} µs`,
        ratio: ratio.toFixed(2),
        target: `≥ ${TARGET}`,
        isMet: ratio >= TARGET,
      },
    ]
  } finally {
    await server.stop()
    await close()
  }
}

const isSending = async (db: Db): Promise<boolean> =>
  (await db.select().from(deliveryQueue).where(isNotNull(deliveryQueue.dueAt)).limit(1)).length > 0

async function requireSent(session: Awaited<ReturnType<typeof signIn>>): Promise<void> {
  const { broadcasts } = await session.read(`/api/broadcasts/?reference=${MESSAGE.reference}`)
  for (const { progress } of broadcasts)
    if (progress.sent !== RECIPIENTS) throw new Error(`Only ${progress.sent} mails of a message were sent`)
}

async function sendRaw(smtp: string, file: string): Promise<number> {
  const plan = { port: Number(new URL(smtp).port), mails: RECIPIENTS, connections: CONNECTIONS, file }
  const child = spawn(
    process.execPath,
    [path.join(import.meta.dirname, 'raw-dialogue.mjs'), JSON.stringify(plan)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  return Number(String((await once(child.stdout, 'data'))[0]))
}
