import { HISTORY_TABLE_PAGE } from '@aviary/contract/constants'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { QueryState } from '../../shared/query-state.ts'
import { useCount } from '../../shared/use-count.ts'
import { useTableParams } from '../../shared/use-table-params.ts'
import { LoadError } from '../../ui/Loaded.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { DataTable, sortRows } from '../../ui/table/DataTable.tsx'
import { useIncidentActions } from '../incidents/public.ts'
import type { CompanyRow } from './company-row.ts'
import { DownloadIncidents } from './DownloadIncidents.tsx'
import { useIncidentColumns } from './use-incident-columns.tsx'

const getId = ({ incident }: CompanyRow) => incident.jira_id

// spec 1 §2.7: status descending, then jira_id descending; the rows already come in the latter order
const BY_STATUS = { key: 'status', isDescending: true }

type CompanyIncidentsProps = {
  company: string
  query: QueryState<unknown> & { isPending: boolean; hasNextPage: boolean }
  rows: readonly CompanyRow[]
}

export function CompanyIncidents(props: CompanyIncidentsProps) {
  const { company, query } = props
  const { error, isPending, hasNextPage } = query
  const { t } = useTranslation('customers')
  const columns = useIncidentColumns()
  const actions = useIncidentActions(getId)
  const table = useTableParams({ columns, initialSort: BY_STATUS, pageSize: HISTORY_TABLE_PAGE })
  const rows = useMemo(() => sortRows(props.rows, columns, table.sort), [props.rows, columns, table.sort])
  const shown = useCount()(rows.length)
  return (
    <Panel
      title={t('incidents.title')}
      aside={<DownloadIncidents company={company} rows={rows} isWhole={!isPending && !hasNextPage} />}
    >
      <LoadError query={query} failure={t('incidents.error')} />
      {(!error || rows.length > 0) && (
        <DataTable
          label={t('incidents.title')}
          name="customer"
          rows={rows}
          columns={columns}
          rowId={getId}
          actions={actions}
          isLoading={isPending}
          isSorted
          {...table}
          count={
            rows.length > 0 &&
            `${t('incidents.count', { shown })}${hasNextPage ? ` ${t('incidents.more')}` : ''}`
          }
          empty={t('incidents.none', { company })}
        />
      )}
    </Panel>
  )
}
