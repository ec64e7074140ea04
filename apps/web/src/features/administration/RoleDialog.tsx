import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/Input.css'
import { createRole, editRole } from '@aviary/contract/administration/endpoints'
import { systemNameOf } from '@aviary/contract/administration/rules'
import type { AdminAction, AdminRole } from '@aviary/contract/administration/schemas'
import { Checkbox, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../shared/session.ts'
import { Assignment } from './Assignment.tsx'
import { EditDialog } from './EditDialog.tsx'
import { useAdministrate } from './use-administration.ts'
import { useEdited } from './use-edited.ts'
import { useIdentifierCheck } from './use-identifier-check.ts'

type Values = Pick<AdminRole, 'display_name' | 'description' | 'action_ids' | 'is_admin'>

const EMPTY: Values = { display_name: '', description: '', action_ids: [], is_admin: false }
const valuesOf = ({ display_name, description, action_ids, is_admin }: AdminRole): Values => ({
  display_name,
  description,
  action_ids,
  is_admin,
})

type RoleDialogProps = {
  /** Undefined for a new one. */
  role: AdminRole | undefined
  roles: readonly AdminRole[]
  actions: readonly AdminAction[]
  onClose: () => void
}

export function RoleDialog({ role, roles, actions, onClose }: RoleDialogProps) {
  const { t } = useTranslation('administration')
  const { authorization } = useSession()
  const edit = useEdited({
    name: `admin-role-${role?.role_id ?? 'new'}`,
    record: role,
    valuesOf,
    empty: EMPTY,
  })
  const { display_name, description, action_ids, is_admin } = edit.values
  const check = useIdentifierCheck(display_name, (text) =>
    roles.some((one) => one.role_id !== role?.role_id && one.system_name === systemNameOf(text))
      ? t('alreadyExists', { identifier: t('field.roleName') })
      : undefined,
  )
  const leave = () => {
    edit.forget()
    onClose()
  }
  const create = useAdministrate({
    endpoint: createRole,
    done: t('toast.role.created'),
    failed: t('toast.role.createFailed'),
    onDone: leave,
  })
  const update = useAdministrate({
    endpoint: editRole,
    done: t('toast.role.edited'),
    failed: t('toast.role.editFailed'),
    onDone: leave,
  })
  // Only actions that one holds can be put into a role; the others that it has stay in sight.
  const offered = actions.filter(
    ({ action_id, system_name }) =>
      authorization.is_admin ||
      authorization.allowed_actions.includes(system_name) ||
      action_ids.includes(action_id),
  )
  const values = { display_name: display_name.trim(), description: description.trim(), action_ids, is_admin }
  return (
    <EditDialog
      title={t(role ? 'role.edit' : 'role.create')}
      edit={edit}
      isNew={!role}
      missing={display_name.trim() === '' ? t('required', { field: t('field.roleName') }) : undefined}
      check={check}
      isBusy={create.isPending || update.isPending}
      onClose={leave}
      onSubmit={() =>
        role
          ? update.mutate({ ...values, role_id: role.role_id, version: edit.version })
          : create.mutate(values)
      }
    >
      <TextInput
        label={t('field.roleName')}
        description={t('form.systemName', { name: systemNameOf(display_name) || '…' })}
        required
        maxLength={100}
        value={display_name}
        error={check.fault}
        onChange={(event) => edit.write({ display_name: event.currentTarget.value })}
        data-autofocus
      />
      <Textarea
        label={t('field.description')}
        maxLength={1_000}
        value={description}
        onChange={(event) => edit.write({ description: event.currentTarget.value })}
      />
      {authorization.is_admin && (
        <Checkbox
          label={t('role.isAdmin')}
          description={t('role.isAdminHelp')}
          checked={is_admin}
          onChange={(event) => edit.write({ is_admin: event.currentTarget.checked })}
        />
      )}
      <Assignment
        title={t('field.actions')}
        items={offered.map(({ action_id, display_name: label }) => ({ id: action_id, label }))}
        assigned={action_ids}
        onChange={(ids) => edit.write({ action_ids: ids })}
      />
    </EditDialog>
  )
}
