import { deleteRole, updateRole } from '@aviary/contract/administration/endpoints'
import { mayTouchRole } from '@aviary/contract/administration/rules'
import type { AdminRole } from '@aviary/contract/administration/schemas'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../shared/may.ts'
import { useSession } from '../../shared/session.ts'
import type { Column } from '../../ui/table/table-column.ts'
import { EntityTile } from './EntityTile.tsx'
import { Names } from './Names.tsx'
import { RoleForm } from './RoleForm.tsx'
import { useActions, useRoles } from './use-administration.ts'

const BY_NAME = { key: 'name', isDescending: false }
const textOf = (role: AdminRole) =>
  [role.display_name, role.system_name, role.description, ...role.actions_display].join(' ')
const nameOf = ({ display_name }: AdminRole) => display_name
const idOf = ({ role_id }: AdminRole) => role_id
const DELETION = { endpoint: deleteRole, bodyOf: ({ role_id }: AdminRole) => ({ role_id }) }

/** Role Management (spec 3 §2). */
export function RoleTile() {
  const { t } = useTranslation('administration')
  const may = useMay()
  const { authorization } = useSession()
  const roles = useRoles()
  const actions = useActions()
  const disabledReasonOf = useCallback(
    (role: AdminRole) => (mayTouchRole(authorization, role) ? undefined : t('role.notYours')),
    [authorization, t],
  )
  return (
    <EntityTile
      entity="role"
      rows={roles}
      needs={[actions]}
      columns={useColumns()}
      idOf={idOf}
      nameOf={nameOf}
      textOf={textOf}
      initialSort={BY_NAME}
      mayEdit={may(updateRole)}
      mayDelete={may(deleteRole)}
      disabledReasonOf={disabledReasonOf}
      deletion={DELETION}
      form={(props) => <RoleForm {...props} roles={roles.data ?? []} actions={actions.data ?? []} />}
    />
  )
}

function useColumns(): readonly Column<AdminRole>[] {
  const { t } = useTranslation('administration')
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('field.roleName'),
        width: '11rem',
        card: 'title',
        value: (role) => role.display_name,
      },
      {
        key: 'system',
        title: t('field.systemName'),
        width: '11rem',
        card: 'line',
        value: (role) => role.system_name,
      },
      {
        key: 'description',
        title: t('field.description'),
        width: '14rem',
        value: (role) => role.description,
      },
      {
        key: 'actions',
        title: t('field.actions'),
        value: ({ actions_display }) => actions_display.join(', '),
        render: ({ is_admin, actions_display }) =>
          is_admin ? t('everything') : <Names names={actions_display} />,
      },
    ],
    [t],
  )
}
