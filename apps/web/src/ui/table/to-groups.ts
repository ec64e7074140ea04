import type { ShownRow } from './use-table-rows.ts'

type RowGroup<Row> = {
  key: string
  /** Words above the rows; undefined in a table without groups. */
  title: string | undefined
  rows: ShownRow<Row>[]
}

/**
 * Splits rows into groups of adjacent rows. While rows are drawn in steps, rows of one group may not be adjacent;
 * they then form two groups.
 */
export function toGroups<Row>(
  rows: readonly ShownRow<Row>[],
  groupOf: ((row: Row) => string) | undefined,
): RowGroup<Row>[] {
  if (!groupOf) return [{ key: '', title: undefined, rows: [...rows] }]
  const groups: RowGroup<Row>[] = []
  const repeats = new Map<string, number>()
  for (const row of rows) {
    const title = groupOf(row.original)
    const last = groups.at(-1)
    if (last?.title === title) {
      last.rows.push(row)
      continue
    }
    const repeat = repeats.get(title) ?? 0
    repeats.set(title, repeat + 1)
    groups.push({ key: `${repeat} ${title}`, title, rows: [row] })
  }
  return groups
}
