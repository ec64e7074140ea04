import { type ChangeType, SORT_COLUMNS, type SortColumn } from '@aviary/contract/changes/rules'
import type { Change } from '@aviary/contract/changes/schemas'
import { type MouseEvent, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { DataTable } from '../../ui/table/DataTable.tsx'
import type { Sort } from '../../ui/table/table-column.ts'
import type { Display } from './change-search.ts'
import classes from './changes.module.css'
import type { Highlight } from './matches.ts'
import { useChangeActions } from './use-change-actions.ts'
import { useChangeColumns } from './use-change-columns.tsx'

type ChangeTableProps = {
  type: ChangeType
  changes: readonly Change[]
  isLoading: boolean
  display: Display
  highlight: Highlight
  onSort: (sortBy: SortColumn, sortDirection: Display['sortDirection']) => void
  onOpen: (id: number) => void
}

/** Search results as a table, sorted by the server; a click on a header requests another order. */
export function ChangeTable({
  type,
  changes,
  isLoading,
  display,
  highlight,
  onSort,
  onOpen,
}: ChangeTableProps) {
  const { t } = useTranslation('changes')
  const columns = useChangeColumns({ type, highlight, onOpen })
  const actions = useChangeActions()
  const sort = ({ key, isDescending }: Sort) => {
    const column = SORT_COLUMNS.find((name) => name === key)
    if (!column) return
    // Times are sorted newest first on the first click, other columns ascending.
    const isNewColumn = column !== display.sortBy
    onSort(column, (isNewColumn ? isTime(column) : isDescending) ? 'DESC' : 'ASC')
  }
  const openRow = ({ target }: MouseEvent) => {
    const change = getClickedChange(target, changes)
    if (change) onOpen(change.id)
  }
  const box = useRef<HTMLDivElement>(null)
  // Scrolls the table back to the top when other rows are loaded.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs when the rows change
  useEffect(() => {
    box.current?.querySelector('[data-scrolls]')?.scrollTo(0, 0)
  }, [changes])
  return (
    // biome-ignore lint/a11y: for the mouse only; by keyboard each row has its link
    <div ref={box} className={classes.table} onClick={openRow}>
      <DataTable
        label={t('list')}
        name={`changes-${type}`}
        rows={changes}
        columns={columns}
        rowId={({ id }) => String(id)}
        isLoading={isLoading}
        isSorted
        sort={{ key: display.sortBy, isDescending: display.sortDirection === 'DESC' }}
        onSort={sort}
        actions={actions}
      />
    </div>
  )
}

const isTime = (column: SortColumn): boolean => /_(at|start|end|on)$/.test(column)

/** The change whose row or card was clicked; undefined for clicks on links and buttons and while text is selected. */
function getClickedChange(target: EventTarget, changes: readonly Change[]): Change | undefined {
  if (!(target instanceof Element) || target.closest('a, button')) return undefined
  if (window.getSelection()?.type === 'Range') return undefined
  const row = target.closest('tbody tr, li')
  return row ? changes[Array.prototype.indexOf.call(row.parentElement?.children, row)] : undefined
}
