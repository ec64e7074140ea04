import { getTotal } from '@aviary/contract/deliveries/rules'
import { PACIFIC } from '@aviary/contract/maintenance/pacific'
import type { Notification } from '@aviary/contract/notifications/schemas'
import { useTranslation } from 'react-i18next'
import { useOfflineReason } from '../../shared/online.ts'
import { exactTime } from '../../shared/time/words.ts'
import { useCount } from '../../shared/use-count.ts'
import { ConfirmDelete } from '../../ui/ConfirmDelete.tsx'
import { isRunning } from '../deliveries/public.ts'
import { useDeleteNotification } from './use-notifications.ts'

type DeleteNotificationProps = { notification: Notification; onClose: () => void }

export function DeleteNotification({ notification, onClose }: DeleteNotificationProps) {
  const remove = useDeleteNotification(onClose)
  const consequence = useConsequence(notification)
  return (
    <ConfirmDelete
      what={notification.title}
      disabledReason={useOfflineReason()}
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate(notification.id)}
      onClose={onClose}
    >
      {consequence && <p>{consequence}</p>}
    </ConfirmDelete>
  )
}

/** Text on what deleting means for the mails; undefined for a notification without mails. */
function useConsequence({ broadcast, mail_queued, progress, send_time }: Notification): string | undefined {
  const { t, i18n } = useTranslation('notifications')
  const formatCount = useCount()
  if (mail_queued === 'Y' && progress) {
    const counts = { sent: formatCount(progress.sent), total: formatCount(getTotal(progress)) }
    return t(isRunning(progress) ? 'remove.underWay' : 'remove.sent', counts)
  }
  if (broadcast === 'N' || mail_queued === 'Y') return undefined
  if (send_time === null) return t('remove.notSent')
  return t('remove.scheduled', { at: exactTime(Date.parse(send_time), i18n.language, PACIFIC) })
}
