import { useTranslation } from 'react-i18next'
import { reasonOf } from '../../shared/api.ts'
import type { QueryState } from '../../shared/query-state.ts'
import { useCount } from '../../shared/use-count.ts'
import { useTableAddress } from '../../shared/use-table-address.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import type { RowActions } from '../../ui/DataTableRows.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { ErrorState } from '../../ui/states.tsx'
import type { Column, Sort } from '../../ui/table-column.ts'

const PAGE = 50

type RecordTableProps<Row> = {
  title: string
  rows: QueryState<readonly Row[]>
  /** Keep them the same between renders. */
  columns: readonly Column<Row>[]
  idOf: (row: Row) => number
  initialSort: Sort
  actions: RowActions<Row>
}

/** A list that is here as a whole; its sort and page are in the address. */
export function RecordTable<Row extends object>(props: RecordTableProps<Row>) {
  const { t } = useTranslation(['security', 'shell'])
  const { title, columns, idOf, initialSort, actions } = props
  const { data, error, refetch } = props.rows
  const table = useTableAddress({ columns, initialSort, pageSize: PAGE })
  const count = useCount()(data?.length ?? 0)
  return (
    <Panel title={title}>
      {!data && error ? (
        <ErrorState title={t('list.error')} reason={reasonOf(error)} again={{ run: () => void refetch() }} />
      ) : (
        <DataTable
          label={title}
          rows={data ?? []}
          columns={columns}
          rowId={(row) => String(idOf(row))}
          minWidth="980px"
          isLoading={!data}
          {...table}
          count={data ? t('list.count', { all: count }) : t('shell:loading')}
          actions={actions}
        />
      )}
    </Panel>
  )
}
