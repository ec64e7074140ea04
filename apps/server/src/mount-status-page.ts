import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Changes } from './database/changes.ts'
import type { Db } from './database/open.ts'
import { openKeeper } from './features/status-page/public.ts'
import { serveStatusPage } from './http/status-page.ts'
import { throttleLog } from './process/throttle-log.ts'

const LOG_INTERVAL_MS = 60_000

type StatusPageParts = {
  config: Config
  publicUrl: string
  db: Db
  clock: Clock
  changes: Changes
  log: FastifyBaseLogger
  isSecure: boolean
}

/** Serves the status page at a path of this server, and keeps it up to date until the server closes. */
export async function mountStatusPage(
  app: FastifyInstance,
  path: string,
  { config, publicUrl, db, clock, changes, log, isSecure }: StatusPageParts,
): Promise<void> {
  const keeper = openKeeper({
    ...{ db, clock, changes },
    settings: {
      providerName: config.providerName,
      inner: [publicUrl, config.links.issueTracker],
      base: `${path}/`,
    },
    onError: throttleLog(LOG_INTERVAL_MS, (error: unknown) =>
      log.error({ err: error }, 'the status page is not brought up to date, trying again'),
    ),
  })
  app.addHook('preClose', keeper.close)
  await serveStatusPage(app, path, { find: keeper.find, isSecure })
}
