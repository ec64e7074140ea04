import { Fragment, memo } from 'react'
import classes from './data-table.module.css'
import { RowMenu } from './RowMenu.tsx'
import type { RowActions } from './row-actions.ts'
import type { Column } from './table-column.ts'
import type { ShownRow } from './use-table-rows.ts'
import { withGroups } from './with-groups.ts'

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

export const PlaceholderRows = ({ columnCount }: { columnCount: number }) =>
  PLACEHOLDERS.map((key) => (
    <tr key={key} className={classes.placeholder}>
      <td colSpan={columnCount} />
    </tr>
  ))

export const AllRows = <Row,>({ rows, rowMarks, groupOf, ...rest }: RowsProps<Row>) =>
  withGroups(rows, groupOf).map(({ id, original, group }) => (
    <Fragment key={id}>
      {group !== undefined && (
        <tr className={classes.group}>
          <th scope="rowgroup" colSpan={rest.columns.length + (rest.hasEnd ? 1 : 0)}>
            <span>{group}</span>
          </th>
        </tr>
      )}
      <MemoRow row={original} {...rest} {...rowMarks?.(original)} />
    </Fragment>
  ))

type RowProps<Row> = Pick<RowsProps<Row>, 'columns' | 'actions' | 'hasEnd'> & { row: Row } & RowMarks

function TableRow<Row>({ row, columns, actions, hasEnd, ...marks }: RowProps<Row>) {
  return (
    <tr {...marks}>
      {columns.map(({ key, value, render, isNumber, isTall }) => (
        <td key={key} data-number={isNumber} data-tall={isTall}>
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
