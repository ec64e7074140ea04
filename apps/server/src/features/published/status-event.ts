import { MOST_CELLS_OF_EVENT } from '@aviary/contract/channels/rules'
import type { Audience } from '@aviary/contract/messages/rules'
import type { CellStatus } from '@aviary/contract/status/rules'
import {
  createChannelEvent,
  listStatusListeners,
  lockLanes,
  type StatusListener,
} from '../../channels/public.ts'
import type { Db } from '../../database/open.ts'
import { addressOutside, type MailSettings } from '../../mail/public.ts'
import { getDataCenterNames, getServiceNames } from '../reference/public.ts'

/** A cell by system names. `since`: when it got the status `to`. */
export type ChangedCell = {
  service: string
  dataCenter: string
  from: CellStatus
  to: CellStatus
  since: Date
}

/** Size of the cells in one event, which stays below 20 kB with its other parts. */
const LARGEST_CELLS = 16_000
/** Events of one write for a channel at most; further cells are only counted. */
const MOST_EVENTS = 20

type Told = {
  cells: readonly ChangedCell[]
  /** The published incident that changed the cells; else they are as staff see them, for INTERNAL channels. */
  incidentId?: number
  reference?: string
}

/**
 * Tells webhooks of the cells that they chose, all changes of a write together, in the caller's transaction. Returns
 * how many deliveries are due.
 */
export async function tellStatus(
  db: Db,
  { cells, incidentId, reference }: Told,
  { links, now }: { links: Pick<MailSettings, 'publicUrl' | 'statusSite'>; now: Date },
): Promise<number> {
  if (cells.length === 0) return 0
  const audience: Audience = incidentId === undefined ? 'INTERNAL' : 'EXTERNAL'
  const listeners = await listStatusListeners(db, {
    audience,
    services: [...new Set(cells.map(({ service }) => service))],
    dataCenters: [...new Set(cells.map(({ dataCenter }) => dataCenter))],
  })
  if (listeners.length === 0) return 0
  await lockLanes(
    db,
    listeners.map(({ channelId }) => channelId),
  )
  const present = await openNames(db)
  const url = audience === 'INTERNAL' ? `${links.publicUrl}/` : (addressOutside(links.statusSite) ?? null)
  let due = 0
  for (const { channelIds, chosen } of groupByCells(listeners, cells)) {
    for (const { shown, more } of toParts(chosen.flatMap(present))) {
      const first = shown[0]
      if (!first) continue
      const data = { is_internal: audience === 'INTERNAL', cells: shown, more_cells: more, url }
      const body = { type: 'status.changed' as const, timestamp: now.toISOString(), data }
      const named = reference ?? toReference(first, shown.length)
      const about = { type: body.type, audience, reference: named, incidentId }
      due += await createChannelEvent(db, { ...about, to: channelIds, render: () => ({ en: body }) }, now)
    }
  }
  return due
}

type Cell = { service: string; data_center: string; from: CellStatus; to: CellStatus; since: string }

/** Shows cells by the names that people know; leaves out unknown ones. */
async function openNames(db: Db): Promise<(cell: ChangedCell) => Cell[]> {
  const [services, dataCenters] = [await getServiceNames(db), await getDataCenterNames(db)]
  return ({ service, dataCenter, from, to, since }) => {
    const names = { service: services.get(service), data_center: dataCenters.get(dataCenter) }
    if (names.service === undefined || names.data_center === undefined) return []
    const shown = { service: names.service, data_center: names.data_center }
    return [{ ...shown, from, to, since: since.toISOString() }]
  }
}

const toReference = ({ service, data_center }: Cell, count: number): string =>
  `${service} / ${data_center}${count > 1 ? ` + ${count - 1}` : ''}`

/** Channels with the cells that each chose; channels with the same cells share an event. */
function groupByCells(listeners: readonly StatusListener[], cells: readonly ChangedCell[]) {
  const groups = new Map<string, { channelIds: number[]; chosen: ChangedCell[] }>()
  for (const [channelId, choices] of Map.groupBy(listeners, (listener) => listener.channelId)) {
    const sets = choices.map(
      ({ services, dataCenters }) => [new Set(services), new Set(dataCenters)] as const,
    )
    const indexes = cells.flatMap(({ service, dataCenter }, index) =>
      sets.some(([services, dataCenters]) => services.has(service) && dataCenters.has(dataCenter))
        ? index
        : [],
    )
    if (indexes.length === 0) continue
    const key = indexes.join(' ')
    const group = groups.get(key)
    if (group) group.channelIds.push(channelId)
    else groups.set(key, { channelIds: [channelId], chosen: indexes.flatMap((index) => cells[index] ?? []) })
  }
  return [...groups.values()]
}

/** Splits cells into events. `more`: how many cells follow the last event unnamed. */
function toParts(cells: readonly Cell[]): { shown: Cell[]; more: number }[] {
  const parts: { shown: Cell[]; more: number }[] = []
  let size = Number.POSITIVE_INFINITY
  for (const [index, cell] of cells.entries()) {
    const bytes = Buffer.byteLength(JSON.stringify(cell)) + 1
    const part = parts.at(-1)
    if (part && part.shown.length < MOST_CELLS_OF_EVENT && size + bytes <= LARGEST_CELLS) {
      part.shown.push(cell)
      size += bytes
      continue
    }
    if (part && parts.length === MOST_EVENTS) {
      part.more = cells.length - index
      break
    }
    parts.push({ shown: [cell], more: 0 })
    size = bytes
  }
  return parts
}
