import { deleteUser, updateUser } from '@aviary/contract/administration/endpoints'
import { mayTouchUser } from '@aviary/contract/administration/rules'
import type { AdminUser } from '@aviary/contract/administration/schemas'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../shared/may.ts'
import { useSession } from '../../shared/session.ts'
import type { RecordAction } from '../../ui/records/use-row-actions.ts'
import type { Column } from '../../ui/table/table-column.ts'
import { EntityTile } from './EntityTile.tsx'
import { Names } from './Names.tsx'
import { UserForm } from './UserForm.tsx'
import { useRoles, useUsers } from './use-administration.ts'

const BY_EMAIL = { key: 'email', isDescending: false }
const textOf = (user: AdminUser) => [user.email, ...user.roles_display].join(' ')
const nameOf = ({ email }: AdminUser) => email
const idOf = ({ user_id }: AdminUser) => user_id
const DELETION = { endpoint: deleteUser, bodyOf: ({ user_id }: AdminUser) => ({ user_id }) }

/** User Management (spec 3 §2). */
export function UserTile() {
  const { t } = useTranslation('administration')
  const may = useMay()
  const { authorization, email } = useSession()
  const users = useUsers()
  const roles = useRoles()
  const disabledReasonOf = useCallback(
    (user: AdminUser, action: RecordAction) => {
      if (!mayTouchUser(authorization, user)) return t('user.notYours')
      return action === 'delete' && user.email === email ? t('user.notSelf') : undefined
    },
    [authorization, email, t],
  )
  return (
    <EntityTile
      entity="user"
      rows={users}
      needs={[roles]}
      columns={useColumns()}
      idOf={idOf}
      nameOf={nameOf}
      textOf={textOf}
      initialSort={BY_EMAIL}
      mayEdit={may(updateUser)}
      mayDelete={may(deleteUser)}
      disabledReasonOf={disabledReasonOf}
      deletion={DELETION}
      form={(props) => <UserForm {...props} users={users.data ?? []} roles={roles.data ?? []} />}
    />
  )
}

/** Role names of a user; roles from the sign-in provider are marked. */
const roleNames = (
  { role_ids, roles_display, provider_role_ids }: AdminUser,
  byGroup: (role: string) => string,
) =>
  roles_display.map((role, index) =>
    provider_role_ids.includes(role_ids[index] ?? 0) ? byGroup(role) : role,
  )

function useColumns(): readonly Column<AdminUser>[] {
  const { t } = useTranslation('administration')
  return useMemo(
    () => [
      { key: 'email', title: t('field.email'), width: '18rem', card: 'title', value: ({ email }) => email },
      {
        key: 'roles',
        title: t('field.roles'),
        width: '14rem',
        card: 'line',
        value: ({ roles_display }) => roles_display.join(', '),
        render: (user) => roleNames(user, (role) => t('user.byGroup', { role })).join(', '),
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
