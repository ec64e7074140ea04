import type { Spent } from '@aviary/contract/charts/rules'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNames } from '../../../shared/names.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import type { RowActions } from '../../../ui/table/row-actions.ts'
import type { Column, Sort } from '../../../ui/table/table-column.ts'
import type { CellDays } from './cell-days.ts'
import { DEGRADED_STATES } from './day-states.ts'
import { useDayWords } from './use-day-words.ts'

const ROWS_PER_PAGE = 28

type AvailabilityTableProps = { cells: readonly CellDays[]; onDays: (cell: CellDays) => void }

/** One row per service and data center; a button opens the table of its days. */
export function AvailabilityTable({ cells, onDays }: AvailabilityTableProps) {
  const { t } = useTranslation('charts')
  const columns = useCellColumns()
  const [sort, setSort] = useState<Sort>()
  const [page, setPage] = useState(0)
  return (
    <DataTable
      label={t('availability.title')}
      name="availability"
      rows={cells}
      columns={columns}
      rowId={({ cell }) => `${cell.service}\n${cell.data_center}`}
      sort={sort}
      onSort={setSort}
      page={{ index: page, size: ROWS_PER_PAGE, onChange: setPage }}
      actions={useActions(onDays)}
    />
  )
}

/** The button that opens the days of a row. */
function useActions(onDays: (cell: CellDays) => void): RowActions<CellDays> {
  const { t } = useTranslation('charts')
  const names = useNames()
  return useMemo(() => {
    const partsOf = ({ cell }: CellDays) => ({
      service: names.service(cell.service),
      dataCenter: names.dataCenter(cell.data_center),
    })
    return {
      title: t('days'),
      singleWidth: '5rem',
      nameOf: (row) => Object.values(partsOf(row)).join(', '),
      of: (row) => [{ label: t('days'), name: t('days.of', partsOf(row)), run: () => onDays(row) }],
    }
  }, [t, names, onDays])
}

const getCellSpent = ({ cell }: CellDays): Spent => cell

function useCellColumns(): Column<CellDays>[] {
  const { t } = useTranslation('charts')
  const names = useNames()
  const words = useDayWords()
  const spent = useSpentColumns(getCellSpent)
  return useMemo(
    () => [
      { key: 'service', title: t('service'), value: ({ cell }) => names.service(cell.service) },
      { key: 'dataCenter', title: t('dataCenter'), value: ({ cell }) => names.dataCenter(cell.data_center) },
      {
        key: 'availability',
        title: t('availability'),
        value: ({ cell }) => cell.availability,
        render: ({ cell }) => words.percent(cell.availability),
      },
      ...spent,
    ],
    [t, names, words, spent],
  )
}

/** Columns for the time in each degraded state and the known time; `getSpent` must keep its identity. */
export function useSpentColumns<Row>(getSpent: (row: Row) => Spent): Column<Row>[] {
  const { t } = useTranslation('charts')
  const words = useDayWords()
  return useMemo(() => {
    const formatSeconds = (seconds: number) => (seconds === 0 ? '–' : words.length(seconds))
    return [
      ...DEGRADED_STATES.map(([key, state]): Column<Row> => {
        const value = (row: Row) => getSpent(row)[key] ?? 0
        return { key, title: words.status(state), value, render: (row) => formatSeconds(value(row)) }
      }),
      {
        key: 'known',
        title: t('known'),
        value: (row) => getSpent(row).known,
        render: (row) => formatSeconds(getSpent(row).known),
      },
    ]
  }, [t, words, getSpent])
}
