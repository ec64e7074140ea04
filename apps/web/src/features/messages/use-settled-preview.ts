import { useSettled } from '../../shared/use-settled.ts'
import { type Draft, useLivePreview } from './use-messages.ts'

/** The mails of a draft once its author pauses; undefined without a draft. */
export const useSettledPreview = (draft: Draft | undefined) =>
  useLivePreview(
    useSettled<Draft>(
      draft && ({ ...draft, broadcast: 'N', email_template_data: draft.email_fields } as Draft),
    ),
  )
