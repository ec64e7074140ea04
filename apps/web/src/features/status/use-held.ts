import { type FocusEvent, useState } from 'react'

/**
 * The cell or row that has the focus or an open popover, which must stay shown even if the cell recovers.
 * Released when the focus goes elsewhere on the page.
 */
export function useHeld() {
  const [held, hold] = useState<string | undefined>()
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    // Without a next target, either the window has lost the focus, or a popover takes the focus once drawn.
    if (!relatedTarget || currentTarget.contains(relatedTarget) || relatedTarget.closest('[role="dialog"]'))
      return
    hold(undefined)
  }
  return { held, hold, onBlur }
}
