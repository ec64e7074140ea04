import type { ReactNode } from 'react'
import classes from './filter-chip.module.css'

type ChipRowProps = {
  label: string
  children: ReactNode
  end?: ReactNode
}

/** Filters in one row, which scrolls sideways where there is no room and never wraps. */
export const ChipRow = ({ label, children, end }: ChipRowProps) => (
  <fieldset className={classes.chips} aria-label={label}>
    {children}
    {end && <div className={classes.end}>{end}</div>}
  </fieldset>
)
