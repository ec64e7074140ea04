import type { ReactNode } from 'react'
import classes from './ui.module.css'

/** A button for pages that are shown before or without the component library: errors, sign-in, not found. */
export function PlainButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className={classes.plainButton} onClick={onClick}>
      {children}
    </button>
  )
}

/** Class for links that look like this button. */
export const plainButtonClass = classes.plainButton ?? ''
