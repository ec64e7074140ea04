import type { ReactNode } from 'react'
import classes from './ui.module.css'

/** The title of a page; at its right what belongs to the whole page: its one main action, its last refresh. */
export function PageHeader({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <div className={classes.pageHeader}>
      <h1>{title}</h1>
      <div className={classes.pageAside}>{children}</div>
    </div>
  )
}
