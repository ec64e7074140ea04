import { createCustomerLink } from '@aviary/contract/customer-links/endpoints'
import { isRowId } from '@aviary/contract/rules'
import { SEVERITIES, type Severity } from '@aviary/contract/status/rules'
import { useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { isNotFound } from '../../shared/api.ts'
import { useMay } from '../../shared/may.ts'
import { useNames } from '../../shared/names.ts'
import { useSearchParams } from '../../shared/use-search-params.ts'
import { Loaded } from '../../ui/Loaded.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { PlainButton } from '../../ui/PlainButton.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { CompanyIncidents } from './CompanyIncidents.tsx'
import { type ActiveIncident, CustomerInfo } from './CustomerInfo.tsx'
import { CustomerLinks } from './CustomerLinks.tsx'
import { CustomerSearch } from './CustomerSearch.tsx'
import { type CompanyRow, toRows } from './company-row.ts'
import classes from './customers.module.css'
import { useCompany, useCompanyIncidents } from './use-customers.ts'

/** Incidents that affected a customer; the URL holds the company id (spec 1 §2.7). */
export function CustomersPage() {
  const { t } = useTranslation('customers')
  const { read, write } = useSearchParams()
  const search = useRef<HTMLInputElement>(null)
  const id = read('company')
  const { data: chosen } = useCompany(id, isCompanyId(id))
  const choose = (company: string) => write({ company, sort: '', page: '' })
  const searchAgain = () => {
    choose('')
    search.current?.focus()
  }
  return (
    <>
      <PageHeader title={t('title')} />
      <div className={classes.stack}>
        <CustomerSearch
          inputRef={search}
          companyId={id}
          chosen={chosen?.name ?? ''}
          onChoose={(company) => choose(String(company.id))}
        />
        {id === '' && <EmptyState title={t('choose')} />}
        {id !== '' && !isCompanyId(id) && <UnknownCustomer id={id} onSearch={searchAgain} />}
        {isCompanyId(id) && <ChosenCustomer key={id} id={id} onSearch={searchAgain} />}
      </div>
    </>
  )
}

/** Invalid ids, from a mistyped URL, are not requested. */
const isCompanyId = (text: string): boolean => isRowId(Number(text))

type CustomerProps = { id: string; onSearch: () => void }

function UnknownCustomer({ id, onSearch }: CustomerProps) {
  const { t } = useTranslation('customers')
  return (
    <EmptyState title={t('unknown', { id })}>
      <PlainButton onClick={onSearch}>{t('searchAgain')}</PlainButton>
    </EmptyState>
  )
}

// spec 1 §8: failing to load the company or its incidents raises no toast.
function ChosenCustomer({ id, onSearch }: CustomerProps) {
  const { t } = useTranslation('customers')
  const mayLink = useMay()(createCustomerLink)
  const query = useCompany(id)
  const incidents = useIncidents(id)
  if (isNotFound(query.error)) return <UnknownCustomer id={id} onSearch={onSearch} />
  return (
    <Loaded query={query} failure={t('error')} loading={t('loading')} rows={5}>
      {(company) => (
        <>
          <CustomerInfo company={company} activeIncident={incidents.active} worst={incidents.worst} />
          <CompanyIncidents company={company.name ?? id} query={incidents.query} rows={incidents.rows} />
          {mayLink && <CustomerLinks companyId={company.id} />}
        </>
      )}
    </Loaded>
  )
}

function useIncidents(id: string) {
  const names = useNames()
  const query = useCompanyIncidents(id)
  const { data } = query
  const rows = useMemo(
    () =>
      toRows(
        (data?.pages ?? []).flatMap(({ incidents }) => incidents),
        names,
      ),
    [data, names],
  )
  return { query, rows, active: getActiveIncident(rows, query), worst: getWorst(rows) }
}

const getWorst = (rows: readonly CompanyRow[]): Severity | undefined =>
  SEVERITIES.findLast((severity) =>
    rows.some(({ isOpen, incident }) => isOpen && incident.severity === severity),
  )

type LoadProgress = { data: unknown; error: unknown; hasNextPage: boolean }

function getActiveIncident(
  rows: readonly CompanyRow[],
  { data, error, hasNextPage }: LoadProgress,
): ActiveIncident {
  if (rows.some(({ isOpen }) => isOpen)) return 'yes'
  if (data && !hasNextPage) return 'no'
  return error ? 'unknown' : 'checking'
}
