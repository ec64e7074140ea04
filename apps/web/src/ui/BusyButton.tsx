import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentProps } from 'react'

type BusyButtonProps = ButtonProps & {
  /** Why the button cannot be pressed now; undefined while the button is enabled. */
  disabledReason: string | undefined
  /** The action is running: the button ignores clicks but keeps the focus for a second try. */
  isBusy: boolean
} & Pick<ComponentProps<'button'>, 'onClick' | 'type' | 'aria-label'>

/** The submit button of a form or a confirmation. */
export function BusyButton({ disabledReason, isBusy, onClick, ...rest }: BusyButtonProps) {
  return (
    <Button
      {...rest}
      disabled={disabledReason !== undefined}
      title={disabledReason}
      data-disabled={isBusy || disabledReason !== undefined}
      aria-disabled={isBusy || undefined}
      onClick={isBusy ? undefined : onClick}
    />
  )
}
