import { useMemo } from 'react'
import { useDebounced } from './use-debounced.ts'

/** Milliseconds without a change before a preview is requested. */
const SETTLED_AFTER_MS = 600

/** The draft as of its author's last pause in typing; undefined without a draft. */
export function useSettled<Draft>(draft: Draft | undefined): Draft | undefined {
  const settled = useDebounced(draft && JSON.stringify(draft), SETTLED_AFTER_MS)
  return useMemo(() => (settled === undefined ? undefined : (JSON.parse(settled) as Draft)), [settled])
}
