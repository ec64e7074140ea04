import { useEffect, useRef, useState } from 'react'

/** Focuses the page's content if the focused element has gone, so that keyboard users can continue. */
const focusContent = (): void => {
  if (document.activeElement === document.body)
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
}

/**
 * Returns the focus on unmount to the element that had it, or to the page's content if that element is gone.
 */
export function useFocusReturn(): void {
  const [previous] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (previous instanceof HTMLElement && previous.isConnected && previous !== document.body)
        previous.focus({ preventScroll: true })
      // Moves the focus to the page's content if the previous element is disabled by now and has not taken the focus.
      focusContent()
    },
    [previous],
  )
}

/** Takes the focus on mount, also in a dialog that is already open. */
export function useFocusOnMount<T extends HTMLElement>() {
  const ref = useRef<T>(null)
  useEffect(() => ref.current?.focus(), [])
  return ref
}

/**
 * For a part of the page whose elements come and go: if the focused one disappears, focuses the page's
 * content.
 */
export function useFocusRescue() {
  const lastFocused = useRef<Element>(null)
  useEffect(() => {
    if (!lastFocused.current || lastFocused.current.isConnected) return
    lastFocused.current = null
    focusContent()
  })
  return {
    onFocus: ({ target }: { target: Element }) => {
      lastFocused.current = target
    },
  }
}
