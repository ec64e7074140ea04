import { takeTurn } from '../../../database/locks.ts'
import type { Db } from '../../../database/open.ts'
import { openNgramSet } from './ngrams.ts'
import type { Unread, UnreadChange } from './queries.ts'
import * as queries from './queries.ts'

/** Changes per transaction: at most of one range, and about so many of all, which bounds memory and lock time. */
const BATCH_CHANGES = 1_000
const MAX_RANGES = 64

type Options = { mayGoOn?: () => boolean; batchChanges?: number }

/**
 * Adds changes to the n-gram index that are not in it yet, the newest first, in short transactions, so that an interruption
 * loses nothing. Answers how many changes it indexed; stops at once while another process does the same.
 */
export async function indexNgrams(
  db: Db,
  { mayGoOn = () => true, batchChanges = BATCH_CHANGES }: Options = {},
): Promise<number> {
  let total = 0
  let limit = 8
  // Continues behind the last range: the deleted rows before it would be stepped over again and again.
  let before: Unread | undefined
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

type Batch = { before: Unread | undefined; limit: number; batchChanges: number }

/** Undefined when there is nothing left. */
async function indexBatch(db: Db, { before, limit, batchChanges }: Batch) {
  // Writers and searches do not wait for this lock.
  if (!(await takeTurn(db, 'readingLetters'))) return undefined
  const unread = await queries.listUnread(db, { before, limit })
  if (unread.length === 0) return undefined
  // A later snapshot than that of the ranges: it sees every change they were written with.
  const changes = await queries.listUnreadChanges(
    db,
    unread.map(({ unreadId }) => unreadId),
    batchChanges,
  )
  const byUnread = Map.groupBy(changes, ({ unreadId }) => unreadId)
  if (changes.length > 0) await queries.addNgrams(db, ngramsOf(unread, byUnread))
  const done: number[] = []
  for (const { unreadId } of unread) {
    const last = byUnread.get(unreadId)?.at(-1)
    if (!last || last.isLast) done.push(unreadId)
    else await queries.shortenUnread(db, last)
  }
  await queries.deleteUnread(db, done)
  // Ranges that are longer than a batch come once more.
  return { changes: changes.length, last: done.length === unread.length ? unread.at(-1) : undefined }
}

function ngramsOf(unread: readonly Unread[], read: ReadonlyMap<number, UnreadChange[]>) {
  const byHour = Map.groupBy(unread, ({ changeType, hour }) => `${changeType} ${hour}`)
  return [...byHour.values()].flatMap((parts) => {
    const [first] = parts
    const changes = parts.flatMap(({ unreadId }) => read.get(unreadId) ?? [])
    if (!first || changes.length === 0) return []
    const ngrams = openNgramSet()
    for (const { text } of changes) ngrams.add(text)
    return [{ changeType: first.changeType, hour: first.hour, bits: ngrams.toBitString() }]
  })
}
