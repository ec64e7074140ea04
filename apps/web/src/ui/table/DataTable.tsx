import { useTranslation } from 'react-i18next'
import { useArrived } from '../../shared/use-arrived.ts'
import { useIsPhone } from '../../shared/use-width.ts'
import { Pager } from '../Pager.tsx'
import { useFocusRescue } from '../use-focus.ts'
import { CardList } from './CardList.tsx'
import { CardTools } from './CardTools.tsx'
import { useCellTip } from './CellTip.tsx'
import { ColumnMenu } from './ColumnMenu.tsx'
import { sortedPositions } from './compare-values.ts'
import classes from './data-table.module.css'
import { TableFrame } from './TableFrame.tsx'
import type { Column, Sort } from './table-column.ts'
import type { DataTableProps } from './table-props.ts'
import { useInSteps } from './use-in-steps.ts'
import { useRowKeys } from './use-row-keys.ts'
import { useChosenColumns } from './use-table-choices.ts'
import { useTableRows } from './use-table-rows.ts'

/**
 * A table with sorting, filters and pages; on phones a list of cards. Its parent holds sort, filters and
 * page, so that they can be in the URL.
 */
export function DataTable<Row extends object>(given: DataTableProps<Row>) {
  const { t } = useTranslation()
  const props = useArrivedRows(given)
  const { label, rows, page, name, filters, actions, rowMarks, sort, onSort } = props
  const isPhone = useIsPhone()
  const { shown: columns, toggle } = useChosenColumns(name, props.columns, filters)
  const { shown, pageIndex, pageCount } = useTableRows(props)
  const drawn = useInSteps(shown)
  const { handlers, tip } = useCellTip()
  const rescue = useFocusRescue()
  const onKeyDown = useRowKeys()
  const isWaiting = props.isLoading === true && rows.length === 0
  const columnMenu = name !== undefined && (
    <ColumnMenu label={label} columns={props.columns} shown={columns} onToggle={toggle} />
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the events come from the rows, which have their own elements to press.
    <div
      {...handlers}
      data-waiting={isWaiting || undefined}
      onFocus={(event) => {
        handlers.onFocus(event)
        rescue.onFocus(event)
      }}
      onKeyDown={onKeyDown}
    >
      {isPhone ? (
        <>
          <CardTools label={label} columns={props.columns} filters={filters} sort={sort} onSort={onSort}>
            {columnMenu}
          </CardTools>
          <CardList
            label={label}
            rows={drawn}
            columns={columns}
            actions={actions}
            rowMarks={rowMarks}
            groupOf={props.groupOf}
            isWaiting={isWaiting}
          />
        </>
      ) : (
        <TableFrame
          {...props}
          columns={columns}
          drawn={drawn}
          isWaiting={isWaiting}
          columnMenu={columnMenu}
        />
      )}
      {tip}
      {!props.isLoading && rows.length === 0 && <p className={classes.empty}>{props.empty ?? t('noData')}</p>}
      {/* The foot has no height while waiting, because the arriving rows would move it. */}
      <div className={isWaiting ? classes.waitingFoot : classes.foot}>
        <span role="status">{isWaiting ? '' : props.count}</span>
        {page && pageCount > 1 && (
          <Pager label={label} index={pageIndex} count={pageCount} onChange={page.onChange} />
        )}
      </div>
    </div>
  )
}

const NO_ROWS: readonly never[] = []

/** The table as it was while loading, until its first rows are rendered in pieces. */
function useArrivedRows<Row extends object>(props: DataTableProps<Row>): DataTableProps<Row> {
  const isWaiting = props.isLoading === true && props.rows.length === 0
  const hasArrived = useArrived(isWaiting ? undefined : true)
  return isWaiting || hasArrived ? props : { ...props, rows: NO_ROWS, isLoading: true }
}

/** The rows in the order of `sort`. For long lists: sort once, then filter, and give the table `isSorted`. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: Sort | undefined,
): readonly Row[] {
  const column = columns.find(({ key }) => key === sort?.key)
  if (!column || !sort) return rows
  return sortedPositions(rows.map(column.value), sort.isDescending).flatMap((index) => rows[index] ?? [])
}
