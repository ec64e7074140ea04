import { memo, useId } from 'react'
import classes from './data-table.module.css'
import { RowMenu } from './RowMenu.tsx'
import type { RowActions } from './row-actions.ts'
import type { Column } from './table-column.ts'
import { toGroups } from './to-groups.ts'
import type { ShownRow } from './use-table-rows.ts'

const PLACEHOLDERS = Array.from({ length: 7 }, (_, row) => `placeholder-${row}`)

export type RowMarks = {
  'data-internal'?: true | undefined
  'data-tint'?: 'green' | 'orange' | undefined
  /** The record of this row is no longer in use. */
  'data-muted'?: true | undefined
}

type RowsProps<Row> = {
  rows: readonly ShownRow<Row>[]
  columns: readonly Column<Row>[]
  /** Whether there is a last column, for the menus of columns and rows. */
  hasEnd: boolean
  actions: RowActions<Row> | undefined
  rowMarks: ((row: Row) => RowMarks) | undefined
  groupOf: ((row: Row) => string) | undefined
}

export const PlaceholderRows = ({ columnCount }: { columnCount: number }) => (
  <tbody>
    {PLACEHOLDERS.map((key) => (
      <tr key={key} className={classes.placeholder}>
        <td colSpan={columnCount} />
      </tr>
    ))}
  </tbody>
)

/** A row group for each group, named by its heading; one without a heading in a table without groups. */
export function AllRows<Row>({ rows, rowMarks, groupOf, ...rest }: RowsProps<Row>) {
  const id = useId()
  return toGroups(rows, groupOf).map((group, index) => (
    <tbody key={group.key} aria-labelledby={group.title === undefined ? undefined : id + index}>
      {group.title !== undefined && (
        <tr className={classes.group}>
          <th scope="rowgroup" colSpan={rest.columns.length + (rest.hasEnd ? 1 : 0)}>
            <span id={id + index}>{group.title}</span>
          </th>
        </tr>
      )}
      {group.rows.map(({ id: rowId, original }) => (
        <MemoRow key={rowId} row={original} {...rest} {...rowMarks?.(original)} />
      ))}
    </tbody>
  ))
}

type RowProps<Row> = Pick<RowsProps<Row>, 'columns' | 'actions' | 'hasEnd'> & { row: Row } & RowMarks

function TableRow<Row>({ row, columns, actions, hasEnd, ...marks }: RowProps<Row>) {
  return (
    <tr {...marks}>
      {columns.map(({ key, title, width, value, render, isNumber, isTall }) => (
        <td
          key={key}
          data-title={title}
          data-long={width === undefined || undefined}
          data-number={isNumber}
          data-tall={isTall}
        >
          {render ? render(row) : value(row)}
        </td>
      ))}
      {hasEnd && (
        <td className={classes.end} data-end>
          {actions && <RowMenu row={row} actions={actions} />}
        </td>
      )}
    </tr>
  )
}

/** Memoized: an unchanged row does not render again when other rows change. */
const MemoRow = memo(TableRow) as typeof TableRow
