import { from as copyFrom } from 'pg-copy-streams'
import { LOCKS } from '../../../database/locks.ts'
import type { Sequence, Table } from '../format.ts'
import { type Connection, columnsOf, placeOf, SCHEMAS } from '../queries.ts'

/** Takes the start lock: a server that starts meanwhile waits, and then finds the restored database. */
export async function beginLoading(connection: Connection): Promise<void> {
  await connection.query('begin')
  await connection.query('select pg_advisory_xact_lock($1)', [LOCKS.migration])
}

/** Whether Aviary's schemas contain anything. */
export async function isUsed(connection: Connection): Promise<boolean> {
  const { rows } = await connection.query<{ is_used: boolean }>(`
    select exists (
      select from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ${SCHEMAS} and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
        and not exists (
          select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e'
        )
    ) as is_used`)
  return rows[0]?.is_used ?? true
}

/** Creates the migrations table as drizzle does; its rows are restored with those of the other tables. */
export const makeMigrationsTable = (connection: Connection) =>
  connection.query(`
    create schema if not exists drizzle;
    create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`)

/** Replaces the backup's migration records: those from before 0.1.0 belong to migrations that no longer exist. */
export async function recordMigrations(
  connection: Connection,
  migrations: readonly { hash: string; when: number }[],
): Promise<void> {
  await connection.query('truncate drizzle.__drizzle_migrations restart identity')
  for (const { hash, when } of migrations)
    await connection.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
      hash,
      when,
    ])
}

export async function migrateBy(connection: Connection, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await connection.query(statement)
}

/**
 * Makes inserts fast and without side effects: drops the foreign keys and the indexes that belong to no constraint,
 * and disables the triggers. Returns the statements that undo this; adding the foreign keys again checks every row.
 * Needs only ownership of the tables.
 */
export async function dropConstraints(connection: Connection): Promise<string[]> {
  const { rows } = await connection.query<{ off: string; back: string }>(`
    select 2 as place, format('alter table %s drop constraint %I', conrelid::regclass, conname) as off,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(c.oid)) as back
    from pg_constraint c join pg_namespace n on n.oid = c.connamespace
    where n.nspname in ${SCHEMAS} and contype = 'f'
    union all
    select 1, format('drop index %s', i.indexrelid::regclass), pg_get_indexdef(i.indexrelid)
    from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ${SCHEMAS} and c.relkind = 'r'
      and not exists (select from pg_constraint where conindid = i.indexrelid and contype in ('p', 'u', 'x'))
    union all
    select 3, format('alter table %s disable trigger %I', t.tgrelid::regclass, tgname),
      format('alter table %s enable trigger %I', t.tgrelid::regclass, tgname)
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ${SCHEMAS} and not tgisinternal and tgenabled = 'O'
    order by place, back`)
  // A foreign key must be dropped before the index it depends on, and restored after that index.
  for (const { off } of rows.toReversed()) await connection.query(off)
  return rows.map(({ back }) => back)
}

/** Migrations insert initial rows into some tables; the backup's rows replace them. */
export const emptyTables = (connection: Connection, tables: readonly Table[]) =>
  connection.query(`truncate ${tables.map(placeOf).join(', ')}`)

/** Uses COPY with FREEZE, so that the rows need no vacuum afterwards. */
export const copyIn = (connection: Connection, table: Table) =>
  connection.query(copyFrom(`copy ${placeOf(table)} (${columnsOf(table)}) from stdin with (freeze)`))

export const setSequence = (connection: Connection, sequence: Sequence) =>
  connection.query('select setval($1::text::regclass, $2::bigint, $3::boolean)', [
    placeOf(sequence),
    sequence.last_value,
    sequence.is_called,
  ])

export async function restoreConstraints(
  connection: Connection,
  statements: readonly string[],
): Promise<void> {
  for (const statement of statements) await connection.query(statement)
}

export const commit = (connection: Connection) => connection.query('commit')
export const rollback = (connection: Connection) => connection.query('rollback')

/** Updates planner statistics for the first searches. */
export const analyze = (connection: Connection) => connection.query('analyze')
