import { useTranslation } from 'react-i18next'
import { useDraft } from '../../shared/saving/use-draft.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { EventForm } from './EventForm.tsx'
import { createDraft, EMPTY, findFault, getChangedFields, type Kind } from './event-values.ts'
import { useCreateEvent } from './use-maintenance-writes.ts'

export function CreateEvent({ kind, onClose }: { kind: Kind; onClose: () => void }) {
  const { t } = useTranslation('maintenance')
  const { values, change, forget } = useDraft(createDraft(kind), EMPTY)
  const leave = () => {
    forget()
    onClose()
  }
  const create = useCreateEvent(kind, leave)
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
