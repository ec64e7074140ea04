import type { CellStatus } from '@aviary/contract/status/rules'
import type { ReactNode } from 'react'
import classes from './tag.module.css'

/** A word in a frame, in the colours of `status` if given. Not a button. */
export function Tag({ status, children }: { status?: CellStatus; children: ReactNode }) {
  return (
    <span className={classes.tag} data-status={status}>
      {children}
    </span>
  )
}
