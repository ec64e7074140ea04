import { HISTORY_TABLE_PAGE } from '@aviary/contract/constants'
import { useDeferredValue, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useCount } from '../../shared/use-count.ts'
import { useErrorToast } from '../../shared/use-error-toast.ts'
import { useFilterText } from '../../shared/use-filter-text.ts'
import { useTableParams } from '../../shared/use-table-params.ts'
import { FilterBox } from '../../ui/FilterBox.tsx'
import { LoadError } from '../../ui/Loaded.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { DataTable, sortRows } from '../../ui/table/DataTable.tsx'
import { useIncidentActions } from '../incidents/public.ts'
import { filterHistory, type HistoryRow } from './history-row.ts'
import { useHistory } from './use-history.ts'
import { useHistoryColumns } from './use-history-columns.tsx'

const getId = ({ incident }: HistoryRow) => incident.jiraId

// spec 1 §2.6
const NEWEST_FIRST = { key: 'start', isDescending: true }

/** All closed incidents in one table (spec 1 §2.6). */
export function HistoryPage() {
  const { t } = useTranslation('history')
  const { query, rows } = useHistory()
  const { data, error } = query
  useErrorToast(error, t('toast.historic'))

  return (
    <>
      <PageHeader title={t('title')} />
      <Panel title={t('list')}>
        <LoadError query={query} failure={t('error')} />
        {(data || !error) && (
          <HistoryTable
            allRows={rows}
            isLoading={query.isPending}
            isMoreComing={query.hasNextPage && !error}
          />
        )}
      </Panel>
    </>
  )
}

type HistoryTableProps = { allRows: readonly HistoryRow[]; isLoading: boolean; isMoreComing: boolean }

function HistoryTable({ allRows, isLoading, isMoreComing }: HistoryTableProps) {
  const { t } = useTranslation('history')
  const filter = useFilterText('filter')
  const columns = useHistoryColumns()
  const actions = useIncidentActions(getId)
  const table = useTableParams({ columns, initialSort: NEWEST_FIRST, pageSize: HISTORY_TABLE_PAGE })
  // Sorts before filtering, so that typing does not sort again. Deferred, so that the header shows a click before
  // the rows are sorted.
  const sort = useDeferredValue(table.sort)
  const sorted = useMemo(() => sortRows(allRows, columns, sort), [allRows, columns, sort])
  const rows = useMemo(() => filterHistory(sorted, filter.settled), [sorted, filter.settled])
  const number = useCount()
  return (
    <>
      <FilterBox label={t('filter')} text={filter.text} onChange={filter.setText} />
      <DataTable
        label={t('list')}
        name="history"
        rows={rows}
        columns={columns}
        rowId={getId}
        actions={actions}
        rowMarks={({ incident }) => ({ 'data-internal': incident.isInternal === 'Y' || undefined })}
        isLoading={isLoading}
        isSorted
        {...table}
        count={
          <>
            {t('count', { shown: number(rows.length), all: number(allRows.length) })}
            {isMoreComing && ` ${t('more')}`}
          </>
        }
        empty={allRows.length === 0 ? t('none') : t('noMatch')}
      />
    </>
  )
}
