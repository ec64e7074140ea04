import {
  createPaginatedRowModel,
  createSortedRowModel,
  rowPaginationFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { compareValues } from './compare-values.ts'
import classes from './data-table.module.css'
import { HeaderCell } from './HeaderCell.tsx'
import { Pager } from './Pager.tsx'
import type { Column, ColumnFilter, Sort } from './table-column.ts'

type DataTableProps<Row> = {
  label: string
  rows: readonly Row[]
  /** Keep it the same between renders: a new list sorts all rows anew. */
  columns: readonly Column<Row>[]
  filters?: Readonly<Record<string, ColumnFilter>>
  rowId: (row: Row) => string
  isLoading?: boolean
  /** The rows come in the order of `sort` already. */
  isSorted?: boolean
  sort: Sort | undefined
  onSort: (sort: Sort) => void
  page: { index: number; size: number; onChange: (index: number) => void }
  /** How many rows there are, in words: "12 of 60,000 companies". */
  count?: ReactNode
  empty?: ReactNode
}

type Comparable = { getValue: <V>(key: string) => V }

const PLACEHOLDER_ROWS = 7

const features = tableFeatures({
  rowSortingFeature,
  rowPaginationFeature,
  sortedRowModel: createSortedRowModel(),
  paginatedRowModel: createPaginatedRowModel(),
})

/** The one table. What is sorted, filtered and paged is its owner's to keep, so that the address can hold it. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { t } = useTranslation()
  const { rows, columns, sort, page } = props
  const pageCount = Math.max(1, Math.ceil(rows.length / page.size))
  const pageIndex = Math.min(page.index, pageCount - 1)
  const definitions = useMemo(
    () =>
      columns.map(({ key, value }) => ({
        id: key,
        accessorFn: value,
        sortFn: (a: Comparable, b: Comparable) => compareValues(a.getValue(key), b.getValue(key)),
      })),
    [columns],
  )
  const table = useTable({
    features,
    columns: definitions,
    data: rows,
    manualSorting: props.isSorted ?? false,
    getRowId: props.rowId,
    state: {
      sorting: sort ? [{ id: sort.key, desc: sort.isDescending }] : [],
      pagination: { pageIndex, pageSize: page.size },
    },
  })
  const shown = table.getRowModel().rows
  return (
    <div className={classes.whole}>
      <div className={classes.scroller}>
        <table className={classes.table} aria-label={props.label} aria-busy={props.isLoading || undefined}>
          <colgroup>
            {columns.map(({ key, width }) => (
              <col key={key} style={width ? { width } : {}} />
            ))}
          </colgroup>
          <thead>
            <tr>
              {columns.map((column) => (
                <HeaderCell
                  key={column.key}
                  column={column}
                  filter={props.filters?.[column.key]}
                  sort={sort}
                  onSort={props.onSort}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {props.isLoading && rows.length === 0
              ? PLACEHOLDERS.map((key) => (
                  <tr key={key} className={classes.placeholder}>
                    <td colSpan={columns.length} />
                  </tr>
                ))
              : shown.map((row) => (
                  <tr key={row.id}>
                    {columns.map((column) => (
                      <td key={column.key}>
                        {column.render ? column.render(row.original) : column.value(row.original)}
                      </td>
                    ))}
                  </tr>
                ))}
          </tbody>
        </table>
      </div>
      {!props.isLoading && rows.length === 0 && <p className={classes.empty}>{props.empty ?? t('noData')}</p>}
      <div className={classes.foot}>
        <span role="status">{props.count}</span>
        {pageCount > 1 && <Pager index={pageIndex} count={pageCount} onChange={page.onChange} />}
      </div>
    </div>
  )
}

const PLACEHOLDERS = Array.from({ length: PLACEHOLDER_ROWS }, (_, row) => `placeholder-${row}`)

/** The rows in the order the table would give them. For long lists: sort once, filter what is sorted, say `isSorted`. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: Sort | undefined,
): readonly Row[] {
  const column = columns.find(({ key }) => key === sort?.key)
  if (!column || !sort) return rows
  const turn = sort.isDescending ? -1 : 1
  return rows.toSorted((a, b) => turn * compareValues(column.value(a), column.value(b)))
}
