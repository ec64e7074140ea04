import { createAction, updateAction } from '@aviary/contract/administration/endpoints'
import { systemNameOf } from '@aviary/contract/administration/rules'
import type { AdminAction } from '@aviary/contract/administration/schemas'
import { useTranslation } from 'react-i18next'
import { RecordDialog } from '../../ui/records/RecordDialog.tsx'
import type { FormProps } from './EntityTile.tsx'
import { NamedFields } from './NamedFields.tsx'
import { useEntityForm } from './use-entity-form.ts'

type Values = Pick<AdminAction, 'display_name' | 'description'>

const EMPTY: Values = { display_name: '', description: '' }
const valuesOf = ({ display_name, description }: AdminAction): Values => ({ display_name, description })
/** As it is written: without the blanks around it. */
const trimmed = ({ display_name, description }: Values): Values => ({
  display_name: display_name.trim(),
  description: description.trim(),
})

/** The system name of an action that is there stays as it is; what it is called may be called so once. */
const isNameTaken = (
  action: AdminAction,
  { record, text }: { record: AdminAction | undefined; text: string },
) =>
  action.action_id !== record?.action_id &&
  (action.display_name.toLowerCase() === text.toLowerCase() ||
    (!record && action.system_name === systemNameOf(text)))

type ActionFormProps = FormProps<AdminAction> & { actions: readonly AdminAction[] }

export function ActionForm({ record, isDeleted, onClose, actions }: ActionFormProps) {
  const { t } = useTranslation('administration')
  const form = useEntityForm({
    entity: 'action',
    record,
    id: record?.action_id,
    valuesOf,
    empty: EMPTY,
    textsOf: trimmed,
    names: { display_name: t('field.actionName'), description: t('field.description') },
    identifier: {
      field: 'display_name',
      textOf: ({ display_name }) => display_name,
      faultOf: (text) =>
        actions.some((action) => isNameTaken(action, { record, text }))
          ? t('alreadyExists', { identifier: t('field.actionName') })
          : undefined,
    },
    create: createAction,
    createBody: trimmed,
    update: updateAction,
    updateBody: (values, version) => ({ ...trimmed(values), action_id: record?.action_id ?? 0, version }),
    onClose,
  })
  return (
    <RecordDialog form={form} isDeleted={isDeleted} fault={form.fault}>
      <NamedFields
        label={t('field.actionName')}
        values={form.edit.values}
        systemName={record?.system_name ?? systemNameOf(form.edit.values.display_name)}
        fault={form.check.fault}
        onChange={form.edit.write}
      />
    </RecordDialog>
  )
}
