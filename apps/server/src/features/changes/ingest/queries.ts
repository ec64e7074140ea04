import { and, eq, type SQL, sql } from 'drizzle-orm'
import { lockUntilEnd } from '../../../database/locks.ts'
import type { Db } from '../../../database/open.ts'
import { integers, rowNumbers, texts } from '../../../database/parameters.ts'
import { changeMarks, changeRecords, markedChanges } from '../../../database/tables/changes.ts'

// A batch goes as one parameter, whatever its size: as single values a thousand changes would be 24,000 parameters,
// which cost more to send and to plan than to store.

/** A change as it is written: the fields of its record, by their names, and these. */
export type NewChange = { source: string; source_key: string; record_hash: string }

/** A change that was written. `effectiveAt` is exact to the microsecond, so that it can be written again. */
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
 * One change by its key, for whoever makes the next record from what is stored. Others who ask for the same key wait for
 * the end of this transaction, also where there is no such change yet.
 */
export async function getChangeToMerge(db: Db, { source, source_key }: Key): Promise<ChangeRow | undefined> {
  await lockUntilEnd(db, { text: `change ${JSON.stringify([source, source_key])}` })
  const [found] = await db
    .select()
    .from(changeRecords)
    .where(and(eq(changeRecords.source, source), eq(changeRecords.sourceKey, source_key)))
  return found
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

// Lateral with a limit: each key is looked up in the index, whatever the planner thinks of tables that only begin to fill.
const lookedUp = (keys: readonly Key[]): SQL => sql`
  unnest(${texts(keys.map((key) => key.source))}, ${texts(keys.map((key) => key.source_key))})
    as wanted (source, source_key)
  cross join lateral (
    select change_id, source, source_key, record_hash from ${changeRecords} known
    where known.source = wanted.source and known.source_key = wanted.source_key limit 1
  ) stored`

export async function listStoredChanges(db: Db, keys: readonly Key[]): Promise<StoredChange[]> {
  const result = await db.execute<Row>(sql`select stored.* from ${lookedUp(keys)}`)
  return result.rows.map(toStored)
}

/** The same, and nobody else writes them until this transaction ends. */
export async function lockStoredChanges(db: Db, keys: readonly Key[]): Promise<StoredChange[]> {
  const wanted = await listStoredChanges(db, keys)
  const result = await db.execute<Row>(sql`
    select change_id, source, source_key, record_hash from ${changeRecords}
    where change_id = any(${rowNumbers(wanted.map((row) => row.changeId))}) order by change_id for update`)
  return result.rows.map(toStored)
}

/** Writes those that are not there; answers these. Waits for a writer of the same ones, and leaves them to it. */
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

/** Replaces what is stored; a record that does not say when it was created keeps what is known of that. */
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

/** Notes when their source last changed them; never back to an earlier time. */
export const noteSourceUpdate = (db: Db, keys: readonly Key[], at: Date) =>
  db.execute(sql`
    update ${changeRecords} stored set source_updated_at = ${at.toISOString()}::timestamptz
    from unnest(${texts(keys.map((key) => key.source))}, ${texts(keys.map((key) => key.source_key))})
      as told (source, source_key)
    where stored.source = told.source and stored.source_key = told.source_key
      and (stored.source_updated_at is null or stored.source_updated_at < ${at.toISOString()}::timestamptz)`)

export type Mark = { kind: string; name: string; changeType: string }

const columnsOf = (marks: readonly Mark[]): SQL =>
  sql`unnest(${texts(marks.map((mark) => mark.kind))}, ${texts(marks.map((mark) => mark.name))},
    ${texts(marks.map((mark) => mark.changeType))})`

/** The ids of the marks that are there, at the places of `marks`. */
export async function listMarkIds(db: Db, marks: readonly Mark[]): Promise<(number | undefined)[]> {
  const result = await db.execute<{ place: string; mark_id: number }>(sql`
    select wanted.place, stored.mark_id
    from ${columnsOf(marks)} with ordinality as wanted (kind, name, change_type, place)
    cross join lateral (
      select mark_id from ${changeMarks} known where known.kind = wanted.kind and known.name = wanted.name
        and known.change_type = wanted.change_type limit 1
    ) stored`)
  const markIds: (number | undefined)[] = marks.map(() => undefined)
  for (const row of result.rows) markIds[Number(row.place) - 1] = row.mark_id
  return markIds
}

/** Adds marks in the order given; waits for whoever adds the same one. */
export const createMarks = (db: Db, marks: readonly Mark[]) =>
  db.execute(sql`
    insert into ${changeMarks} (kind, name, change_type)
    select * from ${columnsOf(marks)} on conflict do nothing`)

/** Takes changes out of the lists of their marks. To be called before the changes are updated: it reads what they name. */
export const deleteMarksOf = (db: Db, changeIds: readonly number[]) =>
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
