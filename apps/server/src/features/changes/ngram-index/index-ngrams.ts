import { takeTurn } from '../../../database/locks.ts'
import type { Db } from '../../../database/open.ts'
import { openNgramSet } from './ngrams.ts'
import type { UnreadChange, UnreadRange } from './queries.ts'
import * as queries from './queries.ts'

/**
 * Target number of changes per transaction, and maximum per range of unindexed changes; bounds memory and
 * lock time.
 */
const BATCH_CHANGES = 1_000
const MAX_RANGES = 64

type Options = { mayGoOn?: () => boolean; batchChanges?: number }

/**
 * Adds new and updated changes to the n-gram index, newest first, in short transactions, so that an interruption
 * loses nothing. Returns how many changes it indexed; stops at once if another process is indexing.
 */
export async function indexNgrams(
  db: Db,
  { mayGoOn = () => true, batchChanges = BATCH_CHANGES }: Options = {},
): Promise<number> {
  let total = 0
  let limit = 8
  // Continues below the last range. A query that starts at the top again would step over all ranges deleted so far.
  let before: UnreadRange | undefined
  while (mayGoOn()) {
    const step = await db.transaction((transaction) =>
      indexBatch(transaction, { before, limit, batchChanges }),
    )
    if (!step) break
    total += step.changes
    if (step.last) before = step.last
    if (step.changes < batchChanges) limit = Math.min(MAX_RANGES, limit * 2)
    else if (step.changes > batchChanges * 4) limit = Math.max(1, Math.floor(limit / 2))
  }
  return total
}

type Batch = { before: UnreadRange | undefined; limit: number; batchChanges: number }

/** Indexes one batch; undefined if nothing is left, or if another process is indexing. */
async function indexBatch(db: Db, { before, limit, batchChanges }: Batch) {
  // Writers and searches do not wait for this lock.
  if (!(await takeTurn(db, 'ngramIndex'))) return undefined
  const unread = await queries.listUnread(db, { before, limit })
  if (unread.length === 0) return undefined
  // This statement's snapshot is later than that of `listUnread`, so it contains every change written with
  // these ranges.
  const changes = await queries.listUnreadChanges(
    db,
    unread.map(({ unreadId }) => unreadId),
    batchChanges,
  )
  const byUnread = Map.groupBy(changes, ({ unreadId }) => unreadId)
  if (changes.length > 0) await queries.addNgrams(db, collectNgrams(unread, byUnread))
  const doneIds: number[] = []
  for (const { unreadId } of unread) {
    const last = byUnread.get(unreadId)?.at(-1)
    if (!last || last.isLast) doneIds.push(unreadId)
    else await queries.shortenUnread(db, last)
  }
  await queries.deleteUnread(db, doneIds)
  // `last` is undefined if a range was not read to its end: the next batch then starts where this one started
  // and reads the rest.
  return { changes: changes.length, last: doneIds.length === unread.length ? unread.at(-1) : undefined }
}

function collectNgrams(unread: readonly UnreadRange[], changesByRange: ReadonlyMap<number, UnreadChange[]>) {
  const byHour = Map.groupBy(unread, ({ changeType, hour }) => `${changeType} ${hour}`)
  return [...byHour.values()].flatMap((ranges) => {
    const [first] = ranges
    const changes = ranges.flatMap(({ unreadId }) => changesByRange.get(unreadId) ?? [])
    if (!first || changes.length === 0) return []
    const ngrams = openNgramSet()
    for (const { text } of changes) ngrams.add(text)
    return [{ changeType: first.changeType, hour: first.hour, bits: ngrams.toBitString() }]
  })
}
