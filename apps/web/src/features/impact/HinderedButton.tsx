import '@mantine/core/styles/Button.css'
import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentProps } from 'react'

type HinderedButtonProps = ButtonProps & {
  /** Why it cannot be pressed; undefined while it can. */
  hindrance: string | undefined
} & Pick<ComponentProps<'button'>, 'onClick' | 'aria-label' | 'type'>

/** A button that keeps the focus while it cannot be pressed, and says why: what one presses often hinders the next press. */
export function HinderedButton({ hindrance, onClick, type = 'button', ...rest }: HinderedButtonProps) {
  const isDisabled = hindrance !== undefined
  return (
    <Button
      variant="default"
      size="compact-sm"
      {...rest}
      type={type}
      onClick={isDisabled ? undefined : onClick}
      title={hindrance}
      data-disabled={isDisabled}
      aria-disabled={isDisabled || undefined}
    />
  )
}
