import { timesWithin } from './by-letters.ts'
import { foreignTrigram, hasTrigram, type Keyword } from './keyword.ts'
import type { Edge, Found, Part, Walk } from './queries.ts'
import * as queries from './queries.ts'
import type { Limited } from './within-time.ts'

/** Of a common keyword a page is full before the walk has gone so far, in some 20 milliseconds. */
export const FIRST_WALK = { byTime: 20_000, byList: 4_000 }

export type KeywordWalk = Walk & { keyword: Keyword }

/** What a walk has found, and how it was: undefined when there is nothing behind it. */
export type Experience = Found & { examined: number; edge: Edge | undefined }

type Options = Part & { firstWalk: typeof FIRST_WALK }

/** A short walk: it finds the first part, or tells how often the keyword stands in so many changes. */
export async function tryWalk(
  { db, prefer }: Limited,
  walk: KeywordWalk,
  { firstWalk, ...part }: Options,
): Promise<Experience> {
  const examined = walk.goesByList ? firstWalk.byList : firstWalk.byTime
  await prefer('walk')
  const found = await queries.findByWalk(db, walk, { ...part, examined })
  const isFull = found.total === part.skip + part.most
  const sample = foreignTrigram(walk.keyword) ?? ''
  return {
    ...found,
    examined,
    edge: isFull ? undefined : await queries.findEdge(db, walk, { examined, sample }),
  }
}

/** Where the changes end that a walk could still come to: the end of the range, or of all there is. */
export const limitOf = ({ order, start, end }: Walk, { last }: Edge): number =>
  order === 'ASC' ? Math.min(end ?? last, last) : Math.max(start ?? last, last)

/** How many changes lie within so many milliseconds behind the edge, when they lie as densely as before it. */
const rowsIn = (ms: number, { examined }: Experience, { from, at }: Edge): number =>
  (examined * ms) / Math.max(1, Math.abs(from - at))

// What it costs, in changes that are scanned in the order of the table.
const COST_OF_ENTRY = 0.4
const COST_OF_MATCH = 8
const COST_OF_LISTED = 5
/** Words do not lie evenly: a window that is a little too short costs a second one. */
const MARGIN = 1.5

export type Ahead = {
  /** The trigram index is quicker: it finds the keyword wherever it stands, so all that is left is one window. */
  byTrigrams: boolean
  /** How many milliseconds behind the edge should hold what is wanted. */
  length: number
}

/** How to go on behind the edge, for `wanted` more changes. */
export function lookAhead(
  walk: KeywordWalk,
  experience: Experience,
  { edge, wanted }: { edge: Edge; wanted: number },
): Ahead {
  const everything = Number.POSITIVE_INFINITY
  const share = experience.total / experience.examined
  const rowsLeft = rowsIn(Math.abs(edge.at - limitOf(walk, edge)), experience, edge)
  const rows = Math.min(rowsLeft, (MARGIN * wanted) / share)
  const byIndex = share * (COST_OF_ENTRY * edge.stored + COST_OF_MATCH * rowsLeft)
  const byTrigrams =
    (hasTrigram(walk.keyword) || edge.isIndexed) && byIndex < rows * (walk.goesByList ? COST_OF_LISTED : 1)
  if (byTrigrams || !(rows < rowsLeft)) return { byTrigrams, length: everything }
  return { byTrigrams, length: Math.max(1, (Math.abs(edge.at - edge.from) * rows) / experience.examined) }
}

/** Enough to tell a rare keyword from a common one, in a few milliseconds. */
const SAMPLE = 4_000

/** All that is sought at once, with the way to find it by. */
export async function asAWhole(limited: Limited, walk: Walk): Promise<Walk> {
  const { keyword } = walk
  if (!keyword) return walk
  const firstWalk = { byTime: SAMPLE, byList: SAMPLE }
  const experience = await tryWalk(limited, { ...walk, keyword }, { skip: SAMPLE, most: 0, firstWalk })
  const { edge } = experience
  if (!edge) return walk
  const { byTrigrams } = lookAhead({ ...walk, keyword }, experience, {
    edge,
    wanted: Number.POSITIVE_INFINITY,
  })
  const times = byTrigrams ? undefined : await timesWithin(limited, { ...walk, keyword }, edge)
  return { ...walk, byTrigrams, times }
}
