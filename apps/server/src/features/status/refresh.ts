import type { Db } from '../../database/open.ts'
import type { Cell } from './queries.ts'
import * as queries from './queries.ts'

const keyOf = (cell: Cell) => `${cell.service}\n${cell.dataCenter}`

/**
 * Brings the grid up to date within the caller's transaction and keeps every change of a cell.
 * Call it after anything that a cell depends on. Answers whether a cell changed.
 */
export async function refreshStatus(db: Db, now: Date): Promise<boolean> {
  await queries.lockCells(db)
  const should = new Map((await queries.computeCells(db, now)).map((cell) => [keyOf(cell), cell.status]))
  const changed = (await queries.listCells(db))
    .map((cell) => ({ ...cell, next: should.get(keyOf(cell)) ?? 'NA' }))
    .filter((cell) => cell.next !== cell.status)
  if (changed.length === 0) return false
  await queries.createHistory(
    db,
    changed.map(({ service, dataCenter, next, since }) => ({
      service,
      dataCenter,
      status: next,
      // Another process's clock can be ahead: the row written last must still be the newest one.
      changedAt: since && since > now ? since : now,
    })),
  )
  return true
}
