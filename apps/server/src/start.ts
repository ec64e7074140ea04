import { accessSync, constants, mkdirSync } from 'node:fs'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { openApp } from './app.ts'
import { loadSealer } from './channels/public.ts'
import { openChannelWorker } from './channels/worker.ts'
import { systemClock } from './clock.ts'
import type { Config } from './config.ts'
import { openChanges } from './database/changes.ts'
import { checkDatabase } from './database/check.ts'
import { type EmbeddedDatabase, startEmbedded } from './database/embedded/embedded.ts'
import { explain } from './database/embedded/faults.ts'
import { becomeOwner } from './database/embedded/owner.ts'
import { migrateDatabase } from './database/migrate.ts'
import { type Db, openDatabase } from './database/open.ts'
import { whenReachable } from './database/wait-for-database.ts'
import { startSeedingDemo } from './demo/start-seeding-demo.ts'
import { auditPause } from './features/channels/audit-pause.ts'
import { mailOwner } from './features/channels/mail-owner.ts'
import { newSecret } from './features/session/public.ts'
import { openDraining } from './http/draining.ts'
import { startAuditJobs } from './jobs/audit.ts'
import { startCountingChanges } from './jobs/change-counts.ts'
import { startJobs } from './jobs/jobs.ts'
import { startReportingProgress } from './jobs/maintenance.ts'
import { startIndexingNgrams } from './jobs/ngram-index.ts'
import { startPushing } from './jobs/push-follow-ups.ts'
import { startReminders } from './jobs/reminders.ts'
import { startRetention } from './jobs/retention.ts'
import { startSchedule } from './jobs/schedule.ts'
import { openTransport } from './mail/transport.ts'
import { openMailWorker } from './mail/worker.ts'
import { loadMailNames } from './mail-names.ts'
import { mailSettingsOf } from './mail-settings.ts'
import { openCounters } from './metrics/counters.ts'
import { startExportingStatus } from './mount-status-page.ts'
import { throttleLog } from './process/throttle-log.ts'
import { publicUrlOf } from './public-url.ts'
import { seed } from './seed.ts'
import { builtWebFolder } from './server-folder.ts'
import { warnOfSignIn } from './warn-of-sign-in.ts'

const LOG_INTERVAL_MS = 10_000

export type Running = {
  app: FastifyInstance
  publicUrl: string
  /** `drains`: whether to keep answering during the drain time, while background work ends. */
  stop: (how: { drains: boolean }) => Promise<void>
}

/**
 * Starts one process: database, seed, HTTP, jobs, in that order; `stop` ends them in reverse. Waits for an
 * unreachable database until `signal` aborts.
 */
export async function start(config: Config, log: FastifyBaseLogger, signal?: AbortSignal): Promise<Running> {
  const undo: (() => Promise<unknown>)[] = []
  const draining = openDraining(config.drainMs)
  const stop = async ({ drains }: { drains: boolean }) => {
    draining.begin(drains)
    const failures: unknown[] = []
    for (const step of undo.splice(0).reverse()) await step().catch((error: unknown) => failures.push(error))
    if (failures.length > 0) throw new AggregateError(failures, 'Not every part stopped cleanly')
  }
  try {
    const counters = openCounters()
    if (config.traces) {
      // Loaded only where spans are collected: the library takes memory.
      const { startTracing } = await import('./tracing/start-tracing.ts')
      undo.push(startTracing(config.traces, { log, registry: counters.registry }))
    }
    const onWaiting = (reason: string) => log.warn({ reason }, 'waiting for the database')
    const embedded = config.databaseUrl
      ? undefined
      : await startDatabase(config, { log, undo, onWaiting, signal })
    const url = embedded?.url ?? config.databaseUrl ?? ''
    makeDataDir(config.dataDir)
    const publicUrl = publicUrlOf(config)
    const prepare = async (db: Db) => {
      await seed(db, config, systemClock)
      await startSeedingDemo(db, { url, publicUrl, config })
    }
    const untilReachable = <T>(work: () => Promise<T>) =>
      whenReachable({ url, onWaiting, onAway: embedded?.check, signal }, work)
    await untilReachable(async () => {
      await checkDatabase(url)
      await migrateDatabase(url, prepare, {
        onTableInUse: (error) => log.warn({ err: error }, 'a table is in use, its migration waits'),
        warn: (message) => log.warn(message),
        signal,
      })
    })
    const onReadOnly = throttleLog(LOG_INTERVAL_MS, () =>
      log.error(
        'the database accepts no writes: it is a standby by now, or default_transaction_read_only is on',
      ),
    )
    const database = openDatabase(url, (error) => log.error({ err: error }, 'a database connection broke'), {
      onReadOnly,
    })
    undo.push(database.close)
    const logConnectionLost = throttleLog(LOG_INTERVAL_MS, (error: unknown) =>
      log.warn({ err: error }, 'not hearing of changes, trying again'),
    )
    const changes = await untilReachable(() =>
      openChanges(url, (error) => {
        logConnectionLost(error)
        embedded?.check()
      }),
    )
    undo.push(changes.close)
    await untilReachable(() => warnOfSignIn(database.db, config, log))

    const webDir = config.webDir ?? builtWebFolder
    const sealer = await untilReachable(() =>
      loadSealer(database.db, {
        keys: config.secretsKeys,
        keyFolder: embedded ? config.dataDir : undefined,
        newKey: newSecret,
        now: systemClock(),
      }),
    )
    const app = await openApp({
      sealer,
      config: { ...config, webDir },
      publicUrl,
      db: database.db,
      pool: database.pool,
      counters,
      changes,
      clock: systemClock,
      log,
      draining,
      untilReachable,
    })
    signal?.throwIfAborted()
    await app.listen({ host: config.host, port: config.port })
    undo.push(() => app.close(), draining.isOver)
    const { jobFailed, mailTried } = counters
    const parts = { db: database.db, changes, clock: systemClock, log, jobFailed, mailTried }
    undo.push(startJobs({ ...parts, links: mailSettingsOf(config, publicUrl) }))
    const { retentionDays: days, archiveDir } = config.audit
    undo.push(startAuditJobs({ ...parts, retention: { days, archiveDir } }))
    undo.push(startIndexingNgrams(parts))
    undo.push(startRetention({ ...parts, url, days: config.retention }))
    undo.push(startCountingChanges(parts))
    const settings = mailSettingsOf(config, publicUrl)
    undo.push(startSchedule({ ...parts, settings }))
    undo.push(startReportingProgress({ ...parts, settings }))
    undo.push(startExportingStatus({ ...parts, config, publicUrl, ...counters }))
    undo.push(startReminders({ ...parts, settings, reminded: counters.reminded }))
    if (config.tracker) undo.push(startPushing({ ...parts, ...counters, tracker: config.tracker, publicUrl }))
    const names = await untilReachable(() => loadMailNames(database.db))
    const transport = await openTransport(config.mail, { publicUrl, nameOf: names.nameOf })
    const mails = { transport, rate: config.mail.rate }
    if (config.mail.bounceListen) {
      // The SMTP server is loaded only when needed: few installations use it.
      const { listenForBounces } = await import('./ingest/bounces/listen.ts')
      undo.push(
        await listenForBounces(config.mail.bounceListen, { ...parts, names, count: counters.mailBounced }),
      )
    }
    undo.push(openMailWorker({ ...parts, ...mails }).stop)
    const { channelTried } = counters
    const hooks = { auditPause, mailOwner: mailOwner(mailSettingsOf(config, publicUrl)) }
    const channelParts = { ...parts, ...hooks, rules: config.channels, channelTried }
    if (sealer) undo.push(openChannelWorker({ ...channelParts, sealer }).stop)
    return { app, publicUrl, stop }
  } catch (error) {
    await stop({ drains: false }).catch((failure: unknown) =>
      log.error({ err: failure }, 'did not stop cleanly'),
    )
    throw error
  }
}

function makeDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    accessSync(dataDir, constants.W_OK)
  } catch (error) {
    throw explain(error, dataDir)
  }
}

type EmbeddedParts = {
  log: FastifyBaseLogger
  undo: (() => Promise<unknown>)[]
  onWaiting: (reason: string) => void
  signal: AbortSignal | undefined
}

async function startDatabase(
  config: Config,
  { log, undo, onWaiting, signal }: EmbeddedParts,
): Promise<EmbeddedDatabase> {
  const embedded = await startEmbedded({
    dataDir: config.dataDir,
    log: (message) => log.info(message),
    onError: throttleLog(LOG_INTERVAL_MS, (error: unknown) =>
      log.error({ err: error }, 'the database does not start again, trying again'),
    ),
  })
  const giveBack = await whenReachable({ url: embedded.url, onWaiting, onAway: embedded.check, signal }, () =>
    becomeOwner(embedded.url, config.dataDir),
  )
  undo.push(embedded.stop, giveBack)
  return embedded
}
