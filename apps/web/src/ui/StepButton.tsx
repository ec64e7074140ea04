import { ActionIcon } from '@mantine/core'
import type { ReactNode } from 'react'

type StepButtonProps = {
  label: string
  /** There is nothing further that way. */
  isEnd: boolean
  onStep: () => void
  'data-part'?: string
  children: ReactNode
}

/** One step on or back. At the end it can be reached all the same: whoever got there by keyboard keeps the focus. */
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
