import { type RefCallback, useCallback, useLayoutEffect, useRef } from 'react'

type CellState = { isPlain: boolean; isOpen: boolean }

/**
 * Keeps the focus when a cell is replaced by another element, because it recovered or its popover has loaded. The new
 * element takes the focus of the old one or of its popover.
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

/** When a focused element is removed, browsers move the focus to the body. */
export const isFocusLost = (): boolean =>
  document.activeElement === null || document.activeElement === document.body
