import { useEffect, useRef } from 'react'

/** Restores the focus after saving, because disabled fields lose it. Call the returned function before saving. */
export function useFocusKept(isBusy: boolean): () => void {
  const focused = useRef<Element>(null)
  useEffect(() => {
    if (isBusy) return
    if (document.activeElement === document.body && focused.current instanceof HTMLElement)
      focused.current.focus()
    focused.current = null
  }, [isBusy])
  return () => {
    focused.current = document.activeElement
  }
}
