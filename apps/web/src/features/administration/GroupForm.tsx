import { createGroupMapping, updateGroupMapping } from '@aviary/contract/administration/endpoints'
import {
  type AdminRole,
  type GroupMapping,
  LONGEST_GROUP_NAME,
} from '@aviary/contract/administration/schemas'
import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { RecordDialog } from '../../ui/records/RecordDialog.tsx'
import { Assignment } from './Assignment.tsx'
import type { FormProps } from './EntityTile.tsx'
import { useEntityForm } from './use-entity-form.ts'

type Values = { group_name: string; role_ids: number[] }

const EMPTY: Values = { group_name: '', role_ids: [] }
const valuesOf = ({ group_name, role_ids }: GroupMapping): Values => ({ group_name, role_ids })

type GroupFormProps = FormProps<GroupMapping> & {
  mappings: readonly GroupMapping[]
  roles: readonly AdminRole[]
}

/** One group of the sign-in provider, and the roles that its people get. */
export function GroupForm({ record, isDeleted, onClose, mappings, roles }: GroupFormProps) {
  const { t } = useTranslation('administration')
  /** Without the blanks around the name, and without roles that were deleted meanwhile. */
  const written = ({ group_name, role_ids }: Values): Values => ({
    group_name: group_name.trim(),
    role_ids: roles.map(({ role_id }) => role_id).filter((id) => role_ids.includes(id)),
  })
  const form = useEntityForm({
    entity: 'group',
    record,
    id: record?.mapping_id,
    valuesOf,
    empty: EMPTY,
    textsOf: (values) => {
      const { group_name, role_ids } = written(values)
      const given = roles.filter(({ role_id }) => role_ids.includes(role_id))
      return { group_name, role_ids: given.map(({ display_name }) => display_name).join(', ') }
    },
    names: { group_name: t('field.group'), role_ids: t('field.roles') },
    identifier: {
      field: 'group_name',
      textOf: ({ group_name }) => group_name,
      faultOf: (text) =>
        mappings.some((mapping) => mapping.mapping_id !== record?.mapping_id && mapping.group_name === text)
          ? t('alreadyExists', { identifier: t('field.group') })
          : undefined,
    },
    create: createGroupMapping,
    createBody: written,
    update: updateGroupMapping,
    updateBody: (values, version) => ({ ...written(values), mapping_id: record?.mapping_id ?? 0, version }),
    onClose,
  })
  const { group_name } = form.edit.values
  const { role_ids } = written(form.edit.values)
  return (
    <RecordDialog
      form={form}
      isDeleted={isDeleted}
      fault={form.fault ?? (role_ids.length === 0 ? t('group.chooseRole') : undefined)}
    >
      <TextInput
        label={t('field.group')}
        description={t('group.nameHelp')}
        required
        maxLength={LONGEST_GROUP_NAME}
        value={group_name}
        error={form.check.fault}
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
