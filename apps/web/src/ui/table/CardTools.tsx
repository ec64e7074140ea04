import { IconSortAscending, IconSortDescending } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './card-list.module.css'
import type { Column, ColumnFilter, Sort } from './table-column.ts'

type CardToolsProps<Row> = {
  label: string
  columns: readonly Column<Row>[]
  filters: Readonly<Record<string, ColumnFilter>> | undefined
  sort: Sort | undefined
  onSort: (sort: Sort) => void
  /** Shown beside the choice of the sort order. */
  children: ReactNode
}

/** Order and filters of a card list, which a table has in its header. */
export function CardTools<Row>({ label, columns, filters, sort, onSort, children }: CardToolsProps<Row>) {
  const { t } = useTranslation()
  const sortable = columns.filter(({ isSortable }) => isSortable !== false)
  const [first] = sortable
  const filtered = columns.flatMap(({ key }) => filters?.[key] ?? [])
  if (!first && filtered.length === 0 && !children) return null
  const isDescending = sort?.isDescending ?? false
  const Icon = isDescending ? IconSortDescending : IconSortAscending
  const key = sort?.key ?? ''
  return (
    <div className={classes.tools}>
      <div className={classes.order}>
        {first && (
          <>
            <select
              className={classes.field}
              aria-label={t('table.sortBy', { table: label })}
              value={key}
              onChange={(event) => onSort({ key: event.currentTarget.value, isDescending })}
            >
              {key === '' && <option value="">{t('table.unsorted')}</option>}
              {sortable.map((column) => (
                <option key={column.key} value={column.key}>
                  {column.title}
                </option>
              ))}
            </select>
            <button
              type="button"
              className={classes.direction}
              aria-label={t(isDescending ? 'table.descending' : 'table.ascending')}
              onClick={() => onSort({ key: key || first.key, isDescending: !isDescending })}
            >
              <Icon size={18} aria-hidden />
            </button>
          </>
        )}
        {children}
      </div>
      {filtered.length > 0 && <Filters filters={filtered} />}
    </div>
  )
}

function Filters({ filters }: { filters: readonly ColumnFilter[] }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(() => filters.some(({ text }) => text !== ''))
  return (
    <details
      className={classes.filters}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{t('table.filters')}</summary>
      {filters.map((filter) => (
        <input
          key={filter.label}
          type="text"
          className={classes.field}
          aria-label={filter.label}
          placeholder={filter.label}
          value={filter.text}
          onChange={(event) => filter.onChange(event.currentTarget.value)}
        />
      ))}
    </details>
  )
}
