import '@mantine/core/styles/Button.css'
import { FILTER_DEBOUNCE_MS } from '@aviary/contract/constants'
import { Button } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reasonOf } from '../../shared/api.ts'
import { useDebounced } from '../../shared/use-debounced.ts'
import { DataTable, sortRows } from '../../ui/DataTable.tsx'
import type { RowActions } from '../../ui/DataTableRows.tsx'
import { FilterBox } from '../../ui/FilterBox.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { ErrorState } from '../../ui/states.tsx'
import type { Column, Sort } from '../../ui/table-column.ts'
import classes from './administration.module.css'

const PAGE = 25

type TileProps<Row> = {
  title: string
  filterLabel: string
  rows: { data: readonly Row[] | undefined; error: Error | null; refetch: () => unknown }
  /** Keep them the same between renders. */
  columns: readonly Column<Row>[]
  rowId: (row: Row) => string
  initialSort: Sort
  /** What the filter looks at. */
  textOf: (row: Row) => string
  actions?: RowActions<Row> | undefined
  /** The button that adds one. */
  add?: { text: string; hindrance: string | undefined; run: () => void } | undefined
  minWidth?: string
  children?: ReactNode
}

/** One part of administration: it folds, and holds a table that is filtered and paged here (spec 3 §2). */
export function Tile<Row extends object>(props: TileProps<Row>) {
  const { title, add } = props
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
          <Button size="compact-sm" onClick={add.run} disabled={Boolean(add.hindrance)} title={add.hindrance}>
            {add.text}
          </Button>
        )
      }
    >
      {isOpen && <Content {...props} />}
    </Panel>
  )
}

function Content<Row extends object>(props: TileProps<Row>) {
  const { t, i18n } = useTranslation('administration')
  const { columns, textOf, children } = props
  const { data, error, refetch } = props.rows
  const [text, setText] = useState('')
  const wanted = useDebounced(text, FILTER_DEBOUNCE_MS).trim().toLowerCase()
  const [sort, setSort] = useState(props.initialSort)
  const [index, setIndex] = useState(0)
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
  const format = new Intl.NumberFormat(i18n.language)
  const count = { shown: format.format(rows.length), all: format.format(data?.length ?? 0) }
  return (
    <>
      {children}
      <FilterBox label={props.filterLabel} text={text} onChange={setText} />
      <DataTable
        label={props.title}
        rows={rows}
        columns={columns}
        rowId={props.rowId}
        minWidth={props.minWidth ?? '760px'}
        isLoading={!data}
        isSorted
        sort={sort}
        onSort={(next) => {
          setSort(next)
          setIndex(0)
        }}
        page={{ index, size: PAGE, onChange: setIndex }}
        count={data && t('list.count', count)}
        {...(props.actions ? { actions: props.actions } : {})}
      />
    </>
  )
}
