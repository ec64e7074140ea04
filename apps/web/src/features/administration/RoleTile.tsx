import { deleteRole } from '@aviary/contract/administration/endpoints'
import { mayTouchRole } from '@aviary/contract/administration/rules'
import type { AdminRole } from '@aviary/contract/administration/schemas'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOfflineReason } from '../../shared/online.ts'
import { useMay, useSession } from '../../shared/session.ts'
import { hasDraft } from '../../shared/use-draft.ts'
import { ConfirmDelete } from '../../ui/ConfirmDelete.tsx'
import type { Column } from '../../ui/table-column.ts'
import { Names } from './Names.tsx'
import { RoleDialog } from './RoleDialog.tsx'
import { Tile } from './Tile.tsx'
import { useActions, useAdministrate, useRoles } from './use-administration.ts'
import { useRowActions } from './use-row-actions.tsx'

const BY_NAME = { key: 'name', isDescending: false }
const textOf = (role: AdminRole) =>
  [role.display_name, role.system_name, role.description, ...role.actions_display].join(' ')
const nameOf = ({ display_name }: AdminRole) => display_name

type Open = { what: 'create' } | { what: 'edit' | 'delete'; role: AdminRole }

/** Role Management (spec 3 §2). */
export function RoleTile() {
  const { t } = useTranslation('administration')
  const may = useMay()
  const offline = useOfflineReason()
  const { authorization } = useSession()
  const roles = useRoles()
  const actionList = useActions()
  const [open, setOpen] = useState<Open | undefined>(
    hasDraft('admin-role-new') ? { what: 'create' } : undefined,
  )
  const onEdit = useCallback((role: AdminRole) => setOpen({ what: 'edit', role }), [])
  const onDelete = useCallback((role: AdminRole) => setOpen({ what: 'delete', role }), [])
  const hindranceOf = useCallback(
    (role: AdminRole) => (mayTouchRole(authorization, role) ? undefined : t('role.notYours')),
    [authorization, t],
  )
  const actions = useRowActions({
    mayEdit: may('edit_role'),
    mayDelete: may('delete_role'),
    nameOf,
    hindranceOf,
    onEdit,
    onDelete,
  })
  const close = () => setOpen(undefined)
  const remove = useAdministrate({
    endpoint: deleteRole,
    done: t('toast.role.deleted'),
    failed: t('toast.role.deleteFailed'),
    onDone: close,
  })
  const current = (role: AdminRole) => roles.data?.find((one) => one.role_id === role.role_id) ?? role
  return (
    <>
      <Tile
        title={t('roles.title')}
        filterLabel={t('roles.filter')}
        rows={roles}
        columns={useColumns()}
        rowId={({ role_id }) => String(role_id)}
        initialSort={BY_NAME}
        textOf={textOf}
        actions={actions}
        add={
          may('edit_role')
            ? { text: t('roles.add'), hindrance: offline, run: () => setOpen({ what: 'create' }) }
            : undefined
        }
      />
      {(open?.what === 'create' || open?.what === 'edit') && roles.data && actionList.data && (
        <RoleDialog
          role={open.what === 'edit' ? current(open.role) : undefined}
          roles={roles.data}
          actions={actionList.data}
          onClose={close}
        />
      )}
      {open?.what === 'delete' && (
        <ConfirmDelete
          what={open.role.display_name}
          hindrance={offline}
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate({ role_id: open.role.role_id })}
          onClose={close}
        >
          <p>{t('role.deleteHelp')}</p>
        </ConfirmDelete>
      )}
    </>
  )
}

function useColumns(): readonly Column<AdminRole>[] {
  const { t } = useTranslation('administration')
  return useMemo(
    () => [
      { key: 'name', title: t('field.roleName'), width: '11rem', value: (role) => role.display_name },
      { key: 'system', title: t('field.systemName'), width: '11rem', value: (role) => role.system_name },
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
          is_admin ? t('everything') : <Names all={actions_display} />,
      },
    ],
    [t],
  )
}
