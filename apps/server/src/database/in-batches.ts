// PostgreSQL accepts at most 65,535 parameters per statement: enough for a thousand rows of 65 columns.
const ROWS_PER_STATEMENT = 1_000

/**
 * Splits rows into batches that fit one statement. Needed for every insert of a list, except inserts that
 * pass arrays (`parameters.ts`).
 */
export function* inBatches<T>(rows: readonly T[]): Generator<T[]> {
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT)
    yield rows.slice(from, from + ROWS_PER_STATEMENT)
}
