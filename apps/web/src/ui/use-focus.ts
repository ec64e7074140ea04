import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** Focuses the page's content if the focused element has gone, so that keyboard users can continue. */
const focusContent = (): void => {
  if (document.activeElement === document.body)
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
}

/**
 * Where to return the focus when a part, such as a dialog, closes. `element` had the focus when the part opened;
 * `outer` is the origin of the part that was already open.
 */
type Origin = { element: Element | null; outer: Origin | undefined; isOpen: boolean }

/** The origin of the part that was opened last and is still open. */
let latest: Origin | undefined

const canTakeFocus = (element: Element | null): element is HTMLElement =>
  element instanceof HTMLElement && element.isConnected && element !== document.body

/**
 * On unmount, returns the focus to the element that had it before. If that element is gone, the focus goes where the
 * part that was already open would return it, else to the page's content.
 */
export function useFocusReturn(): void {
  const [origin] = useState<Origin>(() => ({
    element: document.activeElement,
    outer: latest,
    isOpen: true,
  }))
  useEffect(() => {
    latest = origin
    return () => {
      origin.isOpen = false
      while (latest && !latest.isOpen) latest = latest.outer
      for (let from: Origin | undefined = origin; from; from = from.outer)
        if (canTakeFocus(from.element)) {
          from.element.focus({ preventScroll: true })
          break
        }
      // An element that is disabled by now does not take the focus; then the page's content gets it.
      focusContent()
    }
  }, [origin])
}

/**
 * Takes the focus on mount, also in a dialog that is already open. Takes it again when the part is shown again after it
 * was hidden because something in it was still loading, which loses the focus.
 */
export function useFocusOnMount<T extends HTMLElement>() {
  const ref = useRef<T>(null)
  useLayoutEffect(() => ref.current?.focus(), [])
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

/**
 * For the part around a list and a button that shows more of it: focuses the first item that came, because the button may
 * be gone.
 */
export function useShowMore<T extends HTMLElement>() {
  const part = useRef<T>(null)
  const items = () => part.current?.querySelectorAll<HTMLElement>(':scope > ol > li') ?? []
  const showMore = (show: () => void) => {
    const count = items().length
    flushSync(show)
    const item = items()[count]
    const target = item?.querySelector<HTMLElement>('a[href], button:not([disabled])') ?? item
    if (!target) return
    if (target === item) target.tabIndex = -1
    target.focus()
  }
  return { part, showMore }
}
