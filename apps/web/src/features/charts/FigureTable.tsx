import { useMemo } from 'react'
import { scrolledByKeyboard } from '../../ui/scrolled-by-keyboard.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import type { Column } from '../../ui/table/table-column.ts'
import classes from './charts.module.css'

type Row = { id: string; cells: readonly string[] }

type FigureTableProps = { label: string; columns: readonly string[]; rows: readonly Row[] }

/** Width of the longest word in a column title. */
const COLUMN_PIXELS = 96

/** The numbers of a chart as a table. */
export function FigureTable({ label, columns, rows }: FigureTableProps) {
  const tableColumns = useMemo(
    (): Column<Row>[] =>
      columns.map((title, index) => ({
        key: String(index),
        title,
        value: ({ cells }) => cells[index] ?? '',
        isSortable: false,
      })),
    [columns],
  )
  return (
    <div className={classes.sheet} {...scrolledByKeyboard(label)}>
      <div style={{ minWidth: columns.length * COLUMN_PIXELS }}>
        <DataTable
          label={label}
          rows={rows}
          columns={tableColumns}
          rowId={({ id }) => id}
          isSorted
          sort={undefined}
          onSort={() => undefined}
        />
      </div>
    </div>
  )
}
