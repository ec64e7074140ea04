import { Button } from '@mantine/core'
import { useLayoutEffect, useRef } from 'react'

type SelfRemovingButtonProps = { text: string; variant?: 'default'; onClick: () => void }

/** Button that disappears when pressed; the focus moves to the surrounding group instead of getting lost. */
export function SelfRemovingButton({ text, variant, onClick }: SelfRemovingButtonProps) {
  const ref = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const button = ref.current
    return () => {
      // Runs as a layout cleanup, because these run before the button is removed.
      if (button && document.activeElement === button)
        button.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true })
    }
  }, [])
  return (
    <Button ref={ref} size="compact-sm" {...(variant && { variant })} onClick={onClick}>
      {text}
    </Button>
  )
}
