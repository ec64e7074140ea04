import type { ReactNode } from 'react'
import classes from './text-parts.module.css'

/** List of a text's changes, newest first: each item has a heading with who and when, and what changed. */
export const ChangeList = ({ children }: { children: ReactNode }) => (
  <ol className={classes.changes}>{children}</ol>
)
