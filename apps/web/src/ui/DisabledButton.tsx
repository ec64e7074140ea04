import { Button, type ButtonProps, Tooltip } from '@mantine/core'
import type { ComponentProps } from 'react'

type DisabledButtonProps = ButtonProps & {
  /** Why it cannot be pressed now, or '' where that needs no words; undefined while it can. */
  disabledReason: string | undefined
  /** One of a long list: the words come from the browser, a tip for each row would take too long to make. */
  isOneOfMany?: boolean
} & Pick<ComponentProps<'button'>, 'onClick' | 'aria-label' | 'type'>

/**
 * A button that can be reached, and keeps the focus, while it cannot be pressed, and says why: also to whoever comes by
 * keyboard, and what one presses often hinders the next press.
 */
export function DisabledButton({
  disabledReason,
  isOneOfMany = false,
  onClick,
  type = 'button',
  ...rest
}: DisabledButtonProps) {
  const isDisabled = disabledReason !== undefined
  const button = (
    <Button
      {...rest}
      type={type}
      onClick={isDisabled ? undefined : onClick}
      title={isOneOfMany ? disabledReason : undefined}
      data-disabled={isDisabled}
      aria-disabled={isDisabled || undefined}
    />
  )
  if (isOneOfMany) return button
  return (
    <Tooltip label={disabledReason} disabled={!disabledReason} withinPortal={false}>
      {button}
    </Tooltip>
  )
}
