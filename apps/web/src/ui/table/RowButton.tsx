import type { ReactNode } from 'react'
import classes from './data-table.module.css'

type RowButtonProps = {
  /** Accessible name: the action and its row. */
  name: string
  /** Why the button cannot be pressed now; undefined while the button is enabled. */
  disabledReason: string | undefined
  /** For narrow columns. */
  isSmall?: boolean
  onClick: () => void
  children: ReactNode
}

/** A button in a table row. A plain element, because a page of a list renders fifty of them in one frame. */
export const RowButton = ({ name, disabledReason, isSmall, onClick, children }: RowButtonProps) => (
  <button
    type="button"
    className={classes.rowButton}
    data-small={isSmall}
    disabled={disabledReason !== undefined}
    title={disabledReason}
    aria-label={name}
    onClick={onClick}
  >
    {children}
  </button>
)
