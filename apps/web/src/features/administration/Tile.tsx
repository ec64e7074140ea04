import { Button } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reasonOf } from '../../shared/api.ts'
import type { QueryState } from '../../shared/query-state.ts'
import { useCount } from '../../shared/use-count.ts'
import { useFilterText } from '../../shared/use-filter-text.ts'
import { useTableAddress } from '../../shared/use-table-address.ts'
import { DataTable, sortRows } from '../../ui/DataTable.tsx'
import type { RowActions } from '../../ui/DataTableRows.tsx'
import { FilterBox } from '../../ui/FilterBox.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { ErrorState } from '../../ui/states.tsx'
import type { Column, Sort } from '../../ui/table-column.ts'
import classes from './administration.module.css'

const PAGE = 25

type TileProps<Row> = {
  /** What its texts are called after, and its filter, sort and page in the address. */
  name: 'users' | 'roles' | 'actions' | 'groups' | 'tokens' | 'sessions'
  /** Where it is not that of its name. */
  title?: string
  rows: QueryState<readonly Row[]>
  /** Keep them the same between renders. */
  columns: readonly Column<Row>[]
  rowId: (row: Row) => string
  initialSort: Sort
  /** What the filter looks at. */
  textOf: (row: Row) => string
  actions?: RowActions<Row> | undefined
  /** The button that adds one. */
  add?: { text: string; disabledReason: string | undefined; run: () => void } | undefined
  minWidth?: string | undefined
  /** What people should know before they change the list. */
  note?: string | undefined
}

/** One part of administration: it folds, and holds a table that is filtered and paged here (spec 3 §2). */
export function Tile<Row extends object>(props: TileProps<Row>) {
  const { t } = useTranslation('administration')
  const { add, title = t(`${props.name}.title`) } = props
  const [isOpen, setOpen] = useState(true)
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <Panel
      title={
        <button
          type="button"
          className={classes.fold}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <Chevron size={18} aria-hidden /> {title}
        </button>
      }
      aside={
        add && (
          <Button
            size="compact-sm"
            onClick={add.run}
            disabled={Boolean(add.disabledReason)}
            title={add.disabledReason}
          >
            {add.text}
          </Button>
        )
      }
    >
      {isOpen && <Content {...props} title={title} />}
    </Panel>
  )
}

function Content<Row extends object>(props: TileProps<Row>) {
  const { t } = useTranslation(['administration', 'shell'])
  const number = useCount()
  const { name, columns, textOf, initialSort } = props
  const { data, error, refetch } = props.rows
  const filter = useFilterText(`${name}_filter`)
  const table = useTableAddress({ columns, initialSort, pageSize: PAGE, prefix: `${name}_` })
  const { sort, page } = table
  const wanted = filter.settled.trim().toLowerCase()
  const sorted = useMemo(() => sortRows(data ?? [], columns, sort), [data, columns, sort])
  const rows = useMemo(
    () => sorted.filter((row) => textOf(row).toLowerCase().includes(wanted)),
    [sorted, wanted, textOf],
  )
  if (!data && error) {
    return (
      <ErrorState title={t('list.error')} reason={reasonOf(error)} again={{ run: () => void refetch() }} />
    )
  }
  const count = { shown: number(rows.length), all: number(data?.length ?? 0) }
  return (
    <>
      {props.note && <p className={classes.note}>{props.note}</p>}
      <FilterBox
        label={t(`${name}.filter`)}
        text={filter.text}
        onChange={(text) => {
          filter.setText(text)
          if (page.index > 0) page.onChange(0)
        }}
      />
      <DataTable
        label={props.title ?? ''}
        rows={rows}
        columns={columns}
        rowId={props.rowId}
        minWidth={props.minWidth ?? '760px'}
        isLoading={!data}
        isSorted
        {...table}
        count={data ? t('list.count', count) : t('shell:loading')}
        {...(props.actions ? { actions: props.actions } : {})}
      />
    </>
  )
}
