import type { SortColumn } from '@aviary/contract/changes/rules'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../database/open.ts'
import { integers, literally, texts } from '../../../database/parameters.ts'
import { changeRecords, markedChanges } from '../../../database/tables/changes.ts'
import type { MarkFilter } from '../queries.ts'
import type { Keyword, SearchFilters, TimeRange } from './filters.ts'

// A scan reads changes in time order from an index and ends as soon as the page is full. The planner is made to keep
// that order, because it mistakes rare keywords for common ones and vice versa. A window reads all matches of a time
// range with whichever index the planner chooses, and sorts them.

/** A position in time order. `effectiveAt` is UTC with microseconds: `2026-08-20T14:43:00.000000Z`. */
export type Position = { effectiveAt: string; changeId: number }

/** Seconds since 1970; the end is not included. */
export type TimeSpan = { start: number; end: number }

export type Order = 'ASC' | 'DESC'

/** Which changes to read in time order; reading begins right behind the position `after`. */
export type Scan = SearchFilters & {
  order: Order
  after?: Position | undefined
  byTrigrams?: boolean
  /** All matches lie within these spans. */
  spans?: readonly TimeSpan[] | undefined
}

export type Page = { offset: number; limit: number }

/** `total`: number of matches up to the end of the page. */
export type MatchPage = { total: number; page: readonly Position[] }

/** Matches of filters without a keyword; reads indexes only. */
export const findWithoutKeyword = (db: Db, scan: Scan, { offset, limit }: Page): Promise<MatchPage> =>
  readPage(
    db,
    sql`
      with matched as materialized (
        select * from ${positions(scan, offset + limit)} candidate ${inOrder(scan.order)} limit ${offset + limit}
      )
      ${selectPage(scan.order, { offset, limit })}`,
  )

type ScanPage = Page & { scanned: number }

/** Matches among the next `scanned` changes. */
export const findInScan = (db: Db, scan: Scan, page: ScanPage): Promise<MatchPage> =>
  scan.byMarks ? findInMarkScan(db, scan, page) : findInTimeScan(db, scan, page)

/** Reads changes in time order and checks each against the filters and the keyword. */
const findInTimeScan = (db: Db, scan: Scan, { scanned, offset, limit }: ScanPage): Promise<MatchPage> =>
  readPage(
    db,
    sql`
      with matched as materialized (
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

/** Reads the changes listed for the first filter in time order; checks the other filters and the keyword. */
const findInMarkScan = (db: Db, scan: Scan, { scanned, offset, limit }: ScanPage): Promise<MatchPage> =>
  readPage(
    db,
    sql`
      with matched as materialized (
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
 * Reads all matches of a window and sorts them. `offset 0` hides the limit from the planner, which may take a
 * rare keyword for a common one. If it saw the limit, it would then scan the whole range in time order.
 */
export const findInWindow = (db: Db, window: Scan, { offset, limit }: Page): Promise<MatchPage> =>
  readPage(
    db,
    sql`
      with matched as materialized (
        select * from (
          select change.effective_at, change.change_id from ${matches(window)} offset 0
        ) unsorted
        ${inOrder(window.order)} limit ${offset + limit}
      )
      ${selectPage(window.order, { offset, limit })}`,
  )

const positionJson = sql.raw(`json_build_object(
  'effectiveAt', to_char(effective_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), 'changeId', change_id)`)

const selectPage = (order: Order, { offset, limit }: Page): SQL => sql`
  select (select count(*)::int from matched) as total, coalesce((
    select json_agg(${positionJson} ${inOrder(order)}) from (
      select * from matched ${inOrder(order)} limit ${limit} offset ${offset}
    ) part
  ), '[]') as page`

async function readPage(db: Db, statement: SQL): Promise<MatchPage> {
  const result = await db.execute<MatchPage>(statement)
  return result.rows[0] ?? { total: 0, page: [] }
}

/** Text columns sort alike in every database (by collation C) and without regard to case. */
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
  const result = await db.execute<{ position: Position }>(sql`
    select ${positionJson} as position from (
      select change.effective_at, change.change_id from ${matches(scan)}
      order by ${SORT_KEYS[sortBy]} ${order} nulls last, change.change_id ${order}
      limit ${limit} offset ${offset}
    ) part`)
  return result.rows.map(({ position }) => position)
}

/** Where a scan ended, with the figures that the plan for the rest depends on. Times are milliseconds since 1970. */
export type ScanEnd = {
  position: Position
  /** Times of the first and the last change that was scanned. */
  scannedFromMs: number
  scannedToMs: number
  /** Time of the change type's last change in scan order: the newest if ascending, else the oldest. */
  lastMs: number
  /** Estimated rows of the table, from its statistics. */
  tableRows: number
  /** Whether the database makes a trigram of the keyword's letters, so that the trigram index can find it. */
  isTrigramIndexed: boolean
  /** The keyword in lower case, converted by the database. */
  lowerKeyword: string
}

/** Finds where a scan of `scanned` changes ends; undefined if there are fewer changes. */
export async function findScanEnd(
  db: Db,
  scan: Scan,
  { scanned, trigram }: { scanned: number; trigram: string },
): Promise<ScanEnd | undefined> {
  const marks = scan.byMarks ? scan.marks.slice(0, 1) : []
  const scannedPositions = positions({ ...scan, marks }, scanned)
  const result = await db.execute<ScanEnd>(sql`
    select ${positionJson} as position, extract(epoch from effective_at)::float8 * 1000 as "scannedToMs",
      (
        select extract(epoch from effective_at)::float8 * 1000 from ${scannedPositions} candidate ${inOrder(scan.order)} limit 1
      ) as "scannedFromMs",
      (
        select extract(epoch from ${scan.order === 'ASC' ? sql`max` : sql`min`}(effective_at))::float8 * 1000
        from ${changeRecords} where change_type = ${scan.changeType}
      ) as "lastMs",
      (select reltuples::float8 from pg_class where oid = 'changes'::regclass) as "tableRows",
      show_trgm(${trigram}) <> '{}' as "isTrigramIndexed", lower(${scan.keyword?.text ?? ''}) as "lowerKeyword"
    from (select * from ${scannedPositions} candidate ${inOrder(scan.order)} limit 1 offset ${scanned - 1}) scan_end`)
  return result.rows[0]
}

/** FROM items and WHERE clause for the matching changes, as `change`; the planner chooses the index. */
export function matches(scan: Scan): SQL {
  const [, ...otherMarks] = scan.marks
  // Reads each span separately. `offset 0` prevents the planner from reading the whole range and comparing it with
  // the spans.
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
      as bounds (first, last)
  ) span`

const seconds = (values: readonly number[]): SQL => sql`${sql.param([...values])}::float8[]`

/** FROM item: positions of the changes that match all filters but the keyword; the caller reads at most `limit`. */
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
  return sql`(select effective_at, change_id from ${positionsOfMark(scan)} listed where ${allOf(hasOthers)})`
}

/** FROM item: positions of the changes that have a mark of the first filter, each once, in time order. */
function positionsOfMark(scan: Scan, limit?: number): SQL {
  const lists = (scan.marks[0]?.markIds ?? []).map(
    (markId) => sql`(
      select effective_at, change_id from ${markedChanges}
      where mark_id = ${markId} and ${inRange(scan)}
      ${inOrder(scan.order)} ${limit === undefined ? sql`offset 0` : sql`limit ${limit}`}
    )`,
  )
  if (lists.length === 1) return lists[0] as SQL
  // Each list is sorted, so PostgreSQL merges them without a sort and stops once it has enough rows.
  return sql`(
    select distinct effective_at, change_id from (${sql.join(lists, sql` union all `)}) lists
    ${inOrder(scan.order)} offset 0
  )`
}

/** WHERE condition for the time limits, on columns without a prefix. Spans need the FROM item of `spansAsTime`. */
function inRange({ start, end, order, after, spans }: TimeRange & Omit<Scan, keyof SearchFilters>): SQL {
  const moment = (ms: number) => sql`${new Date(ms).toISOString()}::timestamptz`
  const comparison = sql.raw(order === 'DESC' ? '<' : '>')
  return allOf([
    ...(start === undefined ? [] : [sql`effective_at >= ${moment(start)}`]),
    ...(end === undefined ? [] : [sql`effective_at <= ${moment(end)}`]),
    ...(after
      ? [
          sql`(effective_at, change_id) ${comparison} (${after.effectiveAt}::timestamptz, ${after.changeId}::bigint)`,
        ]
      : []),
    ...(spans ? [sql`effective_at >= span.first and effective_at < span.last`] : []),
  ])
}

const hasNames = (marks: readonly MarkFilter[]): SQL =>
  allOf(marks.map(({ kind, names }) => sql`change.${sql.identifier(kind)} && ${texts(names)}`))

/**
 * Compares `search_text` first, whichever columns are searched. `textlike` keeps the planner from the trigram
 * index, whose cost for common words the planner underestimates tenfold.
 */
function hasKeyword({ keyword, byTrigrams }: Pick<Scan, 'keyword' | 'byTrigrams'>): SQL {
  if (!keyword) return allOf([])
  const pattern = sql`'%' || lower(${literally(keyword.text)}) || '%'`
  const inText = byTrigrams
    ? sql`change.search_text like ${pattern}`
    : sql`textlike(change.search_text, ${pattern})`
  return keyword.needsRecheck ? allOf([inText, inAnyColumn(keyword, pattern)]) : inText
}

function inAnyColumn({ fields, searchType }: Keyword, pattern: SQL): SQL {
  const fieldColumns = fields.map((field) => sql`change.${sql.identifier(field)}`)
  const columns =
    searchType === 'any'
      ? [...fieldColumns, sql`(change.github_owner || '/' || change.github_repo)`]
      : fieldColumns
  const conditions = columns.map((column) => sql`lower(${column}) like ${pattern}`)
  return sql`(${sql.join(conditions, sql` or `)})`
}

const allOf = (conditions: readonly SQL[]): SQL =>
  conditions.length === 0 ? sql`true` : sql.join([...conditions], sql` and `)

const inOrder = (order: Order, prefix = sql``): SQL =>
  sql`order by ${prefix}effective_at ${sql.raw(order)}, ${prefix}change_id ${sql.raw(order)}`
