import { mkdirSync } from 'node:fs'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { mailSettingsOf, openApp } from './app.ts'
import { systemClock } from './clock.ts'
import type { Config } from './config.ts'
import { openChanges } from './database/changes.ts'
import { type EmbeddedDatabase, startEmbedded } from './database/embedded/embedded.ts'
import { becomeOwner } from './database/embedded/owner.ts'
import { migrateDatabase } from './database/migrate.ts'
import { type Db, openDatabase } from './database/open.ts'
import { openDraining } from './http/draining.ts'
import { startAuditJobs } from './jobs/audit.ts'
import { startJobs } from './jobs/jobs.ts'
import { startReadingLetters } from './jobs/letters.ts'
import { startSchedule } from './jobs/schedule.ts'
import { openTransport } from './mail/transport.ts'
import { openMailWorker } from './mail/worker.ts'
import { rarely } from './rarely.ts'
import { seed } from './seed.ts'
import { builtWebFolder } from './server-folder.ts'
import { startSeedingDemo } from './start-seeding-demo.ts'
import { warnOfSignIn } from './warn-of-sign-in.ts'

const TELLS_EVERY_MS = 10_000

export type Running = {
  app: FastifyInstance
  publicUrl: string
  /** `drains`: it goes on answering for its drain time, while what it does by itself ends. */
  stop: (how: { drains: boolean }) => Promise<void>
}

/** Starts one process: database, seed, HTTP, jobs, in that order. `stop` ends them in reverse. */
export async function start(config: Config, log: FastifyBaseLogger): Promise<Running> {
  const undo: (() => Promise<unknown>)[] = []
  const draining = openDraining(config.drainMs)
  const stop = async ({ drains }: { drains: boolean }) => {
    draining.begin(drains)
    const failures: unknown[] = []
    for (const step of undo.splice(0).reverse()) await step().catch((error: unknown) => failures.push(error))
    if (failures.length > 0) throw new AggregateError(failures, 'Not every part stopped cleanly')
  }
  try {
    const embedded = config.databaseUrl ? undefined : await startDatabase(config, log, undo)
    const url = embedded?.url ?? config.databaseUrl ?? ''
    mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
    const prepare = async (db: Db) => {
      await seed(db, config, systemClock)
      await startSeedingDemo(db, url, config)
    }
    await migrateDatabase(url, prepare, (error) =>
      log.warn({ err: error }, 'a table is in use, its migration waits'),
    )
    const database = openDatabase(url, (error) => log.error({ err: error }, 'a database connection broke'))
    undo.push(database.close)
    const tellDeaf = rarely(TELLS_EVERY_MS, (error: unknown) =>
      log.warn({ err: error }, 'not hearing of changes, trying again'),
    )
    const changes = await openChanges(url, (error) => {
      tellDeaf(error)
      embedded?.look()
    })
    undo.push(changes.close)
    await warnOfSignIn(database.db, config, log)

    const publicUrl = config.publicUrl ?? `http://${nameOf(config.host)}:${config.port}`
    const webDir = config.webDir ?? builtWebFolder
    const app = await openApp({
      config: { ...config, webDir },
      publicUrl,
      db: database.db,
      countTaken: database.countTaken,
      changes,
      clock: systemClock,
      log,
      draining,
    })
    await app.listen({ host: config.host, port: config.port })
    undo.push(() => app.close(), draining.isOver)
    const parts = { db: database.db, changes, clock: systemClock, log }
    undo.push(startJobs(parts))
    const { retentionDays: days, archiveDir } = config.audit
    undo.push(startAuditJobs({ ...parts, retention: { days, archiveDir } }))
    undo.push(startReadingLetters(parts))
    undo.push(startSchedule({ ...parts, settings: mailSettingsOf(config, publicUrl) }))
    const mails = { transport: await openTransport(config.mail, publicUrl), rate: config.mail.rate }
    undo.push(openMailWorker({ ...parts, ...mails }).stop)
    return { app, publicUrl, stop }
  } catch (error) {
    await stop({ drains: false }).catch((failure: unknown) =>
      log.error({ err: failure }, 'did not stop cleanly'),
    )
    throw error
  }
}

/** What people type to reach a server that listens on `host`. */
function nameOf(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

async function startDatabase(
  config: Config,
  log: FastifyBaseLogger,
  undo: (() => Promise<unknown>)[],
): Promise<EmbeddedDatabase> {
  const embedded = await startEmbedded({
    dataDir: config.dataDir,
    log: (message) => log.info(message),
    onError: rarely(TELLS_EVERY_MS, (error: unknown) =>
      log.error({ err: error }, 'the database does not start again, trying again'),
    ),
  })
  const giveBack = await becomeOwner(embedded.url, config.dataDir)
  undo.push(embedded.stop, giveBack)
  return embedded
}
