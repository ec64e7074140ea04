import { type SQL, sql } from 'drizzle-orm'

// A list goes as one parameter, however long it is.

export const texts = (values: readonly string[]): SQL => sql`${sql.param([...values])}::text[]`
export const integers = (values: readonly number[]): SQL => sql`${sql.param([...values])}::int[]`
/** Row numbers of tables that may have more rows than an integer counts. */
export const rowNumbers = (values: readonly number[]): SQL => sql`${sql.param([...values])}::bigint[]`

/** What is typed is no pattern: for `like`. */
export const literally = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
