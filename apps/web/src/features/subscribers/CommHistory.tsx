import { MAX_COMMS } from '@aviary/contract/constants'
import { memo, useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMailTypeName } from '../../shared/message-type-names.ts'
import { useNames } from '../../shared/names.ts'
import { useCount } from '../../shared/use-count.ts'
import { useFilterText } from '../../shared/use-filter-text.ts'
import { useTableParams } from '../../shared/use-table-params.ts'
import { FilterBox } from '../../ui/FilterBox.tsx'
import { LoadError } from '../../ui/Loaded.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { DataTable, sortRows } from '../../ui/table/DataTable.tsx'
import type { RowActions } from '../../ui/table/row-actions.ts'
import { type CommRow, type CommWords, filterRows, toRows } from './comm-row.ts'
import { Explanation } from './Explanation.tsx'
import { PickBroadcast } from './PickBroadcast.tsx'
import classes from './subscribers.module.css'
import { useCommColumns } from './use-comm-columns.tsx'
import { useCommHistory } from './use-subscribers.ts'

const NEWEST_FIRST = { key: 'event_time', isDescending: true }
const PAGE = 25

/**
 * The newest events of the mails to an email address. Explains on request why a broadcast was or was not mailed
 * there (spec 3 §2).
 */
export function CommHistory({ email }: { email: string }) {
  const { t } = useTranslation('subscribers')
  const [explained, setExplained] = useState<number>()
  return (
    <>
      <PickBroadcast onPick={setExplained} />
      <Panel title={t('view.history')}>
        <History email={email} onExplain={setExplained} />
      </Panel>
      {explained !== undefined && (
        <Explanation email={email} broadcastId={explained} onClose={() => setExplained(undefined)} />
      )}
    </>
  )
}

type HistoryProps = {
  email: string
  /** Must be stable between renders. */
  onExplain: (broadcastId: number) => void
}

function History({ email, onExplain }: HistoryProps) {
  const { t } = useTranslation('subscribers')
  const query = useCommHistory(email)
  const { data, error } = query
  const filter = useFilterText('filter')
  const columns = useCommColumns()
  const table = useTableParams({ columns, initialSort: NEWEST_FIRST, pageSize: PAGE })
  // Deferred, so that the input shows typed text immediately.
  const later = { filterText: useDeferredValue(filter.settled), table: useDeferredValue(table) }
  const words = useCommWords()
  const all = useMemo(() => data && toRows(data.comms, words), [data, words])
  const formatCount = useCount()
  if (!data && error) {
    return <LoadError query={query} failure={t('history.error')} />
  }
  return (
    <>
      {data?.is_cut && <p className={classes.note}>{t('history.cut', { number: formatCount(MAX_COMMS) })}</p>}
      <FilterBox
        label={t('history.filter')}
        placeholder={
          all ? t('history.filterCount', { number: formatCount(all.length) }) : t('history.filter')
        }
        text={filter.text}
        onChange={filter.setText}
      />
      <FilteredComms all={all} columns={columns} {...later} onExplain={onExplain} />
    </>
  )
}

const KINDS = [
  'incident_message',
  'notification',
  'security_email',
  'subscription_change',
  'reminder',
  'channel_notice',
  'subscription_request',
] as const

function useCommWords(): CommWords {
  const { t } = useTranslation('subscribers')
  const names = useNames()
  return useMemo(
    () => ({
      event: (event) => t(`event.${event}`),
      kind: (kind) => {
        const knownKind = KINDS.find((candidate) => candidate === kind)
        return knownKind ? t(`kind.${knownKind}`) : kind
      },
      names,
    }),
    [t, names],
  )
}

type FilteredCommsProps = {
  /** Undefined until loaded. */
  all: readonly CommRow[] | undefined
  columns: ReturnType<typeof useCommColumns>
  filterText: string
  table: ReturnType<typeof useTableParams>
  onExplain: (broadcastId: number) => void
}

const NO_ROWS: readonly CommRow[] = []

/** Memoized, so that typing in the filter renders no row. */
const FilteredComms = memo(function FilteredComms({
  all,
  columns,
  filterText,
  table,
  onExplain,
}: FilteredCommsProps) {
  const { t } = useTranslation('subscribers')
  const typeName = useMailTypeName()
  // Sorting comes before filtering, so that a new filter does not sort again.
  const sorted = useMemo(() => sortRows(all ?? NO_ROWS, columns, table.sort), [all, columns, table.sort])
  const rows = useMemo(() => filterRows(sorted, filterText), [sorted, filterText])
  const actions: RowActions<CommRow> = useMemo(
    () => ({
      title: t('explain.column'),
      singleWidth: '7rem',
      nameOf: ({ comm }) => comm.event_title,
      of: ({ comm }) => [
        {
          label: t('explain.button'),
          name: t('explain.row', { reference: comm.event_title, type: typeName(comm.message_type) }),
          run: () => onExplain(comm.broadcast_id),
        },
      ],
    }),
    [t, onExplain, typeName],
  )
  const formatCount = useCount()
  return (
    <DataTable
      label={t('view.history')}
      name="communication-history"
      rows={rows}
      columns={columns}
      rowId={({ id }) => id}
      isLoading={!all}
      isSorted
      {...table}
      count={all && t('history.count', { shown: formatCount(rows.length), all: formatCount(all.length) })}
      actions={actions}
    />
  )
})
