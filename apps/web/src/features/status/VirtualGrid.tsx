import type { CellStatus } from '@aviary/contract/status/rules'
import {
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { useStatusWord } from '../../shared/names.ts'
import { exactTime } from '../../shared/time/words.ts'
import { useIsPhone, useIsWide } from '../../shared/use-width.ts'
import { getTarget, type Position } from './grid-keys.ts'
import classes from './large-status.module.css'
import type { GridDataCenter, MatrixRow } from './matrix-rows.ts'
import { useGradualRows } from './use-gradual-rows.ts'
import { useGridFocus } from './use-grid-focus.ts'
import { cellKey } from './use-status.ts'
import { indexesOf, type Measures, useVisiblePart } from './use-visible-part.ts'
import { type CellWords, ROLES, VirtualRow } from './VirtualRow.tsx'

const COMPACT: Measures = { row: 26, minColumn: 26, head: 108, name: 152 }
/** Sizes on phones: cells are large enough for a finger. */
const PHONE: Measures = { row: 44, minColumn: 44, head: 108, name: 132 }

type VirtualGridProps = {
  rows: readonly MatrixRow[]
  dataCenters: readonly GridDataCenter[]
  since: ReadonlyMap<string, string>
  /** Called with the service whose row has the focus or an open popover. */
  onHold: (service: string) => void
  onBlur: (event: FocusEvent) => void
}

/** Tab stop of the grid. Holds system names, because a row changes its place when its status changes. */
type Stop = { service: string; dataCenter: string }

/** A matrix of any size. Only the tab stop and the rows and columns near the view are in the document. */
export function VirtualGrid({ rows, dataCenters, since, onHold, onBlur }: VirtualGridProps) {
  const { t, i18n } = useTranslation('status')
  const scroller = useRef<HTMLDivElement>(null)
  const isWide = useIsWide()
  const measures = useIsPhone() ? PHONE : COMPACT
  const count = { rows: rows.length, columns: dataCenters.length }
  const { part, update } = useVisiblePart(scroller, measures, count)
  const [stop, setStop] = useState<Stop | undefined>()
  const [lit, setLit] = useState<Position | undefined>()
  const at = findStop(stop, rows, dataCenters)
  const focus = useGridFocus(scroller, at)
  const { first, last } = part.columns
  const columns = useMemo(
    () => indexesOf({ first, last }, count.columns, at.column),
    [first, last, count.columns, at.column],
  )
  const places = useMemo(
    () => dataCenters.map((_, column) => ({ left: measures.name + column * part.column })),
    [dataCenters, measures, part.column],
  )
  const indexes = indexesOf(part.rows, count.rows, at.row)
  const drawn = useGradualRows({
    rows: indexes.map((index) => rows[index]?.service.system_name ?? ''),
    columns,
    first: rows[at.row]?.service.system_name,
  })
  const words = useCellWords()

  const moveStop = ({ row, column }: Position) => {
    const [service, dataCenter] = [rows[row]?.service.system_name, dataCenters[column]?.system_name]
    if (service === undefined || dataCenter === undefined) return
    setStop({ service, dataCenter })
    setLit({ row, column })
    onHold(service)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Ignores a cell's popover: React bubbles its events to here, although its DOM is elsewhere.
    if (!readCell(event.target)) return
    const end = { row: count.rows - 1, column: count.columns - 1 }
    const next = getTarget(event.key, at, { last: end, page: part.page })
    if (!next) return
    event.preventDefault()
    moveStop(next)
    focus.moveTo(next, { ...measures, column: part.column })
  }
  const onFocus = (event: FocusEvent) => {
    const cell = readCell(event.target)
    if (cell) moveStop(cell)
  }
  const onMouseOver = (event: MouseEvent) => {
    const cell = readCell(event.target)
    setLit((before) => (before?.row === cell?.row && before?.column === cell?.column ? before : cell))
    if (!cell || !(event.target instanceof HTMLTableCellElement) || event.target.title !== '') return
    // A quiet cell (normal or without status) gets its title, with the time, only when pointed at: setting
    // the titles of all cells would drop frames.
    const label = event.target.getAttribute('aria-label')
    const from = since.get(
      cellKey(rows[cell.row]?.service.system_name ?? '', dataCenters[cell.column]?.system_name ?? ''),
    )
    if (label) event.target.title = from ? `${label}, ${exactTime(Date.parse(from), i18n.language)}` : label
  }

  const style = {
    '--row-height': `${measures.row}px`,
    '--cell': `${measures.row}px`,
    '--column-width': `${part.column}px`,
    '--head': `${measures.head}px`,
    '--name': `${measures.name}px`,
  } as CSSProperties
  return (
    <div ref={scroller} className={classes.scroller} style={style} onScroll={update}>
      <div className={classes.sheet} style={{ width: measures.name + count.columns * part.column }}>
        {lit && <div aria-hidden="true" className={classes.band} style={places[lit.column]} />}
        <table
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table navigated by arrow keys is a grid
          role="grid"
          aria-label={t('title')}
          aria-rowcount={count.rows + 1}
          aria-colcount={count.columns + 1}
          className={classes.grid}
          onKeyDown={onKeyDown}
          onFocus={onFocus}
          onBlur={(event) => {
            setLit(undefined)
            onBlur(event)
          }}
          onMouseOver={onMouseOver}
          onMouseLeave={() => setLit(undefined)}
        >
          <thead {...ROLES.rowgroup} className={classes.heads}>
            <tr {...ROLES.row} aria-rowindex={1}>
              <th scope="col" {...ROLES.columnheader} aria-colindex={1} className={classes.corner}>
                {t('service')}
              </th>
              {columns.map((column) => {
                const dataCenter = dataCenters[column]
                if (!dataCenter) return null
                const { name, short_name, system_name } = dataCenter
                return (
                  <th
                    key={system_name}
                    scope="col"
                    {...ROLES.columnheader}
                    aria-colindex={column + 2}
                    className={classes.head}
                    style={places[column]}
                    title={name}
                  >
                    <span>{isWide ? name : (short_name ?? name)}</span>
                  </th>
                )
              })}
            </tr>
          </thead>
          <tbody {...ROLES.rowgroup} className={classes.body} style={{ height: count.rows * measures.row }}>
            {indexes.map((index) => {
              const row = rows[index]
              const drawnColumns = row && drawn.get(row.service.system_name)
              if (!drawnColumns) return null
              return (
                <VirtualRow
                  key={row.service.system_name}
                  row={row}
                  index={index}
                  columns={drawnColumns}
                  top={index * measures.row}
                  places={places}
                  dataCenters={dataCenters}
                  since={since}
                  words={words}
                  stop={index === at.row ? at.column : undefined}
                  isLit={lit?.row === index}
                />
              )
            })}
          </tbody>
        </table>
      </div>
    </div>
  )
}

/** Translates once for each status: translating for every cell would drop frames. */
function useCellWords(): CellWords {
  const { t } = useTranslation('status')
  const word = useStatusWord()
  return useMemo(() => {
    const pattern = (status: CellStatus) =>
      t('cell', { service: '\u0001', dataCenter: '\u0002', status: word(status) })
    const patterns = { NORMAL: pattern('NORMAL'), NA: pattern('NA') }
    return {
      word,
      label: ({ service, dataCenter, status }) =>
        (status === 'NA' ? patterns.NA : patterns.NORMAL)
          .replace('\u0001', () => service)
          .replace('\u0002', () => dataCenter),
    }
  }, [t, word])
}

/** The indexes of the tab stop; the first cell if there is none or its row or column is no longer shown. */
function findStop(
  stop: Stop | undefined,
  rows: readonly MatrixRow[],
  dataCenters: readonly GridDataCenter[],
): Position {
  const row = stop ? rows.findIndex(({ service }) => service.system_name === stop.service) : 0
  const column = stop ? dataCenters.findIndex(({ system_name }) => system_name === stop.dataCenter) : 0
  return row < 0 || column < 0 ? { row: 0, column: 0 } : { row, column }
}

/** The position of the cell that an event comes from; undefined for the heads and for popovers. */
function readCell(target: EventTarget): Position | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[role="grid"] [data-cell]') : null
  const row = cell?.closest('tr')?.dataset.row
  return cell && row !== undefined ? { row: Number(row), column: Number(cell.dataset.cell) } : undefined
}
