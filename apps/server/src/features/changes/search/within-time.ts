import { hasCode, QUERY_CANCELED } from '../../../database/error-code.ts'
import type { Db } from '../../../database/open.ts'
import { TookTooLong } from '../../../http/errors.ts'
import { limitConcurrency } from '../../../process/limit-concurrency.ts'
import * as queries from './queries.ts'

export const SEARCH_MOST_MS = 2_000
/** Half of the connections there are: however many search at once, everything else goes on beside them. */
const inTurn = limitConcurrency(5)

/**
 * `walk`: by an index in its order, and no other way. `scan`: page by page of the table, because row by row in the order
 * of an index takes more than twice as long over many rows.
 */
export type Way = 'walk' | 'scan' | 'any'

/** A transaction that has only so much time. */
export type Limited = { db: Db; prefer: (way: Way) => Promise<void> }

const SORTS = [
  'sort',
  'incremental_sort',
  'hashagg',
  'hashjoin',
  'mergejoin',
  'bitmapscan',
  'seqscan',
  'memoize',
]
const AVOIDED: { [way in Way]: readonly string[] } = { walk: SORTS, scan: ['indexscan'], any: [] }
/** So that the places of a month of changes are known one by one, and not only their pages. */
const WORK_MEM = '16MB'
const STEPS = Object.values(AVOIDED).flat()

/** Does work that reads, when it is its turn, and refuses it with 504 when it has not ended in time from now. */
export async function withinTime<T>(
  db: Db,
  mostMs: number,
  work: (limited: Limited) => Promise<T>,
): Promise<T> {
  const deadline = performance.now() + mostMs
  try {
    return await inTurn(() =>
      db.transaction(
        async (transaction) => {
          const limited = limit(transaction, deadline)
          await limited.prefer('any')
          return work(limited)
        },
        // What its statements read is of one moment.
        { isolationLevel: 'repeatable read', accessMode: 'read only' },
      ),
    )
  } catch (error) {
    throw hasCode(error, QUERY_CANCELED) ? new TookTooLong(NARROW_IT) : error
  }
}

/** PostgreSQL limits each statement and not all of them: it is told anew what is left, unless that is about the same. */
const ABOUT_MS = 20

function limit(db: Db, deadline: number): Limited {
  let told: { way: Way; left: number } | undefined
  const prefer = async (way: Way) => {
    const left = Math.floor(deadline - performance.now())
    if (left < 1) throw new TookTooLong(NARROW_IT)
    if (told?.way === way && told.left - left < ABOUT_MS) return
    told = { way, left }
    const steps = STEPS.map((step) => [`enable_${step}`, AVOIDED[way].includes(step) ? 'off' : 'on'])
    await queries.applySettings(db, {
      ...{ statement_timeout: String(left), work_mem: WORK_MEM },
      ...Object.fromEntries(steps),
    })
  }
  return { db, prefer }
}

const NARROW_IT = 'The search took longer than 2 seconds. Choose a shorter range or more filters'
