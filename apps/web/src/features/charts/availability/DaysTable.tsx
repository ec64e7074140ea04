import { availabilityOf } from '@aviary/contract/charts/rules'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { RowButton } from '../../../ui/table/RowButton.tsx'
import type { Column, Sort } from '../../../ui/table/table-column.ts'
import { useSpentColumns } from './AvailabilityTable.tsx'
import type { DayState } from './day-states.ts'
import { useDayWords } from './use-day-words.ts'

const ROWS_PER_PAGE = 31
const NEWEST_FIRST: Sort = { key: 'day', isDescending: true }

const getDaySpent = ({ spent }: DayState) => spent

/** Days of one service in one data center; a click opens the day. */
export function DaysTable({ days, onOpen }: { days: readonly DayState[]; onOpen: (day: DayState) => void }) {
  const { t } = useTranslation('charts')
  const words = useDayWords()
  const spent = useSpentColumns(getDaySpent)
  const [sort, setSort] = useState<Sort>(NEWEST_FIRST)
  const [page, setPage] = useState(0)
  const columns = useMemo(
    (): Column<DayState>[] => [
      {
        key: 'day',
        title: t('day'),
        value: ({ day }) => day,
        render: (row) => (
          <RowButton
            name={t('day.openDay', { day: words.day(row.day) })}
            disabledReason={undefined}
            onClick={() => onOpen(row)}
          >
            {words.day(row.day)}
          </RowButton>
        ),
      },
      {
        key: 'availability',
        title: t('availability'),
        value: (row) => availabilityOf(row.spent),
        render: (row) => words.percent(availabilityOf(row.spent)),
      },
      ...spent,
    ],
    [t, words, spent, onOpen],
  )
  return (
    <DataTable
      label={t('days')}
      rows={days}
      columns={columns}
      rowId={({ day }) => day}
      sort={sort}
      onSort={setSort}
      page={{ index: page, size: ROWS_PER_PAGE, onChange: setPage }}
    />
  )
}
