import { useSettled } from '../../shared/use-settled.ts'
import { type Draft, useLivePreview } from './use-messages.ts'

/** The mails of a draft, loaded once its author pauses; none without a draft. */
export function useSettledPreview(draft: Draft | undefined) {
  const { data, error, isPlaceholderData } = useLivePreview(
    useSettled<Draft>(
      draft && ({ ...draft, broadcast: 'N', email_template_data: draft.email_fields } as Draft),
    ),
  )
  return {
    data: draft && data,
    error: draft ? error : null,
    /** Number of recipients of this draft; undefined while the preview still shows an earlier draft. */
    people: draft && !isPlaceholderData ? data?.total : undefined,
  }
}
