import type { CellStatus } from '@aviary/contract/status/rules'
import {
  IconCheck,
  IconChevronsDown,
  IconClockHour4,
  IconExclamationMark,
  IconMinus,
  IconX,
} from '@tabler/icons-react'
import classes from './ui.module.css'

const ICONS = {
  NA: IconMinus,
  NORMAL: IconCheck,
  PARTIAL_PERFORMANCE: IconClockHour4,
  PERFORMANCE: IconChevronsDown,
  PARTIAL_OUTAGE: IconExclamationMark,
  OUTAGE: IconX,
} as const

/** Shows a status by shape and colour; hidden from screen readers, so put the word beside it. */
export function StatusIcon({ status }: { status: CellStatus }) {
  const Icon = ICONS[status]
  return (
    <span className={classes.status} data-status={status} aria-hidden="true">
      <Icon size={16} stroke={2.5} />
    </span>
  )
}
