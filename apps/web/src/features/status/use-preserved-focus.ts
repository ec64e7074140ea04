import { type RefCallback, useCallback, useLayoutEffect, useRef } from 'react'

type CellState = { isPlain: boolean; isOpen: boolean }

/**
 * Keeps the focus when a cell is replaced by another element, because it recovered or its popover has loaded.
 * The new element takes the focus that the old element or the popover had.
 */
export function usePreservedFocus({ isPlain, isOpen }: CellState) {
  const element = useRef<HTMLElement>(null)
  const hasFocus = useRef(false)
  const before = useRef({ isPlain, isOpen })
  useLayoutEffect(() => {
    const { isPlain: wasPlain, isOpen: wasOpen } = before.current
    before.current = { isPlain, isOpen }
    if (wasPlain !== isPlain && (hasFocus.current || wasOpen) && isFocusLost())
      element.current?.focus({ preventScroll: true })
  }, [isPlain, isOpen])
  const ref: RefCallback<HTMLElement> = useCallback((node) => {
    element.current = node
    if (hasFocus.current && isFocusLost()) node?.focus({ preventScroll: true })
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

/** Whether the focused element was removed: browsers then move the focus to the body. */
export const isFocusLost = (): boolean =>
  document.activeElement === null || document.activeElement === document.body
