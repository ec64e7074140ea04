import { IMPACT_TABLE_PAGE } from '@aviary/contract/constants'
import { Button, Group } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { downloadCsv } from '../../shared/download.ts'
import { listFormat } from '../../shared/formats.ts'
import { useCount } from '../../shared/use-count.ts'
import { useErrorToast } from '../../shared/use-error-toast.ts'
import { useFilterTexts } from '../../shared/use-filter-text.ts'
import { useTableParams } from '../../shared/use-table-params.ts'
import { LoadError } from '../../ui/Loaded.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { DataTable, sortRows } from '../../ui/table/DataTable.tsx'
import type { Column } from '../../ui/table/table-column.ts'
import {
  filterCompanies,
  IMPACT_COLUMNS,
  type ImpactColumn,
  type IndexedCompany,
} from './filter-companies.ts'
import { SavedFilters } from './SavedFilters.tsx'
import {
  type ImpactSelection,
  MAX_LISTED,
  useDependentCompanies,
  useImpactSelection,
} from './use-impact-selection.ts'
import type { AffectedCompanies } from './use-incident.ts'

type Props = { jiraId: string; companies: AffectedCompanies; cis: readonly string[]; id?: string }

/**
 * The companies an incident affects, with a filter per column; filters, sort and page are in the URL. If the URL
 * names CIs, lists the companies that depend on them instead.
 */
export function CustomerImpact({ jiraId, companies, cis, id }: Props) {
  const { t } = useTranslation('incident')
  const { selection, mayLookUp, select } = useImpactSelection()
  if (selection)
    return <DependentCompanies jiraId={jiraId} selection={selection} id={id} onClose={() => select([])} />
  const byCis = mayLookUp && cis.length > 0 && (
    <Button variant="default" size="compact-sm" onClick={() => select(cis)}>
      {t('impact.byCis')}
    </Button>
  )
  return <CompanyTable file={`${jiraId}-customers`} companies={companies} id={id} aside={byCis} />
}

type DependentProps = {
  jiraId: string
  selection: ImpactSelection
  id: string | undefined
  onClose: () => void
}

function DependentCompanies({ jiraId, selection, id, onClose }: DependentProps) {
  const { t, i18n } = useTranslation('incident')
  const companies = useDependentCompanies(selection)
  const list = listFormat(i18n.language, { type: 'conjunction' })
  const formatCount = useCount()
  const isCut = companies.data?.pages.some((page) => page.isCut)
  return (
    <CompanyTable
      file={`${jiraId}-customers-by-cis`}
      companies={companies}
      id={id}
      aside={
        <Button variant="default" size="compact-sm" onClick={onClose}>
          {t('impact.reported')}
        </Button>
      }
      note={
        <p>
          {t('impact.dependent', { cis: list.format(selection.cis) })}
          {selection.services.length > 0 &&
            ` ${t('impact.ofServices', { services: list.format(selection.services) })}`}
          {selection.dataCenters.length > 0 &&
            ` ${t('impact.ofDataCenters', { dataCenters: list.format(selection.dataCenters) })}`}
          {isCut && ` ${t('impact.cut', { most: formatCount(MAX_LISTED) })}`}
        </p>
      }
    />
  )
}

type TableProps = {
  /** File name of the download without its extension. */
  file: string
  companies: Companies
  id: string | undefined
  aside: ReactNode
  note?: ReactNode
}
type Companies = AffectedCompanies | ReturnType<typeof useDependentCompanies>

function CompanyTable({ file, companies, id, aside, note }: TableProps) {
  const { t } = useTranslation(['incident', 'shell'])
  const { texts: filters, setTexts: setFilters, settled } = useFilterTexts(IMPACT_COLUMNS)
  const { data, error } = companies
  useErrorToast(error, t('toast.companies'))

  const all = useMemo(() => (data?.pages ?? []).flatMap((page) => page.companies), [data])
  const columns = useColumns()
  const table = useTableParams({ columns, pageSize: IMPACT_TABLE_PAGE })
  // Sorting comes before filtering, so that typing in a filter does not sort again.
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
  const formatCount = useCount()
  const titles = IMPACT_COLUMNS.map((column) => t(`impact.${column}`))
  const save = () => {
    const cells = rows.map(({ company }) => [company.name ?? '', company.entity_code ?? '', company.id])
    downloadCsv(`${file}.csv`, titles, cells)
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
    <Panel
      title={t('impact.title')}
      aside={
        <Group gap="xs">
          {aside}
          {download}
        </Group>
      }
      id={id}
    >
      {note}
      <LoadError query={companies} failure={t('impact.error')} />
      <SavedFilters filters={filters} onLoad={setFilters} />
      {(data || !error) && (
        <DataTable
          label={t('impact.title')}
          name="customer-impact"
          rows={rows}
          columns={columns}
          filters={columnFilters}
          rowId={(row) => String(row.company.id)}
          isLoading={companies.isPending}
          isSorted
          {...table}
          count={
            <>
              {t('impact.count', { shown: formatCount(rows.length), all: formatCount(all.length) })}
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
        ...(column === 'customer_name' ? { card: 'title' } : {}),
        value: VALUES[column],
        render: (row) => VALUES[column](row) ?? <span className="muted">{t('shell:notAvailable')}</span>,
      })),
    [t],
  )
}
