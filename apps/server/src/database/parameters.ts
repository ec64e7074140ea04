import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

// A list goes as one parameter, however long it is.

export const texts = (values: readonly string[]): SQL => sql`${sql.param([...values])}::text[]`
export const integers = (values: readonly number[]): SQL => sql`${sql.param([...values])}::int[]`
/** Row numbers of tables that may have more rows than an integer counts. */
export const rowNumbers = (values: readonly number[]): SQL => sql`${sql.param([...values])}::bigint[]`

/** `in` for a list of any length; numbers of rows fit where smaller ones are. */
export const isAnyOf = (column: PgColumn, values: readonly number[]): SQL =>
  sql`${column} = any(${rowNumbers(values)})`

/** What is typed is no pattern: for `like`. */
export const literally = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
