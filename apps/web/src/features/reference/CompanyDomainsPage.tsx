import { createCompanyDomain, deleteCompanyDomain } from '@aviary/contract/reference/domain-endpoints'
import { isPublicMailProvider } from '@aviary/contract/reference/domain-rules'
import type { CompanyDomain } from '@aviary/contract/reference/record-schemas'
import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../shared/may.ts'
import { useOfflineReason } from '../../shared/online.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { OpenRecord } from '../../ui/records/OpenRecord.tsx'
import { RecordTable } from '../../ui/records/RecordTable.tsx'
import { useRecords } from '../../ui/records/use-records.ts'
import type { Column } from '../../ui/table/table-column.ts'
import { AdministrationFrame } from '../administration/public.ts'
import { CompanyDomainForm } from './CompanyDomainForm.tsx'
import { useCompanyDomainKind, useCompanyDomains } from './use-company-domains.ts'

const BY_DOMAIN = { key: 'domain', isDescending: false }
const idOf = ({ domain }: CompanyDomain) => domain
const nameOf = ({ unicode_domain }: CompanyDomain) => unicode_domain
const textOf = ({ domain, unicode_domain, company_id, company_name }: CompanyDomain) =>
  [domain, unicode_domain, company_id, company_name].join(' ')
const DELETION = {
  endpoint: deleteCompanyDomain,
  bodyOf: ({ domain, version }: CompanyDomain) => ({ domain, version }),
}

/** The mail domains of companies, by which the ledger names the company of an address. */
export function CompanyDomainsPage() {
  const { t } = useTranslation('company-domains')
  const offline = useOfflineReason()
  const mayEdit = useMay()(createCompanyDomain)
  const kind = useCompanyDomainKind()
  const records = useRecords({
    ...{ kind, rows: useCompanyDomains(), idOf, nameOf },
    ...{ mayEdit, mayDelete: mayEdit },
  })
  return (
    <AdministrationFrame current="company_domains">
      <PageHeader title={t('title')}>
        {mayEdit && (
          <Button size="sm" onClick={records.create} disabled={Boolean(offline)} title={offline}>
            {t('create')}
          </Button>
        )}
      </PageHeader>
      <Panel title={t('list')}>
        <RecordTable
          {...records}
          label={t('list')}
          name="company-domains"
          columns={useColumns()}
          initialSort={BY_DOMAIN}
          filter={{ label: t('filter'), textOf }}
        >
          <p>{t('help')}</p>
        </RecordTable>
      </Panel>
      <OpenRecord
        {...records}
        form={(props) => <CompanyDomainForm {...props} />}
        deletion={DELETION}
        deleteHelp={() => t('deleteHelp')}
      />
    </AdministrationFrame>
  )
}

function useColumns(): readonly Column<CompanyDomain>[] {
  const { t } = useTranslation('company-domains')
  return useMemo(() => {
    const notesOf = ({ company_name, domain }: CompanyDomain) =>
      [
        ...(company_name === null ? [t('notInCatalog')] : []),
        ...(isPublicMailProvider(domain) ? [t('publicProvider')] : []),
      ].join(' ')
    return [
      { key: 'domain', title: t('domain'), card: 'title', value: nameOf },
      { key: 'company_id', title: t('companyId'), width: '8rem', value: ({ company_id }) => company_id },
      { key: 'company', title: t('company'), value: ({ company_name }) => company_name },
      { key: 'note', title: t('note'), value: notesOf },
    ]
  }, [t])
}
