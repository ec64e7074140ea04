import type { ReactNode } from 'react'
import classes from './ui.module.css'

/** A button of the pages that must work before, or without, everything else: errors, sign-in, not found. */
export function PlainButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className={classes.plainButton} onClick={onClick}>
      {children}
    </button>
  )
}

/** How a link looks that is the page's way on. */
export const plainButtonClass = classes.plainButton ?? ''
