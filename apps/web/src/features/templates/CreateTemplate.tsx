import { useTranslation } from 'react-i18next'
import { useOfflineReason } from '../../shared/online.ts'
import { useDraft } from '../../shared/saving/use-draft.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { TemplateForm } from './TemplateForm.tsx'
import { EMPTY, findMissing, getChangedFields, type TemplateType, toNewTemplate } from './template-form.ts'
import { useCreateTemplate } from './use-templates.ts'

export const createDraft = (type: TemplateType): string => `template-create-${type}`

export function CreateTemplate({ type, onClose }: { type: TemplateType; onClose: () => void }) {
  const { t } = useTranslation('templates')
  const offline = useOfflineReason()
  const { values, change, forget } = useDraft(createDraft(type), EMPTY)
  const leave = () => {
    forget()
    onClose()
  }
  const create = useCreateTemplate(createDraft(type), leave)
  const [missing] = findMissing(values, type)
  return (
    <Dialog
      title={t(`form.create.${type}`)}
      size="xl"
      isDirty={getChangedFields(EMPTY, values, type).length > 0}
      onClose={leave}
    >
      {(close) => (
        <TemplateForm
          type={type}
          values={values}
          onChange={change}
          submitText={t('form.submit')}
          reason={offline ?? (missing && t(`required.${missing}`))}
          isBusy={create.isPending}
          onCancel={close}
          onSubmit={() => create.mutate(toNewTemplate(values, type))}
        />
      )}
    </Dialog>
  )
}
