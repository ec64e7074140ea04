import { createGroupMapping, updateGroupMapping } from '@aviary/contract/administration/endpoints'
import { LONGEST_GROUP_NAME } from '@aviary/contract/administration/rules'
import type { AdminRole, GroupMapping } from '@aviary/contract/administration/schemas'
import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { RecordDialog } from '../../ui/records/RecordDialog.tsx'
import { type RecordProps, useRecordForm } from '../../ui/records/use-record-form.ts'
import { Assignment } from './Assignment.tsx'
import { useIdentifier } from './use-identifier.ts'

type Values = { group_name: string; role_ids: number[] }

const EMPTY: Values = { group_name: '', role_ids: [] }
const valuesOf = ({ group_name, role_ids }: GroupMapping): Values => ({ group_name, role_ids })

type GroupFormProps = RecordProps<GroupMapping> & {
  mappings: readonly GroupMapping[]
  roles: readonly AdminRole[]
}

/** Form for a group of the sign-in provider and the roles that the members of the group get. */
export function GroupForm({ mappings, roles, ...props }: GroupFormProps) {
  const { t } = useTranslation('administration')
  /** Leaves out roles that were deleted while the form was open. */
  const toBody = ({ group_name, role_ids }: Values): Values => ({
    group_name: group_name.trim(),
    role_ids: roles.map(({ role_id }) => role_id).filter((id) => role_ids.includes(id)),
  })
  const form = useRecordForm({
    ...props,
    valuesOf,
    empty: EMPTY,
    textsOf: (values) => {
      const { group_name, role_ids } = toBody(values)
      const assigned = roles.filter(({ role_id }) => role_ids.includes(role_id))
      return { group_name, role_ids: assigned.map(({ display_name }) => display_name).join(', ') }
    },
    names: { group_name: t('field.group'), role_ids: t('field.roles') },
    create: createGroupMapping,
    createBody: toBody,
    update: updateGroupMapping,
    updateBody: (values, { mapping_id, version }) => ({ ...toBody(values), mapping_id, version }),
  })
  const { group_name } = form.edit.values
  const identifier = useIdentifier({
    label: t('field.group'),
    text: group_name,
    isTaken: (text) =>
      mappings.some(
        (mapping) => mapping.mapping_id !== props.record?.mapping_id && mapping.group_name === text,
      ),
  })
  const { role_ids } = toBody(form.edit.values)
  return (
    <RecordDialog
      form={form}
      fault={identifier.fault ?? (role_ids.length === 0 ? t('group.chooseRole') : undefined)}
    >
      <TextInput
        label={t('field.group')}
        description={t('group.nameHelp')}
        required
        maxLength={LONGEST_GROUP_NAME}
        value={group_name}
        error={identifier.error}
        onChange={(event) => form.edit.write({ group_name: event.currentTarget.value })}
        data-autofocus
      />
      <Assignment
        title={t('field.roles')}
        items={roles.map(({ role_id, display_name }) => ({ id: role_id, label: display_name }))}
        assigned={role_ids}
        onChange={(ids) => form.edit.write({ role_ids: ids })}
      />
    </RecordDialog>
  )
}
