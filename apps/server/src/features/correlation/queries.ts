import { closenessOf, type Shared } from '@aviary/contract/correlation/rules'
import { and, asc, between, desc, eq, gte, inArray, lte, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../database/open.ts'
import { isAnyOf, texts } from '../../database/parameters.ts'
import { changeMarks, changeRecords, markedChanges } from '../../database/tables/changes.ts'
import { incidents } from '../../database/tables/incidents.ts'
import { maintenanceDataCenters, maintenanceEvents } from '../../database/tables/maintenance.ts'
import { dataCenters } from '../../database/tables/reference.ts'

type Span = { from: Date; to: Date }

const time = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`

const NOTHING: Shared = { cis: [], services: [], data_centers: [] }
const KINDS = ['cis', 'services', 'data_centers'] as const
/** What one kind in common adds to the closeness of the contract: a bit each. */
const WEIGHTS = KINDS.map((kind) => [kind, closenessOf({ ...NOTHING, [kind]: ['one'] })] as const)

type Search = Span & {
  names: Shared
  /** Changes that began from then on and were still going on at the end of the span count as well. */
  goingOnSince: Date
  limit: number
}

export type Related = {
  /** The nearest, in their order. */
  changeIds: number[]
  /** All that share something. */
  related: number
  /** Changes within the span that share nothing. */
  unrelated: number
}

/**
 * The changes that share a name, of those in a span of time and those that were going on at its end. Read from the
 * lists by mark, which hold nothing but times and ids, and so alike wherever in ten million the span lies. Within a
 * transaction.
 */
export async function listRelatedChanges(db: Db, search: Search): Promise<Related> {
  const { names, from, to, goingOnSince, limit } = search
  const isNamed = sql.join(
    KINDS.map((kind) => sql`(kind = ${kind} and name = any(${texts(names[kind])}))`),
    sql` or `,
  )
  const weight = sql.join(
    WEIGHTS.map(([kind, value]) => sql`when ${kind} then ${value}::int`),
    sql` `,
  )
  const isShared = sql.join(
    KINDS.map((kind) => sql`${sql.raw(kind)} && ${texts(names[kind])}`),
    sql` or `,
  )
  const closeness = sql.join(
    WEIGHTS.map(
      ([kind, value]) =>
        sql`case when ${sql.raw(kind)} && ${texts(names[kind])} then ${value}::int else 0 end`,
    ),
    sql` + `,
  )
  // What an incident in every data center shares in a week is some hundred thousand rows: they are not put to disk.
  await db.execute(sql`set local work_mem = '32MB'`)
  const result = await db.execute<{ change_ids: string[]; related: number; unrelated: number }>(sql`
    with named as materialized (
      select mark_id, case kind ${weight} end as weight from ${changeMarks} where ${isNamed}
    ), related as materialized (
      select listed.change_id, max(listed.effective_at) as effective_at, bit_or(named.weight) as closeness,
        true as is_within
      from named join ${markedChanges} listed
        on listed.mark_id = named.mark_id and listed.effective_at between ${time(from)} and ${time(to)}
      group by listed.change_id
      union all
      select change_id, effective_at, ${closeness}, false from ${changeRecords}
      where effective_at >= ${time(goingOnSince)} and effective_at < ${time(from)} and ${goesOnAfter(to)}
        and (${isShared})
    ), counted as (
      select count(*)::int as related, (count(*) filter (where is_within))::int as within from related
    ), taken_place as (
      select count(*)::int as changes from ${changeRecords} where change_type in ('manual', 'auto')
        and effective_at between ${time(from)} and ${time(to)}
    )
    select related, changes - within as unrelated,
      array(select change_id from related order by closeness desc, effective_at desc, change_id limit ${limit}) as change_ids
    from counted, taken_place`)
  const [row] = result.rows
  return {
    changeIds: (row?.change_ids ?? []).map(Number),
    related: row?.related ?? 0,
    unrelated: row?.unrelated ?? 0,
  }
}

/**
 * The contract's `wasUnderWay`, of changes that started before: in the words of the index `changes_long`, which holds all
 * that took more than the shortest window.
 */
const goesOnAfter = (at: Date): SQL => sql`
  actual_start is not null
  and (coalesce(actual_end, submitted_on) is null or coalesce(actual_end, submitted_on) - actual_start > interval '1 hour')
  and coalesce(actual_end, submitted_on, 'infinity'::timestamptz) > ${time(at)}`

export type EventRow = Pick<
  typeof maintenanceEvents.$inferSelect,
  'eventId' | 'title' | 'isInternal' | 'startDate' | 'endDate'
> & { dataCenters: string[] }

/** Maintenance, tests aside, in one of the data centers at some time of a span, its ends included. */
export function listMaintenanceDuring(
  db: Db,
  { names, from, to }: Span & { names: readonly string[] },
): Promise<EventRow[]> {
  const { eventId, title, isInternal, startDate, endDate } = maintenanceEvents
  const inOne = db
    .select({ eventId: maintenanceDataCenters.eventId })
    .from(maintenanceDataCenters)
    .where(inArray(maintenanceDataCenters.dataCenter, [...names]))
  return db
    .select({
      ...{ eventId, title, isInternal, startDate, endDate },
      dataCenters: sql<string[]>`array_agg(${dataCenters.systemName} order by ${dataCenters.position})`,
    })
    .from(maintenanceEvents)
    .innerJoin(maintenanceDataCenters, eq(maintenanceDataCenters.eventId, eventId))
    .innerJoin(dataCenters, eq(dataCenters.systemName, maintenanceDataCenters.dataCenter))
    .where(
      and(
        lte(startDate, to),
        gte(endDate, from),
        eq(maintenanceEvents.isTest, false),
        inArray(eventId, inOne),
      ),
    )
    .groupBy(eventId)
    .orderBy(desc(startDate), asc(eventId))
}

/** The incidents that began in a span of time, its ends included, with what is needed to compare them. */
export const listIncidentsBegun = (db: Db, { from, to }: Span) =>
  db
    .select({ incidentId: incidents.incidentId, startDate: incidents.startDate, cis: incidents.cis })
    .from(incidents)
    .where(between(incidents.startDate, from, to))

export const listIncidentsById = (db: Db, incidentIds: readonly number[]) =>
  db.select().from(incidents).where(isAnyOf(incidents.incidentId, incidentIds))
