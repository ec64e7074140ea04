import { mayDo } from '@aviary/contract/actions'
import { createRole, updateRole } from '@aviary/contract/administration/endpoints'
import { systemNameOf } from '@aviary/contract/administration/rules'
import type { AdminAction, AdminRole } from '@aviary/contract/administration/schemas'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../shared/session.ts'
import { HelpedCheckbox } from '../../ui/HelpedCheckbox.tsx'
import { RecordDialog } from '../../ui/records/RecordDialog.tsx'
import { type RecordProps, useRecordForm } from '../../ui/records/use-record-form.ts'
import { Assignment } from './Assignment.tsx'
import { NamedFields } from './NamedFields.tsx'
import { useIdentifier } from './use-identifier.ts'

type Values = Pick<AdminRole, 'display_name' | 'description' | 'action_ids' | 'is_admin'>

const EMPTY: Values = { display_name: '', description: '', action_ids: [], is_admin: false }
const valuesOf = ({ display_name, description, action_ids, is_admin }: AdminRole): Values => ({
  display_name,
  description,
  action_ids,
  is_admin,
})

type RoleFormProps = RecordProps<AdminRole> & {
  roles: readonly AdminRole[]
  actions: readonly AdminAction[]
}

export function RoleForm({ roles, actions, ...props }: RoleFormProps) {
  const { t } = useTranslation('administration')
  const { record } = props
  const { authorization } = useSession()
  /** Leaves out actions that were deleted while the form was open. */
  const toBody = ({ display_name, description, action_ids, is_admin }: Values): Values => ({
    display_name: display_name.trim(),
    description: description.trim(),
    action_ids: actions.map(({ action_id }) => action_id).filter((id) => action_ids.includes(id)),
    is_admin,
  })
  const form = useRecordForm({
    ...props,
    valuesOf,
    empty: EMPTY,
    textsOf: (values) => {
      const { display_name, description, action_ids, is_admin } = toBody(values)
      const assigned = actions.filter(({ action_id }) => action_ids.includes(action_id))
      return {
        display_name,
        description,
        is_admin: is_admin ? t('everything') : '',
        action_ids: assigned.map((action) => action.display_name).join(', '),
      }
    },
    names: {
      display_name: t('field.roleName'),
      description: t('field.description'),
      is_admin: t('role.isAdmin'),
      action_ids: t('field.actions'),
    },
    create: createRole,
    createBody: toBody,
    update: updateRole,
    updateBody: (values, { role_id, version }) => ({ ...toBody(values), role_id, version }),
  })
  const { display_name, action_ids, is_admin } = form.edit.values
  const identifier = useIdentifier({
    label: t('field.roleName'),
    text: display_name,
    isTaken: (text) =>
      roles.some((role) => role.role_id !== record?.role_id && role.system_name === systemNameOf(text)),
  })
  // Offers the actions (permissions) that the signed-in person holds, and those already in the role.
  const offered = actions.filter(
    ({ action_id, system_name }) => mayDo(authorization, system_name) || action_ids.includes(action_id),
  )
  return (
    <RecordDialog form={form} fault={identifier.fault}>
      <NamedFields
        label={t('field.roleName')}
        values={form.edit.values}
        systemName={systemNameOf(display_name)}
        fault={identifier.error}
        onChange={form.edit.write}
      />
      {authorization.is_admin && (
        <HelpedCheckbox
          label={t('role.isAdmin')}
          help={t('role.isAdminHelp')}
          checked={is_admin}
          onChange={(isChecked) => form.edit.write({ is_admin: isChecked })}
        />
      )}
      <Assignment
        title={t('field.actions')}
        items={offered.map(({ action_id, display_name: label }) => ({ id: action_id, label }))}
        assigned={toBody(form.edit.values).action_ids}
        onChange={(ids) => form.edit.write({ action_ids: ids })}
      />
    </RecordDialog>
  )
}
