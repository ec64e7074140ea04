import { deleteAction } from '@aviary/contract/administration/endpoints'
import type { AdminAction } from '@aviary/contract/administration/schemas'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOfflineReason } from '../../shared/online.ts'
import { useMay } from '../../shared/session.ts'
import { hasDraft } from '../../shared/use-draft.ts'
import { ConfirmDelete } from '../../ui/ConfirmDelete.tsx'
import type { Column } from '../../ui/table-column.ts'
import { ActionDialog } from './ActionDialog.tsx'
import { Tile } from './Tile.tsx'
import { useActions, useAdministrate } from './use-administration.ts'
import { useRowActions } from './use-row-actions.tsx'

const BY_NAME = { key: 'name', isDescending: false }
const textOf = (action: AdminAction) =>
  [action.display_name, action.system_name, action.description].join(' ')
const nameOf = ({ display_name }: AdminAction) => display_name

type Open = { what: 'create' } | { what: 'edit' | 'delete'; action: AdminAction }

/** Action Management (spec 3 §2). */
export function ActionTile() {
  const { t } = useTranslation('administration')
  const may = useMay()
  const offline = useOfflineReason()
  const all = useActions()
  const [open, setOpen] = useState<Open | undefined>(
    hasDraft('admin-action-new') ? { what: 'create' } : undefined,
  )
  const onEdit = useCallback((action: AdminAction) => setOpen({ what: 'edit', action }), [])
  const onDelete = useCallback((action: AdminAction) => setOpen({ what: 'delete', action }), [])
  const hindranceOf = useCallback(
    (action: AdminAction, what: 'edit' | 'delete') =>
      what === 'delete' && action.is_built_in ? t('action.builtIn') : undefined,
    [t],
  )
  const actions = useRowActions({
    mayEdit: may('edit_action'),
    mayDelete: may('delete_action'),
    nameOf,
    hindranceOf,
    onEdit,
    onDelete,
  })
  const close = () => setOpen(undefined)
  const remove = useAdministrate({
    endpoint: deleteAction,
    done: t('toast.action.deleted'),
    failed: t('toast.action.deleteFailed'),
    onDone: close,
  })
  const current = (action: AdminAction) =>
    all.data?.find((one) => one.action_id === action.action_id) ?? action
  return (
    <>
      <Tile
        title={t('actions.title')}
        filterLabel={t('actions.filter')}
        rows={all}
        columns={useColumns()}
        rowId={({ action_id }) => String(action_id)}
        initialSort={BY_NAME}
        textOf={textOf}
        actions={actions}
        add={
          may('edit_action')
            ? { text: t('actions.add'), hindrance: offline, run: () => setOpen({ what: 'create' }) }
            : undefined
        }
      />
      {(open?.what === 'create' || open?.what === 'edit') && all.data && (
        <ActionDialog
          action={open.what === 'edit' ? current(open.action) : undefined}
          actions={all.data}
          onClose={close}
        />
      )}
      {open?.what === 'delete' && (
        <ConfirmDelete
          what={open.action.display_name}
          hindrance={offline}
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate({ action_id: open.action.action_id })}
          onClose={close}
        />
      )}
    </>
  )
}

function useColumns(): readonly Column<AdminAction>[] {
  const { t } = useTranslation('administration')
  return useMemo(
    () => [
      { key: 'name', title: t('field.actionName'), value: (action) => action.display_name },
      { key: 'system', title: t('field.systemName'), value: (action) => action.system_name },
      { key: 'description', title: t('field.description'), value: (action) => action.description },
    ],
    [t],
  )
}
