import { MAINTENANCE_TABLE_PAGE } from '@aviary/contract/constants'
import { memo, useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { useFilterText } from '../../shared/use-filter-text.ts'
import { useSearchParams } from '../../shared/use-search-params.ts'
import { useTableParams } from '../../shared/use-table-params.ts'
import { FilterBox } from '../../ui/FilterBox.tsx'
import { Segments } from '../../ui/Segments.tsx'
import { FilteredEvents } from './FilteredEvents.tsx'
import type { ListedEvents } from './listed-events.ts'
import classes from './maintenance.module.css'
import { useEventColumns } from './use-event-columns.tsx'

// Current events are listed soonest first, all events newest first.
const SOONEST_FIRST = { key: 'start', isDescending: false }
const NEWEST_FIRST = { key: 'start', isDescending: true }

/** A list of v1 or v2 events: view, filter and table (spec 2 §2.3). */
export function EventList(props: ListedEvents) {
  const { t } = useTranslation('maintenance')
  const { read, write } = useSearchParams()
  const isAll = read('view') === 'all'
  const filter = useFilterText('filter')
  const columns = useEventColumns(props.kind)
  const table = useTableParams({
    columns,
    initialSort: isAll ? NEWEST_FIRST : SOONEST_FIRST,
    pageSize: MAINTENANCE_TABLE_PAGE,
  })
  return (
    <>
      <div className={classes.tools}>
        <ViewChoice isAll={isAll} write={write} />
        <FilterBox
          label={t('list.filter')}
          placeholder={t('list.filterShort')}
          text={filter.text}
          onChange={filter.setText}
        />
      </div>
      <FilteredEvents
        {...props}
        columns={columns}
        // Deferred, so that the input shows typed text immediately.
        filterText={useDeferredValue(filter.settled)}
        isAll={useDeferredValue(isAll)}
        table={useDeferredValue(table)}
      />
    </>
  )
}

type ViewChoiceProps = { isAll: boolean; write: ReturnType<typeof useSearchParams>['write'] }

/** Current events or all of them. Memoized, so that typing in the filter does not render it. */
const ViewChoice = memo(function ViewChoice({ isAll, write }: ViewChoiceProps) {
  const { t } = useTranslation('maintenance')
  return (
    <Segments
      label={t('view.label')}
      value={isAll ? 'all' : 'current'}
      choices={[
        { value: 'current', label: t('view.current') },
        { value: 'all', label: t('view.all') },
      ]}
      onChange={(next) => write({ view: next === 'all' ? 'all' : '', page: '' })}
    />
  )
})
