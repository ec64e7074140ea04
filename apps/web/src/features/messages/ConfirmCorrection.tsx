import { bodyPreview } from '@aviary/contract/messages/body'
import { useTranslation } from 'react-i18next'
import { useMessageTypeName } from '../../shared/message-type-names.ts'
import { useLanguageName } from '../../shared/names.ts'
import { useCount } from '../../shared/use-count.ts'
import { SendConfirmation } from '../deliveries/public.ts'
import { useDueText } from './MessageChanged.tsx'
import { type CorrectionDraft, useCorrectionPreview } from './use-corrections.ts'

type ConfirmCorrectionProps = {
  draft: CorrectionDraft
  isBusy: boolean
  onBack: () => void
  /** Called with the numbers of recipients and channels, and the translations that were shown. */
  onConfirm: (shown: { recipients: number; channels: number; translations: Record<string, string> }) => void
}

const BODY_SHOWN = 1_000

/**
 * The confirmation before a correction is mailed: recipients, text, and readers whose text stays the same.
 */
export function ConfirmCorrection({ draft, onConfirm, ...rest }: ConfirmCorrectionProps) {
  const { t } = useTranslation('messages')
  const number = useCount()
  const language = useLanguageName()
  const typeName = useMessageTypeName()
  const dueText = useDueText()
  const query = useCorrectionPreview(draft)
  const { data } = query
  const people = { count: data?.total ?? 0, number: number(data?.total ?? 0) }
  const bodies = typeof draft.body === 'string' ? { [draft.language]: draft.body } : draft.body
  const unaffected = (data?.unaffected ?? []).map(
    (group) => `${language(group.locale)}: ${number(group.people)}`,
  )
  return (
    <SendConfirmation
      {...rest}
      query={query}
      onConfirm={() =>
        data &&
        onConfirm({
          recipients: data.total,
          channels: data.channels.total,
          translations: data.translations,
        })
      }
      recipients={
        data && (
          <>
            {unaffected.length > 0 && (
              <p>{t('correction.unaffected', { languages: unaffected.join(' · ') })}</p>
            )}
            {data.waiting > 0 && (
              <p>{t('correction.waiting', { count: data.waiting, number: number(data.waiting) })}</p>
            )}
          </>
        )
      }
      entered={[
        [t('form.type'), typeName(draft.message_type)],
        ...Object.entries(bodies).map(
          ([locale, html]) =>
            [`${t('form.body')} (${language(locale)})`, bodyPreview(html, BODY_SHOWN), locale] as const,
        ),
        ...(draft.next_update_due === undefined
          ? []
          : [[t('form.nextUpdateDue'), dueText(draft.next_update_due)] as const]),
        [t('form.relocalize'), t(draft.relocalize === 'Y' ? 'form.yes' : 'form.no')],
      ]}
      confirm={{
        internal: t('correction.confirmInternal', people),
        external: t('correction.confirmExternal', people),
      }}
    />
  )
}
