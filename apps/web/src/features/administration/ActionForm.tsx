import { createAction, updateAction } from '@aviary/contract/administration/endpoints'
import { systemNameOf } from '@aviary/contract/administration/rules'
import type { AdminAction } from '@aviary/contract/administration/schemas'
import { useTranslation } from 'react-i18next'
import { RecordDialog } from '../../ui/records/RecordDialog.tsx'
import { type RecordProps, useRecordForm } from '../../ui/records/use-record-form.ts'
import { NamedFields } from './NamedFields.tsx'
import { useIdentifier } from './use-identifier.ts'

type Values = Pick<AdminAction, 'display_name' | 'description'>

const EMPTY: Values = { display_name: '', description: '' }
const valuesOf = ({ display_name, description }: AdminAction): Values => ({ display_name, description })
const trimmed = ({ display_name, description }: Values): Values => ({
  display_name: display_name.trim(),
  description: description.trim(),
})

/** Compares display names and, for a new action only, system names: an edit never changes the system name. */
const isNameTaken = (
  action: AdminAction,
  { record, text }: { record: AdminAction | undefined; text: string },
) =>
  action.action_id !== record?.action_id &&
  (action.display_name.toLowerCase() === text.toLowerCase() ||
    (!record && action.system_name === systemNameOf(text)))

type ActionFormProps = RecordProps<AdminAction> & { actions: readonly AdminAction[] }

export function ActionForm({ actions, ...props }: ActionFormProps) {
  const { t } = useTranslation('administration')
  const { record } = props
  const form = useRecordForm({
    ...props,
    valuesOf,
    empty: EMPTY,
    textsOf: trimmed,
    names: { display_name: t('field.actionName'), description: t('field.description') },
    create: createAction,
    createBody: trimmed,
    update: updateAction,
    updateBody: (values, { action_id, version }) => ({ ...trimmed(values), action_id, version }),
  })
  const identifier = useIdentifier({
    label: t('field.actionName'),
    text: form.edit.values.display_name,
    isTaken: (text) => actions.some((action) => isNameTaken(action, { record, text })),
  })
  return (
    <RecordDialog form={form} fault={identifier.fault}>
      <NamedFields
        label={t('field.actionName')}
        values={form.edit.values}
        systemName={record?.system_name ?? systemNameOf(form.edit.values.display_name)}
        fault={identifier.error}
        onChange={form.edit.write}
      />
    </RecordDialog>
  )
}
