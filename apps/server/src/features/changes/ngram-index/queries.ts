import { eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../database/open.ts'
import { isAnyOf, rowNumbers, texts } from '../../../database/parameters.ts'
import {
  changeLetters,
  changeRecords,
  changesPerHour,
  LETTER_BITS,
  unreadChanges,
} from '../../../database/tables/changes.ts'

/** A range of unindexed changes of one type and hour. `firstAt` and `hour` are in PostgreSQL's text format. */
export type UnreadRange = { unreadId: number; firstAt: string; changeType: string; hour: string }

/** Lists ranges that are not indexed yet, newest first; only those older than `before`, if it is given. */
export async function listUnread(
  db: Db,
  { before, limit }: { before: Pick<UnreadRange, 'unreadId' | 'firstAt'> | undefined; limit: number },
): Promise<UnreadRange[]> {
  const isOlder = before
    ? sql`(first_at, unread_id) < (${before.firstAt}::timestamptz, ${before.unreadId}::bigint)`
    : sql`true`
  const result = await db.execute<UnreadRange>(sql`
    select unread_id::float8 as "unreadId", first_at::text as "firstAt", change_type as "changeType",
      change_hour(first_at)::text as hour
    from ${unreadChanges} where ${isOlder} order by first_at desc, unread_id desc limit ${limit}`)
  return result.rows
}

/** `isLast`: whether this is the last change of its range. */
export type UnreadChange = {
  unreadId: number
  effectiveAt: string
  changeId: number
  text: string
  isLast: boolean
}

/** Bytes of text after which reading a range stops, because texts can be long; a later batch reads the rest. */
const BATCH_BYTES = 500_000

/**
 * The texts of the changes in these ranges, range by range in time order; at most `limit` changes per range.
 */
export async function listUnreadChanges(
  db: Db,
  unreadIds: readonly number[],
  limit: number,
): Promise<UnreadChange[]> {
  const result = await db.execute<UnreadChange>(sql`
    select unread_id::float8 as "unreadId", effective_at::text as "effectiveAt", change_id::float8 as "changeId", search_text as text,
      number = row_count and row_count < ${limit} as "isLast"
    from ${unreadChanges} unread
    cross join lateral (
      select *, row_number() over in_time as number, count(*) over () as row_count,
        sum(octet_length(search_text)) over in_time - octet_length(search_text) as bytes_before
      from (
        select effective_at, change_id, search_text from ${changeRecords}
        where change_type = unread.change_type
          and (effective_at, change_id) >= (unread.first_at, unread.first_id)
          and (effective_at, change_id) <= (unread.last_at, unread.last_id)
        order by effective_at, change_id limit ${limit}
      ) range_changes
      window in_time as (order by effective_at, change_id)
    ) numbered
    where unread_id = any(${rowNumbers(unreadIds)}) and bytes_before < ${BATCH_BYTES}
    order by unread_id, number`)
  return result.rows
}

export type HourNgrams = { changeType: string; hour: string; bits: string }

/** Adds the n-grams of each hour to the n-grams that are stored for this hour. */
export const addNgrams = (db: Db, hours: readonly HourNgrams[]) =>
  db.execute(sql`
    insert into ${changeLetters} as stored (change_type, hour, letters)
    select change_type, hour, letters::bit(${sql.raw(String(LETTER_BITS))})
    from unnest(${texts(hours.map(({ changeType }) => changeType))}, ${texts(hours.map(({ hour }) => hour))}::timestamptz[],
      ${texts(hours.map(({ bits }) => bits))}) as new (change_type, hour, letters)
    on conflict (change_type, hour) do update set letters = stored.letters | excluded.letters
    where stored.letters | excluded.letters <> stored.letters`)

export const deleteUnread = (db: Db, unreadIds: readonly number[]) =>
  db.delete(unreadChanges).where(isAnyOf(unreadChanges.unreadId, unreadIds))

/** Shortens a range that is indexed up to and including this change. */
export const shortenUnread = (db: Db, { unreadId, effectiveAt, changeId }: UnreadChange) =>
  db
    .update(unreadChanges)
    .set({ firstAt: sql`${effectiveAt}::timestamptz`, firstId: changeId + 1 }) // exact to the microsecond
    .where(eq(unreadChanges.unreadId, unreadId))

type Range = { changeType: string; start: number | undefined; end: number | undefined }

/**
 * Counts the hours with changes in a range (`total`) and lists those that may have a text with all `bits`
 * (`candidates`, in seconds since 1970). Hours that are not fully indexed are candidates.
 */
export async function findHours(
  db: Db,
  { changeType, start, end }: Range,
  bits: readonly number[],
): Promise<{ total: number; candidates: number[] }> {
  const range = inHours({ start, end })
  const result = await db.execute<{ total: number; candidates: number[] }>(sql`
    select count(*)::int as total, coalesce(json_agg(extract(epoch from hour) order by hour) filter (where has_bits), '[]') as candidates
    from (
      select hour, bool_or(has_bits) as has_bits from (
        select hour, ${hasBits(bits)} as has_bits from (select *, hour as at from ${changeLetters}) indexed
        where change_type = ${changeType} and ${range}
        union all
        select change_hour(at), true from (select *, first_at as at from ${unreadChanges}) unread
        where change_type = ${changeType} and ${range}
      ) indexed_or_unread group by hour
    ) hours`)
  return result.rows[0] ?? { total: 0, candidates: [] }
}

export type HourSample = {
  hours: number
  /** Hours that may have a text with all bits, or that are not fully indexed. */
  candidates: number
  /** Changes of these hours, as far as they are counted. */
  changes: number
  /** Estimated rows of the table, from its statistics. */
  tableRows: number
}

/** Checks the first `limit` hours with changes of a range, in time order. */
export async function sampleHours(
  db: Db,
  { changeType, order, ...range }: Range & { order: 'ASC' | 'DESC' },
  { bits, limit }: { bits: readonly number[]; limit: number },
): Promise<HourSample> {
  const first = sql`order by at ${sql.raw(order)} limit ${limit}`
  const result = await db.execute<HourSample>(sql`
    with sample as materialized (
      select at, bool_or(has_bits) as has_bits from (
        (
          select at, ${hasBits(bits)} as has_bits from (select *, hour as at from ${changeLetters}) indexed
          where change_type = ${changeType} and ${inHours(range)} ${first}
        )
        union all
        (
          select change_hour(at), true from (select *, first_at as at from ${unreadChanges}) unread
          where change_type = ${changeType} and ${inHours(range)} ${first}
        )
      ) indexed_or_unread group by at ${first}
    )
    select count(*)::int as hours, count(*) filter (where has_bits)::int as candidates, (
        select coalesce(sum(count), 0)::float8 from ${changesPerHour}
        where change_type = ${changeType} and mark_id = 0
          and hour >= (select min(at) from sample) and hour <= (select max(at) from sample)
      ) as changes, (select reltuples::float8 from pg_class where oid = 'changes'::regclass) as "tableRows"
    from sample`)
  return result.rows[0] ?? { hours: 0, candidates: 0, changes: 0, tableRows: 0 }
}

/** WHERE condition: `at` lies in the hours of the range. */
function inHours({ start, end }: Pick<Range, 'start' | 'end'>): SQL {
  const toHour = (ms: number) => sql`change_hour(${new Date(ms).toISOString()}::timestamptz)`
  const fromStart = start === undefined ? sql`true` : sql`at >= ${toHour(start)}`
  const toEnd = end === undefined ? sql`true` : sql`at < ${toHour(end)} + interval '1 hour'`
  return sql`${fromStart} and ${toEnd}`
}

const hasBits = (bits: readonly number[]): SQL =>
  sql.join(
    bits.map((bit) => sql`get_bit(letters, ${bit}) = 1`),
    sql` and `,
  )
