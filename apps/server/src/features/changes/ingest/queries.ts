import { and, eq, type SQL, sql } from 'drizzle-orm'
import { lockUntilEnd } from '../../../database/locks.ts'
import type { Db } from '../../../database/open.ts'
import { integers, rowNumbers, texts } from '../../../database/parameters.ts'
import { changeMarks, changeRecords, markedChanges } from '../../../database/tables/changes.ts'

// A batch is sent as one parameter. With one parameter per value, a thousand changes would need 24,000, which
// take longer to send and plan than to store.

/** A change to write: the record's fields by column name, plus source, key and hash. */
export type NewChange = { source: string; source_key: string; record_hash: string }

/** A change that was written. `effectiveAt` is text, because a `Date` would lose its microseconds. */
export type WrittenChange = Key & { changeId: number; effectiveAt: string }

type Key = { source: string; source_key: string }
export type StoredChange = Key & { changeId: number; recordHash: string }

const TEXTS = [
  'source_key',
  'change_type',
  'ticket_id',
  'summary',
  'description',
  'status',
  'catalog_type',
  'submitted_by',
  'master_approval_entity_id',
  'company_id',
  'github_owner',
  'github_repo',
  'github_sha',
  'github_tag',
  'record_hash',
]
const TIMES = ['planned_start', 'planned_end', 'actual_start', 'actual_end', 'submitted_on']
const LISTS = ['data_centers', 'services', 'cis']
const COLUMNS = [...TEXTS, ...TIMES, ...LISTS]

const recordset = (rows: readonly NewChange[]): SQL => {
  const typed = [
    'source text',
    ...TEXTS.map((name) => `${name} text`),
    ...[...TIMES, 'created_on'].map((name) => `${name} timestamptz`),
    ...LISTS.map((name) => `${name} text[]`),
  ]
  return sql`json_to_recordset(${JSON.stringify(rows)}::json) as new (${sql.raw(typed.join(', '))})`
}

export type ChangeRow = typeof changeRecords.$inferSelect

/**
 * Gets the stored change that the data of a webhook are merged into; locks the key until the transaction
 * ends, even if no change exists.
 */
export async function getChangeToMerge(db: Db, { source, source_key }: Key): Promise<ChangeRow | undefined> {
  await lockUntilEnd(db, { text: `change ${JSON.stringify([source, source_key])}` })
  const [change] = await db
    .select()
    .from(changeRecords)
    .where(and(eq(changeRecords.source, source), eq(changeRecords.sourceKey, source_key)))
  return change
}

type Row = {
  change_id: string
  source: string
  source_key: string
  record_hash: string
  effective_at: string
}

const toStored = (row: Row): StoredChange => ({
  changeId: Number(row.change_id),
  source: row.source,
  source_key: row.source_key,
  recordHash: row.record_hash,
})
const toWritten = (row: Row): WrittenChange => ({
  changeId: Number(row.change_id),
  source: row.source,
  source_key: row.source_key,
  effectiveAt: row.effective_at,
})

// `lateral` with a limit makes PostgreSQL look each key up in the index, even if its statistics show a nearly
// empty table.
const lookUp = (keys: readonly Key[]): SQL => sql`
  unnest(${texts(keys.map((key) => key.source))}, ${texts(keys.map((key) => key.source_key))})
    as requested (source, source_key)
  cross join lateral (
    select change_id, source, source_key, record_hash from ${changeRecords} known
    where known.source = requested.source and known.source_key = requested.source_key limit 1
  ) stored`

export async function listStoredChanges(db: Db, keys: readonly Key[]): Promise<StoredChange[]> {
  const result = await db.execute<Row>(sql`select stored.* from ${lookUp(keys)}`)
  return result.rows.map(toStored)
}

/** Lists stored changes and locks them until the transaction ends. */
export async function lockStoredChanges(db: Db, keys: readonly Key[]): Promise<StoredChange[]> {
  const stored = await listStoredChanges(db, keys)
  const result = await db.execute<Row>(sql`
    select change_id, source, source_key, record_hash from ${changeRecords}
    where change_id = any(${rowNumbers(stored.map((row) => row.changeId))}) order by change_id for update`)
  return result.rows.map(toStored)
}

/**
 * Inserts the changes that are not stored and returns them. Waits for concurrent writers of the same keys and skips
 * what they wrote.
 */
export async function createChanges(db: Db, rows: readonly NewChange[], now: Date): Promise<WrittenChange[]> {
  const columns = sql.raw(['source', ...COLUMNS].join(', '))
  const values = sql.raw(['source', ...COLUMNS].map((name) => `new.${name}`).join(', '))
  const result = await db.execute<Row>(sql`
    insert into ${changeRecords} (${columns}, created_on)
    select ${values}, coalesce(new.created_on, ${now.toISOString()}::timestamptz) from ${recordset(rows)}
    on conflict (source, source_key) do nothing
    returning change_id, source, source_key, effective_at::text`)
  return result.rows.map(toWritten)
}

/** Updates stored changes; a record without `created_on` keeps the stored time. */
export async function updateChanges(db: Db, rows: readonly NewChange[]): Promise<WrittenChange[]> {
  const set = sql.raw(COLUMNS.map((name) => `${name} = new.${name}`).join(', '))
  const result = await db.execute<Row>(sql`
    update ${changeRecords} stored
    set ${set}, created_on = coalesce(new.created_on, stored.created_on)
    from ${recordset(rows)}
    where stored.source = new.source and stored.source_key = new.source_key
    returning stored.change_id, stored.source, stored.source_key, stored.effective_at::text`)
  return result.rows.map(toWritten)
}

/** Stores when the source last changed the records; never moves the time back. */
export const updateSourceTime = (db: Db, keys: readonly Key[], updatedAt: Date) =>
  db.execute(sql`
    update ${changeRecords} stored set source_updated_at = ${updatedAt.toISOString()}::timestamptz
    from unnest(${texts(keys.map((key) => key.source))}, ${texts(keys.map((key) => key.source_key))})
      as updates (source, source_key)
    where stored.source = updates.source and stored.source_key = updates.source_key
      and (stored.source_updated_at is null or stored.source_updated_at < ${updatedAt.toISOString()}::timestamptz)`)

export type Mark = { kind: string; name: string; changeType: string }

const toColumns = (marks: readonly Mark[]): SQL =>
  sql`unnest(${texts(marks.map((mark) => mark.kind))}, ${texts(marks.map((mark) => mark.name))},
    ${texts(marks.map((mark) => mark.changeType))})`

/** Ids of the stored marks, at the same index as in `marks`. */
export async function listMarkIds(db: Db, marks: readonly Mark[]): Promise<(number | undefined)[]> {
  const result = await db.execute<{ ordinal: string; mark_id: number }>(sql`
    select requested.ordinal, stored.mark_id
    from ${toColumns(marks)} with ordinality as requested (kind, name, change_type, ordinal)
    cross join lateral (
      select mark_id from ${changeMarks} known where known.kind = requested.kind and known.name = requested.name
        and known.change_type = requested.change_type limit 1
    ) stored`)
  const markIds: (number | undefined)[] = marks.map(() => undefined)
  for (const row of result.rows) markIds[Number(row.ordinal) - 1] = row.mark_id
  return markIds
}

/** Inserts marks in the given order; waits for a concurrent insert of the same mark. */
export const createMarks = (db: Db, marks: readonly Mark[]) =>
  db.execute(sql`
    insert into ${changeMarks} (kind, name, change_type)
    select * from ${toColumns(marks)} on conflict do nothing`)

/**
 * Removes changes from the lists of their marks. Call it before updating the changes: it finds the marks by
 * the stored names.
 */
export const deleteMarkedChanges = (db: Db, changeIds: readonly number[]) =>
  db.execute(sql`
    with stored as materialized (
      select change_id, effective_at, change_type, data_centers, services, cis from ${changeRecords}
      where change_id = any(${rowNumbers(changeIds)})
    ), named as materialized (
      select change_id, effective_at, change_type, 'data_centers' as kind, unnest(data_centers) as name from stored
      union all select change_id, effective_at, change_type, 'services', unnest(services) from stored
      union all select change_id, effective_at, change_type, 'cis', unnest(cis) from stored
    )
    delete from ${markedChanges} listed
    using named join ${changeMarks} mark
      on mark.kind = named.kind and mark.name = named.name and mark.change_type = named.change_type
    where listed.mark_id = mark.mark_id and listed.effective_at = named.effective_at
      and listed.change_id = named.change_id`)

export type Marking = { markId: number; effectiveAt: string; changeId: number }

export const createMarkedChanges = (db: Db, rows: readonly Marking[]) =>
  db.execute(sql`
    insert into ${markedChanges} (mark_id, effective_at, change_id)
    select * from unnest(${integers(rows.map((row) => row.markId))},
      ${sql.param(rows.map((row) => row.effectiveAt))}::timestamptz[], ${rowNumbers(rows.map((row) => row.changeId))})`)

/** The statement that creates the index of keywords; undefined if there is none. */
export async function getTextIndex(db: Db): Promise<string | undefined> {
  const result = await db.execute<{ definition: string | null }>(sql`
    select pg_get_indexdef(to_regclass('changes_trigrams')) as definition`)
  return result.rows[0]?.definition ?? undefined
}

export async function hasChanges(db: Db): Promise<boolean> {
  const rows = await db.select({ changeId: changeRecords.changeId }).from(changeRecords).limit(1)
  return rows.length > 0
}

/** Whether anybody else is connected to this database. */
export async function isUsedByOthers(db: Db): Promise<boolean> {
  const result = await db.execute<{ is_used: boolean }>(sql`
    select exists (
      select from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
    ) as is_used`)
  return result.rows[0]?.is_used ?? false
}

/** Fails after two seconds if somebody keeps the table locked. */
export async function dropTextIndex(db: Db): Promise<void> {
  await db.execute(sql`set local lock_timeout = '2s'`)
  await db.execute(sql`drop index changes_trigrams`)
  await db.execute(sql`set local lock_timeout to default`)
}

export const createTextIndex = (db: Db, definition: string) => db.execute(sql.raw(definition))
