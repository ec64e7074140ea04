import type * as endpoints from '@aviary/contract/ingest/endpoints'
import type { UnknownName } from '@aviary/contract/ingest/schemas'
import type { Db } from '../../database/open.ts'
import { getChangeToMerge, ingestChanges } from '../../features/changes/public.ts'
import { getKnownNames } from '../../features/reference/public.ts'
import { type Delivery, isRepeated } from '../deliveries.ts'
import { cut, type Foreign, leftOut, namesOfUnknown } from '../foreign.ts'
import { mergeDeployment } from './merge-deployment.ts'
import { mergeRelease } from './merge-release.ts'
import { type DeploymentEvent, readDeployment } from './read-deployment.ts'
import { type ReleaseEvent, readRelease } from './read-release.ts'

/** The outcome of an event, and the unknown names that were left out. */
type GithubOutcome = endpoints.WebhookOutcome & { names?: UnknownName[] }

/** Ingests an event as an automated change. Any body is answered with its outcome. */
export async function ingestGithubEvent(db: Db, delivery: Delivery, now: Date): Promise<GithubOutcome> {
  const event = readEvent(delivery.headers['x-github-event'], delivery.body, now)
  if (typeof event === 'string') return { outcome: 'not for Aviary', detail: event }
  const { owner, name } = event.repository
  const source_key = `${owner}/${name}/${event.kind}s/${event.id}`
  if (await isRepeated(db, 'github', { ...delivery, now }))
    return { outcome: 'already received', detail: `${source_key}: this delivery was taken in before` }

  const stored = await getChangeToMerge(db, { source: 'github', source_key })
  const known = await getKnownNames(db)
  const { record, unknown, isOlder, at } =
    event.kind === 'release'
      ? mergeRelease(event, stored, { known, now })
      : mergeDeployment(event, stored, { known, now })
  const counts = await ingestChanges(db, [record], {
    known,
    now,
    ...(at ? { sourceUpdatedAt: at } : {}),
  })
  const left = leftOut(unknown)
  const names = namesOfUnknown(unknown)
  if (counts.unchanged === 0) {
    const became = counts.created > 0 ? 'created' : 'updated'
    return { outcome: 'taken', detail: `${source_key} was ${became}${left}`, names }
  }
  if (isOlder) return { outcome: 'older than what is known', detail: `${source_key} is known as of later` }
  return { outcome: 'unchanged', detail: `${source_key} is as it was${left}`, names }
}

function readEvent(name: unknown, body: Foreign, now: Date): DeploymentEvent | ReleaseEvent | string {
  switch (name) {
    case 'deployment':
    case 'deployment_status':
      return readDeployment(body)
    case 'release':
      return readRelease(body, now)
    case 'ping':
      return 'the webhook is set up; deployments and releases are taken in'
    default:
      return typeof name === 'string' && name !== ''
        ? `'${cut(name, 60)}' is no event of a deployment or release`
        : 'the header X-GitHub-Event names no event'
  }
}
