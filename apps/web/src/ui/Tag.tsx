import type { CellStatus } from '@aviary/contract/status/rules'
import type { ReactNode } from 'react'
import classes from './tag.module.css'

/** A word in a frame; with `status` in its colours. Not a button. */
export function Tag({ status, children }: { status?: CellStatus; children: ReactNode }) {
  return (
    <span className={classes.tag} data-status={status}>
      {children}
    </span>
  )
}
