import { sql } from 'drizzle-orm'
import type { Db } from '../../../database/open.ts'
import {
  changeMarks,
  changeRecords,
  changesPerDay,
  changesPerHour,
  changesPerHourDeltas,
  changesPerHourProgress,
  markedChanges,
} from '../../../database/tables/changes.ts'

const TYPES = sql`('manual', 'auto')`

/** Hours that are counted at once, as PostgreSQL writes times; the last one is not included. */
export type HourSpan = { first: string; last: string }

/** The next older hours to count, with about `limit` changes of each type; undefined once all are counted. */
export async function findUncountedHours(db: Db, limit: number): Promise<HourSpan | undefined> {
  const result = await db.execute<HourSpan>(sql`
    select counted_from::text as last, coalesce(change_hour((
      select max(effective_at) from (values ('manual'), ('auto')) types (change_type)
      cross join lateral (
        select effective_at from ${changeRecords} stored
        where stored.change_type = types.change_type and effective_at < counted_from
        order by effective_at desc limit 1 offset ${limit}
      ) nth
    )), '-infinity')::text as first
    from ${changesPerHourProgress} where counted_from > '-infinity'`)
  return result.rows[0]
}

/**
 * Counts the changes of these hours and returns their number. As one statement it sees one moment: the deltas that it
 * deletes are those of the changes that it counts.
 */
export async function countHours(db: Db, { first, last }: HourSpan): Promise<number> {
  const inHours = (time: 'hour' | 'effective_at') =>
    sql`${sql.raw(time)} >= ${first}::timestamptz and ${sql.raw(time)} < ${last}::timestamptz`
  const result = await db.execute<{ changes: number }>(sql`
    with removed as (
      delete from ${changesPerHourDeltas} where change_type in ${TYPES} and ${inHours('hour')}
        and mark_id = any(array(select 0 union all select mark_id from ${changeMarks} where kind <> 'cis'))
    ), counted as (
      select change_type, 0 as mark_id, change_hour(effective_at) as hour, count(*) as count from ${changeRecords}
      where change_type in ${TYPES} and ${inHours('effective_at')} group by 1, 3
      union all
      select change_type, mark_id, hour, count from ${changeMarks} mark
      cross join lateral (
        select change_hour(effective_at) as hour, count(*) as count from ${markedChanges} listed
        where listed.mark_id = mark.mark_id and ${inHours('effective_at')} group by 1
      ) by_hour where kind <> 'cis'
    ), stored as (
      insert into ${changesPerHour} (change_type, mark_id, hour, count)
      select * from counted order by 1, 2, 3
    ), ${addToDays('counted')}, progress as (
      update ${changesPerHourProgress} set counted_from = ${first}::timestamptz
    )
    select coalesce(sum(count), 0)::float8 as changes from counted where mark_id = 0`)
  return result.rows[0]?.changes ?? 0
}

/** Adds the counts of hours to those of their days; stands in a WITH clause behind the query of that name. */
const addToDays = (hours: 'counted' | 'removed') => sql`
    days as (
      insert into ${changesPerDay} as stored (change_type, mark_id, day, count)
      select change_type, mark_id, date_trunc('day', hour, 'UTC'), sum(count) from ${sql.raw(hours)} group by 1, 2, 3 order by 1, 2, 3
      on conflict (change_type, mark_id, day) do update set count = stored.count + excluded.count
      returning change_type, mark_id, day, count
    )`

/** Key of a count. `hour` is in PostgreSQL's text format. */
export type CountKey = { changeType: string; markId: number; hour: string }

type Added = CountKey & { deltas: number; emptyHours: object[] | null; emptyDays: object[] | null }

/**
 * Adds deltas to the counts, in the order of their keys from `from` on, and deletes them. Returns how many they were
 * and the key of the last one.
 */
export async function addDeltas(
  db: Db,
  { from, limit }: { from: CountKey | undefined; limit: number },
): Promise<{ deltas: number; last: CountKey | undefined }> {
  const isBehind = from
    ? sql`(change_type, mark_id, hour) >= (${from.changeType}, ${from.markId}::int, ${from.hour}::timestamptz)`
    : sql`true`
  const result = await db.execute<Added>(sql`
    with batch as materialized (
      select ctid, change_type, mark_id, hour, count from ${changesPerHourDeltas} where ${isBehind}
      order by change_type, mark_id, hour limit ${limit}
    ), removed as (
      delete from ${changesPerHourDeltas} where ctid = any(array(select ctid from batch))
      returning change_type, mark_id, hour, count
    ), added as (
      insert into ${changesPerHour} as stored (change_type, mark_id, hour, count)
      select change_type, mark_id, hour, sum(count) from removed group by 1, 2, 3 order by 1, 2, 3
      on conflict (change_type, mark_id, hour) do update set count = stored.count + excluded.count
      returning change_type, mark_id, hour, count
    ), ${addToDays('removed')}
    select (select count(*)::int from batch) as deltas, change_type as "changeType", mark_id as "markId", hour::text as hour,
      (select json_agg(added) from added where count = 0) as "emptyHours",
      (select json_agg(days) from days where count = 0) as "emptyDays"
    from batch order by change_type desc, mark_id desc, batch.hour desc limit 1`)
  const [row] = result.rows
  if (!row) return { deltas: 0, last: undefined }
  const { deltas, emptyHours, emptyDays, ...last } = row
  if (emptyHours) await deleteEmpty(db, 'hour', emptyHours)
  if (emptyDays) await deleteEmpty(db, 'day', emptyDays)
  return { deltas, last }
}

/** Deletes counts of which no change is left. A statement of its own, as none can delete what it has just updated. */
const deleteEmpty = (db: Db, unit: 'hour' | 'day', keys: readonly object[]) =>
  db.execute(sql`
    delete from ${unit === 'hour' ? changesPerHour : changesPerDay} stored
    using json_to_recordset(${JSON.stringify(keys)}::json) as empty (change_type text, mark_id int, ${sql.raw(unit)} timestamptz)
    where stored.change_type = empty.change_type and stored.mark_id = empty.mark_id
      and stored.${sql.raw(unit)} = empty.${sql.raw(unit)} and stored.count = 0`)
