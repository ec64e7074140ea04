import { mayDo } from '@aviary/contract/actions'
import { createRole, updateRole } from '@aviary/contract/administration/endpoints'
import { systemNameOf } from '@aviary/contract/administration/rules'
import type { AdminAction, AdminRole } from '@aviary/contract/administration/schemas'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../shared/session.ts'
import { HelpedCheckbox } from '../../ui/HelpedCheckbox.tsx'
import { RecordDialog } from '../../ui/records/RecordDialog.tsx'
import { Assignment } from './Assignment.tsx'
import type { FormProps } from './EntityTile.tsx'
import { NamedFields } from './NamedFields.tsx'
import { useEntityForm } from './use-entity-form.ts'

type Values = Pick<AdminRole, 'display_name' | 'description' | 'action_ids' | 'is_admin'>

const EMPTY: Values = { display_name: '', description: '', action_ids: [], is_admin: false }
const valuesOf = ({ display_name, description, action_ids, is_admin }: AdminRole): Values => ({
  display_name,
  description,
  action_ids,
  is_admin,
})

type RoleFormProps = FormProps<AdminRole> & {
  roles: readonly AdminRole[]
  actions: readonly AdminAction[]
}

export function RoleForm({ record, isDeleted, onClose, roles, actions }: RoleFormProps) {
  const { t } = useTranslation('administration')
  const { authorization } = useSession()
  /** As it is written: without the blanks around it, and without actions that were deleted meanwhile. */
  const written = ({ display_name, description, action_ids, is_admin }: Values): Values => ({
    display_name: display_name.trim(),
    description: description.trim(),
    action_ids: actions.map(({ action_id }) => action_id).filter((id) => action_ids.includes(id)),
    is_admin,
  })
  const form = useEntityForm({
    entity: 'role',
    record,
    id: record?.role_id,
    valuesOf,
    empty: EMPTY,
    textsOf: (values) => {
      const { display_name, description, action_ids, is_admin } = written(values)
      const held = actions.filter(({ action_id }) => action_ids.includes(action_id))
      return {
        display_name,
        description,
        is_admin: is_admin ? t('everything') : '',
        action_ids: held.map((action) => action.display_name).join(', '),
      }
    },
    names: {
      display_name: t('field.roleName'),
      description: t('field.description'),
      is_admin: t('role.isAdmin'),
      action_ids: t('field.actions'),
    },
    identifier: {
      field: 'display_name',
      textOf: ({ display_name }) => display_name,
      faultOf: (text) =>
        roles.some((one) => one.role_id !== record?.role_id && one.system_name === systemNameOf(text))
          ? t('alreadyExists', { identifier: t('field.roleName') })
          : undefined,
    },
    create: createRole,
    createBody: written,
    update: updateRole,
    updateBody: (values, version) => ({ ...written(values), role_id: record?.role_id ?? 0, version }),
    onClose,
  })
  const { display_name, action_ids, is_admin } = form.edit.values
  // Only actions that one holds can be put into a role; the others that it has stay in sight.
  const offered = actions.filter(
    ({ action_id, system_name }) => mayDo(authorization, system_name) || action_ids.includes(action_id),
  )
  return (
    <RecordDialog form={form} isDeleted={isDeleted} fault={form.fault}>
      <NamedFields
        label={t('field.roleName')}
        values={form.edit.values}
        systemName={systemNameOf(display_name)}
        fault={form.check.fault}
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
        assigned={written(form.edit.values).action_ids}
        onChange={(ids) => form.edit.write({ action_ids: ids })}
      />
    </RecordDialog>
  )
}
