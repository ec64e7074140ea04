import { HISTORY_TABLE_PAGE } from '@aviary/contract/constants'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useCount } from '../../shared/use-count.ts'
import { useTableAddress } from '../../shared/use-table-address.ts'
import { DataTable, sortRows } from '../../ui/DataTable.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { ErrorState } from '../../ui/states.tsx'
import type { CompanyRow } from './company-row.ts'
import { DownloadIncidents } from './DownloadIncidents.tsx'
import { useIncidentColumns } from './use-incident-columns.tsx'

// spec 1 §2.7: status descending, then jira_id descending, in which the rows come
const BY_STATUS = { key: 'status', isDescending: true }

type CompanyIncidentsProps = {
  company: string
  rows: readonly CompanyRow[]
  isLoading: boolean
  isMoreComing: boolean
  failure: { reason: string; again: () => void } | undefined
}

export function CompanyIncidents(props: CompanyIncidentsProps) {
  const { company, isLoading, isMoreComing, failure } = props
  const { t } = useTranslation('customers')
  const columns = useIncidentColumns()
  const table = useTableAddress({ columns, initialSort: BY_STATUS, pageSize: HISTORY_TABLE_PAGE })
  const rows = useMemo(() => sortRows(props.rows, columns, table.sort), [props.rows, columns, table.sort])
  const shown = useCount()(rows.length)
  return (
    <Panel
      title={t('incidents.title')}
      aside={<DownloadIncidents company={company} rows={rows} isWhole={!isLoading && !isMoreComing} />}
    >
      {failure && (
        <ErrorState title={t('incidents.error')} reason={failure.reason} again={{ run: failure.again }} />
      )}
      {(!failure || rows.length > 0) && (
        <DataTable
          label={t('incidents.title')}
          rows={rows}
          columns={columns}
          rowId={({ incident }) => incident.jira_id}
          minWidth="980px"
          isLoading={isLoading}
          isSorted
          {...table}
          count={
            rows.length > 0 &&
            `${t('incidents.count', { shown })}${isMoreComing ? ` ${t('incidents.more')}` : ''}`
          }
          empty={t('incidents.none', { company })}
        />
      )}
    </Panel>
  )
}
