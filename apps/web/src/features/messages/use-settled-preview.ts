import { useSettled } from '../../shared/use-settled.ts'
import { type Draft, useLivePreview } from './use-messages.ts'

/** Preview of the mails, loaded once the author pauses. Without a draft, `data` stays the last preview. */
export const useSettledPreview = (draft: Draft | undefined) =>
  useLivePreview(
    useSettled<Draft>(
      draft && ({ ...draft, broadcast: 'N', email_template_data: draft.email_fields } as Draft),
    ),
  )
