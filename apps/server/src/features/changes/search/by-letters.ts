import { bitsFor } from '../ngram-index/ngrams.ts'
import { findHours } from '../ngram-index/queries.ts'
import { hasTrigram, type Keyword } from './keyword.ts'
import type { Edge, Time, Walk } from './queries.ts'
import type { Limited } from './within-time.ts'

const HOUR = 3_600
/** Of more than this all are read, page by page of the table and by two workers. */
const LARGEST_SHARE = 0.5

/**
 * The times outside of which no change in the range has a keyword that is too short for the trigram index. Undefined when
 * it stands in most of them, or is not too short.
 */
export async function timesWithin(
  { db, prefer }: Limited,
  { keyword, changeType, start, end }: Walk & { keyword: Keyword },
  { isIndexed, lowered }: Pick<Edge, 'isIndexed' | 'lowered'>,
): Promise<Time[] | undefined> {
  if (hasTrigram(keyword) || isIndexed) return undefined
  await prefer('any')
  const { all, having } = await findHours(db, { changeType, start, end }, bitsFor(lowered))
  if (having.length > all * LARGEST_SHARE) return undefined
  return having.map((hour) => ({ start: hour, end: hour + HOUR }))
}
