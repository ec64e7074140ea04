import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import { bodyPreview, byLanguage } from '@aviary/contract/messages/body'
import { useTranslation } from 'react-i18next'
import { useMessageTypeName } from '../../shared/message-type-names.ts'
import { exactTime } from '../../shared/time/words.ts'
import { useCount } from '../../shared/use-count.ts'
import { SendConfirmation } from '../deliveries/public.ts'
import type { EmailField } from './draft.ts'
import { useBodyWords } from './OtherBodies.tsx'
import { Reached } from './Reached.tsx'
import { type Draft, usePreview } from './use-messages.ts'
import type { Hold } from './use-read-messages.tsx'

type ConfirmBroadcastProps = {
  draft: Draft
  fields: readonly EmailField[]
  /** Title of the template that the body comes from. */
  template: string | undefined
  isBusy: boolean
  /** Why the message cannot be posted now. */
  hold: Hold | undefined
  onBack: () => void
  onConfirm: () => void
}

/** Characters of the body shown among the entered values; the mail preview shows the whole body. */
const BODY_SHOWN = 1_000

/** The confirmation before a message is mailed (spec 1 §2.9). */
export function ConfirmBroadcast({ draft, fields, template, hold, ...rest }: ConfirmBroadcastProps) {
  const { t, i18n } = useTranslation('messages')
  const { jira_id, message_type } = draft
  const nameOf = useMessageTypeName()
  const due = draft.next_update_due
  const body = byLanguage(draft.body)
  const others = Object.keys(body).filter((locale) => locale !== FALLBACK_LOCALE)
  const labelOf = useBodyWords()
  const query = usePreview(draft)
  const count = useCount()
  const people = { number: query.data ? count(query.data.total) : '…' }
  return (
    <SendConfirmation
      {...rest}
      query={query}
      nobody={t('confirm.nobody')}
      notice={hold?.notice}
      blocked={hold?.reason}
      recipients={query.data && <Reached message={{ jira_id, message_type }} preview={query.data} />}
      entered={[
        [t('form.type'), nameOf(draft.message_type)],
        [t('form.template'), template],
        [t('form.body'), bodyPreview(body[FALLBACK_LOCALE] ?? '', BODY_SHOWN), FALLBACK_LOCALE],
        ...others.map(
          (locale) => [labelOf(locale).label, bodyPreview(body[locale] ?? '', BODY_SHOWN), locale] as const,
        ),
        [t('form.broadcast'), t(draft.broadcast === 'Y' ? 'form.yes' : 'form.no')],
        [t('form.impact'), draft.impact],
        [t('form.rootCause'), draft.root_cause],
        [t('form.correctiveMeasures'), draft.corrective_measures],
        [t('form.solution'), draft.solution],
        [t('form.nextUpdateDue'), due && exactTime(Date.parse(due), i18n.language)],
        ...fields.map(({ name, label }) => [label, draft.email_template_data?.[name]] as const),
      ]}
      confirm={{ internal: t('confirm.sendInternal', people), external: t('confirm.sendExternal', people) }}
    />
  )
}
