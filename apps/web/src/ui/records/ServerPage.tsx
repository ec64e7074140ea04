import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useCount } from '../../shared/use-count.ts'
import { LoadError } from '../Loaded.tsx'
import { DataTable } from '../table/DataTable.tsx'
import type { RowActions } from '../table/row-actions.ts'
import type { Column, Sort } from '../table/table-column.ts'
import type { ListWords } from './record-kind.ts'

type ServerPageProps<Row> = {
  label: string
  words: Pick<ListWords, 'error' | 'count'>
  query: { error: Error | null; isPlaceholderData: boolean; refetch: () => unknown }
  rows: readonly Row[] | undefined
  /** Number of rows on all pages. */
  total: number | undefined
  /** Number of rows without a filter, if that differs. */
  all?: number | undefined
  /** Maximum number of rows on a page. */
  size: number
  page: number
  onGo: (page: number) => void
  /** Order in which the server sorts; without it the columns must not be sortable. */
  sort?: Sort | undefined
  onSort?: (sort: Sort) => void
  columns: readonly Column<Row>[]
  rowId: (row: Row) => string
  /** Key under which the browser stores which columns are shown; without it they cannot be hidden. */
  name?: string
  actions?: RowActions<Row> | undefined
  empty?: ReactNode
}

/** A table of one page from the server, in the server's order. */
export function ServerPage<Row extends object>(props: ServerPageProps<Row>) {
  const { t } = useTranslation()
  const count = useCount()
  const { words, query, rows, total = 0, all = total, size, page, onGo } = props
  const pages = Math.max(1, Math.ceil(total / size))
  const isBeyond = rows !== undefined && !query.isPlaceholderData && page >= pages
  useEffect(() => {
    // Goes to the last page if this page no longer exists, after a deletion or with a narrower filter.
    if (isBeyond) onGo(pages - 1)
  }, [isBeyond, pages, onGo])
  if (!rows && query.error) return <LoadError query={query} failure={words.error} />
  return (
    <DataTable
      label={props.label}
      rows={rows ?? []}
      columns={props.columns}
      rowId={props.rowId}
      {...(props.name ? { name: props.name } : {})}
      isLoading={!rows || isBeyond}
      isSorted
      total={total}
      page={{ index: page, size, onChange: onGo }}
      sort={props.sort}
      onSort={props.onSort ?? (() => undefined)}
      count={rows ? words.count({ shown: count(total), all: count(all) }) : t('loading')}
      actions={props.actions}
      empty={props.empty}
    />
  )
}
