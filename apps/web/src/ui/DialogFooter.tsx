import type { ReactNode } from 'react'
import classes from './ui.module.css'

type DialogFooterProps = {
  /** Why the button cannot be pressed now. */
  reason?: string | undefined
  /** The buttons, the way out first. */
  children: ReactNode
}

/** The end of every dialog: it stays in sight while what is above it scrolls. */
export function DialogFooter({ reason, children }: DialogFooterProps) {
  return (
    <div className={classes.dialogFooter}>
      {reason && (
        <p className="muted" role="status">
          {reason}
        </p>
      )}
      {children}
    </div>
  )
}
