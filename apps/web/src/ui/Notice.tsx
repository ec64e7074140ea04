import type { ReactNode } from 'react'
import classes from './notice.module.css'

type NoticeProps = {
  /** Of the edge: danger for what reaches customers or fails. */
  isDanger?: boolean
  children: ReactNode
}

/** What one should know of the records below or above it, as a sentence with an edge. */
export const Notice = ({ isDanger = false, children }: NoticeProps) => (
  <div className={classes.notice} data-danger={isDanger || undefined}>
    {children}
  </div>
)
