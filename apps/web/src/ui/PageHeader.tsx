import type { ReactNode } from 'react'
import classes from './ui.module.css'

/** Title of a page; on its right its main action and its last refresh. */
export function PageHeader({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <div className={classes.pageHeader}>
      <h1>{title}</h1>
      <div className={classes.pageAside}>{children}</div>
    </div>
  )
}
