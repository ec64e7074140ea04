import type { SortColumn } from '@aviary/contract/changes/rules'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../database/open.ts'
import { integers, literally, texts } from '../../../database/parameters.ts'
import { changeRecords, markedChanges } from '../../../database/tables/changes.ts'
import type { MarkFilter } from '../queries.ts'
import type { Keyword, SearchFilters, TimeRange } from './filters.ts'

// A scan reads changes in the order of time, by an index, and ends as soon as the page is full. The planner is made to keep
// that order: it mistakes rare words for common ones, and the other way round. A window reads all matches of a range of
// time by whichever index the planner takes, and sorts them.

/** A position in the order of time. `at` is in UTC and exact to the microsecond: `2026-08-20T14:43:00.000000Z`. */
export type Position = { at: string; changeId: number }

/** Seconds since 1970, the end not included. */
export type TimeSpan = { start: number; end: number }

export type Order = 'ASC' | 'DESC'

/** What to read, in the order of time from the change behind `after` on. */
export type Scan = SearchFilters & {
  order: Order
  after?: Position | undefined
  byTrigrams?: boolean
  /** No match lies outside of these. */
  spans?: readonly TimeSpan[] | undefined
}

export type Page = { offset: number; limit: number }

/** `total`: how many matches there are, counted up to the end of the page. */
export type Found = { total: number; page: readonly Position[] }

/** Matches of filters without a keyword; reads indexes only. */
export const findWithoutKeyword = (db: Db, scan: Scan, { offset, limit }: Page): Promise<Found> =>
  readPage(
    db,
    sql`
      with found as materialized (
        select * from ${positions(scan, offset + limit)} place ${inOrder(scan.order)} limit ${offset + limit}
      )
      ${selectPage(scan.order, { offset, limit })}`,
  )

type ScanPage = Page & { scanned: number }

/** Matches among the next `scanned` changes. */
export const findInScan = (db: Db, scan: Scan, page: ScanPage): Promise<Found> =>
  scan.byMarks ? findInMarkScan(db, scan, page) : findInTimeScan(db, scan, page)

/** The changes are read in the order of time, with their texts. */
const findInTimeScan = (db: Db, scan: Scan, { scanned, offset, limit }: ScanPage): Promise<Found> =>
  readPage(
    db,
    sql`
      with found as materialized (
        select change.effective_at, change.change_id
        from (
          select * from ${changeRecords}
          where change_type = ${scan.changeType} and ${inRange(scan)}
          ${inOrder(scan.order)} limit ${scanned}
        ) change
        where ${hasNames(scan.marks)} and ${hasKeyword(scan)}
        ${inOrder(scan.order, sql`change.`)} limit ${offset + limit}
      )
      ${selectPage(scan.order, { offset, limit })}`,
  )

/** The lists of the first marks are read in the order of time, and the text of each change in them. */
const findInMarkScan = (db: Db, scan: Scan, { scanned, offset, limit }: ScanPage): Promise<Found> =>
  readPage(
    db,
    sql`
      with found as materialized (
        select change.effective_at, change.change_id
        from (
          select effective_at, change_id from ${positionsOfMark(scan, scanned)} listed
          ${inOrder(scan.order)} limit ${scanned}
        ) listed
        cross join lateral (
          select * from ${changeRecords} change
          where change.change_id = listed.change_id and ${hasNames(scan.marks.slice(1))} and ${hasKeyword(scan)}
          limit 1
        ) change
        ${inOrder(scan.order, sql`change.`)} limit ${offset + limit}
      )
      ${selectPage(scan.order, { offset, limit })}`,
  )

/**
 * Reads all matches of a window, and sorts them. `offset 0` keeps the limit from the planner, which would take a rare word for
 * a common one and scan to the end of time.
 */
export const findInWindow = (db: Db, window: Scan, { offset, limit }: Page): Promise<Found> =>
  readPage(
    db,
    sql`
      with found as materialized (
        select * from (
          select change.effective_at, change.change_id from ${matches(window)} offset 0
        ) unsorted
        ${inOrder(window.order)} limit ${offset + limit}
      )
      ${selectPage(window.order, { offset, limit })}`,
  )

const position = sql.raw(`json_build_object(
  'at', to_char(effective_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), 'changeId', change_id)`)

const selectPage = (order: Order, { offset, limit }: Page): SQL => sql`
  select (select count(*)::int from found) as total, coalesce((
    select json_agg(${position} ${inOrder(order)}) from (
      select * from found ${inOrder(order)} limit ${limit} offset ${offset}
    ) part
  ), '[]') as page`

async function readPage(db: Db, statement: SQL): Promise<Found> {
  const result = await db.execute<Found>(statement)
  return result.rows[0] ?? { total: 0, page: [] }
}

/** Text columns are sorted alike in every database, and without regard to case. */
const SORT_KEYS: { [column in Exclude<SortColumn, 'effective_at'>]: SQL } = {
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

/** One page of all matches in the order of another column; empty values come last. */
export async function findSorted(
  db: Db,
  scan: Scan,
  { sortBy, offset, limit }: Page & { sortBy: keyof typeof SORT_KEYS },
): Promise<readonly Position[]> {
  const order = sql.raw(scan.order)
  const result = await db.execute<{ place: Position }>(sql`
    select ${position} as place from (
      select change.effective_at, change.change_id from ${matches(scan)}
      order by ${SORT_KEYS[sortBy]} ${order} nulls last, change.change_id ${order}
      limit ${limit} offset ${offset}
    ) part`)
  return result.rows.map(({ place }) => place)
}

/** Where a scan ended, and what the plan for the rest depends on. Times are milliseconds since 1970. */
export type ScanEnd = {
  place: Position
  /** Of the first and of the last change that was scanned. */
  from: number
  at: number
  /** Of the last change of the type, in the direction of the scan. */
  last: number
  /** Rows of the table, by the statistics. */
  stored: number
  /** The database makes trigrams of the given text. */
  isIndexed: boolean
  /** The keyword in lower case, as the database makes it. */
  lowered: string
}

/** Undefined when there were no more than `scanned` changes. */
export async function findScanEnd(
  db: Db,
  scan: Scan,
  { scanned, trigram }: { scanned: number; trigram: string },
): Promise<ScanEnd | undefined> {
  const marks = scan.byMarks ? scan.marks.slice(0, 1) : []
  const read = positions({ ...scan, marks }, scanned)
  const result = await db.execute<ScanEnd>(sql`
    select ${position} as place, extract(epoch from effective_at)::float8 * 1000 as at,
      (
        select extract(epoch from effective_at)::float8 * 1000 from ${read} place ${inOrder(scan.order)} limit 1
      ) as "from",
      (
        select extract(epoch from ${scan.order === 'ASC' ? sql`max` : sql`min`}(effective_at))::float8 * 1000
        from ${changeRecords} where change_type = ${scan.changeType}
      ) as last,
      (select reltuples::float8 from pg_class where oid = 'changes'::regclass) as stored,
      show_trgm(${trigram}) <> '{}' as "isIndexed", lower(${scan.keyword?.text ?? ''}) as lowered
    from (select * from ${read} place ${inOrder(scan.order)} limit 1 offset ${scanned - 1}) edge`)
  return result.rows[0]
}

// Parts of these statements, as they stand in them: after `from` or `where`.

/** `from`: changes as `change` with their conditions, by whichever index the planner takes. */
export function matches(scan: Scan): SQL {
  const [, ...otherMarks] = scan.marks
  // Each span by itself, which `offset 0` holds the planner to: else it reads the whole range and compares with the spans.
  const inEachSpan = scan.spans ? sql`${spansAsTime(scan.spans)} cross join lateral` : sql``
  if (scan.byMarks)
    return sql`${inEachSpan} ${positionsOfMark(scan)} listed
      join ${changeRecords} change on change.change_id = listed.change_id
      where ${hasNames(otherMarks)} and ${hasKeyword(scan)}`
  return sql`${inEachSpan} (
      select * from ${changeRecords}
      where change_type = ${scan.changeType} and ${inRange(scan)} ${scan.spans ? sql`offset 0` : sql``}
    ) change
    where ${hasNames(scan.marks)} and ${hasKeyword(scan)}`
}

const spansAsTime = (spans: readonly TimeSpan[]): SQL => sql`(
    select to_timestamp(first) as first, to_timestamp(last) as last
    from unnest(${seconds(spans.map(({ start }) => start))}, ${seconds(spans.map(({ end }) => end))})
      as given (first, last)
  ) time`

const seconds = (values: readonly number[]): SQL => sql`${sql.param([...values])}::float8[]`

/** `from`: positions of the changes that match without the keyword. No more than `limit` are needed. */
export function positions(scan: Scan, limit?: number): SQL {
  const [first, ...others] = scan.marks
  if (!first)
    return sql`(
      select effective_at, change_id from ${changeRecords}
      where change_type = ${scan.changeType} and ${inRange(scan)}
    )`
  if (others.length === 0) return positionsOfMark(scan, limit)
  const hasOthers = others.map(
    ({ markIds }) => sql`exists (
        select from ${markedChanges} other
        where other.mark_id = any(${integers(markIds)})
          and other.effective_at = listed.effective_at and other.change_id = listed.change_id
      )`,
  )
  return sql`(select effective_at, change_id from ${positionsOfMark(scan)} listed where ${all(hasOthers)})`
}

/** `from`: positions of the changes that have a first mark, each once, in the order of time. */
function positionsOfMark(scan: Scan, limit?: number): SQL {
  const lists = (scan.marks[0]?.markIds ?? []).map(
    (markId) => sql`(
      select effective_at, change_id from ${markedChanges}
      where mark_id = ${markId} and ${inRange(scan)}
      ${inOrder(scan.order)} ${limit === undefined ? sql`offset 0` : sql`limit ${limit}`}
    )`,
  )
  if (lists.length === 1) return lists[0] as SQL
  // Each list is in order and no longer than needed, so they are merged without a sort, and only as far as needed.
  return sql`(
    select distinct effective_at, change_id from (${sql.join(lists, sql` union all `)}) lists
    ${inOrder(scan.order)} offset 0
  )`
}

/** `where`, of columns without a prefix; `time` is the span, where there are spans. */
function inRange({ start, end, order, after, spans }: TimeRange & Omit<Scan, keyof SearchFilters>): SQL {
  const moment = (ms: number) => sql`${new Date(ms).toISOString()}::timestamptz`
  const behind = sql.raw(order === 'DESC' ? '<' : '>')
  return all([
    ...(start === undefined ? [] : [sql`effective_at >= ${moment(start)}`]),
    ...(end === undefined ? [] : [sql`effective_at <= ${moment(end)}`]),
    ...(after
      ? [sql`(effective_at, change_id) ${behind} (${after.at}::timestamptz, ${after.changeId}::bigint)`]
      : []),
    ...(spans ? [sql`effective_at >= time.first and effective_at < time.last`] : []),
  ])
}

const hasNames = (marks: readonly MarkFilter[]): SQL =>
  all(marks.map(({ kind, names }) => sql`change.${sql.identifier(kind)} && ${texts(names)}`))

/**
 * `search_text` is compared first, whichever columns are meant. The planner thinks the trigram index ten times as quick as
 * it is for common words, so the plan decides: `textlike` is `like` that no index answers.
 */
function hasKeyword({ keyword, byTrigrams }: Pick<Scan, 'keyword' | 'byTrigrams'>): SQL {
  if (!keyword) return all([])
  const pattern = sql`'%' || lower(${literally(keyword.text)}) || '%'`
  const inText = byTrigrams
    ? sql`change.search_text like ${pattern}`
    : sql`textlike(change.search_text, ${pattern})`
  return keyword.needsRecheck ? all([inText, inAnyColumn(keyword, pattern)]) : inText
}

function inAnyColumn({ fields, searchType }: Keyword, pattern: SQL): SQL {
  const texts = fields.map((field) => sql`change.${sql.identifier(field)}`)
  const columns =
    searchType === 'any' ? [...texts, sql`(change.github_owner || '/' || change.github_repo)`] : texts
  const conditions = columns.map((column) => sql`lower(${column}) like ${pattern}`)
  return sql`(${sql.join(conditions, sql` or `)})`
}

const all = (conditions: readonly SQL[]): SQL =>
  conditions.length === 0 ? sql`true` : sql.join([...conditions], sql` and `)

const inOrder = (order: Order, prefix = sql``): SQL =>
  sql`order by ${prefix}effective_at ${sql.raw(order)}, ${prefix}change_id ${sql.raw(order)}`
