import type { CellStatus } from '@aviary/contract/status/rules'
import type { ReactNode } from 'react'
import classes from './tag.module.css'

type TagProps = {
  status?: CellStatus | undefined
  /** Text and border in the colour of danger, without a background. */
  isDanger?: boolean
  children: ReactNode
}

/** A word in a frame, or a shape and a word, in the colours of `status` if given. Not a button. */
export function Tag({ status, isDanger = false, children }: TagProps) {
  return (
    <span className={classes.tag} data-status={status} data-danger={isDanger || undefined}>
      {children}
    </span>
  )
}
