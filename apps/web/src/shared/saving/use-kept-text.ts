import { useCallback, useEffect, useRef, useState } from 'react'
import { forget as forgetKept, keepIfRoom, readKept } from './storage.ts'
import { DRAFT_PREFIX } from './use-draft.ts'

const REST_MS = 400

/**
 * A long text that somebody types, kept in this browser tab. It is written when typing rests, and where the tab has no room
 * left it lives as long as the form: a draft is a comfort, and not worth an error.
 */
export function useKeptText(name: string, initial: string) {
  const key = DRAFT_PREFIX + name
  const [text, setText] = useState(() => readKept(key) ?? initial)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const unwritten = useRef<string>(undefined)
  const flush = useCallback(() => {
    clearTimeout(timer.current)
    if (unwritten.current === undefined) return
    keepIfRoom(key, unwritten.current)
    unwritten.current = undefined
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
      unwritten.current = next
      clearTimeout(timer.current)
      timer.current = setTimeout(flush, REST_MS)
    },
    [flush],
  )
  const forget = useCallback(() => {
    clearTimeout(timer.current)
    unwritten.current = undefined
    forgetKept(key)
  }, [key])
  return { text, change, forget }
}
