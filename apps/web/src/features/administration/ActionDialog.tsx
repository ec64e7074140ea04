import '@mantine/core/styles/Input.css'
import { createAction, editAction } from '@aviary/contract/administration/endpoints'
import { systemNameOf } from '@aviary/contract/administration/rules'
import type { AdminAction } from '@aviary/contract/administration/schemas'
import { Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { EditDialog } from './EditDialog.tsx'
import { useAdministrate } from './use-administration.ts'
import { useEdited } from './use-edited.ts'
import { useIdentifierCheck } from './use-identifier-check.ts'

type Values = Pick<AdminAction, 'display_name' | 'description'>

const EMPTY: Values = { display_name: '', description: '' }
const valuesOf = ({ display_name, description }: AdminAction): Values => ({ display_name, description })

type ActionDialogProps = {
  /** Undefined for a new one. */
  action: AdminAction | undefined
  actions: readonly AdminAction[]
  onClose: () => void
}

export function ActionDialog({ action, actions, onClose }: ActionDialogProps) {
  const { t } = useTranslation('administration')
  const edit = useEdited({
    name: `admin-action-${action?.action_id ?? 'new'}`,
    record: action,
    valuesOf,
    empty: EMPTY,
  })
  const { display_name, description } = edit.values
  // The system name of an action that is there stays as it is.
  const check = useIdentifierCheck(display_name, (text) =>
    !action && actions.some((one) => one.system_name === systemNameOf(text))
      ? t('alreadyExists', { identifier: t('field.actionName') })
      : undefined,
  )
  const leave = () => {
    edit.forget()
    onClose()
  }
  const create = useAdministrate({
    endpoint: createAction,
    done: t('toast.action.created'),
    failed: t('toast.action.createFailed'),
    onDone: leave,
  })
  const update = useAdministrate({
    endpoint: editAction,
    done: t('toast.action.edited'),
    failed: t('toast.action.editFailed'),
    onDone: leave,
  })
  const values = { display_name: display_name.trim(), description: description.trim() }
  return (
    <EditDialog
      title={t(action ? 'action.edit' : 'action.create')}
      edit={edit}
      isNew={!action}
      missing={display_name.trim() === '' ? t('required', { field: t('field.actionName') }) : undefined}
      check={check}
      isBusy={create.isPending || update.isPending}
      onClose={leave}
      onSubmit={() =>
        action
          ? update.mutate({ ...values, action_id: action.action_id, version: edit.version })
          : create.mutate(values)
      }
    >
      <TextInput
        label={t('field.actionName')}
        description={t('form.systemName', {
          name: action?.system_name ?? (systemNameOf(display_name) || '…'),
        })}
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
    </EditDialog>
  )
}
