import { AFFECTED_COMPANIES_TABLE_PAGE } from '@aviary/contract/constants'
import type { Company } from '@aviary/contract/incidents/schemas'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNames } from '../../shared/names.ts'
import { useCount } from '../../shared/use-count.ts'
import { LoadError } from '../../ui/Loaded.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import type { Column } from '../../ui/table/table-column.ts'
import classes from './companies.module.css'
import { type ImpactSelection, useCompanyPage } from './use-impact.ts'

const unsorted = () => undefined

/** The companies that depend on the selection, sorted by name; the server pages a list of up to a million. */
export function CompanyTable({
  selection,
  count,
}: {
  selection: ImpactSelection
  count: number | undefined
}) {
  const { t } = useTranslation('impact')
  const formatCount = useCount()
  const columns = useColumns()
  const [index, setIndex] = useState(0)
  const pageCount = Math.max(1, Math.ceil((count ?? 0) / AFFECTED_COMPANIES_TABLE_PAGE))
  // The number of companies may have shrunk since the page was chosen.
  const page = Math.min(index, pageCount - 1)
  const query = useCompanyPage(selection, page)
  const { data, error } = query
  return (
    <div className={classes.companies}>
      <LoadError query={query} failure={t('companies.error')} />
      {(data || !error) && (
        <DataTable
          label={t('companies')}
          name="affected-companies"
          rows={data ?? []}
          columns={columns}
          rowId={({ id }) => String(id)}
          isLoading={!data}
          isSorted
          sort={undefined}
          onSort={unsorted}
          count={count !== undefined && t('companies.count', { number: formatCount(count) })}
          empty={t('companies.none')}
        />
      )}
      {pageCount > 1 && <Pager label={t('companies')} index={page} count={pageCount} onChange={setIndex} />}
    </div>
  )
}

function useColumns(): readonly Column<Company>[] {
  const { t } = useTranslation(['impact', 'shell'])
  const names = useNames()
  return useMemo(() => {
    const orNotAvailable = (text: string | null) =>
      text || <span className="muted">{t('shell:notAvailable')}</span>
    const columns: Column<Company>[] = [
      {
        key: 'name',
        card: 'title',
        title: t('company.name'),
        value: ({ name }) => name,
        render: ({ name }) => orNotAvailable(name),
      },
      {
        key: 'entity',
        width: '160px',
        title: t('company.entityId'),
        value: ({ entity_code }) => entity_code,
        render: ({ entity_code }) => orNotAvailable(entity_code),
      },
      { key: 'outtask', width: '160px', title: t('company.outtaskId'), value: ({ id }) => id },
      {
        key: 'dataCenter',
        width: '200px',
        title: t('companies.dataCenter'),
        value: ({ data_center }) => data_center,
        render: ({ data_center }) => (data_center ? names.dataCenter(data_center) : t('companies.nowhere')),
      },
    ]
    return columns.map((column) => ({ ...column, isSortable: false }))
  }, [t, names])
}
