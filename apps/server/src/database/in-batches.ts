// PostgreSQL takes 65,535 values in a statement: a thousand rows leave room for 65 columns.
const ROWS_PER_STATEMENT = 1_000

/**
 * Splits rows into what one statement can write. Whatever writes a row for each of what it was given goes through it, or sends
 * the values as arrays (`parameters.ts`).
 */
export function* inBatches<T>(rows: readonly T[]): Generator<T[]> {
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT)
    yield rows.slice(from, from + ROWS_PER_STATEMENT)
}
