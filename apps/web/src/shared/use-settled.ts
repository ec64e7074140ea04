import { useMemo } from 'react'
import { useDebounced } from './use-debounced.ts'

/** Milliseconds without a keystroke before a preview is asked for. */
const SETTLED_AFTER_MS = 600

/** A draft once its author pauses; undefined without one. */
export function useSettled<Draft>(draft: Draft | undefined): Draft | undefined {
  const settled = useDebounced(draft && JSON.stringify(draft), SETTLED_AFTER_MS)
  return useMemo(() => (settled === undefined ? undefined : (JSON.parse(settled) as Draft)), [settled])
}
