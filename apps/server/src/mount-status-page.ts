import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Changes } from './database/changes.ts'
import type { Db } from './database/open.ts'
import type { Place } from './features/status-page/public.ts'
import { serveStatusPage } from './http/status-page.ts'
import { throttleLog } from './process/throttle-log.ts'
import type { StatusTarget } from './status-page-places.ts'

const LOG_INTERVAL_MS = 60_000
const SUBSCRIBE_PATH = '/api/subscription_requests/'

type StatusPageParts = {
  config: Config
  publicUrl: string
  db: Db
  clock: Clock
  changes: Changes
  log: FastifyBaseLogger
}

/** Loaded only where there is a status page: its libraries take 20 MB. */
const loadStatusPage = () => import('./features/status-page/public.ts')

/** Whether there is a status page on which strangers may subscribe to mails. */
export const canSubscribe = ({ statusPage: { path, targets, takesSubscribers } }: Config): boolean =>
  takesSubscribers && (path !== undefined || targets.length > 0)

/** `address`: where the page is; where others serve it they say so by STATUS_SITE. */
export const statusSettingsOf = (config: Config, publicUrl: string, address = config.mail.statusSite) => ({
  providerName: config.providerName,
  subscribeUrl: canSubscribe(config) ? `${publicUrl}${SUBSCRIBE_PATH}` : null,
  address: address === undefined ? null : toFolderAddress(address),
  inner: [publicUrl, config.links.issueTracker],
})

function toFolderAddress(address: string): string {
  const { origin, pathname } = new URL(address)
  return `${origin}${pathname.replace(/\/*$/, '/')}`
}

const toParts = ({ config, publicUrl, db, clock, changes, log }: StatusPageParts, address?: string) => ({
  ...{ db, clock, changes },
  settings: statusSettingsOf(config, publicUrl, address),
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
  const { openKeeper } = await loadStatusPage()
  const keeper = openKeeper(toParts(parts, parts.publicUrl + path), `${path}/`)
  app.addHook('preClose', keeper.close)
  const { subscribeUrl } = statusSettingsOf(parts.config, parts.publicUrl)
  await serveStatusPage(app, path, { find: keeper.find, isSecure, subscribeUrl })
}

/** Opens a folder or bucket. Throws if a bucket's keys are not set. */
export async function openPlace(target: StatusTarget, { s3 }: Pick<Config, 's3'>): Promise<Place> {
  const { openBucket, openFolder } = await loadStatusPage()
  if ('folder' in target) return openFolder(target.folder)
  const { accessKeyId, secretAccessKey } = s3
  if (accessKeyId === undefined || secretAccessKey === undefined)
    throw new Error('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are needed for a bucket')
  return openBucket({ ...s3, ...target, accessKeyId, secretAccessKey })
}

/**
 * Writes the status page to folders and buckets that others serve. Returns a function that stops after the present
 * round.
 */
export function startExportingStatus(
  parts: StatusPageParts & {
    statusPageWritten: (place: string, at: Date) => void
    jobFailed: (job: 'status_page') => void
  },
): () => Promise<void> {
  const { targets } = parts.config.statusPage
  if (targets.length === 0) return async () => undefined
  const onByHand = (place: string) =>
    parts.log.warn(
      { place },
      'the status page was published by hand and is left alone until aviary status-page write --resume',
    )
  const start = async () => {
    const { openExporter } = await loadStatusPage()
    const places = await Promise.all(targets.map((target) => openPlace(target, parts.config)))
    const shared = toParts(parts)
    const onError = (error: unknown) => {
      parts.jobFailed('status_page')
      shared.onError(error)
    }
    const exporter = openExporter({ ...shared, onError }, places, {
      onByHand,
      onWritten: parts.statusPageWritten,
    })
    void exporter.refresh()
    return exporter
  }
  const started = start()
  return async () => (await started).close()
}
