import type { ShownRow } from './use-table-rows.ts'

/** The rows, each with the words of the group that begins with it. */
export function withGroups<Row>(
  rows: readonly ShownRow<Row>[],
  groupOf: ((row: Row) => string) | undefined,
): (ShownRow<Row> & { group: string | undefined })[] {
  let previous: string | undefined
  return rows.map((row) => {
    const group = groupOf?.(row.original)
    const isNew = group !== previous
    previous = group
    return { ...row, group: isNew ? group : undefined }
  })
}
