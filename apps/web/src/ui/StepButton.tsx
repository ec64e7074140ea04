import { ActionIcon } from '@mantine/core'
import type { ReactNode } from 'react'

type StepButtonProps = {
  label: string
  /** Whether there is no further step in this direction. */
  isEnd: boolean
  onStep: () => void
  'data-part'?: string
  children: ReactNode
}

/** A button for the previous or next step; stays focusable at the end for keyboard users. */
export const StepButton = ({ label, isEnd, onStep, ...rest }: StepButtonProps) => (
  <ActionIcon
    variant="default"
    aria-label={label}
    aria-disabled={isEnd}
    data-disabled={isEnd}
    onClick={isEnd ? undefined : onStep}
    {...rest}
  />
)
