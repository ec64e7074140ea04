import type { Db } from '../../database/open.ts'
import type { Cell } from './queries.ts'
import * as queries from './queries.ts'

const toCellKey = (cell: Cell) => `${cell.service}\n${cell.dataCenter}`

/**
 * Updates the grid within the caller's transaction and adds every change of a cell to the history. Call it after
 * writing anything that a cell depends on. Returns whether a cell changed.
 */
export async function refreshStatus(db: Db, now: Date): Promise<boolean> {
  await queries.lockCells(db)
  const computed = new Map(
    (await queries.computeCells(db, now)).map((cell) => [toCellKey(cell), cell.status]),
  )
  const changed = (await queries.listCells(db))
    .map((cell) => ({ ...cell, next: computed.get(toCellKey(cell)) ?? 'NA' }))
    .filter((cell) => cell.next !== cell.status)
  if (changed.length === 0) return false
  await queries.createHistory(
    db,
    changed.map(({ service, dataCenter, next, since }) => ({
      service,
      dataCenter,
      status: next,
      // The time is never earlier than the last change: another process's clock can be ahead, and the last row must
      // be the newest.
      changedAt: since && since > now ? since : now,
    })),
  )
  return true
}
