import type { IncidentField, WebhookEvent } from '@aviary/contract/channels/events'
import type { Audience } from '@aviary/contract/messages/rules'
import {
  createChannelEvent,
  listSubscribed,
  listToldOfIncident,
  lockLanesOf,
  moveEvents,
  withdrawEvents,
} from '../../../channels/public.ts'
import type { Db } from '../../../database/open.ts'
import { addressOutside, type MailSettings } from '../../../mail/public.ts'
import { getDataCenterNames, getServiceNames } from '../../reference/public.ts'
import { getPublicId } from '../public-id.ts'
import { type ChangedCell, tellStatus } from '../status-event.ts'
import { getIncidentPage } from '../status-pages.ts'
import { compareCells } from './public-cells.ts'
import * as queries from './queries.ts'
import { type Change, isSameOutside, listChangedFields, readChanges, type View } from './view.ts'

/** Addresses that events name. */
export type SiteLinks = Pick<MailSettings, 'publicUrl' | 'statusSite'>
export type Recording = { links: SiteLinks; now: Date }

/** Says in the ledger why a delivery was stopped. */
const NOT_PUBLIC = 'The incident is not public any more'

/**
 * Tells channels what has changed of an incident, after a message was posted, changed or deleted, in the caller's
 * transaction and before the events of the message. Only a message that was mailed makes an incident known. Returns
 * whether any channel has something to get.
 */
export async function tellIncident(
  db: Db,
  { incidentId, isMailed }: { incidentId: number; isMailed: boolean },
  recording: Recording,
): Promise<boolean> {
  const told = await queries.lockTold(db, incidentId)
  if (!told && !isMailed) return false
  const changes = await readChanges(db, [{ incidentId, told }], recording.now)
  return (await tellChanges(db, { changes, cells: [] }, recording)) > 0
}

/**
 * Tells channels what a write has changed: incidents that they know, and cells of the status, in the transaction of
 * the write. Returns whether any channel has something to get.
 */
export async function tellOfWrite(
  db: Db,
  cells: readonly ChangedCell[],
  recording: Recording,
): Promise<boolean> {
  const written = await queries.lockChanged(db, recording.now)
  const known = written.map((told) => ({ incidentId: told.incidentId, told }))
  const changes = await readChanges(db, known, recording.now)
  return (await tellChanges(db, { changes, cells }, recording)) > 0
}

type Merge = { from: number; into: number; merge: () => Promise<void> }

/**
 * Merges an incident into another one by `merge`: those who were told of the first hear that it is gone, and what was
 * published of it makes the other one known.
 */
export async function tellMerge(db: Db, { from, into, merge }: Merge, recording: Recording): Promise<void> {
  const told = await queries.lockTold(db, from)
  const both = [
    { incidentId: from, told },
    { incidentId: into, told: undefined },
  ]
  const [view, other] = (await readChanges(db, both, recording.now)).map((change) => change.view)
  if (!told || !view || !other) return merge()
  await lockLanesOf(db, {
    incidentIds: [from, into],
    services: unique([...told.services, ...view.services, ...other.services]),
    dataCenters: unique([...told.dataCenters, ...view.dataCenters, ...other.dataCenters]),
  })
  const audience = told.isPublic ? 'EXTERNAL' : 'INTERNAL'
  const gone = { ...view, isPublic: false }
  await createIncidentEvent(db, { type: 'incident.deleted', audience, changed: [], view: gone }, recording)
  await withdrawEvents(db, { incidentId: from }, { reason: NOT_PUBLIC, now: recording.now })
  await tellPublicCells(db, { told, view: gone }, recording)
  await merge()
  await moveEvents(db, { from, into })
  await tellIncident(db, { incidentId: into, isMailed: true }, recording)
}

type Changes = { changes: readonly Change[]; cells: readonly ChangedCell[] }

async function tellChanges(db: Db, { changes: all, cells }: Changes, recording: Recording): Promise<number> {
  const [same, changes] = [all.filter(isSame), all.filter((change) => !isSame(change))]
  const sameIds = same.map(({ view }) => view.incidentId)
  if (sameIds.length > 0) await queries.markTold(db, sameIds)
  if (changes.length === 0) return tellStatus(db, { cells }, recording)
  const known = changes.flatMap(({ told, view }) => (told ? [told, view] : [view]))
  await lockLanesOf(db, {
    incidentIds: changes.map(({ view }) => view.incidentId),
    services: unique([...known.flatMap(({ services }) => services), ...cells.map(({ service }) => service)]),
    dataCenters: unique([
      ...known.flatMap(({ dataCenters }) => dataCenters),
      ...cells.map(({ dataCenter }) => dataCenter),
    ]),
  })
  let channels = 0
  for (const change of changes) {
    channels += await tellChange(db, change, recording)
    channels += await tellPublicCells(db, change, recording)
    await saveChange(db, change, recording.now)
  }
  return channels + (await tellStatus(db, { cells }, recording))
}

async function tellPublicCells(db: Db, change: Change, recording: Recording): Promise<number> {
  const { jiraId: reference, incidentId } = change.view
  const cells = await compareCells(db, change, recording.now)
  return tellStatus(db, { cells, reference, incidentId }, recording)
}

const unique = (names: readonly string[]): string[] => [...new Set(names)]

/** Whether channels know all of an incident that they are to know, and what is stored besides is true, too. */
const isSame = ({ told, view }: Change): boolean =>
  told !== undefined &&
  told.isPublic === view.isPublic &&
  told.isOver === view.isOver &&
  told.endsAt?.getTime() === view.endsAt?.getTime() &&
  told.messages === view.messages &&
  listChangedFields(told, view).length === 0

/** The time of an internal message is nothing for people outside. */
const NEVER_PUBLIC = new Date(0)

/** Stores what channels know now. */
function saveChange(db: Db, { told, view }: Change, now: Date): Promise<void> {
  const { jiraId: _, priorityType: __, ...known } = view
  const isSame = told ? isSameOutside(told, view) : !view.isPublic
  const updatedAt = isSame ? (told?.updatedAt ?? NEVER_PUBLIC) : now
  return queries.saveTold(db, { ...known, updatedAt, isStale: false })
}

type News = {
  type: 'incident.published' | 'incident.updated' | 'incident.resolved' | 'incident.deleted'
  audience: Audience
  changed: IncidentField[]
}

async function tellChange(db: Db, change: Change, recording: Recording): Promise<number> {
  const { told, view } = change
  let channels = 0
  for (const news of listNews(change)) channels += await createIncidentEvent(db, { ...news, view }, recording)
  if (told?.isPublic && !view.isPublic)
    await withdrawEvents(db, { incidentId: view.incidentId }, { reason: NOT_PUBLIC, now: recording.now })
  return channels
}

function listNews({ told, view }: Change): News[] {
  const audience = view.isPublic ? 'EXTERNAL' : 'INTERNAL'
  if (!told) return [{ type: 'incident.published', audience, changed: [] }]
  if (!told.isPublic && view.isPublic) return [{ type: 'incident.published', audience, changed: [] }]
  const changed = listChangedFields(told, view)
  if (told.isPublic && !view.isPublic)
    return [
      { type: 'incident.deleted', audience: 'EXTERNAL', changed },
      { type: 'incident.updated', audience, changed },
    ]
  if (changed.length === 0) return []
  const isResolution = view.isResolved && !told.isResolved
  return [{ type: isResolution ? 'incident.resolved' : 'incident.updated', audience, changed }]
}

/** Channels that chose the priority and places of the incident, and those that were told of it before. */
async function listChannelIds(db: Db, { type, audience, view }: News & { view: View }): Promise<number[]> {
  const { incidentId, priorityType: category, services, dataCenters } = view
  const told = type === 'incident.published' ? [] : await listToldOfIncident(db, incidentId, audience)
  if (type === 'incident.deleted') return told
  const criteria = { category, services, dataCenters, alertType: undefined }
  const subscribed = await listSubscribed(db, { criteria, audience, type })
  return [...new Set([...told, ...subscribed])].toSorted((a, b) => a - b)
}

async function createIncidentEvent(
  db: Db,
  news: News & { view: View },
  { links, now }: Recording,
): Promise<number> {
  const { audience, view } = news
  const render = async () => ({ en: await renderEvent(db, news, { links, now }) })
  const event = { type: news.type, audience, reference: view.jiraId, incidentId: view.incidentId, render }
  return createChannelEvent(db, { ...event, to: await listChannelIds(db, news) }, now)
}

async function renderEvent(
  db: Db,
  { type, audience, changed, view }: News & { view: View },
  { links, now }: Recording,
): Promise<WebhookEvent> {
  const timestamp = now.toISOString()
  if (audience === 'INTERNAL') {
    const url = `${links.publicUrl}/details/${encodeURIComponent(view.jiraId)}`
    return { type, timestamp, data: { is_internal: true, id: view.jiraId, url } }
  }
  const id = await getPublicId(db, 'incident', view.incidentId)
  if (type === 'incident.deleted') return { type, timestamp, data: { is_internal: false, incident: { id } } }
  const data = {
    is_internal: false as const,
    incident: { id, ...(await getPublicFacts(db, view)) },
    next_update_at: view.nextUpdateAt?.toISOString() ?? null,
    url: addressOutside(links.statusSite, { page: await getIncidentPage(db, view.incidentId) }) ?? null,
  }
  return type === 'incident.updated'
    ? { type, timestamp, data: { ...data, changed } }
    : { type, timestamp, data }
}

async function getPublicFacts(db: Db, view: View) {
  const [services, dataCenters] = [await getServiceNames(db), await getDataCenterNames(db)]
  return {
    severity: view.severity,
    is_resolved: view.isResolved,
    started_at: view.startedAt.toISOString(),
    services: view.services.map((name) => services.get(name) ?? name),
    data_centers: view.dataCenters.map((name) => dataCenters.get(name) ?? name),
  }
}
