import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentProps } from 'react'

type BusyButtonProps = ButtonProps & {
  /** Why it cannot be pressed now. */
  disabledReason: string | undefined
  /** What it does is being done: it cannot be pressed again, and keeps the focus, which may be needed to try again. */
  isBusy: boolean
} & Pick<ComponentProps<'button'>, 'onClick' | 'type'>

/** The button at the end of a form or a question. */
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
