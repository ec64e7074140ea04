import { takeTurn } from '../../../database/locks.ts'
import type { Db } from '../../../database/open.ts'
import { openLetters } from './letters.ts'
import type { ReadChange, Unread } from './queries.ts'
import * as queries from './queries.ts'

/** Of one hour at once; and about so many of all hours, so that nobody waits for long and little memory is taken. */
const CHANGES_AT_ONCE = 1_000
const MOST_UNREAD = 64

type Options = { mayGoOn?: () => boolean; changesAtOnce?: number }

/**
 * Reads the letters of changes that were written, or that were there before anybody read them: the newest first, in short
 * transactions, so that whoever goes on after an interruption loses nothing. Answers how many changes it read. Whoever
 * comes while another process reads leaves it to that.
 */
export async function readLetters(
  db: Db,
  { mayGoOn = () => true, changesAtOnce = CHANGES_AT_ONCE }: Options = {},
): Promise<number> {
  let total = 0
  let most = 8
  // From the last one on: those just read would be stepped over again and again.
  let before: Unread | undefined
  while (mayGoOn()) {
    const step = await db.transaction((transaction) => readSome(transaction, { before, most, changesAtOnce }))
    if (!step) break
    total += step.changes
    if (step.last) before = step.last
    if (step.changes < changesAtOnce) most = Math.min(MOST_UNREAD, most * 2)
    else if (step.changes > changesAtOnce * 4) most = Math.max(1, Math.floor(most / 2))
  }
  return total
}

type Step = { before: Unread | undefined; most: number; changesAtOnce: number }

/** Undefined when there is nothing left. */
async function readSome(db: Db, { before, most, changesAtOnce }: Step) {
  // All others, and whoever writes changes, go on beside it.
  if (!(await takeTurn(db, 'readingLetters'))) return undefined
  const unread = await queries.findUnread(db, { before, most })
  if (unread.length === 0) return undefined
  // Read after what is unread was: so whatever was written together with it is seen.
  const changes = await queries.readTexts(
    db,
    unread.map(({ unreadId }) => unreadId),
    changesAtOnce,
  )
  const byUnread = Map.groupBy(changes, ({ unreadId }) => unreadId)
  if (changes.length > 0) await queries.addLetters(db, lettersOf(unread, byUnread))
  const done: number[] = []
  for (const { unreadId } of unread) {
    const last = byUnread.get(unreadId)?.at(-1)
    if (!last || last.isLast) done.push(unreadId)
    else await queries.shortenUnread(db, last)
  }
  await queries.removeUnread(db, done)
  // What is longer comes once more.
  return { changes: changes.length, last: done.length === unread.length ? unread.at(-1) : undefined }
}

function lettersOf(unread: readonly Unread[], read: ReadonlyMap<number, ReadChange[]>) {
  const byHour = Map.groupBy(unread, ({ changeType, hour }) => `${changeType} ${hour}`)
  return [...byHour.values()].flatMap((parts) => {
    const [first] = parts
    const changes = parts.flatMap(({ unreadId }) => read.get(unreadId) ?? [])
    if (!first || changes.length === 0) return []
    const letters = openLetters()
    for (const { text } of changes) letters.read(text)
    return [{ changeType: first.changeType, hour: first.hour, letters: letters.toText() }]
  })
}
