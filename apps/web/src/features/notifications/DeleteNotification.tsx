import { getTotal } from '@aviary/contract/deliveries/rules'
import { PACIFIC } from '@aviary/contract/maintenance/pacific'
import type { MaintenanceEvent } from '@aviary/contract/maintenance/schemas'
import { previewNotification } from '@aviary/contract/notifications/endpoints'
import type { Notification } from '@aviary/contract/notifications/schemas'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../shared/may.ts'
import { useOfflineReason } from '../../shared/online.ts'
import { useSession } from '../../shared/session.ts'
import { exactTime } from '../../shared/time/words.ts'
import { useCount } from '../../shared/use-count.ts'
import { ConfirmDelete } from '../../ui/ConfirmDelete.tsx'
import { isRunning } from '../deliveries/public.ts'
import { toPreview } from './edited-notification.ts'
import { toLiveDraft, toValues } from './notification-form.ts'
import { ScheduledNotice } from './ScheduledNotice.tsx'
import { useDeleteNotification, useLivePreview } from './use-notifications.ts'

type DeleteNotificationProps = { notification: Notification; event: MaintenanceEvent; onClose: () => void }

export function DeleteNotification({ notification, event, onClose }: DeleteNotificationProps) {
  const remove = useDeleteNotification(onClose)
  const { email } = useSession()
  const isScheduled = notification.broadcast === 'Y' && notification.mail_queued === 'N'
  const stored = toPreview(
    { base: notification, values: toValues(notification), relocalizes: false },
    { event, email },
  )
  const live = useLivePreview(
    useMay()(previewNotification) && isScheduled ? toLiveDraft(stored, stored.subject) : undefined,
    event.version,
  )
  const consequence = useConsequence(notification)
  return (
    <ConfirmDelete
      what={notification.title}
      disabledReason={useOfflineReason()}
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate(notification.id)}
      onClose={onClose}
    >
      {isScheduled ? (
        <ScheduledNotice notification={notification} preview={live.data}>
          {consequence}
        </ScheduledNotice>
      ) : (
        consequence && <p>{consequence}</p>
      )}
    </ConfirmDelete>
  )
}

/** Text on what deleting means for the mails; undefined for a notification without mails. */
function useConsequence({ broadcast, mail_queued, progress, send_time }: Notification): string | undefined {
  const { t, i18n } = useTranslation('notifications')
  const formatCount = useCount()
  if (mail_queued === 'Y' && progress) {
    const sent = formatCount(progress.sent + progress.bounced)
    const counts = { sent, total: formatCount(getTotal(progress)) }
    return t(isRunning(progress) ? 'remove.underWay' : 'remove.sent', counts)
  }
  if (broadcast === 'N' || mail_queued === 'Y') return undefined
  if (send_time === null) return t('remove.notSent')
  return t('remove.scheduled', { at: exactTime(Date.parse(send_time), i18n.language, PACIFIC) })
}
