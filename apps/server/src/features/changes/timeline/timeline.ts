import type * as endpoints from '@aviary/contract/changes/endpoints'
import type { AnswerOf, InputOf } from '@aviary/contract/endpoint'
import type { Call } from '../../../http/call.ts'
import { presentMarked } from '../marked-incident.ts'
import { readFilters, type SearchFilters } from '../search/filters.ts'
import { chooseScanMethod, planFullScan, type SearchTransaction } from '../search/plan.ts'
import { SEARCH_TIMEOUT_MS, withTimeLimit } from '../search/run.ts'
import { bucketSeconds } from './buckets.ts'
import * as queries from './queries.ts'

const MAX_INCIDENTS = 200

type Search = InputOf<typeof endpoints.getChangeTimeline>['body']
type Timeline = AnswerOf<typeof endpoints.getChangeTimeline>

/**
 * Data of the chart above the search results: counts of the changes that a search with these filters finds,
 * and incidents.
 */
export const getChangeTimeline = (
  { db, sees }: Pick<Call, 'db' | 'sees'>,
  search: Search,
  timeoutMs = SEARCH_TIMEOUT_MS,
): Promise<Timeline> =>
  withTimeLimit(db, timeoutMs, async (transaction) => {
    // the defaults never apply, because the contract requires both times
    const {
      date_range_start: start = 0,
      date_range_end: end = 0,
      data_centers,
      services,
    } = search.search_params
    const seconds = bucketSeconds({ start, end, limit: search.buckets })
    const filters = await readFilters(transaction.db, search)
    const counts = filters ? await countBuckets(transaction, filters, seconds) : []
    const withInternal = sees('read:internal')
    const incidentFilters = { start, end, services, dataCenters: data_centers, withInternal }
    const incidents = await queries.listStartedIncidents(transaction.db, incidentFilters, MAX_INCIDENTS)
    const isFull = incidents.length === MAX_INCIDENTS
    const incidentCount = isFull
      ? await queries.countStartedIncidents(transaction.db, incidentFilters)
      : incidents.length
    return {
      bucket_seconds: seconds,
      buckets: counts.map((bucket) => ({ ...bucket, start: new Date(bucket.start * 1000).toISOString() })),
      incidents: incidents.map(presentMarked),
      has_more_incidents: incidentCount > incidents.length,
      incident_count: incidentCount,
    }
  })

async function countBuckets(transaction: SearchTransaction, filters: SearchFilters, seconds: number) {
  const hours = findCountedHours(filters, seconds)
  const counts =
    hours && (await queries.countByHours(transaction.db, { ...filters, order: 'DESC', seconds }, hours))
  if (counts) return counts
  const scan = await planFullScan(transaction, { ...filters, order: 'DESC' })
  await transaction.setScanMethod(scan.keyword ? chooseScanMethod(scan) : 'any')
  return queries.countByBucket(transaction.db, scan, seconds)
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/**
 * The whole hours of the range, if the counts per hour answer the filters and the buckets consist of whole hours. Two
 * names are never added up: a change with both would count twice.
 */
function findCountedHours(
  { start = 0, end = 0, keyword, marks }: SearchFilters,
  seconds: number,
): queries.CountedHours | undefined {
  const [mark] = marks
  const markIds = mark?.markIds ?? [0]
  const [markId] = markIds
  const isOneCount = !keyword && marks.length <= 1 && markIds.length === 1 && mark?.kind !== 'cis'
  const wholeWithin = (length: number) => ({
    first: Math.ceil(start / length) * length,
    last: Math.floor(end / length) * length,
  })
  const { first, last } = wholeWithin(HOUR_MS)
  if (!isOneCount || markId === undefined || seconds < 3_600 || last <= first) return undefined
  const days = wholeWithin(DAY_MS)
  const hasDays = seconds * 1_000 >= DAY_MS && days.first < days.last
  return {
    ...{ markId, first, last },
    ...(hasDays ? { firstDay: days.first, lastDay: days.last } : { firstDay: first, lastDay: first }),
  }
}
