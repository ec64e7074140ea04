import { Button } from '@mantine/core'
import { useLayoutEffect, useRef } from 'react'

type PassingButtonProps = { text: string; variant?: 'default'; onClick: () => void }

/** A button that goes when it was pressed: the focus it has then passes to the part around it, and not to the page. */
export function PassingButton({ text, variant, onClick }: PassingButtonProps) {
  const ref = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const button = ref.current
    return () => {
      // It still stands where it was.
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
