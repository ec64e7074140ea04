import { useTranslation } from 'react-i18next'
import { useSettled } from '../../shared/use-settled.ts'
import { LivePreview } from '../deliveries/public.ts'
import type { FormValues } from './notification-form.ts'
import { type Draft, useLivePreview } from './use-notifications.ts'

/** The mails of a draft, loaded once its author pauses; none without a draft. */
export function useWrittenPreview(draft: Draft | undefined, version: number) {
  const { data, error, isPlaceholderData } = useLivePreview(useSettled(draft), version)
  return {
    data: draft && data,
    error: draft ? error : null,
    /** Number of recipients of this draft; undefined while the preview still shows an earlier draft. */
    people: draft && !isPlaceholderData ? data?.total : undefined,
  }
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
