import { SECURITY_USER_PAGE } from '@aviary/contract/constants'
import type { SecurityUser } from '@aviary/contract/security/schemas'
import { deleteSecurityUser } from '@aviary/contract/security/user-endpoints'
import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOfflineReason } from '../../shared/online.ts'
import { useFilterText } from '../../shared/use-filter-text.ts'
import { usePageParam } from '../../shared/use-page-param.ts'
import { FilterBox } from '../../ui/FilterBox.tsx'
import { NoRecordYet } from '../../ui/NoRecordYet.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { OpenRecord } from '../../ui/records/OpenRecord.tsx'
import { ServerPage } from '../../ui/records/ServerPage.tsx'
import { useRecords } from '../../ui/records/use-records.ts'
import { RowTime } from '../../ui/Time.tsx'
import { type Column, TIME_WIDTH } from '../../ui/table/table-column.ts'
import { CompanyCell } from './companies/CompanyCell.tsx'
import { type CompanyOf, useCompanies } from './companies/use-companies.ts'
import { UserForm } from './UserForm.tsx'
import { UploadUsers } from './upload/UploadUsers.tsx'
import { useSecurityUsers } from './use-security.ts'
import { useSecurityKind } from './use-security-kind.ts'
import { toUserFilter } from './user-search.ts'

const idOf = ({ id }: SecurityUser) => id
const nameOf = ({ company_id, email }: SecurityUser) => `${email}, ${company_id}`
const DELETION = { endpoint: deleteSecurityUser, bodyOf: ({ id }: SecurityUser) => ({ user_id: id }) }

/** The recipients of security mails, by company (spec 3 §2, Manage security users). */
export function SecurityUsersPage() {
  const { t } = useTranslation('security')
  const offline = useOfflineReason()
  const filter = useFilterText('filter')
  const { page, goTo } = usePageParam()
  const [isUploading, setUploading] = useState(false)
  const query = useSecurityUsers(toUserFilter(filter.settled), page)
  const users = { ...query, data: query.data?.users }
  const { companyOf } = useCompanies(users.data?.map(({ company_id }) => company_id) ?? [])
  const records = useRecords({ kind: useSecurityKind('user'), rows: users, idOf, nameOf })
  return (
    <>
      <PageHeader title={t('users.title')}>
        <Button size="sm" onClick={records.create} disabled={Boolean(offline)} title={offline}>
          {t('user.create')}
        </Button>
      </PageHeader>
      <Panel
        title={t('users.list')}
        aside={
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => setUploading(true)}
            disabled={Boolean(offline)}
            title={offline}
          >
            {t('user.import')}
          </Button>
        }
      >
        <FilterBox label={t('users.filter')} text={filter.text} onChange={filter.setText} />
        <ServerPage
          label={t('users.list')}
          name="security-users"
          words={records.words}
          query={query}
          rows={users.data}
          total={query.data?.total}
          size={SECURITY_USER_PAGE}
          page={page}
          onGo={goTo}
          columns={useColumns(companyOf)}
          rowId={records.rowId}
          actions={records.actions}
          empty={filter.settled === '' ? <NoRecordYet /> : undefined}
        />
      </Panel>
      <OpenRecord
        {...records}
        isPart={filter.settled !== '' || (query.data?.total ?? 0) > (users.data?.length ?? 0)}
        form={(props) => <UserForm {...props} />}
        deletion={DELETION}
        deleteHelp={() => t('user.deleteHelp')}
      />
      {isUploading && <UploadUsers onClose={() => setUploading(false)} />}
    </>
  )
}

function useColumns(companyOf: CompanyOf): readonly Column<SecurityUser>[] {
  const { t } = useTranslation('security')
  return useMemo(() => {
    const columns: Column<SecurityUser>[] = [
      { key: 'id', title: t('field.id'), width: '5rem', card: 'tag', value: idOf },
      {
        key: 'company_id',
        title: t('field.companyId'),
        width: '14rem',
        card: 'line',
        value: (user) => user.company_id,
        render: ({ company_id }) => <CompanyCell id={company_id} companyOf={companyOf} />,
      },
      {
        key: 'email',
        card: 'title',
        title: t('field.email'),
        value: ({ email }) => email,
      },
      {
        key: 'active',
        title: t('field.active'),
        width: '5rem',
        card: 'tag',
        value: ({ active }) => t(active === 'Y' ? 'yes' : 'no'),
      },
      {
        key: 'created_date',
        title: t('field.created'),
        width: TIME_WIDTH,
        value: ({ created_date }) => created_date,
        render: ({ created_date }) => <RowTime at={created_date} />,
      },
      {
        key: 'modified_date',
        title: t('field.modified'),
        width: TIME_WIDTH,
        value: ({ modified_date }) => modified_date,
        render: ({ modified_date }) => (modified_date ? <RowTime at={modified_date} /> : t('none')),
      },
    ]
    // Columns cannot be sorted here, because the server sorts and pages the rows.
    return columns.map((column) => ({ ...column, isSortable: false }))
  }, [t, companyOf])
}
