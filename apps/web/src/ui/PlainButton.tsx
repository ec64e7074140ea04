import type { ReactNode } from 'react'
import classes from './ui.module.css'

/** A button without the component library, for pages shown before or without it: errors, sign-in, not found. */
export function PlainButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className={classes.plainButton} onClick={onClick}>
      {children}
    </button>
  )
}

/** Class for links that look like this button. */
export const plainButtonClass = classes.plainButton ?? ''
