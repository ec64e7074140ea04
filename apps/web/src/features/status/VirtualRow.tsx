import { type CellStatus, isQuiet } from '@aviary/contract/status/rules'
import { memo, useState } from 'react'
import classes from './large-status.module.css'
import { type GridDataCenter, type MatrixRow, statusIn } from './matrix-rows.ts'
import { StatusCell } from './StatusCell.tsx'
import { cellKey } from './use-status.ts'

/** Explicit, because browsers may drop the roles of table elements that are laid out as blocks. */
export const ROLES = {
  row: { role: 'row' },
  rowgroup: { role: 'rowgroup' },
  rowheader: { role: 'rowheader' },
  columnheader: { role: 'columnheader' },
  gridcell: { role: 'gridcell' },
}

export type CellWords = {
  /** The name of a quiet cell (normal or without status), without the time. */
  label: (cell: { service: string; dataCenter: string; status: CellStatus }) => string
  word: (status: CellStatus) => string
}

type Place = { left: number }

type VirtualRowProps = {
  row: MatrixRow
  index: number
  /** Indexes of the columns that are drawn; must be stable while they are the same. */
  columns: readonly number[]
  dataCenters: readonly GridDataCenter[]
  since: ReadonlyMap<string, string>
  words: CellWords
  /** The column of the grid's tab stop, if it is in this row. */
  stop: number | undefined
  isLit: boolean
  /** In pixels. */
  top: number
  /** The position of each column. */
  places: readonly Place[]
}

/** A service: its name, and its cells in the drawn columns. */
export const VirtualRow = memo(function VirtualRow(props: VirtualRowProps) {
  const { row, index, columns, dataCenters, since, words, stop, isLit, top, places } = props
  const { service, cells } = row
  return (
    <tr
      {...ROLES.row}
      aria-rowindex={index + 2}
      className={classes.row}
      style={{ top }}
      data-row={index}
      data-lit={isLit || undefined}
      data-trouble={row.isInTrouble || undefined}
    >
      <th scope="row" {...ROLES.rowheader} aria-colindex={1} className={classes.name} title={service.name}>
        {service.name}
      </th>
      {columns.map((column) => {
        const dataCenter = dataCenters[column]
        if (!dataCenter) return null
        return (
          <Cell
            key={dataCenter.system_name}
            service={service}
            dataCenter={dataCenter}
            status={statusIn(cells, dataCenter.system_name)}
            since={since}
            words={words}
            column={column}
            isStop={stop === column}
            place={places[column]}
          />
        )
      })}
    </tr>
  )
})

type CellProps = {
  service: GridDataCenter
  dataCenter: GridDataCenter
  status: CellStatus
  since: ReadonlyMap<string, string>
  words: CellWords
  column: number
  isStop: boolean
  place: Place | undefined
}

/** A quiet cell (normal or without status) is one element, because scrolling draws a thousand together. */
const Cell = memo(function Cell(props: CellProps) {
  const { service, dataCenter, status, since, words, column, isStop, place } = props
  // A cell that recovers keeps its popover and its focus.
  const [wasInTrouble, setInTrouble] = useState(false)
  const common = {
    ...ROLES.gridcell,
    'aria-colindex': column + 2,
    className: classes.gridcell,
    style: place,
  }
  if (isQuiet(status) && !wasInTrouble) {
    return (
      <td
        key="quiet"
        {...common}
        aria-label={words.label({ service: service.name, dataCenter: dataCenter.name, status })}
        data-cell={column}
        data-status={status}
        tabIndex={isStop ? 0 : -1}
      />
    )
  }
  if (!wasInTrouble) setInTrouble(true)
  return (
    <td key="opens" {...common}>
      <StatusCell
        service={service}
        dataCenter={dataCenter}
        status={status}
        word={words.word(status)}
        since={since.get(cellKey(service.system_name, dataCenter.system_name))}
        cell={String(column)}
        isStop={isStop}
      />
    </td>
  )
})
