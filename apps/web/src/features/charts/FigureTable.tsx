import { useMemo } from 'react'
import { DataTable } from '../../ui/DataTable.tsx'
import { scrolledByKeyboard } from '../../ui/scrolled-by-keyboard.ts'
import type { Column } from '../../ui/table-column.ts'
import classes from './charts.module.css'

type Row = { id: string; cells: readonly string[] }

type FigureTableProps = { label: string; columns: readonly string[]; rows: readonly Row[] }

/** What the longest word of a title needs. */
const COLUMN_PIXELS = 96

/** The numbers of a figure, in its order. */
export function FigureTable({ label, columns, rows }: FigureTableProps) {
  const made = useMemo(
    (): Column<Row>[] =>
      columns.map((title, at) => ({
        key: String(at),
        title,
        value: ({ cells }) => cells[at] ?? '',
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
          columns={made}
          rowId={({ id }) => id}
          isSorted
          sort={undefined}
          onSort={() => undefined}
        />
      </div>
    </div>
  )
}
