import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Changes } from './database/changes.ts'
import type { Db } from './database/open.ts'
import {
  openBucket,
  openExporter,
  openFolder,
  openKeeper,
  type Place,
} from './features/status-page/public.ts'
import { serveStatusPage } from './http/status-page.ts'
import { throttleLog } from './process/throttle-log.ts'
import type { StatusTarget } from './status-page-places.ts'

const LOG_INTERVAL_MS = 60_000

type StatusPageParts = {
  config: Config
  publicUrl: string
  db: Db
  clock: Clock
  changes: Changes
  log: FastifyBaseLogger
}

export const statusSettingsOf = (config: Config, publicUrl: string) => ({
  providerName: config.providerName,
  inner: [publicUrl, config.links.issueTracker],
})

const toParts = ({ config, publicUrl, db, clock, changes, log }: StatusPageParts) => ({
  ...{ db, clock, changes },
  settings: statusSettingsOf(config, publicUrl),
  onError: throttleLog(LOG_INTERVAL_MS, (error: unknown) =>
    log.error({ err: error }, 'the status page is not brought up to date, trying again'),
  ),
})

/** Serves the status page at a path of this server, and keeps it up to date until the server closes. */
export async function mountStatusPage(
  app: FastifyInstance,
  path: string,
  { isSecure, ...parts }: StatusPageParts & { isSecure: boolean },
): Promise<void> {
  const keeper = openKeeper(toParts(parts), `${path}/`)
  app.addHook('preClose', keeper.close)
  await serveStatusPage(app, path, { find: keeper.find, isSecure })
}

/** Opens a folder or bucket. Throws if a bucket's keys are not set. */
export function openPlace(target: StatusTarget, { s3 }: Pick<Config, 's3'>): Place {
  if ('folder' in target) return openFolder(target.folder)
  const { accessKeyId, secretAccessKey } = s3
  if (accessKeyId === undefined || secretAccessKey === undefined)
    throw new Error('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are needed for a bucket')
  return openBucket({ ...s3, ...target, accessKeyId, secretAccessKey })
}

/** Writes the status page to folders and buckets that others serve. Returns a function that stops after the present round. */
export function startExportingStatus(parts: StatusPageParts): () => Promise<void> {
  const places = parts.config.statusPage.targets.map((target) => openPlace(target, parts.config))
  if (places.length === 0) return async () => undefined
  const exporter = openExporter(toParts(parts), places, (place) =>
    parts.log.warn(
      { place },
      'the status page was published by hand and is left alone until aviary status-page write --resume',
    ),
  )
  void exporter.refresh()
  return exporter.close
}
