import { getTotal } from '@aviary/contract/deliveries/rules'
import { PACIFIC } from '@aviary/contract/maintenance/pacific'
import type { MaintenanceEvent } from '@aviary/contract/maintenance/schemas'
import type { Notification } from '@aviary/contract/notifications/schemas'
import { useTranslation } from 'react-i18next'
import { getErrorMessage } from '../../shared/api.ts'
import { useOfflineReason } from '../../shared/online.ts'
import { exactTime } from '../../shared/time/words.ts'
import { useCount } from '../../shared/use-count.ts'
import { ConfirmDelete } from '../../ui/ConfirmDelete.tsx'
import { Skeleton } from '../../ui/states.tsx'
import type { Kind } from './event-values.ts'
import classes from './maintenance.module.css'
import { useLiveEvent } from './use-maintenance.ts'
import { useDeleteEvent } from './use-maintenance-writes.ts'

type DeleteEventProps = { kind: Kind; event: MaintenanceEvent; onDone: () => void; onClose: () => void }

/** Confirms a delete, and says which mails have already been sent and which will not be. */
export function DeleteEvent({ kind, event, onDone, onClose }: DeleteEventProps) {
  const { t } = useTranslation('maintenance')
  const offline = useOfflineReason()
  const remove = useDeleteEvent(kind, onDone)
  // No refetch while the delete runs: the event may be gone before the answer arrives.
  const { data, error, isPending } = useLiveEvent(event.id, remove.isIdle || remove.isError)
  const lines = useMailLines(data?.notifications ?? [])
  return (
    <ConfirmDelete
      what={t('delete.what', { id: event.id, title: event.title })}
      disabledReason={offline ?? (isPending ? t('delete.loading') : undefined)}
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate(event)}
      onClose={onClose}
    >
      {isPending && <Skeleton rows={1} label={t('delete.loading')} />}
      {error && <p role="alert">{t('delete.error', { reason: getErrorMessage(error) })}</p>}
      {lines.length > 0 && (
        <div role="alert" className={classes.warning}>
          <p>{t('delete.mails')}</p>
          <ul>
            {lines.map(({ id, text }) => (
              <li key={id}>{text}</li>
            ))}
          </ul>
        </div>
      )}
    </ConfirmDelete>
  )
}

/** One line per notification that is mailed, being mailed or scheduled; none for the others. */
function useMailLines(notifications: readonly Notification[]): { id: number; text: string }[] {
  const { t, i18n } = useTranslation('maintenance')
  const formatCount = useCount()
  const getLine = ({ title, broadcast, mail_queued, progress, send_time }: Notification) => {
    if (mail_queued === 'Y' && progress) {
      const remaining = progress.queued + progress.deferred
      const sent = formatCount(progress.sent + progress.bounced)
      if (remaining === 0) return t('delete.sent', { title, sent })
      const total = formatCount(getTotal(progress))
      return t('delete.mailing', { title, sent, total, left: formatCount(remaining) })
    }
    if (mail_queued === 'Y' || broadcast === 'N' || !send_time) return undefined
    const time = exactTime(Date.parse(send_time), i18n.language, PACIFIC)
    return t('delete.scheduled', { title, time })
  }
  return notifications.flatMap((notification) => {
    const text = getLine(notification)
    return text ? [{ id: notification.id, text }] : []
  })
}
