import { useMemo } from 'react'
import { useDebounced } from '../../shared/use-debounced.ts'
import { type Draft, useLivePreview } from './use-messages.ts'

/** Milliseconds without a keystroke before the preview is asked for. */
const PREVIEW_AFTER_MS = 600

/** The mails of a draft once its author pauses; undefined without a draft. */
export function useSettledPreview(draft: Draft | undefined) {
  const text = draft && JSON.stringify({ ...draft, broadcast: 'N', email_template_data: draft.email_fields })
  const settled = useDebounced(text, PREVIEW_AFTER_MS)
  return useLivePreview(
    useMemo(() => (settled === undefined ? undefined : (JSON.parse(settled) as Draft)), [settled]),
  )
}
