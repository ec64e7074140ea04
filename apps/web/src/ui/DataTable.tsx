import type { CSSProperties, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { sortedPositions } from './compare-values.ts'
import { AllRows, PlaceholderRows, type RowActions, type RowMarks } from './DataTableRows.tsx'
import classes from './data-table.module.css'
import { HeaderCell } from './HeaderCell.tsx'
import { Pager } from './Pager.tsx'
import { scrolledByKeyboard } from './scrolled-by-keyboard.ts'
import type { Column, ColumnFilter, Sort } from './table-column.ts'
import { useFocusRescue } from './use-focus.ts'
import { useInSteps } from './use-in-steps.ts'
import { useTableRows } from './use-table-rows.ts'

type DataTableProps<Row> = {
  label: string
  rows: readonly Row[]
  /** Must be stable between renders, because a new array sorts all rows again. */
  columns: readonly Column<Row>[]
  filters?: Readonly<Record<string, ColumnFilter>>
  actions?: RowActions<Row>
  /** Marks a whole row: `data-internal` and `data-tint` colour it. A cell must also say it in words. */
  rowMarks?: (row: Row) => RowMarks
  /** Minimum width of the table; in narrower windows it scrolls sideways. */
  minWidth?: string
  rowId: (row: Row) => string
  isLoading?: boolean
  /** The rows are already in the order of `sort`, so only the visible page is processed. */
  isSorted?: boolean
  sort: Sort | undefined
  onSort: (sort: Sort) => void
  page?: { index: number; size: number; onChange: (index: number) => void }
  /** Number of rows in words: "12 of 60,000 companies". Hidden until the first rows are loaded. */
  count?: ReactNode
  empty?: ReactNode
}

/** The table of all screens. Its parent holds sort, filters and page, so that they can be in the URL. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { t } = useTranslation()
  const { label, rows, columns, page, actions, rowMarks, minWidth } = props
  const { shown, pageIndex, pageCount } = useTableRows(props)
  const drawn = useInSteps(shown)
  const isBare = minWidth !== undefined && rows.length === 0 && !props.filters && !columns.some(isSortable)
  const isWaiting = props.isLoading === true && rows.length === 0
  const columnCount = columns.length + (actions ? 1 : 0)
  return (
    <div {...useFocusRescue()}>
      <div className={minWidth ? classes.scroller : undefined} {...(isBare ? scrolledByKeyboard(label) : {})}>
        <table
          className={classes.table}
          aria-label={label}
          aria-busy={props.isLoading || undefined}
          style={minWidth ? { minWidth } : {}}
        >
          <Head {...props} />
          <tbody>
            {isWaiting && <PlaceholderRows columnCount={columnCount} />}
            <AllRows rows={drawn} columns={columns} actions={actions} rowMarks={rowMarks} />
          </tbody>
        </table>
      </div>
      {!props.isLoading && rows.length === 0 && <p className={classes.empty}>{props.empty ?? t('noData')}</p>}
      {/* Hidden while waiting, because the first rows would move it. */}
      <div className={isWaiting ? 'visually-hidden' : classes.foot}>
        <span role="status">{isWaiting ? '' : props.count}</span>
        {page && pageCount > 1 && (
          <Pager label={label} index={pageIndex} count={pageCount} onChange={page.onChange} />
        )}
      </div>
    </div>
  )
}

const isSortable = ({ isSortable: value }: { isSortable?: boolean }) => value !== false

function Head<Row>({ columns, actions, filters, sort, onSort }: DataTableProps<Row>) {
  return (
    <>
      <colgroup>
        {columns.map(({ key, width }) => (
          <col key={key} style={width ? { width } : {}} />
        ))}
        {actions && (
          // React's types do not know custom properties.
          <col
            className={classes.actionsColumn}
            style={{ '--actions-width': actions.width ?? 'auto' } as CSSProperties}
          />
        )}
      </colgroup>
      <thead>
        <tr>
          {columns.map((column) => (
            <HeaderCell
              key={column.key}
              column={column}
              filter={filters?.[column.key]}
              sort={sort}
              onSort={onSort}
            />
          ))}
          {actions && (
            <th scope="col" className={classes.actionsTitle}>
              <span className="visually-hidden">{actions.title}</span>
            </th>
          )}
        </tr>
      </thead>
    </>
  )
}

/** The rows in the table's order. For long lists: sort once, then filter, and set `isSorted`. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: Sort | undefined,
): readonly Row[] {
  const column = columns.find(({ key }) => key === sort?.key)
  if (!column || !sort) return rows
  return sortedPositions(rows.map(column.value), sort.isDescending).flatMap((index) => rows[index] ?? [])
}
