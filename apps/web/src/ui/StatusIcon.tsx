import type { CellStatus } from '@aviary/contract/status/rules'
import {
  IconCheck,
  IconChevronsDown,
  IconClockHour4,
  IconExclamationMark,
  IconMinus,
  IconX,
} from '@tabler/icons-react'
import classes from './status-icon.module.css'

const ICONS = {
  NA: IconMinus,
  NORMAL: IconCheck,
  PARTIAL_PERFORMANCE: IconClockHour4,
  PERFORMANCE: IconChevronsDown,
  PARTIAL_OUTAGE: IconExclamationMark,
  OUTAGE: IconX,
} as const

const ICON_SIZES = { small: 14, usual: 16, large: 20 } as const

type StatusIconProps = { status: CellStatus; size?: 'small' | 'large' }

/** Shows a status by shape and colour; hidden from screen readers, so put the word beside it. */
export function StatusIcon({ status, size }: StatusIconProps) {
  const Icon = ICONS[status]
  return (
    <span className={classes.status} data-status={status} data-size={size} aria-hidden="true">
      <Icon size={ICON_SIZES[size ?? 'usual']} stroke={2.5} />
    </span>
  )
}
