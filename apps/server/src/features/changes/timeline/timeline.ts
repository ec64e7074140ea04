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
  const scan = await planFullScan(transaction, { ...filters, order: 'DESC' })
  await transaction.setScanMethod(scan.keyword ? chooseScanMethod(scan) : 'any')
  return queries.countByBucket(transaction.db, scan, seconds)
}
