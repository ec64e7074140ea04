import i18next from 'i18next'
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
  /**
   * In px or rem, or a width of times such as TIME_WIDTH. A column without a width takes the rest, and at least
   * DEFAULT_WIDTH.
   */
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
/** Room for a table on paper in portrait: A4 without its margins. */
export const PAPER_WIDTH = 700
const PX_PER_REM = 16
/** Fits a RowTime. */
export const TIME_WIDTH = 'time'
/** Fits a RowTime without its relative time. */
export const SHORT_TIME_WIDTH = 'short time'
/** Fits a TimeWithSeconds. */
export const SECOND_TIME_WIDTH = 'time with seconds'

/** In px, by language; `e2e/widths/row-times.test.ts` measures the longest texts. */
const TIME_WIDTHS: Record<string, Record<string, number>> = {
  [TIME_WIDTH]: { de: 220, en: 204, es: 250, fr: 220, ja: 182, ko: 184, pt: 230, zh: 178 },
  [SHORT_TIME_WIDTH]: { de: 124, en: 120, es: 120, fr: 120, ja: 124, ko: 128, pt: 140, zh: 124 },
  [SECOND_TIME_WIDTH]: { de: 304, en: 292, es: 332, fr: 304, ja: 272, ko: 304, pt: 332, zh: 268 },
}

/** Width in px of a column of times; undefined for any other width. */
export const timeWidth = (width: string, language: string): number | undefined =>
  TIME_WIDTHS[width]?.[language] ?? TIME_WIDTHS[width]?.en

/** Average width of a letter, rounded up to fit the fonts of all systems. */
const PX_PER_LETTER = 7
const PX_PER_HANGUL = 12
const CELL_PADDING = 16

const toPx = (width: string): number =>
  timeWidth(width, i18next.language) ?? Number.parseFloat(width) * (width.endsWith('rem') ? PX_PER_REM : 1)

const isHangul = (letter: string): boolean => /\p{Script=Hangul}/u.test(letter)

const widthOfWord = (word: string): number =>
  [...word].reduce((sum, letter) => sum + (isHangul(letter) ? PX_PER_HANGUL : PX_PER_LETTER), 0)

/**
 * Width in px of the longest word of a title, which has no place to break. Korean has spaces between its words;
 * Chinese and Japanese have none and break anywhere.
 */
function longestWord(title: string): number {
  const words = title.match(/[\p{Script=Latin}\p{Script=Hangul}\p{Mark}\p{Number}.’']+/gu) ?? []
  return Math.max(0, ...words.map(widthOfWord)) + CELL_PADDING
}

type Sized = Pick<Column<never>, 'width'> & { title?: string }

/** Width in px that a column asks for; undefined if it takes the rest. No title breaks inside a word. */
export const columnWidth = ({ width, title = '' }: Sized): number | undefined =>
  width ? Math.max(toPx(width), longestWord(title)) : undefined

/** Table width in px below which columns would be narrower than they ask. */
export const widthOf = (columns: readonly Sized[]): number =>
  columns.reduce(
    (sum, column) => sum + (columnWidth(column) ?? Math.max(DEFAULT_WIDTH, longestWord(column.title ?? ''))),
    0,
  )
