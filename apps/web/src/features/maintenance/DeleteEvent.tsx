import type { MaintenanceEvent } from '@aviary/contract/maintenance/schemas'
import { useTranslation } from 'react-i18next'
import { getErrorMessage } from '../../shared/api.ts'
import { useOfflineReason } from '../../shared/online.ts'
import { ConfirmDelete } from '../../ui/ConfirmDelete.tsx'
import { Skeleton } from '../../ui/states.tsx'
import type { Kind } from './event-values.ts'
import { MailLines } from './MailLines.tsx'
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
      <MailLines title={t('delete.mails')} notifications={data?.notifications} />
    </ConfirmDelete>
  )
}
