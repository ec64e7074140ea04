import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../../database/open.ts'
import { isAnyOf, rowNumbers, texts } from '../../../database/parameters.ts'
import { changeLetters, changeRecords, LETTER_BITS, unreadChanges } from '../../../database/tables/changes.ts'

/** A range of changes of one type and hour that is not indexed yet. `at` and `hour` are as PostgreSQL spells them. */
export type Unread = { unreadId: number; at: string; changeType: string; hour: string }

/** Ranges that are not indexed yet, the newest first, behind `before`. */
export async function listUnread(
  db: Db,
  { before, limit }: { before: Pick<Unread, 'unreadId' | 'at'> | undefined; limit: number },
): Promise<Unread[]> {
  const behind = before
    ? sql`(first_at, unread_id) < (${before.at}::timestamptz, ${before.unreadId}::bigint)`
    : sql`true`
  const result = await db.execute<Unread>(sql`
    select unread_id::float8 as "unreadId", first_at::text as at, change_type as "changeType",
      change_hour(first_at)::text as hour
    from ${unreadChanges} where ${behind} order by first_at desc, unread_id desc limit ${limit}`)
  return result.rows
}

/** `isLast`: the last change of its range. */
export type UnreadChange = { unreadId: number; at: string; changeId: number; text: string; isLast: boolean }

/** Texts can be long: the range is cut once so many bytes of it are read. */
const BATCH_BYTES = 500_000

/** The texts of these ranges in the order of time, at most `limit` of each range. */
export async function listUnreadChanges(
  db: Db,
  unreadIds: readonly number[],
  limit: number,
): Promise<UnreadChange[]> {
  const result = await db.execute<UnreadChange>(sql`
    select unread_id::float8 as "unreadId", effective_at::text as at, change_id::float8 as "changeId", search_text as text,
      place = places and places < ${limit} as "isLast"
    from ${unreadChanges} unread
    cross join lateral (
      select *, row_number() over in_time as place, count(*) over () as places,
        sum(octet_length(search_text)) over in_time - octet_length(search_text) as bytes_before
      from (
        select effective_at, change_id, search_text from ${changeRecords}
        where change_type = unread.change_type
          and (effective_at, change_id) >= (unread.first_at, unread.first_id)
          and (effective_at, change_id) <= (unread.last_at, unread.last_id)
        order by effective_at, change_id limit ${limit}
      ) next
      window in_time as (order by effective_at, change_id)
    ) read
    where unread_id = any(${rowNumbers(unreadIds)}) and bytes_before < ${BATCH_BYTES}
    order by unread_id, place`)
  return result.rows
}

export type HourNgrams = { changeType: string; hour: string; bits: string }

/** Adds n-grams to those of their hours. */
export const addNgrams = (db: Db, hours: readonly HourNgrams[]) =>
  db.execute(sql`
    insert into ${changeLetters} as kept (change_type, hour, letters)
    select change_type, hour, letters::bit(${sql.raw(String(LETTER_BITS))})
    from unnest(${texts(hours.map(({ changeType }) => changeType))}, ${texts(hours.map(({ hour }) => hour))}::timestamptz[],
      ${texts(hours.map(({ bits }) => bits))}) as new (change_type, hour, letters)
    on conflict (change_type, hour) do update set letters = kept.letters | excluded.letters
    where kept.letters | excluded.letters <> kept.letters`)

export const deleteUnread = (db: Db, unreadIds: readonly number[]) =>
  db.delete(unreadChanges).where(isAnyOf(unreadChanges.unreadId, unreadIds))

/** The range is indexed up to this change; the rest of it is not. */
export const shortenUnread = (db: Db, { unreadId, at, changeId }: UnreadChange) =>
  db
    .update(unreadChanges)
    .set({ firstAt: sql`${at}::timestamptz`, firstId: changeId + 1 }) // exact to the microsecond
    .where(eq(unreadChanges.unreadId, unreadId))

type Range = { changeType: string; start: number | undefined; end: number | undefined }

/**
 * Hours of a range, in seconds since 1970: `all` is how many have changes, `having` those that may have a text with all of
 * the bits. Hours that are not indexed yet count as having them.
 */
export async function findHours(
  db: Db,
  { changeType, start, end }: Range,
  bits: readonly number[],
): Promise<{ all: number; having: number[] }> {
  const hourOf = (ms: number) => sql`change_hour(${new Date(ms).toISOString()}::timestamptz)`
  const since = start === undefined ? sql`true` : sql`at >= ${hourOf(start)}`
  const until = end === undefined ? sql`true` : sql`at < ${hourOf(end)} + interval '1 hour'`
  const has = sql.join(
    bits.map((bit) => sql`get_bit(letters, ${bit}) = 1`),
    sql` and `,
  )
  const result = await db.execute<{ all: number; having: number[] }>(sql`
    select count(*)::int as "all", coalesce(json_agg(extract(epoch from hour) order by hour) filter (where has), '[]') as having
    from (
      select hour, bool_or(has) as has from (
        select hour, ${has} as has from (select *, hour as at from ${changeLetters}) kept
        where change_type = ${changeType} and ${since} and ${until}
        union all
        select change_hour(at), true from (select *, first_at as at from ${unreadChanges}) unread
        where change_type = ${changeType} and ${since} and ${until}
      ) each_one group by hour
    ) hours`)
  return result.rows[0] ?? { all: 0, having: [] }
}
