import { type RefCallback, useCallback, useLayoutEffect, useRef } from 'react'

type Shown = { isPlain: boolean; isOpen: boolean }

/**
 * A cell becomes another element when its status turns quiet and when its popover has loaded. The new element takes the focus
 * of the old one, or of its popover.
 */
export function useKeptFocus({ isPlain, isOpen }: Shown) {
  const element = useRef<HTMLElement>(null)
  const hasFocus = useRef(false)
  const before = useRef({ isPlain, isOpen })
  useLayoutEffect(() => {
    const { isPlain: wasPlain, isOpen: wasOpen } = before.current
    before.current = { isPlain, isOpen }
    if (wasPlain !== isPlain && (hasFocus.current || wasOpen) && hasNobodyFocus())
      element.current?.focus({ preventScroll: true })
  }, [isPlain, isOpen])
  const ref: RefCallback<HTMLElement> = useCallback((node) => {
    element.current = node
    if (hasFocus.current && hasNobodyFocus()) node?.focus({ preventScroll: true })
  }, [])
  return {
    ref,
    onFocus: () => {
      hasFocus.current = true
    },
    onBlur: () => {
      hasFocus.current = false
    },
  }
}

/** The browser leaves the focus to the whole page when the element that has it is removed. */
export const hasNobodyFocus = (): boolean =>
  document.activeElement === null || document.activeElement === document.body
