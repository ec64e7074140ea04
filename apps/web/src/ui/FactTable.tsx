import type { ReactNode } from 'react'
import classes from './fact-table.module.css'

type FactTableProps = {
  /** Name of the table; not needed where the element around it has the name. */
  label?: string
  /** Column headings; omit them where each row has its own heading. */
  columns?: readonly string[]
  className?: string | undefined
  /** In pixels; for a table that scrolls sideways. */
  minWidth?: number
  children: ReactNode
}

/** A short table that only states facts. For sorting, filters or pages use DataTable. */
export function FactTable({ label, columns, className, minWidth, children }: FactTableProps) {
  // The index makes keys unique, because columns of a file may share a title.
  const headings = columns?.map((title, index) => ({ key: `${index} ${title}`, title }))
  return (
    <table
      className={className ? `${classes.facts} ${className}` : classes.facts}
      aria-label={label}
      style={{ minWidth }}
    >
      {headings && (
        <thead>
          <tr>
            {headings.map(({ key, title }) => (
              <th key={key} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
      )}
      <tbody>{children}</tbody>
    </table>
  )
}
