import { type FocusEvent, useState } from 'react'

/**
 * What the reader is at, which must stay shown even if it recovers: the cell or row that has the focus or an open
 * popover. Released when the focus goes elsewhere on the page.
 */
export function useHeld() {
  const [held, hold] = useState<string | undefined>()
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    // Without a next target the window has lost the focus, or a popover takes it after it has been drawn.
    if (!relatedTarget || currentTarget.contains(relatedTarget) || relatedTarget.closest('[role="dialog"]'))
      return
    hold(undefined)
  }
  return { held, hold, onBlur }
}
