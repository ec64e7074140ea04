import type { DataCenter } from '@aviary/contract/reference/endpoints'
import type { StatusMatrix } from '@aviary/contract/status/endpoints'
import type { CellStatus } from '@aviary/contract/status/rules'
import { type KeyboardEvent, memo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStatusWord } from '../../shared/names.ts'
import { useSettings } from '../../shared/settings.ts'
import { useIsWide } from '../../shared/use-width.ts'
import { getTarget, type Position } from './grid-keys.ts'
import type { GridDataCenter } from './matrix-rows.ts'
import { StatusCell } from './StatusCell.tsx'
import classes from './status.module.css'
import { cellKey } from './use-status.ts'

type StatusGridProps = {
  matrix: StatusMatrix
  services: readonly DataCenter[]
  dataCenters: readonly GridDataCenter[]
  since: ReadonlyMap<string, string>
}

/**
 * One row per service, one column per data center. Arrow keys move through it; row and column of the current cell are
 * highlighted.
 */
export const StatusGrid = memo(({ matrix, services, dataCenters, since }: StatusGridProps) => {
  const { t } = useTranslation(['status', 'shell'])
  const table = useRef<HTMLTableElement>(null)
  const word = useStatusWord()
  const isWide = useIsWide()
  const toCellProps = (status: CellStatus) => ({ status, word: word(status) })
  const [stop, setStop] = useState<Position>({ row: 0, column: 0 })
  const [highlighted, setHighlighted] = useState<Position | undefined>()

  const moveFocus = (event: KeyboardEvent) => {
    // Ignores a cell's popover: React bubbles its events to here, although its DOM is elsewhere.
    if (!(event.target instanceof Node && table.current?.contains(event.target))) return
    const next = getTarget(event.key, stop, {
      last: { row: services.length - 1, column: dataCenters.length - 1 },
    })
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
})

/** Lets a name that starts with the product key wrap after the key. */
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
