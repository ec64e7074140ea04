import { deleteGroupMapping } from '@aviary/contract/administration/endpoints'
import type { GroupMapping } from '@aviary/contract/administration/schemas'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from '../../ui/table/table-column.ts'
import { EntityTile } from './EntityTile.tsx'
import { GroupForm } from './GroupForm.tsx'
import { Names } from './Names.tsx'
import { useGroupMappings, useGroupsClaim, useRoles } from './use-administration.ts'

const BY_NAME = { key: 'name', isDescending: false }
const textOf = (mapping: GroupMapping) => [mapping.group_name, ...mapping.roles_display].join(' ')
const nameOf = ({ group_name }: GroupMapping) => group_name
const idOf = ({ mapping_id }: GroupMapping) => mapping_id
const DELETION = {
  endpoint: deleteGroupMapping,
  bodyOf: ({ mapping_id }: GroupMapping) => ({ mapping_id }),
}

/** List of group mappings, for administrators. */
export function GroupTile() {
  const { t } = useTranslation('administration')
  const mappings = useGroupMappings()
  const claim = useGroupsClaim()
  const roles = useRoles()
  return (
    <EntityTile
      entity="group"
      rows={mappings}
      needs={[roles]}
      columns={useColumns()}
      idOf={idOf}
      nameOf={nameOf}
      textOf={textOf}
      initialSort={BY_NAME}
      note={claim.data === null ? t('groups.off') : t('groups.help')}
      deletion={DELETION}
      form={(props) => <GroupForm {...props} mappings={mappings.data ?? []} roles={roles.data ?? []} />}
    />
  )
}

function useColumns(): readonly Column<GroupMapping>[] {
  const { t } = useTranslation('administration')
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('field.group'),
        width: '20rem',
        card: 'title',
        value: ({ group_name }) => group_name,
      },
      {
        key: 'roles',
        title: t('field.roles'),
        value: ({ roles_display }) => roles_display.join(', '),
        render: ({ roles_display }) => <Names names={roles_display} />,
      },
    ],
    [t],
  )
}
