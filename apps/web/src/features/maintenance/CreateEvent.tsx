import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CREATED_PARAMETER } from '../../shared/created-event.ts'
import { useDraft } from '../../shared/saving/use-draft.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { EventForm } from './EventForm.tsx'
import { createDraft, EMPTY, findFault, getChangedFields, type Kind } from './event-values.ts'
import { useCreateEvent } from './use-maintenance-writes.ts'

/** Form of a new event. A saved v2 event opens with the offer to create a notification. */
export function CreateEvent({ kind, onClose }: { kind: Kind; onClose: () => void }) {
  const { t } = useTranslation('maintenance')
  const router = useRouter()
  const [openedAt] = useState(() => router.latestLocation.pathname)
  const { values, change, forget } = useDraft(createDraft(kind), EMPTY)
  const leave = () => {
    forget()
    onClose()
  }
  const goOn = (eventId: number | undefined) => {
    leave()
    // A late answer must not take the person away from another screen that was opened meanwhile.
    if (eventId !== undefined && router.latestLocation.pathname === openedAt)
      router.navigate({
        to: '/maintenance_event/review/$id',
        params: { id: String(eventId) } as never,
        search: { [CREATED_PARAMETER]: 'Y' } as never,
      })
  }
  const create = useCreateEvent(kind, goOn)
  const fault = findFault(values, kind)
  return (
    <Dialog
      title={t('form.createTitle')}
      size="xl"
      isDirty={getChangedFields(EMPTY, values).length > 0}
      onClose={leave}
    >
      {(close) => (
        <EventForm
          kind={kind}
          values={values}
          onChange={change}
          reason={fault && t(`missing.${fault}`)}
          submitText={t('form.submit')}
          isBusy={create.isPending}
          onCancel={close}
          onSubmit={() => create.mutate(values)}
        />
      )}
    </Dialog>
  )
}
