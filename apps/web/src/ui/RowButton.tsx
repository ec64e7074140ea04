import type { ReactNode } from 'react'
import classes from './data-table.module.css'

type RowButtonProps = {
  /** What it does and to which row: what is read aloud. */
  name: string
  /** Why it cannot be pressed now. */
  disabledReason: string | undefined
  /** Where the column is narrow. */
  isSmall?: boolean
  onClick: () => void
  children: ReactNode
}

/** A button of a row. A page of a list has fifty of them: it is one plain element, for they come all in one frame. */
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
