// PostgreSQL takes 65,535 values in a statement: a thousand rows leave room for 65 columns.
const ROWS_PER_STATEMENT = 1_000

/**
 * Splits rows into batches that fit one statement. Use for every insert of a list, or send arrays
 * (`parameters.ts`).
 */
export function* inBatches<T>(rows: readonly T[]): Generator<T[]> {
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT)
    yield rows.slice(from, from + ROWS_PER_STATEMENT)
}
