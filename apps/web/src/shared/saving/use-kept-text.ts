import { useCallback, useEffect, useRef, useState } from 'react'
import { forget as forgetKept, keepIfRoom, readKept } from './storage.ts'
import { DRAFT_PREFIX } from './use-draft.ts'

const PAUSE_MS = 400

/**
 * A long text, kept in this browser tab. The text is stored when typing pauses; if the storage is full, the
 * text is lost when the form closes.
 */
export function useKeptText(name: string, initial: string) {
  const key = DRAFT_PREFIX + name
  const [text, setText] = useState(() => readKept(key) ?? initial)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const pending = useRef<string>(undefined)
  const flush = useCallback(() => {
    clearTimeout(timer.current)
    if (pending.current === undefined) return
    keepIfRoom(key, pending.current)
    pending.current = undefined
  }, [key])
  useEffect(() => {
    window.addEventListener('pagehide', flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      flush()
    }
  }, [flush])
  const change = useCallback(
    (next: string) => {
      setText(next)
      pending.current = next
      clearTimeout(timer.current)
      timer.current = setTimeout(flush, PAUSE_MS)
    },
    [flush],
  )
  const forget = useCallback(() => {
    clearTimeout(timer.current)
    pending.current = undefined
    forgetKept(key)
  }, [key])
  return { text, change, forget }
}
