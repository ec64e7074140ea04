import {
  createPaginatedRowModel,
  createSortedRowModel,
  rowPaginationFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useMemo } from 'react'
import { compareValues, isEmptyValue, type Value } from './compare-values.ts'
import type { Column, Sort } from './table-column.ts'

type Comparable = { getValue: <V>(key: string) => V }

const features = tableFeatures({
  rowSortingFeature,
  rowPaginationFeature,
  sortedRowModel: createSortedRowModel(),
  paginatedRowModel: createPaginatedRowModel(),
})

type TableRows<Row> = {
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  sort: Sort | undefined
  rowId: (row: Row) => string
  isSorted?: boolean
  total?: number | undefined
  page?: { index: number; size: number }
}

export type ShownRow<Row> = { id: string; original: Row }

/** The sorted rows of the visible page, and its index; an index beyond the end becomes the last page. */
export function useTableRows<Row extends object>(props: TableRows<Row>) {
  const { rows, columns, sort, rowId, isSorted = false, total } = props
  const size = props.page?.size ?? Math.max(1, rows.length)
  const pageCount = Math.max(1, Math.ceil((total ?? rows.length) / size))
  const pageIndex = Math.min(props.page?.index ?? 0, pageCount - 1)
  // Passes on only the visible rows of a sorted list, so that no row model is built for 60,000 rows.
  const data = useMemo(
    () => (isSorted && total === undefined ? rows.slice(pageIndex * size, (pageIndex + 1) * size) : rows),
    [rows, isSorted, total, pageIndex, size],
  )
  const definitions = useMemo(
    () =>
      columns.map(({ key, value }) => ({
        id: key,
        accessorFn: (row: Row) => {
          const cellValue = value(row)
          return isEmptyValue(cellValue) ? undefined : cellValue
        },
        sortUndefined: 'last' as const,
        sortFn: (a: Comparable, b: Comparable) =>
          compareValues(a.getValue<Value>(key), b.getValue<Value>(key)),
      })),
    [columns],
  )
  const table = useTable({
    features,
    columns: definitions,
    data,
    manualSorting: isSorted,
    manualPagination: isSorted,
    getRowId: rowId,
    state: {
      sorting: sort ? [{ id: sort.key, desc: sort.isDescending }] : [],
      pagination: { pageIndex, pageSize: size },
    },
  })
  const shown: readonly ShownRow<Row>[] = table.getRowModel().rows
  return { shown, pageIndex, pageCount }
}
