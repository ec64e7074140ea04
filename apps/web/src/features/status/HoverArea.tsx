import { type ComponentProps, type ReactNode, Suspense, useRef } from 'react'
import { lazyWithRetry } from '../../shared/lazy-when-idle.ts'
import { loadCellPopover } from './StatusCell.tsx'
import type { StatusGrid } from './StatusGrid.tsx'
import classes from './status.module.css'
import { useHoveredCell } from './use-hovered-cell.ts'
import { cellKey } from './use-status.ts'

const HoverPopover = lazyWithRetry(async () => ({ default: (await loadCellPopover()).HoverPopover }))

type HoverAreaProps = ComponentProps<typeof StatusGrid> & { children: ReactNode }

/** Shows why a cell is not normal while the mouse rests on the cell. `children`: the matrix. */
export function HoverArea({ matrix, services, dataCenters, since, children }: HoverAreaProps) {
  const area = useRef<HTMLDivElement>(null)
  const { cell, ...hover } = useHoveredCell(area)
  const service = services.find(({ system_name }) => system_name === cell?.service)
  const dataCenter = dataCenters.find(({ system_name }) => system_name === cell?.dataCenter)
  return (
    <div ref={area} className={classes.hoverArea}>
      {children}
      {cell && service && dataCenter && (
        <Suspense fallback={null}>
          <HoverPopover
            key={cellKey(cell.service, cell.dataCenter)}
            service={service}
            dataCenter={dataCenter}
            status={matrix[cell.service]?.[cell.dataCenter] ?? 'NA'}
            since={since.get(cellKey(cell.service, cell.dataCenter))}
            cell={cell}
            {...hover}
          />
        </Suspense>
      )}
    </div>
  )
}
