import type { ReactNode } from 'react'
import type { Value } from './compare-values.ts'

export type Column<Row> = {
  key: string
  title: string
  /** Value that the column is sorted by; empty values come last in both directions. */
  value: (row: Row) => Value
  /** Rendered content of a cell; the value by default. */
  render?: (row: Row) => ReactNode
  isSortable?: boolean
  width?: string
}

/** A text filter below a column's title; the owner of the rows applies it. */
export type ColumnFilter = { text: string; label: string; onChange: (text: string) => void }

export type Sort = { key: string; isDescending: boolean }
