import type { ShownRow } from './use-table-rows.ts'

/** Adds a group's heading to the first row of the group; undefined for the other rows. */
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
