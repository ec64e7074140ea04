/** Rows to pass over, and how many to find. */
export type Page = { startAt: number; size: number }

type Asked = { start_at: number; response_size: number }

/** A page as a caller asks for it: `find` looks for one row more, which tells whether there are more. */
export async function readPage<Row>(
  { start_at: startAt, response_size: size }: Asked,
  find: (page: Page) => Promise<Row[]>,
): Promise<{ rows: Row[]; more_results: boolean }> {
  const found = await find({ startAt, size: size + 1 })
  return { rows: found.slice(0, size), more_results: found.length > size }
}
