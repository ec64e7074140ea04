import { type RefObject, useEffect, useRef } from 'react'

const DIALOG = '[role="dialog"]'

const isSubmitKey = (event: KeyboardEvent): boolean =>
  event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey

/** Whether the key goes to a dialog, whose form takes it. */
export const isSubmitKeyOfDialog = (event: KeyboardEvent): boolean =>
  isSubmitKey(event) && event.target instanceof Element && event.target.closest(DIALOG) !== null

/**
 * Submits a dialog's form on Ctrl/⌘ Enter anywhere in the dialog, but not in a menu or popover that is open over it.
 * `isOff`: the key does nothing.
 */
export function useSubmitKey(isOff: boolean): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isSubmitKeyOfDialog(event) || event.defaultPrevented || event.isComposing) return
      const dialog = form.current?.closest(DIALOG)
      if (!dialog || (event.target as Element).closest(DIALOG) !== dialog) return
      event.preventDefault()
      // Hidden while the dialog asks whether to discard what was typed.
      if (!isOff && !event.repeat && !form.current?.closest('[hidden]')) form.current?.requestSubmit()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [isOff])
  return form
}
