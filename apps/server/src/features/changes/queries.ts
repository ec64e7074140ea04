import type * as endpoints from '@aviary/contract/changes/endpoints'
import type { ChangeType, EntityKind } from '@aviary/contract/changes/rules'
import type { Change } from '@aviary/contract/changes/schemas'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../database/open.ts'
import { literally, rowNumbers, texts } from '../../database/parameters.ts'
import { changeMarks, changeRecords, markedChanges } from '../../database/tables/changes.ts'
import { dataCenters, services } from '../../database/tables/reference.ts'

/**
 * A time in the API's format. PostgreSQL formats it, because formatting in JavaScript would double the
 * response time of a page of changes.
 */
const toWireTime = (name: string): SQL =>
  sql.raw(`to_char(${name} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${name}`)

/** Changes in the order in which `ids` lists them; ids without a change are left out. */
export async function listChanges(db: Db, ids: readonly number[]): Promise<Change[]> {
  if (ids.length === 0) return []
  const result = await db.execute<Change>(sql`
    select change_id::float8 as id, ticket_id, summary, description, status, change_type, catalog_type,
      ${toWireTime('planned_start')}, ${toWireTime('planned_end')}, ${toWireTime('actual_start')}, ${toWireTime('actual_end')},
      submitted_by, ${toWireTime('submitted_on')}, ${toWireTime('effective_at')}, data_centers, services, cis,
      master_approval_entity_id, company_id, github_owner, github_repo, github_sha, github_tag
    from unnest(${rowNumbers(ids)}) with ordinality as requested (change_id, place)
    join ${changeRecords} using (change_id) order by place`)
  return result.rows
}

type TextSearch = { text: string; limit: number }

const startsWith = (name: SQL, text: string): SQL => sql`${name} like lower(${literally(text)}) || '%'`
const contains = (name: SQL, text: string): SQL => sql`${name} like '%' || lower(${literally(text)}) || '%'`

const PLACES = { data_centers: dataCenters, services }

/** Data centers or services by system name or display name; names that start with the text come first. */
export async function listPlaces(
  db: Db,
  kind: keyof typeof PLACES,
  { text, limit }: TextSearch,
): Promise<endpoints.ChangeEntity[]> {
  const result = await db.execute<endpoints.ChangeEntity>(sql`
    select system_name as name, display_name from ${PLACES[kind]}
    where ${contains(sql`lower(system_name)`, text)} or ${contains(sql`lower(display_name)`, text)}
    order by ${startsWith(sql`lower(system_name)`, text)} or ${startsWith(sql`lower(display_name)`, text)} desc,
      lower(display_name) collate "C", system_name collate "C" limit ${limit}`)
  return result.rows
}

// Must equal the expressions of the index on marks, or the index is not used.
const ciName = sql`lower(name) collate "C"`
const ciOrder = sql`${ciName}, name collate "C"`

// Unused marks stay stored and are skipped. Each mark is looked up separately, because `marked_changes` has
// four times as many rows as there are changes.
const isUsed = sql`(select true from ${markedChanges} used where used.mark_id = marks.mark_id limit 1)`

/** CIs of manual and automatic changes, each once. */
async function listCis(db: Db, condition: SQL, limit: number): Promise<endpoints.ChangeEntity[]> {
  const result = await db.execute<endpoints.ChangeEntity>(sql`
    select distinct on (${ciOrder}) name, name as display_name from ${changeMarks} marks
    where kind = 'cis' and ${condition} and ${isUsed} order by ${ciOrder} limit ${limit}`)
  return result.rows
}

export const listCisStartingWith = (db: Db, { text, limit }: TextSearch) =>
  listCis(db, startsWith(ciName, text), limit)

/** CIs that contain the text but do not start with it. */
export const listCisContaining = (db: Db, { text, limit }: TextSearch) =>
  listCis(db, sql`${contains(ciName, text)} and not (${startsWith(ciName, text)})`, limit)

/** Names of one kind and their marks; a change must have at least one of the names. */
export type MarkFilter = { kind: EntityKind; names: readonly string[]; markIds: readonly number[] }
type NamesOfKind = Omit<MarkFilter, 'markIds'>
type MarkRow = { kind: EntityKind; mark_ids: number[] | null; share: number | null }

/**
 * Finds the marks of the names, rarest kind first. `share`: fraction of all changes that have a name of the
 * rarest kind; 0 unless `needsShare`.
 */
export async function findMarks(
  db: Db,
  kinds: readonly NamesOfKind[],
  { changeType, needsShare }: { changeType: ChangeType; needsShare: boolean },
): Promise<{ marks: MarkFilter[]; share: number }> {
  const selects = kinds.map(
    ({ kind, names }) => sql`
      select ${kind}::text as kind, (
        select array_agg(mark_id) from ${changeMarks}
        where kind = ${kind} and change_type = ${changeType} and name = any(${texts(names)})
      ) as mark_ids, ${needsShare ? selectShare({ kind, names }) : sql`0`}::float8 as share`,
  )
  const result = await db.execute<MarkRow>(sql.join(selects, sql` union all `))
  const rows = result.rows.toSorted((a, b) => (a.share ?? 0) - (b.share ?? 0))
  const marks = rows.map(({ kind, mark_ids }) => ({
    kind,
    names: kinds.find((names) => names.kind === kind)?.names ?? [],
    markIds: mark_ids ?? [],
  }))
  return { marks, share: rows[0]?.share ?? 0 }
}

/**
 * Fraction of all changes with these names, estimated from table statistics; a name missing from the
 * statistics counts as zero.
 */
const selectShare = ({ kind, names }: NamesOfKind): SQL => sql`(
    select sum(frequency) from pg_stats
    cross join unnest(most_common_elems::text::text[], most_common_elem_freqs) as common (name, frequency)
    where schemaname = any(current_schemas(false)) and tablename = 'changes' and attname = ${kind}
      and common.name = any(${texts(names)})
  )`

/** `writeCounter` rises with every write of changes. `isWriting`: an open transaction may have written changes. */
type WriteState = { writeCounter: string; isWriting: boolean }

/**
 * Reads the counter before the locks. A writer that commits in between no longer holds a lock, but every
 * later snapshot contains its changes.
 */
export async function getWriteState(db: Db): Promise<WriteState> {
  const result = await db.execute<WriteState>(sql`
    with moment as materialized (select last_value from changes_written)
    select last_value::text as "writeCounter", exists (
      select from pg_locks where locktype = 'relation' and relation = 'changes'::regclass and last_value is not null
        and database = (select oid from pg_database where datname = current_database())
        and mode in ('RowExclusiveLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
    ) as "isWriting"
    from moment`)
  const [row] = result.rows
  if (!row) throw new Error('The sequence changes_written has no value')
  return row
}

/** Settings for the rest of the transaction. */
export const applySettings = (db: Db, settings: Readonly<Record<string, string>>) =>
  db.execute(sql`
    select set_config(name, value, true)
    from unnest(${texts(Object.keys(settings))}, ${texts(Object.values(settings))}) as settings (name, value)`)
