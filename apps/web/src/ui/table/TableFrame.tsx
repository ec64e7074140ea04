import { type ReactNode, useEffect, useRef } from 'react'
import { scrolledByKeyboard } from '../scrolled-by-keyboard.ts'
import { AllRows, PlaceholderRows } from './DataTableRows.tsx'
import classes from './data-table.module.css'
import { HeaderCell } from './HeaderCell.tsx'
import { columnWidth, PAPER_WIDTH, widthOf } from './table-column.ts'
import print from './table-print.module.css'
import type { DataTableProps } from './table-props.ts'
import { useRowStyles } from './use-table-choices.ts'
import type { ShownRow } from './use-table-rows.ts'

const MENU_WIDTH = '44px'

type TableFrameProps<Row> = DataTableProps<Row> & {
  drawn: readonly ShownRow<Row>[]
  isWaiting: boolean
  /** Chooses the columns; in the header of the last column. */
  columnMenu: ReactNode
}

/**
 * The table in a frame. A table wider than the frame scrolls sideways in it, and its rows scroll under its
 * header.
 */
export function TableFrame<Row>(props: TableFrameProps<Row>) {
  const { label, columns, filters, actions, columnMenu } = props
  const styles = useRowStyles().words
  const hasEnd = actions !== undefined || Boolean(columnMenu)
  const endWidth = actions?.singleWidth ?? MENU_WIDTH
  const width = widthOf([...columns, ...(hasEnd ? [{ width: endWidth }] : [])])
  // A frame without focusable content must be focusable itself, so that arrow keys can scroll it.
  const isBare =
    !filters &&
    !columnMenu &&
    (!actions || props.rows.length === 0) &&
    columns.every(({ isSortable }) => isSortable === false)
  return (
    <div
      ref={useScrolls(width)}
      className={`${classes.frame} ${print.frame}`}
      data-wider-than-paper={widthOf(columns) > PAPER_WIDTH || undefined}
      {...(isBare ? scrolledByKeyboard(label) : {})}
    >
      <table
        className={`${classes.table} ${print.table}`}
        aria-label={label}
        aria-busy={props.isLoading || undefined}
        data-compact={styles.has('compact') || undefined}
        data-wrapped={styles.has('wrapped') || undefined}
        style={{ minWidth: `${width}px` }}
      >
        <colgroup>
          {columns.map((column) => (
            <col key={column.key} style={column.width ? { width: columnWidth(column) } : {}} />
          ))}
          {hasEnd && <col style={{ width: endWidth }} />}
        </colgroup>
        <thead>
          <tr>
            {columns.map((column) => (
              <HeaderCell
                key={column.key}
                column={column}
                filter={filters?.[column.key]}
                sort={props.sort}
                onSort={props.onSort}
              />
            ))}
            {hasEnd && (
              <th scope="col" className={classes.end} data-end>
                {actions && <span className="visually-hidden">{actions.title}</span>}
                {columnMenu}
              </th>
            )}
          </tr>
        </thead>
        {props.isWaiting && <PlaceholderRows columnCount={columns.length + (hasEnd ? 1 : 0)} />}
        <AllRows
          rows={props.drawn}
          columns={columns}
          hasEnd={hasEnd}
          actions={actions}
          rowMarks={props.rowMarks}
          groupOf={props.groupOf}
        />
      </table>
    </div>
  )
}

/**
 * Marks the frame while it is narrower than its table. Only a marked frame scrolls, because a header inside a
 * scrolling frame cannot stick to the window. A second mark says that there are columns beyond its end.
 */
function useScrolls(tableWidth: number) {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = frame.current
    if (!element) return undefined
    const mark = () => {
      const { clientWidth, scrollLeft } = element
      element.toggleAttribute('data-scrolls', clientWidth < tableWidth)
      element.toggleAttribute('data-more', Math.abs(scrollLeft) + clientWidth < tableWidth - 1)
    }
    // The first call comes with the first layout; a call here would lay out the page once more.
    const observer = new ResizeObserver(mark)
    observer.observe(element)
    element.addEventListener('scroll', mark, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', mark)
    }
  }, [tableWidth])
  return frame
}
