import { takeTurn } from '../../../database/locks.ts'
import type { Db } from '../../../database/open.ts'
import type { CountKey } from './queries.ts'
import * as queries from './queries.ts'

/** Target numbers per transaction; bound its length. */
const BATCH = { changes: 5_000, deltas: 5_000 }

type Options = { mayGoOn?: () => boolean; batch?: typeof BATCH }

/**
 * Keeps the counts per hour: first counts the changes from before the counts existed, newest first, then adds the deltas
 * noted since. In short transactions, so that an interruption loses nothing; stops at once if another process is
 * counting. Returns the number of changes and of deltas it counted.
 */
export async function countPerHour(
  db: Db,
  { mayGoOn = () => true, batch = BATCH }: Options = {},
): Promise<{ changes: number; deltas: number }> {
  const total = { changes: 0, deltas: 0 }
  // Continues behind the last delta: from the start, each batch would step over all that are deleted already.
  let from: CountKey | undefined
  while (mayGoOn()) {
    const step = await db.transaction((transaction) => countBatch(transaction, from, batch))
    if (!step) break
    total.changes += step.changes
    total.deltas += step.deltas
    if (step.isDone) break
    from = step.last
  }
  return total
}

/** Counts one batch; undefined if another process is counting. */
async function countBatch(db: Db, from: CountKey | undefined, batch: typeof BATCH) {
  // Writers and searches do not wait for this lock.
  if (!(await takeTurn(db, 'changesPerHour'))) return undefined
  const hours = await queries.findUncountedHours(db, batch.changes)
  if (hours)
    return { changes: await queries.countHours(db, hours), deltas: 0, last: undefined, isDone: false }
  const { deltas, last } = await queries.addDeltas(db, { from, limit: batch.deltas })
  return { changes: 0, deltas, last, isDone: deltas < batch.deltas }
}
