import type { MaintenanceEvent, MaintenanceWindow } from '@aviary/contract/maintenance/schemas'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/Dialog.tsx'
import { EventChanged } from './EventChanged.tsx'
import { EventForm } from './EventForm.tsx'
import { useEditedEvent } from './edited-event.ts'
import { faultOf, type Kind } from './event-values.ts'
import { useUpdateEvent } from './use-maintenance-writes.ts'

type UpdateEventProps = {
  kind: Kind
  /** As it is stored now: another person's save shows as soon as it is known. */
  event: MaintenanceEvent | MaintenanceWindow
  onClose: () => void
}

export function UpdateEvent({ kind, event, onClose }: UpdateEventProps) {
  const { t } = useTranslation('maintenance')
  const edit = useEditedEvent(event, kind)
  const leave = () => {
    edit.forget()
    onClose()
  }
  const update = useUpdateEvent(kind, leave)
  const { values, version } = edit
  const reason = useReason(edit, kind)
  return (
    <Dialog title={t('form.updateTitle')} size="xl" isDirty={!edit.isSame} onClose={leave}>
      {(close) => (
        <EventForm
          kind={kind}
          values={values}
          onChange={edit.change}
          eventId={event.id}
          reason={reason}
          submitText={t('form.save')}
          isBusy={update.isPending}
          onCancel={close}
          onSubmit={() => update.mutate({ event, values, version })}
        >
          {edit.isOutdated && <EventChanged kind={kind} who={event.updated_by} edit={edit} />}
        </EventForm>
      )}
    </Dialog>
  )
}

/** Why an edit cannot be saved, in the words of spec 2 §5. */
function useReason(edit: ReturnType<typeof useEditedEvent>, kind: Kind): string | undefined {
  const { t } = useTranslation('maintenance')
  const fault = faultOf(edit.values, kind)
  if (fault === 'title') return t('form.issueTitle')
  if (fault === 'body') return t('form.issueBody')
  if (fault === 'dataCenters') return t('form.issueDataCenters')
  if (fault) return t(`missing.${fault}`)
  if (edit.isOutdated) return t('form.decide')
  return edit.isSame ? t('form.mustChange') : undefined
}
