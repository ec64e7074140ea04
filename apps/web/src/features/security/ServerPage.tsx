import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useCount } from '../../shared/use-count.ts'
import { LoadError } from '../../ui/Loaded.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import type { RowActions } from '../../ui/table/row-actions.ts'
import type { Column } from '../../ui/table/table-column.ts'
import classes from './security.module.css'

type ServerPageProps<Row> = {
  label: string
  query: { error: Error | null; isPlaceholderData: boolean; refetch: () => unknown }
  rows: readonly Row[] | undefined
  /** Number of rows on all pages. */
  total: number | undefined
  /** Maximum number of rows on a page. */
  size: number
  page: number
  onGo: (page: number) => void
  columns: readonly Column<Row>[]
  rowId: (row: Row) => string
  /** Key under which the browser stores which columns are shown; without it they cannot be hidden. */
  name?: string
  actions?: RowActions<Row> | undefined
  empty?: ReactNode
}

/** A table of one page from the server, in the server's order. */
export function ServerPage<Row extends object>(props: ServerPageProps<Row>) {
  const { t } = useTranslation(['security', 'shell'])
  const count = useCount()
  const { query, rows, total = 0, size, page, onGo } = props
  const pages = Math.max(1, Math.ceil(total / size))
  const isBeyond = rows !== undefined && !query.isPlaceholderData && page >= pages
  useEffect(() => {
    // Goes to the last page if this page no longer exists, after a deletion or with a narrower filter.
    if (isBeyond) onGo(pages - 1)
  }, [isBeyond, pages, onGo])
  if (!rows && query.error) {
    return <LoadError query={query} failure={t('list.error')} />
  }
  return (
    <>
      <DataTable
        label={props.label}
        rows={rows ?? []}
        columns={props.columns}
        rowId={props.rowId}
        {...(props.name ? { name: props.name } : {})}
        isLoading={!rows || isBeyond}
        isSorted
        sort={undefined}
        onSort={() => undefined}
        count={rows ? t('list.count', { all: count(total) }) : t('shell:loading')}
        actions={props.actions}
        empty={props.empty}
      />
      {pages > 1 && (
        <div className={classes.foot}>
          <Pager label={props.label} index={Math.min(page, pages - 1)} count={pages} onChange={onGo} />
        </div>
      )}
    </>
  )
}
