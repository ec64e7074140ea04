import { AVAILABILITY_DEFAULT_DAYS, FALLBACK_LOCALE } from '@aviary/contract/constants'
import type { Db } from '../../../database/open.ts'
import { openPublicIds, type ToPublicId } from '../../published/public.ts'
import { openCells } from './cells.ts'
import { type InnerAddresses, toPublicBody } from './public-body.ts'
import * as queries from './queries.ts'
import {
  type MaintenanceState,
  type Place,
  type PublicIncident,
  type PublicMaintenance,
  type PublicStatus,
  type PublicUpdate,
  publicStatus,
} from './schema.ts'

const SHOWN_DAYS = AVAILABILITY_DEFAULT_DAYS
/** Incidents with a page, the newest; all of them count for the days of cells. */
const MOST_INCIDENTS = 500
const DAY_MS = 24 * 60 * 60 * 1000

export type SnapshotSettings = {
  providerName: string
  /** Where the page is, for everybody; null if nobody said so. */
  address: string | null
  inner: InnerAddresses
  /** Where the form for mails is sent; null if strangers cannot subscribe. */
  subscribeUrl: string | null
}

export type Places = { services: Map<string, Place>; dataCenters: Map<string, Place> }
type Reading = { now: Date; toId: ToPublicId; inner: InnerAddresses; places: Places }
type Step = { now: Date; firstDay: Date; toId: ToPublicId }

/** What a reader may see: places, and the incidents that concern them, newest first. */
export type Shown = {
  places: Places
  incidents: readonly queries.IncidentRow[]
  /** When something about incidents was last published to the reader or taken back. */
  updatedAt: Date | null
}

/** Reads what anybody may read, and nothing else; all parts are of one moment. */
export const readPublicStatus = (db: Db, settings: SnapshotSettings, now: Date): Promise<PublicStatus> =>
  readStatus(db, { settings, now }, async (transaction, { firstDay, toId }) => {
    const places = toPlaces(toId, {
      services: await queries.listShownServices(transaction),
      dataCenters: await queries.listShownDataCenters(transaction),
    })
    const incidents = (await queries.listIncidents(transaction, firstDay)).filter(isShown(places))
    return { places, incidents, updatedAt: await queries.getLastUpdate(transaction) }
  })

/** Reads the status that `choose` shows; all parts are of one moment. */
export async function readStatus(
  db: Db,
  { settings, now }: { settings: SnapshotSettings; now: Date },
  choose: (transaction: Db, step: Step) => Promise<Shown>,
): Promise<PublicStatus> {
  const toId = await openPublicIds(db)
  const today = Date.parse(now.toISOString().slice(0, 10))
  const step = { now, toId, firstDay: new Date(today - (SHOWN_DAYS - 1) * DAY_MS) }
  return db.transaction(
    async (transaction) =>
      readParts(transaction, settings, { ...step, ...(await choose(transaction, step)) }),
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

async function readParts(
  db: Db,
  { providerName, address, inner, subscribeUrl }: SnapshotSettings,
  { now, toId, firstDay, places, incidents: rows, updatedAt }: Step & Shown,
): Promise<PublicStatus> {
  const reading = { now, toId, inner, places }
  const incidents = await presentIncidents(db, rows.slice(0, MOST_INCIDENTS), reading)
  const maintenance = await readMaintenance(db, firstDay, reading)
  const firstPublication = await queries.getFirstPublication(db)
  const starts = rows.map(({ startedAt }) => startedAt.getTime())
  const knownSince = firstPublication && new Date(Math.min(firstPublication.getTime(), ...starts))
  const running = maintenance.filter(({ state }) => state === 'running')
  const cellOf = openCells({
    ...{ now, firstDay, days: SHOWN_DAYS, knownSince, incidents: rows },
    inMaintenance: new Set(
      [...places.dataCenters].flatMap(([name, { id }]) =>
        running.some(({ data_centers }) => data_centers.some((place) => place.id === id)) ? name : [],
      ),
    ),
  })
  return publicStatus.parse({
    page: {
      id: toId('page', ''),
      provider: providerName,
      url: address,
      subscribe_url: subscribeUrl,
      updated_at: latest([updatedAt, ...maintenance.map(({ updated_at }) => updated_at)]),
    },
    first_day: firstDay.toISOString().slice(0, 10),
    days: SHOWN_DAYS,
    known_since: knownSince
      ? Math.max(0, Math.floor((knownSince.getTime() - firstDay.getTime()) / DAY_MS))
      : SHOWN_DAYS,
    services: [...places.services.values()],
    data_centers: [...places.dataCenters.values()],
    cells: [...places.dataCenters].flatMap(([dataCenter, { id: data_center }]) =>
      [...places.services].map(([service, { id }]) => ({
        id: toId('cell', `${service}\n${dataCenter}`),
        ...{ service: id, data_center },
        ...cellOf(service, dataCenter),
      })),
    ),
    incidents,
    maintenance,
  } satisfies PublicStatus)
}

type PlaceRow = { systemName: string; name: string }

export function toPlaces(
  toId: ToPublicId,
  { services, dataCenters }: { services: readonly PlaceRow[]; dataCenters: readonly PlaceRow[] },
): Places {
  const toMap = (kind: 'service' | 'data_center', rows: readonly PlaceRow[]) =>
    new Map(rows.map(({ systemName, name }) => [systemName, { id: toId(kind, systemName), name }]))
  return { services: toMap('service', services), dataCenters: toMap('data_center', dataCenters) }
}

/** Whether an incident has a place that may be shown, or had none to begin with. */
export const isShown =
  ({ services, dataCenters }: Places) =>
  (row: queries.IncidentRow): boolean =>
    isAnyShown(row.services, services) && isAnyShown(row.dataCenters, dataCenters)

const isAnyShown = (names: readonly string[], shown: ReadonlyMap<string, Place>): boolean =>
  names.length === 0 || names.some((name) => shown.has(name))

const toShown = (names: readonly string[], shown: ReadonlyMap<string, Place>): Place[] =>
  [...shown].flatMap(([name, place]) => (names.includes(name) ? place : []))

async function presentIncidents(
  db: Db,
  rows: readonly queries.IncidentRow[],
  reading: Reading,
): Promise<PublicIncident[]> {
  const ids = rows.map(({ incidentId }) => incidentId)
  const messages = Map.groupBy(await queries.listMessages(db, ids), ({ incidentId }) => incidentId)
  const { toId, places } = reading
  return rows.flatMap((row) => {
    const updates = (messages.get(row.incidentId) ?? []).map((message) => toUpdate(message, reading))
    if (updates.length === 0) return []
    return {
      id: toId('incident', row.incidentId),
      severity: row.severity,
      is_resolved: row.isResolved,
      started_at: row.startedAt.toISOString(),
      resolved_at: row.resolvedAt?.toISOString() ?? null,
      next_update_at: row.nextUpdateAt?.toISOString() ?? null,
      updated_at: row.updatedAt.toISOString(),
      services: toShown(row.services, places.services),
      data_centers: toShown(row.dataCenters, places.dataCenters),
      updates,
    }
  })
}

const toUpdate = (row: queries.MessageRow, { toId, inner }: Reading): PublicUpdate => ({
  id: toId('message', row.messageId),
  version: row.version,
  type: row.type,
  titles: { ...row.translations, [FALLBACK_LOCALE]: row.type },
  bodies: toBodies(row.body, inner),
  published_at: row.createdDate.toISOString(),
})

const toBodies = (bodies: Record<string, string>, inner: InnerAddresses): Record<string, string> => ({
  [FALLBACK_LOCALE]: '',
  ...Object.fromEntries(Object.entries(bodies).map(([locale, html]) => [locale, toPublicBody(html, inner)])),
})

async function readMaintenance(db: Db, since: Date, reading: Reading): Promise<PublicMaintenance[]> {
  const { places, toId } = reading
  const rows = (await queries.listEvents(db, since)).filter(({ dataCenters }) =>
    isAnyShown(dataCenters, places.dataCenters),
  )
  const ids = rows.map(({ eventId }) => eventId)
  const published = Map.groupBy(await queries.listNotifications(db, ids), ({ eventId }) => eventId)
  return rows.flatMap((row) => {
    const notices = (published.get(row.eventId) ?? []).map((notice) => toNotice(notice, reading))
    if (notices.length === 0) return []
    const times = [row.cancelledAt, ...notices.map(({ published_at }) => published_at)]
    return {
      id: toId('maintenance', row.eventId),
      version: row.version,
      state: stateOf(row, reading.now),
      starts_at: row.startDate.toISOString(),
      ends_at: row.endDate.toISOString(),
      updated_at: latest(times) ?? row.createdDate.toISOString(),
      data_centers: toShown(row.dataCenters, places.dataCenters),
      notices,
    }
  })
}

const toNotice = (row: queries.NotificationRow, { toId, inner }: Reading): PublicUpdate => ({
  id: toId('notification', row.notificationId),
  version: row.version,
  type: row.type,
  titles: { [FALLBACK_LOCALE]: row.title, ...withoutEmpty(row.subject) },
  bodies: toBodies(row.body, inner),
  published_at: row.publishedAt.toISOString(),
})

const withoutEmpty = (texts: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''))

function stateOf({ cancelledAt, startDate, endDate }: queries.EventRow, now: Date): MaintenanceState {
  if (cancelledAt) return 'cancelled'
  if (now < startDate) return 'planned'
  return now < endDate ? 'running' : 'completed'
}

/** The latest of the times that are given. */
function latest(times: readonly (Date | string | null)[]): string | null {
  const numbers = times.flatMap((time) => (time === null ? [] : new Date(time).getTime()))
  return numbers.length > 0 ? new Date(Math.max(...numbers)).toISOString() : null
}
