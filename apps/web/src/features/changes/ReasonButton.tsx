import '@mantine/core/styles/Button.css'
import '@mantine/core/styles/Tooltip.css'
import { Button, type ButtonProps, Tooltip } from '@mantine/core'
import type { ComponentProps } from 'react'

type ReasonButtonProps = ButtonProps & {
  /** Why it cannot be pressed; undefined while it can. */
  hindrance: string | undefined
} & Pick<ComponentProps<'button'>, 'onClick' | 'type'>

/** A button that says why it is disabled, also to whoever comes by keyboard: it can be reached, and keeps the focus. */
export function ReasonButton({ hindrance, onClick, type = 'button', ...rest }: ReasonButtonProps) {
  const isDisabled = hindrance !== undefined
  return (
    <Tooltip label={hindrance} disabled={!isDisabled} withinPortal={false}>
      <Button
        {...rest}
        type={type}
        onClick={isDisabled ? undefined : onClick}
        data-disabled={isDisabled}
        aria-disabled={isDisabled}
      />
    </Tooltip>
  )
}
