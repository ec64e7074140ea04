import type { MaintenanceEvent, MaintenanceWindow } from '@aviary/contract/maintenance/schemas'
import { useTranslation } from 'react-i18next'
import { useAuthorName } from '../../shared/author-name.ts'
import { isNewer, useEdited } from '../../shared/saving/use-edited.ts'
import { ChangedMeanwhile } from '../../ui/ChangedMeanwhile.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { EventForm } from './EventForm.tsx'
import {
  comparable,
  EMPTY,
  type EventValues,
  editDraft,
  findFault,
  type Kind,
  toValues,
} from './event-values.ts'
import { useEventTexts } from './use-event-texts.ts'
import { useUpdateEvent } from './use-maintenance-writes.ts'

type Listed = MaintenanceEvent | MaintenanceWindow
type UpdateEventProps = {
  kind: Kind
  /** The event as stored now, including changes made by others while the dialog is open. */
  event: Listed
  onClose: () => void
}

export function UpdateEvent({ kind, event, onClose }: UpdateEventProps) {
  const { t } = useTranslation('maintenance')
  const getAuthorName = useAuthorName()
  const edit = useEdited<Listed, EventValues>(editDraft(kind, event.id), {
    record: event,
    valuesOf: toValues,
    empty: EMPTY,
    comparable,
    isOther: isNewer,
    ...useEventTexts(kind),
  })
  const leave = () => {
    edit.forget()
    onClose()
  }
  const update = useUpdateEvent(kind, leave)
  const { values, version = event.version } = edit
  const reason = useReason(edit, kind)
  return (
    <Dialog title={t('form.updateTitle')} size="xl" isDirty={edit.isDirty} onClose={leave}>
      {(close) => (
        <EventForm
          kind={kind}
          values={values}
          onChange={edit.write}
          eventId={event.id}
          reason={reason}
          submitText={t('form.save')}
          isBusy={update.isPending}
          onCancel={close}
          onSubmit={() => update.mutate({ event, values, version })}
        >
          {edit.isOutdated && (
            <ChangedMeanwhile
              message={t('form.changedMeanwhile', { who: getAuthorName(event.updated_by ?? '') })}
              edit={edit}
            />
          )}
        </EventForm>
      )}
    </Dialog>
  )
}

/** Why an edit cannot be saved (texts of spec 2 §5). */
function useReason(edit: ReturnType<typeof useEdited<Listed, EventValues>>, kind: Kind): string | undefined {
  const { t } = useTranslation('maintenance')
  const fault = findFault(edit.values, kind)
  if (fault === 'title') return t('form.issueTitle')
  if (fault === 'body') return t('form.issueBody')
  if (fault === 'dataCenters') return t('form.issueDataCenters')
  if (fault) return t(`missing.${fault}`)
  if (edit.isOutdated) return t('form.decide')
  return edit.isDirty ? undefined : t('form.mustChange')
}
