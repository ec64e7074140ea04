import type { ReactNode } from 'react'
import classes from './segments.module.css'

/** Links to the parts of a screen that have URLs of their own, side by side in one box. */
export const SegmentNav = ({ label, children }: { label: string; children: ReactNode }) => (
  <nav className={`${classes.segments} ${classes.tabs}`} aria-label={label}>
    {children}
  </nav>
)
