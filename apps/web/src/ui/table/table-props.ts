import type { ReactNode } from 'react'
import type { RowMarks } from './DataTableRows.tsx'
import type { RowActions } from './row-actions.ts'
import type { Column, ColumnFilter, Sort } from './table-column.ts'

export type DataTableProps<Row> = {
  label: string
  /** Name under which the browser stores the person's choice of columns; without it, all columns are shown. */
  name?: string
  rows: readonly Row[]
  /** Must be stable between renders, because a new array sorts all rows again. */
  columns: readonly Column<Row>[]
  filters?: Readonly<Record<string, ColumnFilter>>
  /** Must be stable between renders. */
  actions?: RowActions<Row> | undefined
  /** Marks a whole row: `data-internal` and `data-tint` colour it. A cell must say the same in words. */
  rowMarks?: ((row: Row) => RowMarks) | undefined
  /** Heading of a row's group, shown above the first row of the group. Rows of a group must be adjacent. */
  groupOf?: ((row: Row) => string) | undefined
  rowId: (row: Row) => string
  isLoading?: boolean
  /** The rows are already in the order of `sort`, so only the visible page is processed. */
  isSorted?: boolean
  /** Number of rows on all pages, where `rows` are only those of the visible page. */
  total?: number | undefined
  sort: Sort | undefined
  onSort: (sort: Sort) => void
  page?: { index: number; size: number; onChange: (index: number) => void }
  /** Number of rows in words: "12 of 60,000 companies". Hidden until the first rows are loaded. */
  count?: ReactNode
  empty?: ReactNode
}
