import { useEffect, useRef } from 'react'

/** What is disabled while it is saved loses the focus; where that failed it has it again. Gives what is called before saving. */
export function useFocusKept(isBusy: boolean): () => void {
  const kept = useRef<Element>(null)
  useEffect(() => {
    if (isBusy) return
    if (document.activeElement === document.body && kept.current instanceof HTMLElement) kept.current.focus()
    kept.current = null
  }, [isBusy])
  return () => {
    kept.current = document.activeElement
  }
}
