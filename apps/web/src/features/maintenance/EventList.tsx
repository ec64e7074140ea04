import { MAINTENANCE_TABLE_PAGE } from '@aviary/contract/constants'
import { Group, Radio } from '@mantine/core'
import { memo, useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { useAddress } from '../../shared/use-address.ts'
import { useFilterText } from '../../shared/use-filter-text.ts'
import { useTableAddress } from '../../shared/use-table-address.ts'
import { FilterBox } from '../../ui/FilterBox.tsx'
import { FoundEvents } from './FoundEvents.tsx'
import type { ListedEvents } from './listed-events.ts'
import classes from './maintenance.module.css'
import { useEventColumns } from './use-event-columns.tsx'

// What comes next is looked for in the one view, what was last in the other.
const SOONEST_FIRST = { key: 'start', isDescending: false }
const NEWEST_FIRST = { key: 'start', isDescending: true }

/** A list of events of either generation: which of them, a filter, and the table (spec 2 §2.3). */
export function EventList(props: ListedEvents) {
  const { t } = useTranslation('maintenance')
  const { read, write } = useAddress()
  const isAll = read('view') === 'all'
  const filter = useFilterText('filter')
  const columns = useEventColumns(props.kind)
  const table = useTableAddress({
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
      <FoundEvents
        {...props}
        columns={columns}
        // The rows may follow a frame later: what is typed and chosen shows at once.
        wanted={useDeferredValue(filter.settled)}
        isAll={useDeferredValue(isAll)}
        table={useDeferredValue(table)}
      />
    </>
  )
}

type ViewChoiceProps = { isAll: boolean; write: ReturnType<typeof useAddress>['write'] }

/** Those that are not over yet, or all. Apart, so that a key pressed in the filter does not render it. */
const ViewChoice = memo(function ViewChoice({ isAll, write }: ViewChoiceProps) {
  const { t } = useTranslation('maintenance')
  return (
    <Radio.Group
      label={t('view.label')}
      labelProps={{ className: 'visually-hidden' }}
      value={isAll ? 'all' : 'current'}
      onChange={(next) => write({ view: next === 'all' ? 'all' : '', page: '' })}
    >
      <Group>
        <Radio value="current" label={t('view.current')} />
        <Radio value="all" label={t('view.all')} />
      </Group>
    </Radio.Group>
  )
})
