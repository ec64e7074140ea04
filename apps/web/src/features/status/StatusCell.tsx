import type { DataCenter } from '@aviary/contract/reference/endpoints'
import { type CellStatus, isQuiet } from '@aviary/contract/status/rules'
import { memo, Suspense, useState } from 'react'
import { lazyWithRetry } from '../../shared/lazy-when-idle.ts'
import { useMarkChange } from '../../shared/use-mark-change.ts'
import { StatusIcon } from '../../ui/StatusIcon.tsx'
import classes from './status.module.css'
import { useCellLabel } from './use-cell-label.ts'
import { usePreservedFocus } from './use-preserved-focus.ts'

/**
 * Loaded on demand, because the library's popover is large. A click before the code has loaded opens the popover as
 * soon as it has.
 */
export const loadCellPopover = () => import('./CellPopover.tsx')
const CellPopover = lazyWithRetry(loadCellPopover)

type StatusCellProps = {
  service: DataCenter
  dataCenter: DataCenter
  status: CellStatus
  word: string
  since: string | undefined
  cell: string
  /** Whether this cell is the grid's tab stop; the arrow keys move it. */
  isStop: boolean
  /** Shown beside the icon, outside a grid. */
  text?: string
}

/** A normal or missing status is a plain icon; any other opens its reasons and a link (spec 1 §2.4). */
export const StatusCell = memo(function StatusCell({
  service,
  dataCenter,
  status,
  word,
  since,
  cell,
  isStop,
  text,
}: StatusCellProps) {
  const [isOpen, setOpen] = useState(false)
  const [wasPressed, setPressed] = useState(false)
  const mark = useMarkChange<HTMLSpanElement>(status)
  // An open popover stays open until the reader closes it, even if the cell recovers.
  const isPlain = isQuiet(status) && !isOpen
  const focus = usePreservedFocus({ isPlain, isOpen })
  const label = useCellLabel({ service, dataCenter, word, since })
  const common = {
    'aria-label': label,
    'data-cell': cell,
    'data-status': status,
    tabIndex: isStop ? 0 : -1,
    ...focus,
  }
  const icon = (
    <span ref={mark}>
      <StatusIcon status={status} />
      {text}
    </span>
  )
  if (isPlain) {
    return (
      <span role="img" className={classes.cell} title={label} {...common}>
        {icon}
      </span>
    )
  }
  const press = () => {
    setPressed(true)
    setOpen(!isOpen)
  }
  const button = (
    <button
      type="button"
      className={classes.cell}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      data-service={service.system_name}
      data-data-center={dataCenter.system_name}
      {...common}
      onClick={press}
    >
      {icon}
    </button>
  )
  // No popover before the first click: adding it replaces the button's element. A replacement between press and
  // release would lose the click.
  if (!wasPressed) return button
  return (
    <Suspense fallback={button}>
      <CellPopover
        service={service.system_name}
        dataCenter={dataCenter.system_name}
        status={status}
        since={since}
        label={label}
        isOpen={isOpen}
        onOpen={setOpen}
      >
        {button}
      </CellPopover>
    </Suspense>
  )
})
