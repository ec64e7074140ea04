import type { MaintenanceEvent } from '@aviary/contract/maintenance/schemas'
import { CANCELLED } from '@aviary/contract/notifications/rules'
import { useTranslation } from 'react-i18next'
import { getErrorMessage } from '../../shared/api.ts'
import { useOfflineReason } from '../../shared/online.ts'
import { ConfirmDelete } from '../../ui/ConfirmDelete.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { MailLines } from './MailLines.tsx'
import { useLiveEvent } from './use-maintenance.ts'
import { useCancelEvent } from './use-maintenance-writes.ts'

/** Asks before an event is cancelled, and says what follows and whom it does not tell. */
export function CancelEvent({ event, onClose }: { event: MaintenanceEvent; onClose: () => void }) {
  const { t } = useTranslation('maintenance')
  const offline = useOfflineReason()
  const { mutate, isPending } = useCancelEvent(onClose)
  const live = useLiveEvent(event.id, true)
  const stopped = live.data?.notifications.filter(({ n_type }) => n_type !== CANCELLED)
  return (
    <ConfirmDelete
      what={t('delete.what', { id: event.id, title: event.title })}
      words={{ question: t('cancel.question'), confirm: t('cancel.confirm') }}
      disabledReason={offline ?? (live.isPending ? t('delete.loading') : undefined)}
      isBusy={isPending}
      onConfirm={() => mutate(event)}
      onClose={onClose}
    >
      <p>{t('cancel.stays')}</p>
      <p>{t('cancel.people')}</p>
      {live.isPending && <Skeleton rows={1} label={t('delete.loading')} />}
      {live.error && <p role="alert">{t('delete.error', { reason: getErrorMessage(live.error) })}</p>}
      <MailLines title={t('cancel.mails')} notifications={stopped} />
    </ConfirmDelete>
  )
}
