import type * as endpoints from '@aviary/contract/changes/endpoints'
import type { AnswerOf, InputOf } from '@aviary/contract/endpoint'
import type { Db } from '../../../database/open.ts'
import { presentMarked } from '../marked-incident.ts'
import { readFilters, type SearchFilters } from '../search/filters.ts'
import { planWhole, type SearchTransaction, scanMethodOf } from '../search/plan.ts'
import { SEARCH_TIMEOUT_MS, withinTime } from '../search/run.ts'
import { bucketSeconds } from './buckets.ts'
import * as queries from './queries.ts'

const MAX_INCIDENTS = 200

type Search = InputOf<typeof endpoints.getChangeTimeline>['body']
type Timeline = AnswerOf<typeof endpoints.getChangeTimeline>

/** The picture above the results: what is counted is what a search with the same filters finds. */
export const getChangeTimeline = (db: Db, search: Search, timeoutMs = SEARCH_TIMEOUT_MS): Promise<Timeline> =>
  withinTime(db, timeoutMs, async (transaction) => {
    // the contract asks for both
    const {
      date_range_start: start = 0,
      date_range_end: end = 0,
      data_centers,
      services,
    } = search.search_params
    const seconds = bucketSeconds({ start, end, limit: search.buckets })
    const filters = await readFilters(transaction.db, search)
    const counted = filters ? await count(transaction, filters, seconds) : []
    const begun = { start, end, services, dataCenters: data_centers }
    const incidents = await queries.listIncidentsBegun(transaction.db, begun, MAX_INCIDENTS)
    const isFull = incidents.length === MAX_INCIDENTS
    const incidentCount = isFull ? await queries.countIncidentsBegun(transaction.db, begun) : incidents.length
    return {
      bucket_seconds: seconds,
      buckets: counted.map((bucket) => ({ ...bucket, start: new Date(bucket.start * 1000).toISOString() })),
      incidents: incidents.map(presentMarked),
      has_more_incidents: incidentCount > incidents.length,
      incident_count: incidentCount,
    }
  })

async function count(transaction: SearchTransaction, filters: SearchFilters, seconds: number) {
  const scan = await planWhole(transaction, { ...filters, order: 'DESC' })
  await transaction.setScanMethod(scan.keyword ? scanMethodOf(scan) : 'any')
  return queries.countByBucket(transaction.db, scan, seconds)
}
