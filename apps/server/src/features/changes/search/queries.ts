import type { ChangeType, EntityKind, SortColumn } from '@aviary/contract/changes/rules'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../database/open.ts'
import { integers, literally, texts } from '../../../database/parameters.ts'
import { changeMarks, changeRecords, markedChanges } from '../../../database/tables/changes.ts'
import type { Keyword } from './keyword.ts'

// A page is found in two ways. A walk goes through the changes in the order of time, by an index, and ends as soon as the
// page is full; the planner is told to keep that order, because it takes rare things for common ones and the other way
// round. Within a window of time all that fits is found, by whichever index the planner takes, and then put in order.

/** A place in the order of time. `at` is in UTC and exact to the microsecond: `2026-08-20T14:43:00.000000Z`. */
export type Place = { at: string; changeId: number }

/** The names of one kind: a change has to have one of them. */
export type Named = { kind: EntityKind; names: readonly string[]; markIds: readonly number[] }

/** Seconds since 1970, the end not included. */
export type Time = { start: number; end: number }

/** Milliseconds since 1970, both included. */
type Range = { start: number | undefined; end: number | undefined }

/** What is looked for. */
export type Sought = Range & {
  changeType: ChangeType
  /** The kinds that are named, the rarest names first. */
  named: readonly Named[]
  /** The first kind's names stand in so few changes that it is quicker to go from their lists to the changes. */
  goesByList: boolean
  keyword: Keyword | undefined
}

export type Order = 'ASC' | 'DESC'
/** Changes in the order of time, from the one behind `after` on. */
export type Walk = Sought & {
  order: Order
  after?: Place | undefined
  byTrigrams?: boolean
  /** The keyword stands in changes of these times alone. */
  times?: readonly Time[] | undefined
}

const joined = (conditions: readonly SQL[]): SQL => sql.join([sql`true`, ...conditions], sql` and `)
const direction = (order: Order): SQL => sql.raw(order)
const placeAt = sql.raw(`to_char(effective_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`)
const place = sql`json_build_object('at', ${placeAt}, 'changeId', change_id)`
const inTime = (order: Order): SQL =>
  sql`order by effective_at ${direction(order)}, change_id ${direction(order)}`
const moment = (ms: number): SQL => sql`${new Date(ms).toISOString()}::timestamptz`

/** The conditions on time; for columns without a prefix. Where there are `times`, each of them as `time`. */
function within({ start, end, order, after, times }: Omit<Walk, keyof Sought> & Range): SQL[] {
  const behind = sql.raw(order === 'DESC' ? '<' : '>')
  return [
    ...(start === undefined ? [] : [sql`effective_at >= ${moment(start)}`]),
    ...(end === undefined ? [] : [sql`effective_at <= ${moment(end)}`]),
    ...(after
      ? [sql`(effective_at, change_id) ${behind} (${after.at}::timestamptz, ${after.changeId}::bigint)`]
      : []),
    ...(times ? [sql`effective_at >= time.first and effective_at < time.last`] : []),
  ]
}

const seconds = (values: readonly number[]): SQL => sql`${sql.param([...values])}::float8[]`

/** What is selected within `times` is looked for in each of them, and not in all of the range. */
const inEach = (times: readonly Time[], selected: SQL): SQL => sql`(
  select to_timestamp(first) as first, to_timestamp(last) as last
  from unnest(${seconds(times.map(({ start }) => start))}, ${seconds(times.map(({ end }) => end))}) as given (first, last)
) time cross join lateral ${selected}`

/** The changes that have one of the names, each once, in the order of time. Of each name no more than `most` are needed. */
function listOf({ markIds }: Named, walk: Walk, most: number | undefined): SQL {
  const limit = most === undefined ? sql`offset 0` : sql`limit ${most}`
  const lists = markIds.map(
    (markId) => sql`(select effective_at, change_id from ${markedChanges}
      where mark_id = ${markId} and ${joined(within(walk))} ${inTime(walk.order)} ${limit})`,
  )
  if (lists.length === 1) return lists[0] as SQL
  // Each list is in order and no longer than needed, so they are merged and not sorted, and as far as needed.
  return sql`(select distinct effective_at, change_id from (${sql.join(lists, sql` union all `)}) lists
    ${inTime(walk.order)} offset 0)`
}

const hasMark = ({ markIds }: Named): SQL => sql`exists (select from ${markedChanges} other
  where other.mark_id = any(${integers(markIds)})
    and other.effective_at = listed.effective_at and other.change_id = listed.change_id)`

/** Changes by their places alone: all that is sought but the keyword. Reads indexes only. */
export function places(walk: Walk, most?: number): SQL {
  const [first, ...others] = walk.named
  if (!first)
    return sql`(select effective_at, change_id from ${changeRecords}
      where change_type = ${walk.changeType} and ${joined(within(walk))})`
  const list = listOf(first, walk, others.length > 0 ? undefined : most)
  if (others.length === 0) return list
  return sql`(select effective_at, change_id from ${list} listed where ${joined(others.map(hasMark))})`
}

const column = (name: string): SQL => sql`change.${sql.identifier(name)}`
const pattern = ({ text }: Keyword): SQL => sql`'%' || lower(${literally(text)}) || '%'`

/**
 * Looked for in the text of all columns first, whichever of them are meant. The planner takes the trigram index for ten
 * times as quick as it is with common words, so it is told whether to: the function behind `like` is not in the index.
 */
function hasKeyword({ keyword, byTrigrams }: Pick<Walk, 'keyword' | 'byTrigrams'>): SQL[] {
  if (!keyword) return []
  const inText = byTrigrams
    ? sql`change.search_text like ${pattern(keyword)}`
    : sql`textlike(change.search_text, ${pattern(keyword)})`
  if (!keyword.needsRecheck) return [inText]
  const texts = keyword.fields.map(column)
  const repository = sql`(change.github_owner || '/' || change.github_repo)`
  const columns = keyword.searchType === 'any' ? [...texts, repository] : texts
  const inColumns = columns.map((text) => sql`lower(${text}) like ${pattern(keyword)}`)
  return [inText, sql`(${sql.join(inColumns, sql` or `)})`]
}

const hasNames = (named: readonly Named[]): SQL[] =>
  named.map(({ kind, names }) => sql`${column(kind)} && ${texts(names)}`)

/** Rows of changes as `change`: all that is sought, found in whichever way the planner takes for the quickest. */
export function matches(sought: Walk): SQL {
  const [first, ...others] = sought.named
  const inRange = [sql`change_type = ${sought.changeType}`, ...within(sought)]
  const eachTime = (selected: SQL) => (sought.times ? inEach(sought.times, selected) : selected)
  // Of each time by itself: else the planner takes all of the range and holds it against the times.
  const byTime = sought.times ? sql`offset 0` : sql``
  const changes = eachTime(sql`(select * from ${changeRecords} where ${joined(inRange)} ${byTime}) change`)
  if (!first || !sought.goesByList)
    return sql`${changes} where ${joined([...hasNames(sought.named), ...hasKeyword(sought)])}`
  return sql`${eachTime(listOf(first, sought, undefined))} listed join ${changeRecords} change on change.change_id = listed.change_id
    where ${joined([...hasNames(others), ...hasKeyword(sought)])}`
}

/** Rows of changes as `change`, at most so many of those that are in time and named, and of these what has the keyword. */
function walked(walk: Walk, most: number | undefined): SQL {
  const limit = most === undefined ? sql`offset 0` : sql`limit ${most}`
  const [first, ...others] = walk.named
  if (!first || !walk.goesByList)
    return sql`(select * from ${changeRecords} where change_type = ${walk.changeType} and ${joined(within(walk))}
        ${inTime(walk.order)} ${limit}) change
      where ${joined([...hasNames(walk.named), ...hasKeyword(walk)])}`
  return sql`(select effective_at, change_id from ${listOf(first, walk, most)} listed ${inTime(walk.order)} ${limit}) listed
    cross join lateral (select * from ${changeRecords} change where change.change_id = listed.change_id
      and ${joined([...hasNames(others), ...hasKeyword(walk)])} limit 1) change`
}

/** Past `skip`, at most `most`. */
export type Part = { skip: number; most: number }
/** `total`: how many there are, counted up to the end of the part. */
export type Found = { total: number; page: readonly Place[] }

/** Changes in the order of time: `select effective_at, change_id …`. */
async function partOf(db: Db, ordered: SQL, { order, skip, most }: Part & { order: Order }): Promise<Found> {
  const found = await db.execute<Found>(sql`
    with found as materialized (${ordered} limit ${skip + most})
    select (select count(*)::int from found) as total, coalesce((
      select json_agg(${place} ${inTime(order)}) from (
        select * from found ${inTime(order)} limit ${most} offset ${skip}) part
    ), '[]') as page`)
  return found.rows[0] ?? { total: 0, page: [] }
}

/** What is sought, without its keyword. */
export const findByPlace = (db: Db, walk: Walk, part: Part) =>
  partOf(db, sql`select * from ${places(walk, part.skip + part.most)} place ${inTime(walk.order)}`, {
    ...part,
    order: walk.order,
  })

/** What is sought, among the next `examined` changes or among all of them. */
export const findByWalk = (db: Db, walk: Walk, { examined, ...part }: Part & { examined?: number }) =>
  partOf(
    db,
    sql`select change.effective_at, change.change_id from ${walked(walk, examined)}
      order by change.effective_at ${direction(walk.order)}, change.change_id ${direction(walk.order)}`,
    { ...part, order: walk.order },
  )

/** All that is sought is found first, and then put in order: for what is rare, or in a short time. */
export const findInWindow = (db: Db, walk: Walk, part: Part) =>
  // Planned without its limit: with it the planner takes a rare word for a common one and walks to the end of time.
  partOf(
    db,
    sql`select * from (select change.effective_at, change.change_id from ${matches(walk)} offset 0) unsorted
      ${inTime(walk.order)}`,
    { ...part, order: walk.order },
  )

/** Times are milliseconds since 1970: where the walk began, where it ended, and where all changes of the type end. */
export type Edge = {
  place: Place
  from: number
  at: number
  last: number
  /** How many changes there are. */
  stored: number
  /** The trigram index knows the letters of the sample. */
  isIndexed: boolean
  /** The keyword as it is looked for. */
  lowered: string
}

/** Where a walk of so many changes ended, with what the way on depends on; undefined when it saw them all. */
export async function findEdge(
  db: Db,
  walk: Walk,
  { examined, sample }: { examined: number; sample: string },
): Promise<Edge | undefined> {
  const named = walk.goesByList ? walk.named.slice(0, 1) : []
  const ordered = sql`${places({ ...walk, named }, examined)} place ${inTime(walk.order)}`
  const ms = (at: SQL) => sql`extract(epoch from ${at})::float8 * 1000`
  const found = await db.execute<Edge>(sql`
    select ${place} as place, ${ms(sql`effective_at`)} as at,
      (select ${ms(sql`effective_at`)} from ${ordered} limit 1) as "from",
      (select ${ms(sql`${walk.order === 'ASC' ? sql`max` : sql`min`}(effective_at)`)} from ${changeRecords}
        where change_type = ${walk.changeType}) as last,
      (select reltuples::float8 from pg_class where oid = 'changes'::regclass) as stored,
      show_trgm(${sample}) <> '{}' as "isIndexed", lower(${walk.keyword?.text ?? ''}) as lowered
    from (select * from ${ordered} limit 1 offset ${examined - 1}) edge`)
  return found.rows[0]
}

/** What the text columns are sorted by is the same in every database, and tells no small letters from capitals. */
const SORTED_BY: { [column in Exclude<SortColumn, 'effective_at'>]: SQL } = {
  ticket_id: sql`lower(change.ticket_id) collate "C"`,
  summary: sql`lower(change.summary) collate "C"`,
  status: sql`lower(change.status) collate "C"`,
  submitted_by: sql`lower(change.submitted_by) collate "C"`,
  planned_start: sql`change.planned_start`,
  planned_end: sql`change.planned_end`,
  actual_start: sql`change.actual_start`,
  actual_end: sql`change.actual_end`,
  submitted_on: sql`change.submitted_on`,
}

/** The same in the order of another column; what has none comes last. Reads the whole range. */
export async function findSorted(
  db: Db,
  walk: Walk,
  { by, skip, most }: Part & { by: keyof typeof SORTED_BY },
): Promise<readonly Place[]> {
  const found = await db.execute<{ place: Place }>(sql`
    select ${place} as place from (
      select change.effective_at, change.change_id from ${matches(walk)}
      order by ${SORTED_BY[by]} ${direction(walk.order)} nulls last, change.change_id ${direction(walk.order)}
      limit ${most} offset ${skip}
    ) part`)
  return found.rows.map(({ place }) => place)
}

/** In which share of the changes a kind's names stand, as far as the database's statistics know. */
const shareOf = ({ kind, names }: Omit<Named, 'markIds'>): SQL => sql`(
  select sum(frequency) from pg_stats
  cross join unnest(most_common_elems::text::text[], most_common_elem_freqs) as common (name, frequency)
  where schemaname = any(current_schemas(false)) and tablename = 'changes' and attname = ${kind}
    and common.name = any(${texts(names)}))`

type NamedRow = { kind: EntityKind; mark_ids: number[] | null; share: number | null }

/** The marks of names, those of the rarest kind first; `share` is of that kind, and only counted when it is asked for. */
export async function findNamed(
  db: Db,
  kinds: readonly Omit<Named, 'markIds'>[],
  { changeType, counts }: { changeType: ChangeType; counts: boolean },
): Promise<{ named: Named[]; share: number }> {
  const marks = ({
    kind,
    names,
  }: (typeof kinds)[number]) => sql`(select array_agg(mark_id) from ${changeMarks}
    where kind = ${kind} and change_type = ${changeType} and name = any(${texts(names)}))`
  const found = await db.execute<NamedRow>(
    sql.join(
      kinds.map(
        (one) => sql`select ${one.kind}::text as kind, ${marks(one)} as mark_ids,
          ${counts ? shareOf(one) : sql`0`}::float8 as share`,
      ),
      sql` union all `,
    ),
  )
  const rows = found.rows.toSorted((a, b) => (a.share ?? 0) - (b.share ?? 0))
  const named = rows.map(({ kind, mark_ids }) => ({
    kind,
    names: kinds.find((one) => one.kind === kind)?.names ?? [],
    markIds: mark_ids ?? [],
  }))
  return { named, share: rows[0]?.share ?? 0 }
}

/** Settings for the rest of the transaction. */
export const applySettings = (db: Db, settings: Readonly<Record<string, string>>) =>
  db.execute(sql`select set_config(name, value, true)
    from unnest(${texts(Object.keys(settings))}, ${texts(Object.values(settings))}) as given (name, value)`)
