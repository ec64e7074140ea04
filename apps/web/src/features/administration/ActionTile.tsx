import { deleteAction, updateAction } from '@aviary/contract/administration/endpoints'
import type { AdminAction } from '@aviary/contract/administration/schemas'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../shared/may.ts'
import type { RecordAction } from '../../ui/records/use-row-actions.ts'
import type { Column } from '../../ui/table/table-column.ts'
import { ActionForm } from './ActionForm.tsx'
import { EntityTile } from './EntityTile.tsx'
import { useActions } from './use-administration.ts'

const BY_NAME = { key: 'name', isDescending: false }
const textOf = (action: AdminAction) =>
  [action.display_name, action.system_name, action.description].join(' ')
const nameOf = ({ display_name }: AdminAction) => display_name
const idOf = ({ action_id }: AdminAction) => action_id
const DELETION = { endpoint: deleteAction, bodyOf: ({ action_id }: AdminAction) => ({ action_id }) }

/** Action Management (spec 3 §2). */
export function ActionTile() {
  const { t } = useTranslation('administration')
  const may = useMay()
  const actions = useActions()
  const disabledReasonOf = useCallback(
    ({ is_built_in }: AdminAction, action: RecordAction) =>
      action === 'delete' && is_built_in ? t('action.builtIn') : undefined,
    [t],
  )
  return (
    <EntityTile
      entity="action"
      rows={actions}
      columns={useColumns()}
      idOf={idOf}
      nameOf={nameOf}
      textOf={textOf}
      initialSort={BY_NAME}
      mayEdit={may(updateAction)}
      mayDelete={may(deleteAction)}
      disabledReasonOf={disabledReasonOf}
      deletion={DELETION}
      form={(props) => <ActionForm {...props} actions={actions.data ?? []} />}
    />
  )
}

function useColumns(): readonly Column<AdminAction>[] {
  const { t } = useTranslation('administration')
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('field.actionName'),
        card: 'title',
        value: (action) => action.display_name,
      },
      {
        key: 'system',
        title: t('field.systemName'),
        card: 'line',
        value: (action) => action.system_name,
      },
      { key: 'description', title: t('field.description'), value: (action) => action.description },
    ],
    [t],
  )
}
