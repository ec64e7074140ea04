import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import classes from './data-table.module.css'
import type { Column, ColumnFilter, Sort } from './table-column.ts'

type HeaderCellProps<Row> = {
  column: Column<Row>
  filter: ColumnFilter | undefined
  sort: Sort | undefined
  onSort: (sort: Sort) => void
}

/** A column's title, which sorts on click, above its filter. */
export function HeaderCell<Row>({ column, filter, sort, onSort }: HeaderCellProps<Row>) {
  const isSorted = sort?.key === column.key
  const direction = isSorted ? (sort.isDescending ? 'descending' : 'ascending') : 'none'
  const Icon = isSorted ? (sort.isDescending ? IconArrowDown : IconArrowUp) : IconArrowsSort
  const sortByColumn = () => onSort({ key: column.key, isDescending: isSorted && !sort.isDescending })
  return (
    <th
      scope="col"
      aria-sort={column.isSortable === false ? undefined : direction}
      data-number={column.isNumber}
    >
      {column.isSortable === false ? (
        <span className={classes.title}>{column.title}</span>
      ) : (
        <button type="button" className={classes.title} onClick={sortByColumn}>
          {column.title} <Icon size={14} aria-hidden />
        </button>
      )}
      {filter && (
        <input
          type="text"
          className={classes.filter}
          aria-label={filter.label}
          placeholder={filter.label}
          value={filter.text}
          onChange={(event) => filter.onChange(event.currentTarget.value)}
        />
      )}
    </th>
  )
}
