import '@mantine/core/styles/Button.css'
import { IMPACT_TABLE_PAGE } from '@aviary/contract/constants'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { reasonOf } from '../../shared/api.ts'
import { downloadCsv } from '../../shared/download.ts'
import { tellError } from '../../shared/toasts.ts'
import { useFilterTexts } from '../../shared/use-filter-text.ts'
import { useTableAddress } from '../../shared/use-table-address.ts'
import { DataTable, sortRows } from '../../ui/DataTable.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { ErrorState } from '../../ui/states.tsx'
import type { Column } from '../../ui/table-column.ts'
import {
  filterCompanies,
  IMPACT_COLUMNS,
  type ImpactColumn,
  type IndexedCompany,
} from './filter-companies.ts'
import classes from './incident-details.module.css'
import { SavedFilters } from './SavedFilters.tsx'
import { useAffectedCompanies } from './use-incident.ts'

/** The companies an incident affects, with a filter in each column; filters, sort and page are in the address. */
export function CustomerImpact({ jiraId, count }: { jiraId: string; count: number }) {
  const { t, i18n } = useTranslation(['incident', 'shell'])
  const companies = useAffectedCompanies(jiraId, count)
  const { texts: filters, setTexts: setFilters, settled } = useFilterTexts(IMPACT_COLUMNS)
  const { data, error } = companies
  useEffect(() => {
    if (error) tellError(t('toast.companies'), error)
  }, [error, t])

  const all = useMemo(() => (data?.pages ?? []).flatMap((page) => page.companies), [data])
  const columns = useColumns()
  const table = useTableAddress({ columns, pageSize: IMPACT_TABLE_PAGE })
  // Sorted before it is filtered: typing in a filter then costs no sorting.
  const sorted = useMemo(() => sortRows(all, columns, table.sort), [all, columns, table.sort])
  const rows = useMemo(() => filterCompanies(sorted, settled), [sorted, settled])
  const columnFilters = Object.fromEntries(
    IMPACT_COLUMNS.map((column) => [
      column,
      {
        text: filters[column],
        label: t('impact.filter', { column: t(`impact.${column}`) }),
        onChange: (text: string) => setFilters({ ...filters, [column]: text }),
      },
    ]),
  )
  const format = new Intl.NumberFormat(i18n.language)
  const titles = IMPACT_COLUMNS.map((column) => t(`impact.${column}`))
  const save = () => {
    const cells = rows.map(({ company }) => [company.name ?? '', company.entity_code ?? '', company.id])
    return downloadCsv(`${jiraId}-customers.csv`, titles, cells)
  }
  const download = (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<IconDownload size={14} aria-hidden />}
      disabled={rows.length === 0}
      onClick={save}
    >
      {t('impact.csv')}
    </Button>
  )
  return (
    <Panel title={t('impact.title')} aside={download} className={classes.wide}>
      {error ? (
        <ErrorState
          title={t('impact.error')}
          reason={reasonOf(error)}
          again={{ run: () => void (data ? companies.fetchNextPage() : companies.refetch()) }}
        />
      ) : null}
      <SavedFilters filters={filters} onLoad={setFilters} />
      {(data || !error) && (
        <DataTable
          label={t('impact.title')}
          rows={rows}
          columns={columns}
          filters={columnFilters}
          rowId={(row) => String(row.company.id)}
          isLoading={companies.isPending}
          isSorted
          {...table}
          count={
            <>
              {t('impact.count', { shown: format.format(rows.length), all: format.format(all.length) })}
              {companies.hasNextPage && !error && ` ${t('impact.more')}`}
            </>
          }
          empty={all.length === 0 ? t('impact.none') : t('impact.noMatch')}
        />
      )}
    </Panel>
  )
}

const VALUES: Record<ImpactColumn, (row: IndexedCompany) => string | number | null> = {
  customer_name: ({ company }) => company.name,
  entity_code: ({ company }) => company.entity_code,
  outtask_id: ({ company }) => company.id,
}

function useColumns(): readonly Column<IndexedCompany>[] {
  const { t } = useTranslation(['incident', 'shell'])
  return useMemo(
    () =>
      IMPACT_COLUMNS.map((column) => ({
        key: column,
        title: t(`impact.${column}`),
        value: VALUES[column],
        render: (row) => VALUES[column](row) ?? <span className="muted">{t('shell:notAvailable')}</span>,
      })),
    [t],
  )
}
