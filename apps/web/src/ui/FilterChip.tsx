import type { ReactNode } from 'react'
import { type PageKey, useKeyOf } from '../shared/single-keys.ts'
import { useCount } from '../shared/use-count.ts'
import classes from './filter-chip.module.css'

type FilterChipProps = {
  /** Undefined for a chip without a state, such as a reset. */
  isPressed?: boolean
  /** Number of rows that pass the filter. */
  count?: number
  /** Key that presses the chip. */
  pageKey?: PageKey
  onClick: () => void
  children: ReactNode
}

/** A filter that is on or off. */
export function FilterChip({ isPressed, count, pageKey, onClick, children }: FilterChipProps) {
  const number = useCount()
  const keys = useKeyOf(pageKey)
  return (
    <button type="button" className={classes.chip} aria-pressed={isPressed} onClick={onClick} {...keys}>
      {children}
      {count !== undefined && <span className={classes.chipCount}>{number(count)}</span>}
    </button>
  )
}
