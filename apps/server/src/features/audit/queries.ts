import type * as endpoints from '@aviary/contract/audit/endpoints'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../database/open.ts'
import { texts } from '../../database/parameters.ts'
import { auditArchives, auditLog, auditSeals, auditUnsealed } from '../../database/tables/audit.ts'
import type { AuditRow } from '../../http/door.ts'
import type { Page } from '../../http/paging.ts'

/** The row and its place in the queue for a seal, in one statement: nothing else of the chain is the writer's. */
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

/** What can be filtered by; the kind first that usually leaves the least. */
const KINDS = ['user_email', 'action_name', 'application_name'] as const
type Kind = (typeof KINDS)[number]

/** Any of several values of each kind that has some; both ends of the time are included. */
export type Sought = Readonly<Record<Kind, readonly string[]>> & {
  start: Date | undefined
  /** The first moment that is not in it. */
  before: Date | undefined
}

export type Order = 'asc' | 'desc'
/** A place in the order of time. `at` is exact to the microsecond. */
export type Place = { at: string; pkey: number }

const column = (kind: Kind): SQL => sql`${sql.identifier(kind)}`
const inTime = (order: Order): SQL => sql.raw(`order by created_date ${order}, pkey ${order}`)
const utc = (digits: 'MS' | 'US'): SQL =>
  sql.raw(`to_char(created_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.${digits}"Z"')`)

type Ends = { low: SQL; high: SQL }
type Walk = { order: Order; after?: Place | undefined; most: number }

/** Where a walk begins and ends, in the order of time; neither is in it. */
function endsOf({ start, before }: Sought, { order, after }: Walk): Ends {
  const place = after && sql`${after.at}::timestamptz, ${after.pkey}::bigint`
  const at = (moment: Date | undefined, otherwise: 'infinity' | '-infinity') =>
    sql`${moment ? moment.toISOString() : otherwise}::timestamptz, ${NO_ROW}::bigint`
  return {
    low: (order === 'asc' && place) || at(start, '-infinity'),
    high: (order === 'desc' && place) || at(before, 'infinity'),
  }
}

/** Smaller than the key of any row. */
const NO_ROW = -1

const withinOf = ({ low, high }: Ends): SQL =>
  sql`(created_date, pkey) > (${low}) and (created_date, pkey) < (${high})`

/**
 * The rows of one value within the time. `any` and not `=`: the order of `inIndex` then stays the order of one index alone,
 * and the walk ends where the time does, which it does not when value and time are compared as one row.
 */
const rangeOf = (kind: Kind, value: SQL, ends: Ends): SQL =>
  sql`${column(kind)} = any(array[${value}]) and ${withinOf(ends)}`

/** No other index has this order, however common PostgreSQL thinks a value is. */
const inIndex = (kind: Kind, order: Order): SQL =>
  sql.raw(`order by ${kind} ${order}, created_date ${order}, pkey ${order}`)

/** Of a kind with more rows than this it is enough to know that it has more: counting them takes a few milliseconds. */
const MOST_COUNTED = 20_000
/** So many may be written between the counting and the walk. */
const WRITTEN_MEANWHILE = 1_000

/** `rows`: how many there are within the time; undefined when they were not counted, or are too many to count. */
type Counted = { kind: Kind; rows: number | undefined }

/**
 * The kinds that are filtered, the one with the fewest rows first. Of several they are counted and not left to the planner,
 * which takes a rare or absent value for a common one, and walks hundreds of thousands of rows of another kind to find it.
 */
async function listKinds(db: Db, sought: Sought, walk: Walk): Promise<Counted[]> {
  const kinds = KINDS.filter((kind) => sought[kind].length > 0)
  if (kinds.length < 2) return kinds.map((kind) => ({ kind, rows: undefined }))
  const counts = kinds.map(
    (kind) => sql`
      select ${kind}::text as kind, count(*)::int as rows from (
        select from unnest(${valuesOf(sought, kind)}) value cross join lateral (
          select from ${auditLog} where ${rangeOf(kind, sql`value`, endsOf(sought, walk))}
          ${inIndex(kind, walk.order)} limit ${MOST_COUNTED}
        ) one limit ${MOST_COUNTED}
      ) counted`,
  )
  const found = await db.execute<{ kind: Kind; rows: number }>(sql.join(counts, sql` union all `))
  const rowsOf = new Map(found.rows.map(({ kind, rows }) => [kind, rows]))
  const count = (kind: Kind) => rowsOf.get(kind) ?? MOST_COUNTED
  return kinds
    .toSorted((a, b) => count(a) - count(b))
    .map((kind) => ({ kind, rows: count(kind) < MOST_COUNTED ? count(kind) : undefined }))
}

const valuesOf = (sought: Sought, kind: Kind): SQL => texts(sought[kind])

/**
 * Places in the log, at most `most` of each value of the first kind: each value is walked in its own index, which has its
 * rows in the order of time, and the walks are merged. Asked for together, PostgreSQL would take a rare value for a common
 * one and look for it through the whole log.
 */
function places(sought: Sought, walk: Walk, [first, ...others]: readonly Counted[]): SQL {
  const ends = endsOf(sought, walk)
  const within = withinOf(ends)
  const limited = (from: SQL, condition: SQL, order: SQL) =>
    sql`(select created_date, pkey from ${from} where ${condition} ${order} limit ${walk.most})`
  const log = sql`${auditLog}`
  if (!first) return limited(log, within, inTime(walk.order))
  const { kind, rows } = first
  const further = others.map((other) => sql`${column(other.kind)} = any(${valuesOf(sought, other.kind)})`)
  const walks = [...new Set(sought[kind])].map((value) => {
    const range = rangeOf(kind, sql`${value}::text`, ends)
    if (others.length === 0) return limited(log, range, inIndex(kind, walk.order))
    if (rows === undefined)
      return limited(
        log,
        sql.join([sql`${column(kind)} = ${value}`, ...further, within], sql` and `),
        inTime(walk.order),
      )
    // All of the few rows: the limit lets the planner see that they are few, and keeps what else is asked for outside.
    const few = sql`(select created_date, pkey, ${sql.join(
      others.map((other) => column(other.kind)),
      sql`, `,
    )} from ${auditLog} where ${range} ${inIndex(kind, walk.order)} limit ${rows + WRITTEN_MEANWHILE}) few`
    return limited(few, sql.join(further, sql` and `), inTime(walk.order))
  })
  return sql.join(walks, sql` union all `)
}

type Row = Omit<endpoints.AuditRecord, 'pkey'> & { pkey: string; exact: string }

/** Whole rows of these places, in order. */
async function listRows(db: Db, sought: Sought, walk: Walk & { skip: number }): Promise<Row[]> {
  const { order, most, skip } = walk
  const kinds = await listKinds(db, sought, walk)
  const found = await db.execute<Row>(sql`
    with found as materialized (
      select created_date, pkey from (${places(sought, { ...walk, most: skip + most }, kinds)}) walked
      ${inTime(order)} limit ${most} offset ${skip}
    )
    select pkey, application_name, user_email, action_name, ${utc('MS')} as created_date, ${utc('US')} as exact, context
    from found cross join lateral (
      select application_name, user_email, action_name, context from ${auditLog} log where log.pkey = found.pkey limit 1
    ) whole
    order by found.created_date ${sql.raw(order)}, found.pkey ${sql.raw(order)}`)
  return found.rows
}

const toRecord = ({ exact: _, pkey, ...row }: Row): endpoints.AuditRecord => ({ pkey: Number(pkey), ...row })

export async function listAudit(
  db: Db,
  sought: Sought,
  { order, startAt: skip, size: most }: Page & { order: Order },
): Promise<endpoints.AuditRecord[]> {
  return (await listRows(db, sought, { order, skip, most })).map(toRecord)
}

/** The oldest rows behind `after`, and the place to go on from; undefined at the end. */
export async function getAuditBatch(
  db: Db,
  sought: Sought,
  { after, most }: { after: Place | undefined; most: number },
): Promise<{ records: endpoints.AuditRecord[]; last: Place | undefined }> {
  const rows = await listRows(db, sought, { order: 'asc', after, most, skip: 0 })
  const last = rows.at(-1)
  const isMore = rows.length === most && last
  return {
    records: rows.map(toRecord),
    last: isMore ? { at: last.exact, pkey: Number(last.pkey) } : undefined,
  }
}

/** Every value that a column has: from each one the index leads to the next, whatever lies between them. */
export async function listValues(db: Db, kind: Kind): Promise<string[]> {
  const next = (condition: SQL) =>
    sql`select ${column(kind)} from ${auditLog} ${condition} order by ${column(kind)} limit 1`
  const found = await db.execute<{ value: string }>(sql`
    with recursive known (value) as (
      (${next(sql``)})
      union all
      select (${next(sql`where ${column(kind)} > known.value`)}) from known where known.value is not null
    )
    select value from known where value is not null`)
  return found.rows.map(({ value }) => value)
}

export type SealState = {
  sealed_rows: number
  waiting_rows: number
  archived_rows: number
  last_seal: number | null
  last_hash: string | null
  sealed_date: string | null
}

/** Seals have no gaps, so that their ends tell how many there are. */
export async function getSealState(db: Db): Promise<SealState | undefined> {
  const end = (order: Order) => sql.raw(`order by seal_no ${order} limit 1`)
  const found = await db.execute<SealState>(sql`
    with last_seal as (select seal_no, pkey, hash from ${auditSeals} ${end('desc')}),
    last_archive as (select to_seal, last_hash from ${auditArchives} order by to_seal desc limit 1)
    select
      coalesce((select seal_no from last_seal) - (select seal_no from ${auditSeals} ${end('asc')}) + 1, 0)::float8 as sealed_rows,
      (select count(*) from ${auditUnsealed})::float8 as waiting_rows,
      (select coalesce(sum(to_seal - from_seal + 1), 0) from ${auditArchives})::float8 as archived_rows,
      coalesce((select seal_no from last_seal), (select to_seal from last_archive))::float8 as last_seal,
      coalesce((select hash from last_seal), (select last_hash from last_archive)) as last_hash,
      (select ${utc('MS')} from ${auditLog} where pkey = (select pkey from last_seal)) as sealed_date`)
  return found.rows[0]
}

const MOST_WAITING_COUNTED = 100_000

type Unsealed = {
  /** Counted up to 100,000. */
  rows: number
  /** When the oldest of them was written; null when all rows are sealed. */
  oldest: Date | null
}

/** How much of the log waits for its seal. */
export async function getUnsealed(db: Db): Promise<Unsealed> {
  const found = await db.execute<{ rows: number; oldest: string | null }>(sql`
    select (select count(*) from (select from ${auditUnsealed} limit ${MOST_WAITING_COUNTED}) u)::int as rows,
      (select created_date from ${auditLog} where pkey = (select min(pkey) from ${auditUnsealed})) as oldest`)
  const { rows = 0, oldest = null } = found.rows[0] ?? {}
  return { rows, oldest: oldest === null ? null : new Date(oldest) }
}

/** When each of some actions was last done; those never done, or archived since, are left out. */
export async function listLastActions(db: Db, actionNames: readonly string[]): Promise<Map<string, Date>> {
  const found = await db.execute<{ action_name: string; at: string | null }>(sql`
    select action_name, (
      select created_date from ${auditLog} a where a.action_name = asked.action_name
      order by created_date desc, pkey desc limit 1
    ) as at
    from unnest(${texts(actionNames)}) as asked (action_name)`)
  return new Map(
    found.rows.flatMap(({ action_name, at }) => (at === null ? [] : [[action_name, new Date(at)]])),
  )
}
