import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { QueryState } from '../../shared/query-state.ts'
import { useCount } from '../../shared/use-count.ts'
import { useFilterText } from '../../shared/use-filter-text.ts'
import { useTableParams } from '../../shared/use-table-params.ts'
import { FilterBox } from '../FilterBox.tsx'
import { LoadError } from '../Loaded.tsx'
import { DataTable, sortRows } from '../table/DataTable.tsx'
import type { RowMarks } from '../table/DataTableRows.tsx'
import type { RowActions } from '../table/row-actions.ts'
import type { Column, Sort } from '../table/table-column.ts'
import type { ListWords } from './record-kind.ts'

export type RecordTableProps<Row> = {
  label: string
  rows: QueryState<readonly Row[]>
  words: Pick<ListWords, 'error' | 'count'>
  /** Must be stable between renders. */
  columns: readonly Column<Row>[]
  rowId: (row: Row) => string
  initialSort: Sort | undefined
  actions?: RowActions<Row> | undefined
  rowMarks?: (row: Row) => RowMarks
  empty?: ReactNode
  /** Adds a filter box above the table; `textOf` returns the searched text of a row. */
  filter?: { label: string; textOf: (row: Row) => string }
  /** Prefix of the table's URL parameters, for a page with several lists. */
  prefix?: string
  pageSize?: number
  /** Name under which the browser stores the person's choice of columns. */
  name?: string
  /** Shown above the table, but not above a loading error. */
  children?: ReactNode
}

/** A list that is loaded as a whole; its filter, sort and page are in the URL. */
export function RecordTable<Row extends object>(props: RecordTableProps<Row>) {
  const { t } = useTranslation()
  const number = useCount()
  const { words, columns, initialSort, filter, prefix = '', pageSize = 50 } = props
  const { data, error } = props.rows
  const filterText = useFilterText(`${prefix}filter`)
  const table = useTableParams({ columns, ...(initialSort ? { initialSort } : {}), pageSize, prefix })
  const { sort, page } = table
  const searched = filterText.settled.trim().toLowerCase()
  const textOf = filter?.textOf
  // Sorts before filtering, so that a new filter does not sort again.
  const sorted = useMemo(() => sortRows(data ?? [], columns, sort), [data, columns, sort])
  const rows = useMemo(
    () => (textOf ? sorted.filter((row) => textOf(row).toLowerCase().includes(searched)) : sorted),
    [sorted, searched, textOf],
  )
  if (!data && error) return <LoadError query={props.rows} failure={words.error} />
  return (
    <>
      {props.children}
      {filter && (
        <FilterBox
          label={filter.label}
          text={filterText.text}
          onChange={(text) => {
            filterText.setText(text)
            if (page.index > 0) page.onChange(0)
          }}
        />
      )}
      <DataTable
        label={props.label}
        rows={rows}
        columns={columns}
        rowId={props.rowId}
        {...(props.name ? { name: props.name } : {})}
        isLoading={!data}
        isSorted
        {...table}
        count={data ? words.count({ shown: number(rows.length), all: number(data.length) }) : t('loading')}
        empty={props.empty}
        {...(props.rowMarks ? { rowMarks: props.rowMarks } : {})}
        {...(props.actions ? { actions: props.actions } : {})}
      />
    </>
  )
}
