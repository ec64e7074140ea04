import { timesWithin } from './by-letters.ts'
import { type FIRST_WALK, type KeywordWalk, limitOf, lookAhead, tryWalk } from './experience.ts'
import type { Edge, Part, Place, Time, Walk } from './queries.ts'
import * as queries from './queries.ts'
import { wayOf } from './sought.ts'
import type { Limited } from './within-time.ts'

/**
 * A short walk first. Where it does not fill the page, the rest is looked for in windows of time, one behind the other,
 * the first of them as long as it should take.
 */
export async function findByKeyword(
  limited: Limited,
  walk: KeywordWalk,
  { firstWalk, ...part }: Part & { firstWalk: typeof FIRST_WALK },
): Promise<readonly Place[]> {
  const first = await tryWalk(limited, walk, { ...part, firstWalk })
  const places = [...first.page]
  const { edge } = first
  if (!edge) return places
  let [skip, wanted] = [part.skip - first.total, part.skip + part.most - first.total]
  const { byTrigrams, length } = lookAhead(walk, first, { edge, wanted })
  const times = byTrigrams ? undefined : await timesWithin(limited, behindEdge(walk, edge), edge)
  for (const window of times ? partsOf(walk, edge, times) : windowsOf(walk, edge, length)) {
    await limited.prefer(wayOf(walk))
    const rest = { skip: Math.max(0, skip), most: part.most - places.length }
    const found = await queries.findInWindow(limited.db, { ...window, byTrigrams }, rest)
    places.push(...found.page)
    skip -= found.total
    wanted -= found.total
    if (wanted === 0) break
  }
  return places
}

const GROWTH = 4

/** The windows behind the edge, up to the end of what there is, each longer than the one before. */
function* windowsOf(walk: Walk, edge: Edge, first: number): Generator<Walk> {
  const forward = walk.order === 'ASC' ? 1 : -1
  const limit = limitOf(walk, edge)
  let [after, at] = [edge.place, edge.at]
  for (let length = first; ; length *= GROWTH) {
    const bound = Math.round(at + forward * length)
    if ((limit - bound) * forward <= 0) return yield { ...walk, after }
    yield { ...walk, after, ...(forward > 0 ? { end: bound } : { start: bound }) }
    at = bound
    after = behind(bound, forward)
  }
}

const behindEdge = (walk: KeywordWalk, { at }: Edge): KeywordWalk =>
  walk.order === 'ASC' ? { ...walk, start: Math.floor(at) } : { ...walk, end: Math.ceil(at) }

/** Each of them should hold the keyword: so the first part is enough for a page, and where it is not, the next is longer. */
const FIRST_PART = 100

function* partsOf(walk: Walk, edge: Edge, times: readonly Time[]): Generator<Walk> {
  const rest = walk.order === 'ASC' ? [...times] : times.toReversed()
  for (let length = FIRST_PART; rest.length > 0; length *= GROWTH)
    yield { ...walk, after: edge.place, times: rest.splice(0, length) }
}

/** Behind every change of this millisecond. */
const behind = (ms: number, forward: 1 | -1): Place => ({
  at: new Date(ms).toISOString().replace('Z', '000Z'),
  changeId: forward > 0 ? Number.MAX_SAFE_INTEGER : 0,
})
