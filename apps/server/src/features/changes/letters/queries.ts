import { sql } from 'drizzle-orm'
import type { Db } from '../../../database/open.ts'
import { rowNumbers, texts } from '../../../database/parameters.ts'
import { changeLetters, changeRecords, LETTER_BITS, unreadChanges } from '../../../database/tables/changes.ts'

/** Changes of one type and hour that are to be read. `at` and `hour` are as PostgreSQL spells them. */
export type Unread = { unreadId: number; at: string; changeType: string; hour: string }

/** What is unread, the newest first, behind `before`. */
export async function findUnread(
  db: Db,
  { before, most }: { before: Pick<Unread, 'unreadId' | 'at'> | undefined; most: number },
): Promise<Unread[]> {
  const behind = before
    ? sql`(first_at, unread_id) < (${before.at}::timestamptz, ${before.unreadId}::bigint)`
    : sql`true`
  const found = await db.execute<Unread>(sql`
    select unread_id::float8 as "unreadId", first_at::text as at, change_type as "changeType",
      change_hour(first_at)::text as hour
    from ${unreadChanges} where ${behind} order by first_at desc, unread_id desc limit ${most}`)
  return found.rows
}

/** `isLast`: nothing that is to be read together with it lies behind it. */
export type ReadChange = { unreadId: number; at: string; changeId: number; text: string; isLast: boolean }

/** Texts can be long: of those behind so many bytes nothing is read yet. */
const BYTES_AT_ONCE = 500_000

/** The texts of what is unread, of each no more than `most`, in the order of time. */
export async function readTexts(db: Db, unreadIds: readonly number[], most: number): Promise<ReadChange[]> {
  const found = await db.execute<ReadChange>(sql`
    select unread_id::float8 as "unreadId", effective_at::text as at, change_id::float8 as "changeId", search_text as text,
      place = places and places < ${most} as "isLast"
    from ${unreadChanges} unread
    cross join lateral (
      select *, row_number() over in_time as place, count(*) over () as places,
        sum(octet_length(search_text)) over in_time - octet_length(search_text) as bytes_before
      from (
        select effective_at, change_id, search_text from ${changeRecords}
        where change_type = unread.change_type
          and (effective_at, change_id) >= (unread.first_at, unread.first_id)
          and (effective_at, change_id) <= (unread.last_at, unread.last_id)
        order by effective_at, change_id limit ${most}
      ) next
      window in_time as (order by effective_at, change_id)
    ) read
    where unread_id = any(${rowNumbers(unreadIds)}) and bytes_before < ${BYTES_AT_ONCE}
    order by unread_id, place`)
  return found.rows
}

export type Letters = { changeType: string; hour: string; letters: string }

/** Adds letters to those of their hours. */
export const addLetters = (db: Db, all: readonly Letters[]) =>
  db.execute(sql`
    insert into ${changeLetters} as kept (change_type, hour, letters)
    select change_type, hour, letters::bit(${sql.raw(String(LETTER_BITS))})
    from unnest(${texts(all.map((one) => one.changeType))}, ${texts(all.map((one) => one.hour))}::timestamptz[],
      ${texts(all.map((one) => one.letters))}) as new (change_type, hour, letters)
    on conflict (change_type, hour) do update set letters = kept.letters | excluded.letters
    where kept.letters | excluded.letters <> kept.letters`)

export const removeUnread = (db: Db, unreadIds: readonly number[]) =>
  db.execute(sql`delete from ${unreadChanges} where unread_id = any(${rowNumbers(unreadIds)})`)

/** What is read up to this change stays unread behind it. */
export const shortenUnread = (db: Db, { unreadId, at, changeId }: ReadChange) =>
  db.execute(sql`
    update ${unreadChanges} set first_at = ${at}::timestamptz, first_id = ${changeId + 1}
    where unread_id = ${unreadId}`)

type Range = { changeType: string; start: number | undefined; end: number | undefined }

/** How many hours of a range have changes; those whose changes may have all of the bits, in seconds since 1970. */
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
  const found = await db.execute<{ all: number; having: number[] }>(sql`
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
  return found.rows[0] ?? { all: 0, having: [] }
}
