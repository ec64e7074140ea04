import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

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
