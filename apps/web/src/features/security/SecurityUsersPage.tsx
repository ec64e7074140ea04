import '@mantine/core/styles/Button.css'
import { SECURITY_USER_PAGE } from '@aviary/contract/constants'
import { type SecurityUser, securityUser } from '@aviary/contract/security/schemas'
import { deleteSecurityUser } from '@aviary/contract/security/user-endpoints'
import { Button } from '@mantine/core'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { reasonOf } from '../../shared/api.ts'
import { useOfflineReason } from '../../shared/online.ts'
import { useAddress } from '../../shared/use-address.ts'
import { useFilterText } from '../../shared/use-filter-text.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import type { RowActions } from '../../ui/DataTableRows.tsx'
import { FilterBox } from '../../ui/FilterBox.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { Time } from '../../ui/Time.tsx'
import type { Column } from '../../ui/table-column.ts'
import { OpenRecord } from './OpenRecord.tsx'
import classes from './security.module.css'
import { UserForm } from './UserForm.tsx'
import { useOpenRecord } from './use-open-record.ts'
import { useRecordActions } from './use-record-actions.tsx'
import { useSecurityUsers } from './use-security.ts'
import { askedBy } from './user-search.ts'

const NONE: readonly SecurityUser[] = []
/** As far as the server skips. */
const LAST_PAGE = 10_000
const idOf = ({ id }: SecurityUser) => id
const nameOf = ({ company_id, email }: SecurityUser) => `${email}, ${company_id}`
const REMOVE = { endpoint: deleteSecurityUser, bodyOf: ({ id }: SecurityUser) => ({ user_id: id }) }

/** Whom security mails go to, company by company (spec 3 §2, Manage security users). */
export function SecurityUsersPage() {
  const { t } = useTranslation('security')
  const offline = useOfflineReason()
  const filter = useFilterText('filter')
  const { page, goTo } = usePage()
  const found = useSecurityUsers(askedBy(filter.settled), page)
  const users = { ...found, data: found.data?.users }
  const { open, create, edit, remove, close } = useOpenRecord({ entity: 'user', rows: users.data, idOf })
  const actions = useRecordActions({ nameOf, edit, remove })
  return (
    <>
      <PageHeader title={t('users.title')}>
        <Button size="sm" onClick={create} disabled={Boolean(offline)} title={offline}>
          {t('user.create')}
        </Button>
      </PageHeader>
      <Panel title={t('users.list')}>
        <FilterBox label={t('users.filter')} text={filter.text} onChange={filter.setText} />
        <Found found={found} page={page} onGo={goTo} actions={actions} />
      </Panel>
      <OpenRecord
        entity="user"
        open={open}
        onClose={close}
        rows={users}
        isPart={filter.settled !== '' || (found.data?.total ?? 0) > (users.data?.length ?? 0)}
        schema={securityUser}
        idOf={idOf}
        nameOf={nameOf}
        remove={REMOVE}
        form={(of) => <UserForm {...of} />}
      />
    </>
  )
}

/** The page that the address names. */
function usePage() {
  const { read, write } = useAddress()
  const page = Math.max(0, (Number.parseInt(read('page'), 10) || 1) - 1)
  return {
    page: page > LAST_PAGE ? 0 : page,
    goTo: (index: number) => write({ page: index === 0 ? '' : String(index + 1) }),
  }
}

type FoundProps = {
  found: ReturnType<typeof useSecurityUsers>
  page: number
  onGo: (page: number) => void
  actions: RowActions<SecurityUser>
}

/** One page from the server, in the server's order. */
function Found({ found, page, onGo, actions }: FoundProps) {
  const { t, i18n } = useTranslation(['security', 'shell'])
  const { data, error, isPlaceholderData } = found
  const columns = useColumns()
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / SECURITY_USER_PAGE))
  const isBeyond = data !== undefined && !isPlaceholderData && page >= pages
  useEffect(() => {
    // The last of its page was deleted, or fewer fit now.
    if (isBeyond) onGo(pages - 1)
  }, [isBeyond, pages, onGo])
  if (!data && error) {
    return (
      <ErrorState
        title={t('list.error')}
        reason={reasonOf(error)}
        again={{ run: () => void found.refetch() }}
      />
    )
  }
  const total = new Intl.NumberFormat(i18n.language).format(data?.total ?? 0)
  return (
    <>
      <DataTable
        label={t('users.list')}
        rows={data?.users ?? NONE}
        columns={columns}
        rowId={({ id }) => String(id)}
        minWidth="980px"
        isLoading={!data || isBeyond}
        isSorted
        sort={undefined}
        onSort={() => undefined}
        count={data ? t('list.count', { all: total }) : t('shell:loading')}
        actions={actions}
      />
      {pages > 1 && (
        <div className={classes.foot}>
          <Pager index={Math.min(page, pages - 1)} count={pages} onChange={onGo} />
        </div>
      )}
    </>
  )
}

function useColumns(): readonly Column<SecurityUser>[] {
  const { t } = useTranslation('security')
  return useMemo(() => {
    const columns: Column<SecurityUser>[] = [
      { key: 'id', title: t('field.id'), width: '5rem', value: idOf },
      { key: 'company_id', title: t('field.companyId'), width: '8rem', value: (user) => user.company_id },
      { key: 'email', title: t('field.email'), value: ({ email }) => email },
      {
        key: 'active',
        title: t('field.active'),
        width: '5rem',
        value: ({ active }) => t(active === 'Y' ? 'yes' : 'no'),
      },
      {
        key: 'created_date',
        title: t('field.created'),
        width: '12rem',
        value: ({ created_date }) => created_date,
        render: ({ created_date }) => <Time at={created_date} />,
      },
      {
        key: 'modified_date',
        title: t('field.modified'),
        width: '12rem',
        value: ({ modified_date }) => modified_date,
        render: ({ modified_date }) => (modified_date ? <Time at={modified_date} /> : t('none')),
      },
    ]
    // The rows come page after page, in the order of the server.
    return columns.map((column) => ({ ...column, isSortable: false }))
  }, [t])
}
