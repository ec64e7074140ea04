/** How many rows to skip, and how many to read. */
export type Page = { startAt: number; size: number }

type PageRequest = { start_at: number; response_size: number }

/** Reads one page. Asks `find` for one row more than requested, which shows whether there are more. */
export async function readPage<Row>(
  { start_at: startAt, response_size: size }: PageRequest,
  find: (page: Page) => Promise<Row[]>,
): Promise<{ rows: Row[]; more_results: boolean }> {
  const rows = await find({ startAt, size: size + 1 })
  return { rows: rows.slice(0, size), more_results: rows.length > size }
}
