import type { ReactNode } from 'react'
import classes from './dialog.module.css'

type DialogFooterProps = {
  /** Why the action is not possible now, or what has not happened yet. */
  reason?: string | undefined
  /** The buttons, Cancel first. */
  children: ReactNode
}

/** The footer of a dialog; stays visible while the content scrolls. */
export function DialogFooter({ reason, children }: DialogFooterProps) {
  return (
    <div className={classes.footer}>
      {reason && (
        <p className="muted" role="status">
          {reason}
        </p>
      )}
      {children}
    </div>
  )
}
