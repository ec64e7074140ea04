import type * as endpoints from '@aviary/contract/audit/endpoints'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../database/open.ts'
import { texts } from '../../database/parameters.ts'
import { auditArchives, auditLog, auditSeals, auditUnsealed } from '../../database/tables/audit.ts'
import type { AuditRow } from '../../http/door.ts'
import type { Page } from '../../http/paging.ts'
import type { TimeRange } from '../../http/time-range.ts'

/**
 * Inserts the row and queues it for sealing in one statement. A job seals it later, so that writes do not
 * wait for each other.
 */
export async function createAudit(db: Db, row: AuditRow): Promise<void> {
  await db.execute(sql`
    with written as (
      insert into ${auditLog} (application_name, user_email, action_name, created_date, context)
      values (${row.applicationName}, ${row.userEmail}, ${row.actionName}, ${row.createdDate.toISOString()},
        ${JSON.stringify(row.context)}::jsonb)
      returning pkey
    )
    insert into ${auditUnsealed} (pkey) select pkey from written`)
}

/** The columns that a filter can use. The first column is usually the most selective one. */
const KINDS = ['user_email', 'action_name', 'application_name'] as const
type Kind = (typeof KINDS)[number]

/**
 * Filters by column and time. A row must have one of the listed values in each column; an empty list matches
 * every row.
 */
export type LogFilters = Readonly<Record<Kind, readonly string[]>> & TimeRange

export type Order = 'asc' | 'desc'
/** A position in the order of time. `at` has microseconds. */
export type LogPosition = { at: string; pkey: number }

const column = (kind: Kind): SQL => sql`${sql.identifier(kind)}`
const byTime = (order: Order): SQL => sql.raw(`order by created_date ${order}, pkey ${order}`)
const utc = (digits: 'MS' | 'US'): SQL =>
  sql.raw(`to_char(created_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.${digits}"Z"')`)

type Bounds = { low: SQL; high: SQL }
type Scan = { order: Order; after?: LogPosition | undefined; limit: number }

/**
 * Bounds of a scan as (time, pkey) pairs, both exclusive: the time range, narrowed by the position after
 * which the scan continues.
 */
function boundsOf({ start, before }: LogFilters, { order, after }: Scan): Bounds {
  const position = after && sql`${after.at}::timestamptz, ${after.pkey}::bigint`
  const at = (moment: Date | undefined, otherwise: 'infinity' | '-infinity') =>
    sql`${moment ? moment.toISOString() : otherwise}::timestamptz, ${NO_ROW}::bigint`
  return {
    low: (order === 'asc' && position) || at(start, '-infinity'),
    high: (order === 'desc' && position) || at(before, 'infinity'),
  }
}

/** Below every pkey, so that the bounds include rows exactly at `start` and exclude rows at `before`. */
const NO_ROW = -1

const isWithin = ({ low, high }: Bounds): SQL =>
  sql`(created_date, pkey) > (${low}) and (created_date, pkey) < (${high})`

/**
 * Condition for the rows with one value within the time range. `any` instead of `=` makes PostgreSQL use the
 * column's index in its order and stop at the end of the range.
 */
const rangeOf = (kind: Kind, value: SQL, bounds: Bounds): SQL =>
  sql`${column(kind)} = any(array[${value}]) and ${isWithin(bounds)}`

/**
 * Order that only this column's index has, so that the planner uses this index even for a value that it
 * considers common.
 */
const byValueAndTime = (kind: Kind, order: Order): SQL =>
  sql.raw(`order by ${kind} ${order}, created_date ${order}, pkey ${order}`)

/**
 * Counting stops at this number, which takes a few milliseconds and is enough to find the column with the
 * fewest rows.
 */
const MAX_COUNTED = 20_000
/** Allowance for rows that are written between the count and the scan. */
const WRITTEN_MEANWHILE = 1_000

/**
 * A filtered column; `rows` is the number of rows that match its filter within the time range, undefined if
 * not counted or too many.
 */
type CountedKind = { kind: Kind; rows: number | undefined }

/**
 * The filtered columns, the one with the fewest matching rows first. Rows of several columns are counted,
 * because the planner overestimates rare and absent values. The planner would then scan hundreds of thousands
 * of rows of another column.
 */
async function listKinds(db: Db, filters: LogFilters, scan: Scan): Promise<CountedKind[]> {
  const kinds = KINDS.filter((kind) => filters[kind].length > 0)
  if (kinds.length < 2) return kinds.map((kind) => ({ kind, rows: undefined }))
  const counts = kinds.map(
    (kind) => sql`
      select ${kind}::text as kind, count(*)::int as rows from (
        select from unnest(${valuesOf(filters, kind)}) value cross join lateral (
          select from ${auditLog} where ${rangeOf(kind, sql`value`, boundsOf(filters, scan))}
          ${byValueAndTime(kind, scan.order)} limit ${MAX_COUNTED}
        ) one limit ${MAX_COUNTED}
      ) counted`,
  )
  const result = await db.execute<{ kind: Kind; rows: number }>(sql.join(counts, sql` union all `))
  const rowsByKind = new Map(result.rows.map(({ kind, rows }) => [kind, rows]))
  const count = (kind: Kind) => rowsByKind.get(kind) ?? MAX_COUNTED
  return kinds
    .toSorted((a, b) => count(a) - count(b))
    .map((kind) => ({ kind, rows: count(kind) < MAX_COUNTED ? count(kind) : undefined }))
}

const valuesOf = (filters: LogFilters, kind: Kind): SQL => texts(filters[kind])

/**
 * Query for time and pkey of the matching rows, at most `limit` for each value of the first column. Scans
 * each value separately, because the column's index then gives its rows in time order; the caller merges the
 * scans. A single scan for all values may make PostgreSQL read the whole log.
 */
function matchingKeys(filters: LogFilters, scan: Scan, [first, ...others]: readonly CountedKind[]): SQL {
  const bounds = boundsOf(filters, scan)
  const within = isWithin(bounds)
  const limited = (from: SQL, condition: SQL, order: SQL) =>
    sql`(select created_date, pkey from ${from} where ${condition} ${order} limit ${scan.limit})`
  const log = sql`${auditLog}`
  if (!first) return limited(log, within, byTime(scan.order))
  const { kind, rows } = first
  const otherConditions = others.map(
    (other) => sql`${column(other.kind)} = any(${valuesOf(filters, other.kind)})`,
  )
  const scans = [...new Set(filters[kind])].map((value) => {
    const range = rangeOf(kind, sql`${value}::text`, bounds)
    if (others.length === 0) return limited(log, range, byValueAndTime(kind, scan.order))
    if (rows === undefined)
      return limited(
        log,
        sql.join([sql`${column(kind)} = ${value}`, ...otherConditions, within], sql` and `),
        byTime(scan.order),
      )
    // Limits the rows before the other filters apply. The limit exceeds the number of rows, so no row is
    // lost; it only tells the planner that there are few.
    const few = sql`(select created_date, pkey, ${sql.join(
      others.map((other) => column(other.kind)),
      sql`, `,
    )} from ${auditLog} where ${range} ${byValueAndTime(kind, scan.order)} limit ${rows + WRITTEN_MEANWHILE}) few`
    return limited(few, sql.join(otherConditions, sql` and `), byTime(scan.order))
  })
  return sql.join(scans, sql` union all `)
}

type Row = Omit<endpoints.AuditRecord, 'pkey'> & { pkey: string; exact: string }

/** The matching rows in the order of the scan. */
async function listRows(db: Db, filters: LogFilters, scan: Scan & { skip: number }): Promise<Row[]> {
  const { order, limit, skip } = scan
  const kinds = await listKinds(db, filters, scan)
  const result = await db.execute<Row>(sql`
    with found as materialized (
      select created_date, pkey from (${matchingKeys(filters, { ...scan, limit: skip + limit }, kinds)}) walked
      ${byTime(order)} limit ${limit} offset ${skip}
    )
    select pkey, application_name, user_email, action_name, ${utc('MS')} as created_date, ${utc('US')} as exact, context
    from found cross join lateral (
      select application_name, user_email, action_name, context from ${auditLog} log where log.pkey = found.pkey limit 1
    ) whole
    order by found.created_date ${sql.raw(order)}, found.pkey ${sql.raw(order)}`)
  return result.rows
}

const toRecord = ({ exact: _, pkey, ...row }: Row): endpoints.AuditRecord => ({ pkey: Number(pkey), ...row })

export async function listAudit(
  db: Db,
  filters: LogFilters,
  { order, startAt: skip, size: limit }: Page & { order: Order },
): Promise<endpoints.AuditRecord[]> {
  return (await listRows(db, filters, { order, skip, limit })).map(toRecord)
}

/** The oldest rows after `after`, and the position to continue from; undefined at the end. */
export async function getAuditBatch(
  db: Db,
  filters: LogFilters,
  { after, limit }: { after: LogPosition | undefined; limit: number },
): Promise<{ records: endpoints.AuditRecord[]; last: LogPosition | undefined }> {
  const rows = await listRows(db, filters, { order: 'asc', after, limit, skip: 0 })
  const last = rows.at(-1)
  const isMore = rows.length === limit && last
  return {
    records: rows.map(toRecord),
    last: isMore ? { at: last.exact, pkey: Number(last.pkey) } : undefined,
  }
}

/** Every distinct value of a column. Each index lookup jumps to the next value, however many rows lie between. */
export async function listValues(db: Db, kind: Kind): Promise<string[]> {
  const next = (condition: SQL) =>
    sql`select ${column(kind)} from ${auditLog} ${condition} order by ${column(kind)} limit 1`
  const result = await db.execute<{ value: string }>(sql`
    with recursive known (value) as (
      (${next(sql``)})
      union all
      select (${next(sql`where ${column(kind)} > known.value`)}) from known where known.value is not null
    )
    select value from known where value is not null`)
  return result.rows.map(({ value }) => value)
}

export type SealState = {
  sealed_rows: number
  waiting_rows: number
  archived_rows: number
  last_seal: number | null
  last_hash: string | null
  sealed_date: string | null
}

/** Seal numbers have no gaps, so the first and last number give the count. */
export async function getSealState(db: Db): Promise<SealState | undefined> {
  const end = (order: Order) => sql.raw(`order by seal_no ${order} limit 1`)
  const result = await db.execute<SealState>(sql`
    with last_seal as (select seal_no, pkey, hash from ${auditSeals} ${end('desc')}),
    last_archive as (select to_seal, last_hash from ${auditArchives} order by to_seal desc limit 1)
    select
      coalesce((select seal_no from last_seal) - (select seal_no from ${auditSeals} ${end('asc')}) + 1, 0)::float8 as sealed_rows,
      (select count(*) from ${auditUnsealed})::float8 as waiting_rows,
      (select coalesce(sum(to_seal - from_seal + 1), 0) from ${auditArchives})::float8 as archived_rows,
      coalesce((select seal_no from last_seal), (select to_seal from last_archive))::float8 as last_seal,
      coalesce((select hash from last_seal), (select last_hash from last_archive)) as last_hash,
      (select ${utc('MS')} from ${auditLog} where pkey = (select pkey from last_seal)) as sealed_date`)
  return result.rows[0]
}

const MAX_WAITING_COUNTED = 100_000

type Unsealed = {
  /** Number of unsealed rows, counted up to 100,000. */
  rows: number
  /** Time of the oldest unsealed row; null when all rows are sealed. */
  oldest: Date | null
}

/** How many rows wait for their seal, and since when. */
export async function getUnsealed(db: Db): Promise<Unsealed> {
  const result = await db.execute<{ rows: number; oldest: string | null }>(sql`
    select (select count(*) from (select from ${auditUnsealed} limit ${MAX_WAITING_COUNTED}) u)::int as rows,
      (select created_date from ${auditLog} where pkey = (select min(pkey) from ${auditUnsealed})) as oldest`)
  const { rows = 0, oldest = null } = result.rows[0] ?? {}
  return { rows, oldest: oldest === null ? null : new Date(oldest) }
}

/** When each of these actions last happened; actions that never happened, or were archived since, are missing. */
export async function listLastActions(db: Db, actionNames: readonly string[]): Promise<Map<string, Date>> {
  const result = await db.execute<{ action_name: string; at: string | null }>(sql`
    select action_name, (
      select created_date from ${auditLog} a where a.action_name = asked.action_name
      order by created_date desc, pkey desc limit 1
    ) as at
    from unnest(${texts(actionNames)}) as asked (action_name)`)
  return new Map(
    result.rows.flatMap(({ action_name, at }) => (at === null ? [] : [[action_name, new Date(at)]])),
  )
}
