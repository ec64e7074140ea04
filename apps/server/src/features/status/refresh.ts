import type { Topic } from '@aviary/contract/push/rules'
import type { Db } from '../../database/open.ts'
import { type SiteLinks, tellOfWrite } from '../published/public.ts'
import type { Cell } from './queries.ts'
import * as queries from './queries.ts'

export const toCellKey = (cell: Pick<Cell, 'service' | 'dataCenter'>) => `${cell.service}\n${cell.dataCenter}`

/**
 * Updates the grid within the caller's transaction and adds every change of a cell to the history. Call it after
 * writing anything that a cell depends on, or an incident: it also tells channels of both. Returns the topics that
 * changed.
 */
export async function refreshStatus(
  db: Db,
  { links, now }: { links: SiteLinks; now: Date },
): Promise<Topic[]> {
  const changed = await updateCells(db, now)
  const shown = changed.filter(({ isRetired }) => !isRetired)
  const hasEvents = await tellOfWrite(db, shown, { links, now })
  return [...(changed.length > 0 ? (['status'] as const) : []), ...(hasEvents ? (['channels'] as const) : [])]
}

async function updateCells(db: Db, now: Date) {
  await queries.lockCells(db)
  const computed = new Map(
    (await queries.computeCells(db, now)).map((cell) => [toCellKey(cell), cell.status]),
  )
  const changed = (await queries.listCells(db))
    .map((cell) => ({ ...cell, next: computed.get(toCellKey(cell)) ?? 'NA' }))
    .filter((cell) => cell.next !== cell.status)
    .map(({ next, since, status, ...cell }) => ({
      ...cell,
      ...{ from: status, to: next },
      // The time is never earlier than the last change: another process's clock can be ahead, and the last row must
      // be the newest.
      since: since && since > now ? since : now,
    }))
  if (changed.length === 0) return []
  await queries.createHistory(
    db,
    changed.map(({ service, dataCenter, to, since }) => ({
      ...{ service, dataCenter },
      status: to,
      changedAt: since,
    })),
  )
  return changed
}
