import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { DatabaseClient } from '../../database/client.ts'
import { hasCode, LOCK_NOT_AVAILABLE } from '../../database/error-code.ts'
import { explainDatabaseError } from '../../database/faults.ts'
import { isUsedByOthers } from '../queries.ts'
import type { Header, Sequence, Table } from './format.ts'

export type Connection = pg.Client

/** Schemas with Aviary's tables; extensions and other applications use other schemas. */
export const SCHEMAS = `('public', 'drizzle')`

/**
 * A table with its key and its ORDER BY columns. Text is ordered bytewise, so the order is the same on every
 * server.
 */
export type OrderedTable = Table & { key: string[]; order: string[] }

// Makes COPY print equal rows as equal text, whatever the settings of the server; also lifts time limits.
const SETTINGS = {
  datestyle: 'ISO, YMD',
  intervalstyle: 'postgres',
  timezone: 'UTC',
  extra_float_digits: '3',
  bytea_output: 'hex',
  statement_timeout: '0',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '0',
}

export async function connect(url: string): Promise<Connection> {
  const connection = new DatabaseClient({
    connectionString: url,
    application_name: 'aviary',
    keepAlive: true,
  })
  // The error is ignored here: a broken connection also fails the running statement, which reports the error.
  connection.on('error', () => undefined)
  await connection.connect().catch((error: unknown) => {
    throw explainDatabaseError(error, url)
  })
  const settings = Object.entries(SETTINGS).map(([name, value]) => `set ${name} = '${value}'`)
  await connection.query(settings.join('; '))
  return connection
}

/** All reads see the snapshot of the first statement, even while others write. */
export const beginReading = (connection: Connection) =>
  connection.query('begin isolation level repeatable read, read only')

const WAITS_FOR_WRITERS = '10s'

/**
 * Blocks writes until this transaction ends. False if a running write does not end within WAITS_FOR_WRITERS, or if
 * another session is connected that could write once the lock is released. Call before the first read, because that
 * read fixes the snapshot.
 */
export async function lockTables(connection: Connection, tables: readonly Table[]): Promise<boolean> {
  await connection.query(`set local lock_timeout = '${WAITS_FOR_WRITERS}'`)
  try {
    await connection.query(`lock table ${tables.map(placeOf).join(', ')} in share mode`)
  } catch (error) {
    if (hasCode(error, LOCK_NOT_AVAILABLE)) return false
    throw error
  }
  return !(await isUsedByOthers(drizzle(connection)))
}

export const readMoment = (connection: Connection) =>
  readOne<{ taken_at: string; postgres: string }>(
    connection,
    `select to_char(now(), 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as taken_at, current_setting('server_version') as postgres`,
  )

export async function listTables(connection: Connection): Promise<OrderedTable[]> {
  const { rows } = await connection.query<OrderedTable>(`
    with keys as (
      select i.indrelid, k.place, a.attname, a.attcollation <> 0 as has_letters
      from pg_index i cross join unnest(i.indkey) with ordinality k (attnum, place)
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum where i.indisprimary
    )
    select n.nspname::text as schema, c.relname::text as name,
      array(
        select attname::text from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum
      ) as columns,
      array(select attname::text from keys where indrelid = c.oid order by place) as key,
      array(
        select quote_ident(attname) || case when has_letters then ' collate "C"' else '' end
        from keys where indrelid = c.oid order by place
      ) as order
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ${SCHEMAS} and c.relkind = 'r' order by 1, 2`)
  return rows
}

/** Rows in COPY format, one line each, in key order. */
export const copyRows = (connection: Connection, table: OrderedTable): AsyncIterable<Buffer> => {
  // Without a primary key, order by the whole row; equal rows are interchangeable.
  const order = table.order.length > 0 ? table.order.join(', ') : 'one::text collate "C"'
  return connection.query(
    copyTo(`copy (select ${columnsOf(table)} from ${placeOf(table)} one order by ${order}) to stdout`),
  )
}

/** Sequences are not transactional: read them after the rows, so that they lie beyond every number in the rows. */
export async function listSequences(connection: Connection): Promise<Sequence[]> {
  const { rows: names } = await connection.query<{ schema: string; name: string }>(`
    select n.nspname::text as schema, c.relname::text as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ${SCHEMAS} and c.relkind = 'S' order by 1, 2`)
  const sequences: Sequence[] = []
  for (const name of names) {
    const state = await readOne<{ last_value: string; is_called: boolean }>(
      connection,
      `select last_value, is_called from ${placeOf(name)}`,
    )
    sequences.push({ ...name, ...state })
  }
  return sequences
}

/** Migrations applied to this schema, oldest first. */
export async function listMigrations(
  connection: Connection,
): Promise<Omit<Header['migrations'][number], 'name'>[]> {
  const { rows } = await connection.query<{ hash: string; created_at: string }>(
    'select hash, created_at from drizzle.__drizzle_migrations order by created_at',
  )
  return rows.map(({ hash, created_at }) => ({ hash, created_at: Number(created_at) }))
}

export async function listArchiveNames(connection: Connection): Promise<string[]> {
  const { rows } = await connection.query<{ file: string }>(
    'select file from audit_archives order by from_seal',
  )
  return rows.map(({ file }) => file)
}

async function readOne<Row extends pg.QueryResultRow>(
  connection: Connection,
  statement: string,
): Promise<Row> {
  const { rows } = await connection.query<Row>(statement)
  const [row] = rows
  if (!row) throw new Error(`Nothing was found by ${statement}`)
  return row
}

export const placeOf = ({ schema, name }: { schema: string; name: string }): string =>
  `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`

export const columnsOf = ({ columns }: Pick<Table, 'columns'>): string =>
  columns.map((column) => pg.escapeIdentifier(column)).join(', ')
