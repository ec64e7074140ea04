import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentProps } from 'react'
import { useTip } from './use-tip.tsx'

type DisabledButtonProps = ButtonProps & {
  /**
   * Why the button cannot be pressed now, or '' if that needs no explanation; undefined while the button is
   * enabled.
   */
  disabledReason: string | undefined
  /** Uses the browser's title instead of a tooltip, which would be too slow to create for each row. */
  isInLongList?: boolean
} & Pick<ComponentProps<'button'>, 'onClick' | 'aria-label' | 'aria-keyshortcuts' | 'type'>

/**
 * A button that, while disabled, stays focusable and shows why, also to keyboard users. The button
 * keeps the focus even if a press disables it.
 */
export function DisabledButton({
  disabledReason,
  isInLongList = false,
  onClick,
  type = 'button',
  ...rest
}: DisabledButtonProps) {
  const isDisabled = disabledReason !== undefined
  const { target, tip } = useTip<HTMLButtonElement>(isInLongList ? undefined : disabledReason, {
    withinPortal: false,
  })
  return (
    <>
      <Button
        {...rest}
        {...(isInLongList ? {} : target)}
        type={type}
        onClick={isDisabled ? undefined : onClick}
        title={isInLongList ? disabledReason : undefined}
        data-disabled={isDisabled}
        aria-disabled={isDisabled || undefined}
      />
      {tip}
    </>
  )
}
