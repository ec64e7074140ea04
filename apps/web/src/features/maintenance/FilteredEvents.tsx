import { RELATIVE_TIME_REFRESH_MS } from '@aviary/contract/constants'
import { memo, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../shared/time.ts'
import { useCount } from '../../shared/use-count.ts'
import type { useTableAddress } from '../../shared/use-table-address.ts'
import { DataTable, sortRows } from '../../ui/DataTable.tsx'
import type { Column } from '../../ui/table-column.ts'
import { currentRows, type EventRow, filterEvents, tintOf, toEventRow } from './event-row.ts'
import type { Listed, ListedEvents } from './listed-events.ts'
import { useFlagName } from './use-maintenance.ts'
import { useRowActions } from './use-row-actions.tsx'

type FoundEventsProps = ListedEvents & {
  columns: readonly Column<EventRow<Listed>>[]
  wanted: string
  isAll: boolean
  table: ReturnType<typeof useTableAddress>
}

const NONE: readonly never[] = []

/** The events that are looked for. Apart, so that a key pressed in the filter renders no row. */
export const FoundEvents = memo(function FoundEvents(props: FoundEventsProps) {
  const { label, events, columns, isAll, table } = props
  const { t } = useTranslation('maintenance')
  const actions = useRowActions(props)
  const { rows, total } = useRows(props)
  const number = useCount()
  return (
    <DataTable
      label={label}
      rows={rows}
      columns={columns}
      rowId={({ event }) => String(event.id)}
      rowMarks={({ event }) => ({
        'data-internal': event.is_internal === 'Y' || undefined,
        'data-tint': tintOf(event.flag),
      })}
      minWidth="980px"
      isLoading={events === undefined}
      isSorted
      {...table}
      actions={actions}
      count={events && t('list.count', { shown: number(rows.length), all: number(total) })}
      empty={total > 0 ? t('list.noMatch') : t(isAll ? 'list.none' : 'list.noneCurrent')}
    />
  )
})

/** The rows that show, and of how many. Sorted before they are filtered: another filter costs no sorting. */
function useRows({ events = NONE, columns, isAll, wanted, table }: FoundEventsProps) {
  const flagName = useFlagName()
  const all = useMemo(() => events.map((event) => toEventRow(event, flagName)), [events, flagName])
  const sorted = useMemo(() => sortRows(all, columns, table.sort), [all, columns, table.sort])
  const now = useNow(RELATIVE_TIME_REFRESH_MS)
  const current = useMemo(() => currentRows(sorted, now), [sorted, now])
  const shown = isAll ? sorted : current
  const rows = useMemo(() => filterEvents(shown, wanted), [shown, wanted])
  return { rows, total: shown.length }
}
