import { deleteUser, updateUser } from '@aviary/contract/administration/endpoints'
import { mayTouchUser, USER_SORT_COLUMNS } from '@aviary/contract/administration/rules'
import type { AdminUser } from '@aviary/contract/administration/schemas'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../shared/may.ts'
import { useOfflineReason } from '../../shared/online.ts'
import { useSession } from '../../shared/session.ts'
import { useFilterText } from '../../shared/use-filter-text.ts'
import { useTableParams } from '../../shared/use-table-params.ts'
import { FilterBox } from '../../ui/FilterBox.tsx'
import { NoRecordYet } from '../../ui/NoRecordYet.tsx'
import { OpenRecord } from '../../ui/records/OpenRecord.tsx'
import { ServerPage } from '../../ui/records/ServerPage.tsx'
import { useRecords } from '../../ui/records/use-records.ts'
import type { RecordAction } from '../../ui/records/use-row-actions.ts'
import type { Column } from '../../ui/table/table-column.ts'
import { Names } from './Names.tsx'
import { TILE_PAGE, TileFrame } from './Tile.tsx'
import { UserForm } from './UserForm.tsx'
import { useRoles, useUsers } from './use-administration.ts'
import { useEntityKind } from './use-entity-kind.ts'

const BY_EMAIL = { key: 'email', isDescending: false }
const nameOf = ({ email }: AdminUser) => email
const idOf = ({ user_id }: AdminUser) => user_id
const DELETION = { endpoint: deleteUser, bodyOf: ({ user_id }: AdminUser) => ({ user_id }) }

/** User Management (spec 3 §2); the server filters, sorts and pages, since there may be many thousands. */
export function UserTile() {
  const { t } = useTranslation('administration')
  const may = useMay()
  const offline = useOfflineReason()
  const columns = useColumns()
  const filter = useFilterText('users_filter')
  const { sort, onSort, page } = useTableParams({
    ...{ columns, initialSort: BY_EMAIL, pageSize: TILE_PAGE },
    prefix: 'users_',
  })
  const query = useUsers({
    search: filter.settled.trim(),
    sort_col: USER_SORT_COLUMNS.find((column) => column === sort?.key) ?? 'email',
    sort_direction: sort?.isDescending ? 'DESC' : 'ASC',
    page: page.index,
  })
  const { users, total, all } = query.data ?? {}
  const rows = { ...query, data: users }
  const roles = useRoles()
  const mayEdit = may(updateUser)
  const records = useRecords({
    ...{ kind: useEntityKind('user'), rows, idOf, nameOf, mayEdit, mayDelete: may(deleteUser) },
    disabledReasonOf: useDisabledReason(),
  })
  const title = t('users.title')
  const add = { text: t('users.add'), disabledReason: offline, run: records.create }
  return (
    <>
      <TileFrame name="users" title={title} add={mayEdit ? add : undefined}>
        <FilterBox
          label={t('users.filter')}
          text={filter.text}
          onChange={(text) => {
            filter.setText(text)
            if (page.index > 0) page.onChange(0)
          }}
        />
        <ServerPage
          {...{ query, columns, total, all, sort, onSort }}
          label={title}
          name="users"
          words={records.words}
          rows={users}
          size={page.size}
          page={page.index}
          onGo={page.onChange}
          rowId={records.rowId}
          actions={records.actions}
          empty={mayEdit && all === 0 ? <NoRecordYet /> : undefined}
        />
      </TileFrame>
      <OpenRecord
        {...records}
        needs={[rows, roles]}
        isPart={filter.settled !== '' || (total ?? 0) > (users?.length ?? 0)}
        form={(props) => <UserForm {...props} roles={roles.data ?? []} />}
        deletion={DELETION}
        deleteHelp={() => t('user.deleteHelp')}
      />
    </>
  )
}

/** Why the signed-in person cannot edit or delete a user. */
function useDisabledReason() {
  const { t } = useTranslation('administration')
  const { authorization, email } = useSession()
  return useCallback(
    (user: AdminUser, action: RecordAction) => {
      if (!mayTouchUser(authorization, user)) return t('user.notYours')
      return action === 'delete' && user.email === email ? t('user.notSelf') : undefined
    },
    [authorization, email, t],
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
