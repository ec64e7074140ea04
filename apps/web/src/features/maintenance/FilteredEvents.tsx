import { RELATIVE_TIME_REFRESH_MS } from '@aviary/contract/constants'
import { PACIFIC } from '@aviary/contract/maintenance/pacific'
import { memo, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { dateFormat } from '../../shared/formats.ts'
import { useNow } from '../../shared/time/clock.ts'
import { useCount } from '../../shared/use-count.ts'
import type { useTableParams } from '../../shared/use-table-params.ts'
import { DataTable, sortRows } from '../../ui/table/DataTable.tsx'
import type { Column } from '../../ui/table/table-column.ts'
import { currentRows, type EventRow, filterEvents, getTint, toEventRow } from './event-row.ts'
import type { Listed, ListedEvents } from './listed-events.ts'
import { useFlagName } from './use-maintenance.ts'
import { useRowActions } from './use-row-actions.ts'

type FilteredEventsProps = ListedEvents & {
  columns: readonly Column<EventRow<Listed>>[]
  filterText: string
  isAll: boolean
  table: ReturnType<typeof useTableParams>
}

const NONE: readonly never[] = []

/** The table of the filtered events. Memoized, so that typing in the filter renders no row. */
export const FilteredEvents = memo(function FilteredEvents(props: FilteredEventsProps) {
  const { label, events, columns, isAll, table } = props
  const { t } = useTranslation('maintenance')
  const actions = useRowActions(props)
  const { rows, total } = useRows(props)
  const formatCount = useCount()
  const startDay = useStartDay()
  return (
    <DataTable
      label={label}
      name="maintenance"
      rows={rows}
      columns={columns}
      groupOf={table.sort?.key === 'start' ? startDay : undefined}
      rowId={({ event }) => String(event.id)}
      rowMarks={({ event }) => ({
        'data-internal': event.is_internal === 'Y' || undefined,
        'data-tint': getTint(event.flag),
      })}
      isLoading={events === undefined}
      isSorted
      {...table}
      actions={actions}
      count={events && t('list.count', { shown: formatCount(rows.length), all: formatCount(total) })}
      empty={total > 0 ? t('list.noMatch') : t(isAll ? 'list.none' : 'list.noneCurrent')}
    />
  )
})

/** The day on which an event starts, in Pacific time: "Saturday, November 21, 2026". */
function useStartDay() {
  const { i18n } = useTranslation()
  const format = dateFormat(i18n.language, {
    timeZone: PACIFIC,
    weekday: 'long',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
  })
  return ({ event }: EventRow) => format.format(event.start_epoch * 1000)
}

/**
 * The visible rows and the number before filtering. Sorting comes first, so that a new filter does not sort again.
 */
function useRows({ events = NONE, columns, isAll, filterText, table }: FilteredEventsProps) {
  const flagName = useFlagName()
  const { t } = useTranslation('maintenance')
  const all = useMemo(() => {
    const words = { flagName, cancelled: t('state.cancelled') }
    return events.map((event) => toEventRow(event, words))
  }, [events, flagName, t])
  const sorted = useMemo(() => sortRows(all, columns, table.sort), [all, columns, table.sort])
  const now = useNow(RELATIVE_TIME_REFRESH_MS)
  const current = useMemo(() => currentRows(sorted, now), [sorted, now])
  const shown = isAll ? sorted : current
  const rows = useMemo(() => filterEvents(shown, filterText), [shown, filterText])
  return { rows, total: shown.length }
}
