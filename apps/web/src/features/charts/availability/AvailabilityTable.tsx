import type { Spent } from '@aviary/contract/charts/rules'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNames } from '../../../shared/names.ts'
import { DataTable } from '../../../ui/DataTable.tsx'
import { RowButton } from '../../../ui/RowButton.tsx'
import type { Column, Sort } from '../../../ui/table-column.ts'
import type { CellDays } from './cell-days.ts'
import { TROUBLES } from './day-states.ts'
import { useDayWords } from './use-day-words.ts'

const PAGE = 28

type AvailabilityTableProps = { cells: readonly CellDays[]; onDays: (cell: CellDays) => void }

/** A row for each service in each data center; its days are a table of their own. */
export function AvailabilityTable({ cells, onDays }: AvailabilityTableProps) {
  const { t } = useTranslation('charts')
  const names = useNames()
  const columns = useCellColumns()
  const [sort, setSort] = useState<Sort>()
  const [page, setPage] = useState(0)
  return (
    <DataTable
      label={t('availability.title')}
      rows={cells}
      columns={columns}
      rowId={({ cell }) => `${cell.service}\n${cell.data_center}`}
      minWidth="980px"
      sort={sort}
      onSort={setSort}
      page={{ index: page, size: PAGE, onChange: setPage }}
      actions={{
        title: t('days'),
        width: '5rem',
        render: (row) => (
          <RowButton
            name={t('days.of', {
              service: names.service(row.cell.service),
              dataCenter: names.dataCenter(row.cell.data_center),
            })}
            disabledReason={undefined}
            onClick={() => onDays(row)}
          >
            {t('days')}
          </RowButton>
        ),
      }}
    />
  )
}

const spentOfCell = ({ cell }: CellDays): Spent => cell

function useCellColumns(): Column<CellDays>[] {
  const { t } = useTranslation('charts')
  const names = useNames()
  const words = useDayWords()
  const spent = useSpentColumns(spentOfCell)
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

/** How long it was known, and wrong. Keep `spentOf` the same between renders. */
export function useSpentColumns<Row>(spentOf: (row: Row) => Spent): Column<Row>[] {
  const { t } = useTranslation('charts')
  const words = useDayWords()
  return useMemo(() => {
    const told = (seconds: number) => (seconds === 0 ? '–' : words.length(seconds))
    return [
      ...TROUBLES.map(([key, state]): Column<Row> => {
        const value = (row: Row) => spentOf(row)[key] ?? 0
        return { key, title: words.status(state), value, render: (row) => told(value(row)) }
      }),
      {
        key: 'known',
        title: t('known'),
        value: (row) => spentOf(row).known,
        render: (row) => told(spentOf(row).known),
      },
    ]
  }, [t, words, spentOf])
}
