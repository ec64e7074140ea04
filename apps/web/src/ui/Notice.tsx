import type { ReactNode } from 'react'
import classes from './notice.module.css'

type NoticeProps = {
  /** Edge in the colour of danger, for what reaches customers or has failed. */
  isDanger?: boolean
  children: ReactNode
}

/** A remark on the records near it, in a box with a coloured edge. */
export const Notice = ({ isDanger = false, children }: NoticeProps) => (
  <div className={classes.notice} data-danger={isDanger || undefined}>
    {children}
  </div>
)
