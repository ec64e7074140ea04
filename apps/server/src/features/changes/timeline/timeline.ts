import type * as endpoints from '@aviary/contract/changes/endpoints'
import type { AnswerOf, InputOf } from '@aviary/contract/endpoint'
import type { Db } from '../../../database/open.ts'
import { presentMarked } from '../marked-incident.ts'
import { asAWhole } from '../search/experience.ts'
import type { Sought } from '../search/queries.ts'
import { readSought, wayOf } from '../search/sought.ts'
import { type Limited, SEARCH_MOST_MS, withinTime } from '../search/within-time.ts'
import { bucketSeconds } from './buckets.ts'
import * as queries from './queries.ts'

const MAX_INCIDENTS = 200

type Search = InputOf<typeof endpoints.getChangeTimeline>['body']
type Timeline = AnswerOf<typeof endpoints.getChangeTimeline>

/** The picture above the results: what is counted is what a search with the same filters finds. */
export const getChangeTimeline = (db: Db, search: Search, mostMs = SEARCH_MOST_MS): Promise<Timeline> =>
  withinTime(db, mostMs, async (limited) => {
    // the contract asks for both
    const {
      date_range_start: start = 0,
      date_range_end: end = 0,
      data_centers,
      services,
    } = search.search_params
    const seconds = bucketSeconds({ start, end, limit: search.buckets })
    const sought = await readSought(limited.db, search)
    const counted = sought ? await count(limited, sought, seconds) : []
    const begun = { start, end, services, dataCenters: data_centers }
    const incidents = await queries.listIncidentsBegun(limited.db, begun, MAX_INCIDENTS)
    const isFull = incidents.length === MAX_INCIDENTS
    const incidentCount = isFull ? await queries.countIncidentsBegun(limited.db, begun) : incidents.length
    return {
      bucket_seconds: seconds,
      buckets: counted.map((bucket) => ({ ...bucket, start: new Date(bucket.start * 1000).toISOString() })),
      incidents: incidents.map(presentMarked),
      has_more_incidents: incidentCount > incidents.length,
      incident_count: incidentCount,
    }
  })

async function count(limited: Limited, sought: Sought, seconds: number) {
  const whole = await asAWhole(limited, { ...sought, order: 'DESC' })
  await limited.prefer(whole.keyword ? wayOf(whole) : 'any')
  return queries.countByBucket(limited.db, whole, seconds)
}
