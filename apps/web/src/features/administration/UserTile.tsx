import { deleteUser } from '@aviary/contract/administration/endpoints'
import { mayTouchUser } from '@aviary/contract/administration/rules'
import type { AdminUser } from '@aviary/contract/administration/schemas'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOfflineReason } from '../../shared/online.ts'
import { useMay, useSession } from '../../shared/session.ts'
import { hasDraft } from '../../shared/use-draft.ts'
import { ConfirmDelete } from '../../ui/ConfirmDelete.tsx'
import type { Column } from '../../ui/table-column.ts'
import { Names } from './Names.tsx'
import { Tile } from './Tile.tsx'
import { UserDialog } from './UserDialog.tsx'
import { useAdministrate, useRoles, useUsers } from './use-administration.ts'
import { useRowActions } from './use-row-actions.tsx'

const BY_EMAIL = { key: 'email', isDescending: false }
const textOf = (user: AdminUser) => [user.email, ...user.roles_display].join(' ')
const nameOf = ({ email }: AdminUser) => email

type Open = { what: 'create' } | { what: 'edit' | 'delete'; user: AdminUser }

/** User Management (spec 3 §2). */
export function UserTile() {
  const { t } = useTranslation('administration')
  const may = useMay()
  const offline = useOfflineReason()
  const { authorization, email } = useSession()
  const users = useUsers()
  const roles = useRoles()
  const [open, setOpen] = useState<Open | undefined>(
    hasDraft('admin-user-new') ? { what: 'create' } : undefined,
  )
  const onEdit = useCallback((user: AdminUser) => setOpen({ what: 'edit', user }), [])
  const onDelete = useCallback((user: AdminUser) => setOpen({ what: 'delete', user }), [])
  const hindranceOf = useCallback(
    (user: AdminUser, what: 'edit' | 'delete') => {
      if (!mayTouchUser(authorization, user)) return t('user.notYours')
      return what === 'delete' && user.email === email ? t('user.notSelf') : undefined
    },
    [authorization, email, t],
  )
  const actions = useRowActions({
    mayEdit: may('edit_user'),
    mayDelete: may('delete_user'),
    nameOf,
    hindranceOf,
    onEdit,
    onDelete,
  })
  const close = () => setOpen(undefined)
  const remove = useAdministrate({
    endpoint: deleteUser,
    done: t('toast.user.deleted'),
    failed: t('toast.user.deleteFailed'),
    onDone: close,
  })
  const current = (user: AdminUser) => users.data?.find((one) => one.user_id === user.user_id) ?? user
  return (
    <>
      <Tile
        title={t('users.title')}
        filterLabel={t('users.filter')}
        rows={users}
        columns={useColumns()}
        rowId={({ user_id }) => String(user_id)}
        initialSort={BY_EMAIL}
        textOf={textOf}
        actions={actions}
        add={
          may('edit_user')
            ? { text: t('users.add'), hindrance: offline, run: () => setOpen({ what: 'create' }) }
            : undefined
        }
      />
      {(open?.what === 'create' || open?.what === 'edit') && users.data && roles.data && (
        <UserDialog
          user={open.what === 'edit' ? current(open.user) : undefined}
          users={users.data}
          roles={roles.data}
          onClose={close}
        />
      )}
      {open?.what === 'delete' && (
        <ConfirmDelete
          what={open.user.email}
          hindrance={offline}
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate({ user_id: open.user.user_id })}
          onClose={close}
        >
          <p>{t('user.deleteHelp')}</p>
        </ConfirmDelete>
      )}
    </>
  )
}

function useColumns(): readonly Column<AdminUser>[] {
  const { t } = useTranslation('administration')
  return useMemo(
    () => [
      { key: 'email', title: t('field.email'), width: '18rem', value: ({ email }) => email },
      {
        key: 'roles',
        title: t('field.roles'),
        width: '12rem',
        value: ({ roles_display }) => roles_display.join(', '),
      },
      {
        key: 'actions',
        title: t('field.actions'),
        value: ({ actions_display }) => actions_display.join(', '),
        render: ({ is_admin, actions_display }) =>
          is_admin ? t('everything') : <Names all={actions_display} />,
      },
    ],
    [t],
  )
}
