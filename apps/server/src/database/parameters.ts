import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

// A list is sent as one array parameter, because PostgreSQL limits the number of parameters per statement.

export const texts = (values: readonly string[]): SQL => sql`${sql.param([...values])}::text[]`
export const integers = (values: readonly number[]): SQL => sql`${sql.param([...values])}::int[]`
/** Ids of tables that may have more rows than an integer can count. */
export const rowNumbers = (values: readonly number[]): SQL => sql`${sql.param([...values])}::bigint[]`

/** `in` for a list of any length; bigint parameters also match integer columns. */
export const isAnyOf = (column: PgColumn, values: readonly number[]): SQL =>
  sql`${column} = any(${rowNumbers(values)})`

/** Escapes user input for `like`. */
export const literally = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** Whether a text includes another one, ignoring case. Of ASCII, the lower case of "C" is several times as fast. */
export function includesText(text: SQL, part: string): SQL {
  const lower = part.toLowerCase()
  const collated = /^[ -~]*$/.test(part) ? sql`${text} collate "C"` : text
  return sql`position(${lower} in lower(${collated})) > 0`
}

/**
 * Rows of a table as one JSON parameter: as a parameter each, thousands of values take longer to send and plan than to
 * store. `columns` are those of the first row, and `rows`, which stands after `from`, has them under their names.
 */
export function rowsOf<T extends PgTable>(
  table: T,
  rows: readonly T['$inferInsert'][],
): { columns: SQL; rows: SQL } {
  const columns = getTableColumns(table)
  const given = Object.keys(rows[0] ?? {}).flatMap((key) => {
    const column = columns[key]
    return column ? [{ key, column }] : []
  })
  const list = (parts: SQL[]) => sql.join(parts, sql`, `)
  const records = rows.map((row) =>
    Object.fromEntries(given.map(({ key, column }) => [column.name, (row as Record<string, unknown>)[key]])),
  )
  return {
    columns: list(given.map(({ column }) => sql`${sql.identifier(column.name)}`)),
    rows: sql`json_to_recordset(${JSON.stringify(records)}::json) as new (${list(
      given.map(({ column }) => sql`${sql.identifier(column.name)} ${sql.raw(column.getSQLType())}`),
    )})`,
  }
}
