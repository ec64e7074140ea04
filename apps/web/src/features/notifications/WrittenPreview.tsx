import { useTranslation } from 'react-i18next'
import { useSettled } from '../../shared/use-settled.ts'
import { LivePreview } from '../deliveries/public.ts'
import type { FormValues } from './notification-form.ts'
import { type Draft, useLivePreview } from './use-notifications.ts'

/** The mails of a draft once its author pauses; without a draft there are none. */
export function useWrittenPreview(draft: Draft | undefined) {
  const { data, error } = useLivePreview(useSettled(draft))
  return { data: draft && data, error: draft ? error : null }
}

type WrittenPreviewProps = { live: ReturnType<typeof useWrittenPreview>; broadcast: FormValues['broadcast'] }

/** The mail of a notification beside its form. */
export function WrittenPreview({ live, broadcast }: WrittenPreviewProps) {
  const { t } = useTranslation('notifications')
  return (
    <LivePreview
      preview={live.data}
      error={live.error}
      none={t(broadcast === 'N' ? 'form.previewNobody' : 'form.previewNone')}
    />
  )
}
