import { closenessOf, type Shared } from '@aviary/contract/correlation/rules'
import { COMPARED_CHARACTERS } from '@aviary/contract/correlation/words'
import { ROOT_CAUSE_TITLE, ROOT_CAUSE_TITLES } from '@aviary/contract/incidents/rules'
import { and, asc, between, desc, eq, inArray, lte, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../database/open.ts'
import { isAnyOf, texts } from '../../database/parameters.ts'
import { changeMarks, changeRecords, markedChanges } from '../../database/tables/changes.ts'
import {
  incidentDataCenters,
  incidentMessages,
  incidentServices,
  incidents,
} from '../../database/tables/incidents.ts'
import { maintenanceDataCenters, maintenanceEvents } from '../../database/tables/maintenance.ts'
import { dataCenters, services } from '../../database/tables/reference.ts'

type Span = { from: Date; to: Date }

const time = (date: Date): SQL => sql`${date.toISOString()}::timestamptz`

const NO_NAMES: Shared = { cis: [], services: [], data_centers: [] }
const KINDS = ['cis', 'services', 'data_centers'] as const
/**
 * Weight of each kind in the contract's `closenessOf`. Each weight is a separate bit, so that SQL can combine
 * them by `bit_or`.
 */
const WEIGHTS = KINDS.map((kind) => [kind, closenessOf({ ...NO_NAMES, [kind]: ['one'] })] as const)

type Search = Span & {
  names: Shared
  /**
   * Changes that took effect between this time and the span also count, if they were still under way at the
   * end of the span.
   */
  underWaySince: Date
  limit: number
}

export type Related = {
  /** Sorted by closeness, then by time, the latest first. */
  changeIds: number[]
  /** Number of changes that share a CI, service or data center. */
  related: number
  /** Number of changes within the span that share no CI, service or data center. */
  unrelated: number
}

/**
 * Changes in a span, or under way at its end, that share a CI, service or data center with `names`. Reads the
 * lists of changes by mark, which contain only times and ids: any span is fast, even among ten million
 * changes. Needs a transaction, because it sets `work_mem` locally.
 */
export async function listRelatedChanges(db: Db, search: Search): Promise<Related> {
  const { names, from, to, underWaySince, limit } = search
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
  // An incident in every data center shares names with some hundred thousand changes a week; with this much
  // memory, the query needs no temporary files.
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
      where effective_at >= ${time(underWaySince)} and effective_at < ${time(from)} and ${isUnderWayAt(to)}
        and (${isShared})
    ), counted as (
      select count(*)::int as related, (count(*) filter (where is_within))::int as within from related
    ), occurred as (
      select count(*)::int as changes from ${changeRecords} where change_type in ('manual', 'auto')
        and effective_at between ${time(from)} and ${time(to)}
    )
    select related, changes - within as unrelated,
      array(select change_id from related order by closeness desc, effective_at desc, change_id limit ${limit}) as change_ids
    from counted, occurred`)
  const [row] = result.rows
  return {
    changeIds: (row?.change_ids ?? []).map(Number),
    related: row?.related ?? 0,
    unrelated: row?.unrelated ?? 0,
  }
}

/**
 * The contract's `wasUnderWay` in SQL, for changes that started before the span. The one-hour condition
 * excludes none of them, because a span lasts at least an hour; it lets PostgreSQL use the partial index
 * `changes_long`.
 */
const isUnderWayAt = (date: Date): SQL => sql`
  actual_start is not null
  and (coalesce(actual_end, submitted_on) is null or coalesce(actual_end, submitted_on) - actual_start > interval '1 hour')
  and coalesce(actual_end, submitted_on, 'infinity'::timestamptz) > ${time(date)}`

export type EventRow = Pick<
  typeof maintenanceEvents.$inferSelect,
  'eventId' | 'title' | 'isInternal' | 'startDate' | 'endDate'
> & { dataCenters: string[] }

/**
 * Maintenance events that overlap a span, both ends included, and are in at least one of the data centers.
 * Test events are left out, and those that were cancelled before their start; one that was cancelled later ended then.
 */
export function listMaintenanceDuring(
  db: Db,
  { names, from, to }: Span & { names: readonly string[] },
): Promise<EventRow[]> {
  const { eventId, title, isInternal, startDate, cancelledAt } = maintenanceEvents
  const endDate = sql<Date>`least(${maintenanceEvents.endDate}, ${cancelledAt})`.mapWith(
    maintenanceEvents.endDate,
  )
  const inDataCenters = db
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
        sql`${endDate} >= ${time(from)}`,
        eq(maintenanceEvents.isTest, false),
        sql`coalesce(${cancelledAt} > ${startDate}, true)`,
        inArray(eventId, inDataCenters),
      ),
    )
    .groupBy(eventId)
    .orderBy(desc(startDate), asc(eventId))
}

/** Incidents that began in a span, ends included, with only the fields needed to compare them with a change. */
export const listStartedIncidents = (db: Db, { from, to }: Span) =>
  db
    .select({
      incidentId: incidents.incidentId,
      startDate: incidents.startDate,
      cis: incidents.cis,
      isInternal: incidents.isInternal,
    })
    .from(incidents)
    .where(between(incidents.startDate, from, to))

export const listIncidentsById = (db: Db, incidentIds: readonly number[]) =>
  db.select().from(incidents).where(isAnyOf(incidents.incidentId, incidentIds))

const beginningOfDetails = sql`left(details, ${sql.raw(String(COMPARED_CHARACTERS))})`

/** A word with the share of incidents that have it, 0 if that is too small to be known. */
export type WordFrequency = { word: string; frequency: number }

/**
 * The rarest of `words` first, as PostgreSQL's statistics of the index tell; without statistics all are rare. Also the
 * estimated number of incidents.
 */
export async function listWordFrequencies(db: Db, words: readonly string[], limit: number) {
  const result = await db.execute<WordFrequency & { incidents: number }>(sql`
    select word, coalesce(frequency, 0)::float8 as frequency,
      (select reltuples::float8 from pg_class where oid = ${'incidents'}::regclass) as incidents
    from unnest(${texts(words)}) with ordinality given(word, place) left join (
      select lexeme, frequency from pg_stats,
        unnest(most_common_elems::text::text[], most_common_elem_freqs) common(lexeme, frequency)
      where schemaname = current_schema() and tablename = 'incidents_words'
    ) common on lexeme = word
    order by coalesce(frequency, 0), place limit ${limit}`)
  return result.rows
}

type Places = { services: string[]; data_centers: string[] }

/** Services and data centers of an incident, in their order, in one statement. */
export async function getPlaces(db: Db, incidentId: number): Promise<Places> {
  const result = await db.execute<Places>(sql`
    select array(select service from ${incidentServices} join ${services} on system_name = service
        where incident_id = ${incidentId} order by position) as services,
      array(select data_center from ${incidentDataCenters} join ${dataCenters} on system_name = data_center
        where incident_id = ${incidentId} order by position) as data_centers`)
  return result.rows[0] ?? { services: [], data_centers: [] }
}

export type SimilarSearch = {
  incidentId: number
  names: Shared
  /** As `tsquery`; undefined without words to search by. */
  wordQuery: string | undefined
  withInternal: boolean
}

/** `services` and `data_centers` are only those that it shares. */
export type SimilarRow = {
  incident_id: number
  started: number
  details: string
  cis: string[]
  services: string[]
  data_centers: string[]
}

/** How many incidents are compared: the newest of each kind of reason. */
const MOST_WITH_CI = 60
const MOST_WITH_SERVICE = 100
const MOST_WITH_WORDS = 60

/**
 * Incidents that share a CI, a service or words, of each kind only the newest: comparing all would take seconds. Ids
 * ascend in the order in which incidents became known.
 */
export async function listSimilarRows(db: Db, search: SimilarSearch): Promise<SimilarRow[]> {
  const { incidentId, names, wordQuery, withInternal } = search
  const isVisible = withInternal ? sql`` : sql`and not is_internal`
  const visible = withInternal ? sql`` : sql`join ${incidents} using (incident_id)`
  const perService = Math.ceil(MOST_WITH_SERVICE / Math.max(1, names.services.length))
  const result = await db.execute<SimilarRow>(sql`
    with found as materialized (
      (select incident_id from ${incidents} where cis && ${texts(names.cis)} and incident_id <> ${incidentId} ${isVisible}
        order by incident_id desc limit ${MOST_WITH_CI})
      union
      select newest.incident_id from unnest(${texts(names.services)}) named cross join lateral (
        select listed.incident_id from ${incidentServices} listed ${visible}
        where service = named and listed.incident_id <> ${incidentId} ${isVisible}
        order by listed.incident_id desc limit ${perService}
      ) newest
      union
      (select incident_id from ${incidents}
        where to_tsvector('simple', ${beginningOfDetails}) @@ ${wordQuery ?? null}::tsquery
          and incident_id <> ${incidentId} ${isVisible}
        order by incident_id desc limit ${MOST_WITH_WORDS})
    )
    select incident_id, extract(epoch from start_date)::float8 as started, ${beginningOfDetails} as details, cis,
      array(select service from ${incidentServices} listed
        where listed.incident_id = incident.incident_id and service = any(${texts(names.services)})) as services,
      array(select data_center from ${incidentDataCenters} listed
        where listed.incident_id = incident.incident_id and data_center = any(${texts(names.data_centers)})) as data_centers
    from found join ${incidents} incident using (incident_id)`)
  return result.rows
}

/** These incidents with the message that tells their root cause, chosen as the contract's `rootCauseMessage` does. */
export function listWithRootCause(db: Db, incidentIds: readonly number[], withInternal: boolean) {
  const isVisible = withInternal ? sql`` : sql`and message_type not ilike '%internal%'`
  const rootCause = sql<{ message_id: number; title: string } | null>`(
    select json_build_object('message_id', message_id, 'title', title) from ${incidentMessages}
    where incident_id = ${incidents}.incident_id and title = any(${texts(ROOT_CAUSE_TITLES)}) ${isVisible}
    order by title = ${ROOT_CAUSE_TITLE} desc, created_date desc, message_id desc limit 1)`
  return db
    .select({ row: incidents, rootCause })
    .from(incidents)
    .where(isAnyOf(incidents.incidentId, incidentIds))
}
