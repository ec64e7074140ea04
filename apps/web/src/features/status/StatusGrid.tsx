import type { DataCenter } from '@aviary/contract/reference/endpoints'
import type { StatusMatrix } from '@aviary/contract/status/endpoints'
import type { CellStatus } from '@aviary/contract/status/rules'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStatusWord } from '../../shared/names.ts'
import { useSettings } from '../../shared/settings.ts'
import { StatusCell } from './StatusCell.tsx'
import classes from './status.module.css'
import { cellKey } from './use-status.ts'

type StatusGridProps = {
  matrix: StatusMatrix
  services: readonly DataCenter[]
  dataCenters: readonly DataCenter[]
  since: ReadonlyMap<string, string>
}

type Position = { row: number; column: number }

const STEPS: Record<string, Position> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
}

/** One row a service, one column a data center. Arrow keys walk it; row and column of the current cell light up. */
export function StatusGrid({ matrix, services, dataCenters, since }: StatusGridProps) {
  const { t } = useTranslation(['status', 'shell'])
  const table = useRef<HTMLTableElement>(null)
  const word = useStatusWord()
  const told = (status: CellStatus) => ({ status, word: word(status) })
  const [stop, setStop] = useState<Position>({ row: 0, column: 0 })
  const [lit, setLit] = useState<Position | undefined>()

  const walk = (event: KeyboardEvent) => {
    // React hands on what happens in a cell's popover, too, though it stands elsewhere in the page.
    if (!(event.target instanceof Node && table.current?.contains(event.target))) return
    const to = target(event.key, stop, { row: services.length - 1, column: dataCenters.length - 1 })
    if (!to) return
    event.preventDefault()
    setStop(to)
    table.current?.querySelector<HTMLElement>(`[data-cell="${to.row}-${to.column}"]`)?.focus()
  }

  return (
    <div className={classes.scroller}>
      <table
        ref={table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table that is walked with the arrow keys is a grid
        role="grid"
        aria-label={t('title')}
        className={classes.grid}
        onKeyDown={walk}
        onMouseLeave={() => setLit(undefined)}
        onBlur={() => setLit(undefined)}
      >
        <thead>
          <tr>
            <th scope="col">{t('service')}</th>
            {dataCenters.map(({ name, system_name }, column) => (
              <th key={system_name} scope="col" data-lit={lit?.column === column || undefined}>
                <DataCenterName name={name} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {services.map((service, row) => (
            <tr key={service.system_name} data-lit={lit?.row === row || undefined}>
              <th scope="row">{service.name}</th>
              {dataCenters.map((dataCenter, column) => (
                <td
                  key={dataCenter.system_name}
                  data-lit={lit?.column === column || undefined}
                  onMouseEnter={() => setLit({ row, column })}
                  onFocus={() => {
                    setStop({ row, column })
                    setLit({ row, column })
                  }}
                >
                  <StatusCell
                    service={service}
                    dataCenter={dataCenter}
                    {...told(matrix[service.system_name]?.[dataCenter.system_name] ?? 'NA')}
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

/** A name that begins with the product's key may break after it, and nowhere else. */
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

function target(key: string, from: Position, last: Position): Position | undefined {
  if (key === 'Home') return { row: from.row, column: 0 }
  if (key === 'End') return { row: from.row, column: last.column }
  const step = STEPS[key]
  if (!step) return undefined
  return {
    row: Math.min(last.row, Math.max(0, from.row + step.row)),
    column: Math.min(last.column, Math.max(0, from.column + step.column)),
  }
}
