import { PACIFIC } from '@aviary/contract/maintenance/pacific'
import type { NotificationPreview } from '@aviary/contract/notifications/endpoints'
import type { Notification } from '@aviary/contract/notifications/schemas'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useAudienceName } from '../../shared/audience.ts'
import { useCount } from '../../shared/use-count.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Time } from '../../ui/Time.tsx'

type ScheduledNoticeProps = {
  notification: Notification
  /** The recipients if the mails went out now; undefined until loaded. */
  preview: NotificationPreview | undefined
  children: ReactNode
}

/** Send time and number of recipients of a scheduled notification; empty if no mails will be sent. */
export function ScheduledNotice({ notification, preview, children }: ScheduledNoticeProps) {
  const { t } = useTranslation('notifications')
  const number = useCount()
  const getAudienceName = useAudienceName()
  const { broadcast, mail_queued, send_time } = notification
  if (broadcast === 'N' || mail_queued === 'Y') return null
  return (
    <Notice isDanger={preview?.audience === 'EXTERNAL'}>
      <p>
        <strong>{t('scheduled.title')}</strong>
        {preview &&
          ` · ${t('scheduled.recipients', { number: number(preview.total) })} · ${getAudienceName(preview.audience)}`}
        {send_time && (
          <>
            {' · '}
            <Time at={send_time} zone={PACIFIC} />
          </>
        )}
      </p>
      <p>{children}</p>
    </Notice>
  )
}
