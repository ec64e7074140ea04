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
  /** In px or rem. A column without a width takes the rest, and at least DEFAULT_WIDTH. */
  width?: string
  /** The cells have several lines, so their rows are taller. */
  isTall?: boolean
  /** Aligned right. */
  isNumber?: boolean
  /**
   * Place on a phone's card: on the first line (`tag`), as the title, or on the line below. By default a fact
   * with the column's title.
   */
  card?: 'tag' | 'title' | 'line'
}

/** A text filter below a column's title; the owner of the rows applies it. */
export type ColumnFilter = { text: string; label: string; onChange: (text: string) => void }

export type Sort = { key: string; isDescending: boolean }

const DEFAULT_WIDTH = 160
const PX_PER_REM = 16
/** Fits a RowTime in any language. */
export const TIME_WIDTH = '208px'
/** Fits a RowTime without its relative time. */
export const SHORT_TIME_WIDTH = '150px'

const toPx = (width: string): number => Number.parseFloat(width) * (width.endsWith('rem') ? PX_PER_REM : 1)

/** Table width in px below which columns would be narrower than their `width` asks. */
export const widthOf = (columns: readonly Pick<Column<never>, 'width'>[]): number =>
  columns.reduce((sum, { width }) => sum + (width ? toPx(width) : DEFAULT_WIDTH), 0)
