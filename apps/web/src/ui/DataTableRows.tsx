import { memo, type ReactNode } from 'react'
import classes from './data-table.module.css'
import type { Column } from './table-column.ts'
import type { ShownRow } from './use-table-rows.ts'

const PLACEHOLDERS = Array.from({ length: 7 }, (_, row) => `placeholder-${row}`)

/** Actions of a row, in the last column; the column title is for screen readers only. */
export type RowActions<Row> = { title: string; width?: string; render: (row: Row) => ReactNode }

export type RowMarks = {
  'data-internal'?: true | undefined
  'data-tint'?: 'green' | 'orange' | undefined
  /** The record of this row is no longer in use. */
  'data-muted'?: true | undefined
}

type RowsProps<Row> = {
  rows: readonly ShownRow<Row>[]
  columns: readonly Column<Row>[]
  actions: RowActions<Row> | undefined
  rowMarks: ((row: Row) => RowMarks) | undefined
}

export const PlaceholderRows = ({ columnCount }: { columnCount: number }) =>
  PLACEHOLDERS.map((key) => (
    <tr key={key} className={classes.placeholder}>
      <td colSpan={columnCount} />
    </tr>
  ))

export const AllRows = <Row,>({ rows, rowMarks, columns, actions }: RowsProps<Row>) =>
  rows.map(({ id, original }) => (
    <MemoRow key={id} row={original} columns={columns} actions={actions} {...rowMarks?.(original)} />
  ))

type RowProps<Row> = Pick<RowsProps<Row>, 'columns' | 'actions'> & { row: Row } & RowMarks

function TableRow<Row>({ row, columns, actions, ...marks }: RowProps<Row>) {
  return (
    <tr {...marks}>
      {columns.map(({ key, value, render }) => (
        <td key={key}>{render ? render(row) : value(row)}</td>
      ))}
      {actions && <td className={classes.actions}>{actions.render(row)}</td>}
    </tr>
  )
}

/** Memoized: an unchanged row does not render again when other rows change. */
const MemoRow = memo(TableRow) as typeof TableRow
