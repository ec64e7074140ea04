import type { DataCenter } from '@aviary/contract/reference/endpoints'
import type { StatusMatrix } from '@aviary/contract/status/endpoints'
import { type CellStatus, isQuiet } from '@aviary/contract/status/rules'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { preloadWhenIdle } from '../../shared/lazy-when-idle.ts'
import { useStatusWord } from '../../shared/names.ts'
import { useSettings } from '../../shared/settings.ts'
import { useIsWide } from '../../shared/use-width.ts'
import { loadCellPopover, StatusCell } from './StatusCell.tsx'
import classes from './status.module.css'
import { cellKey } from './use-status.ts'

type GridDataCenter = DataCenter & { short_name?: string | undefined }

type StatusGridProps = {
  matrix: StatusMatrix
  services: readonly DataCenter[]
  dataCenters: readonly GridDataCenter[]
  since: ReadonlyMap<string, string>
}

type Position = { row: number; column: number }

const STEPS: Record<string, Position> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
}

/**
 * One row per service, one column per data center. Arrow keys move through it; row and column of the current cell are
 * highlighted.
 */
export function StatusGrid({ matrix, services, dataCenters, since }: StatusGridProps) {
  const { t } = useTranslation(['status', 'shell'])
  const table = useRef<HTMLTableElement>(null)
  const word = useStatusWord()
  const isWide = useIsWide()
  const toCellProps = (status: CellStatus) => ({ status, word: word(status) })
  const [stop, setStop] = useState<Position>({ row: 0, column: 0 })
  const [highlighted, setHighlighted] = useState<Position | undefined>()

  const hasTrouble = Object.values(matrix).some((cells) =>
    Object.values(cells).some((status) => !isQuiet(status)),
  )
  useEffect(() => {
    if (hasTrouble) preloadWhenIdle(loadCellPopover)
  }, [hasTrouble])

  const moveFocus = (event: KeyboardEvent) => {
    // Ignores a cell's popover: React bubbles its events to here, although its DOM is elsewhere.
    if (!(event.target instanceof Node && table.current?.contains(event.target))) return
    const next = getTarget(event.key, stop, { row: services.length - 1, column: dataCenters.length - 1 })
    if (!next) return
    event.preventDefault()
    setStop(next)
    table.current?.querySelector<HTMLElement>(`[data-cell="${next.row}-${next.column}"]`)?.focus()
  }

  return (
    <div className={classes.scroller}>
      <table
        ref={table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table navigated by arrow keys is a grid
        role="grid"
        aria-label={t('title')}
        className={classes.grid}
        onKeyDown={moveFocus}
        onMouseLeave={() => setHighlighted(undefined)}
        onBlur={() => setHighlighted(undefined)}
      >
        <thead>
          <tr>
            <th scope="col">{t('service')}</th>
            {dataCenters.map(({ name, short_name, system_name }, column) => (
              <th key={system_name} scope="col" data-lit={highlighted?.column === column || undefined}>
                <DataCenterName name={isWide ? name : (short_name ?? name)} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {services.map((service, row) => (
            <tr key={service.system_name} data-lit={highlighted?.row === row || undefined}>
              <th scope="row">{service.name}</th>
              {dataCenters.map((dataCenter, column) => (
                <td
                  key={dataCenter.system_name}
                  data-lit={highlighted?.column === column || undefined}
                  onMouseEnter={() => setHighlighted({ row, column })}
                  onFocus={() => {
                    setStop({ row, column })
                    setHighlighted({ row, column })
                  }}
                >
                  <StatusCell
                    service={service}
                    dataCenter={dataCenter}
                    {...toCellProps(matrix[service.system_name]?.[dataCenter.system_name] ?? 'NA')}
                    since={since.get(cellKey(service.system_name, dataCenter.system_name))}
                    cell={`${row}-${column}`}
                    isStop={stop.row === row && stop.column === column}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** A name that starts with the product key may wrap after the key only. */
function DataCenterName({ name }: { name: string }) {
  const { product_key: key } = useSettings()
  if (!name.startsWith(key)) return name
  return (
    <>
      {key}
      <wbr />
      {name.slice(key.length)}
    </>
  )
}

function getTarget(key: string, current: Position, last: Position): Position | undefined {
  if (key === 'Home') return { row: current.row, column: 0 }
  if (key === 'End') return { row: current.row, column: last.column }
  const step = STEPS[key]
  if (!step) return undefined
  return {
    row: Math.min(last.row, Math.max(0, current.row + step.row)),
    column: Math.min(last.column, Math.max(0, current.column + step.column)),
  }
}
