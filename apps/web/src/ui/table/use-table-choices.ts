import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { keepChoice, readChoice } from '../../shared/saving/storage.ts'
import type { Column, ColumnFilter } from './table-column.ts'

const watchers = new Set<() => void>()

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** Set of words that this browser keeps under `key`; a change shows in all tables on the page. */
function useKeptWords(key: string) {
  const text = useSyncExternalStore(watch, () => readChoice(key) ?? '')
  const words = useMemo(() => new Set(text.split(' ').filter((word) => word !== '')), [text])
  const toggle = useCallback(
    (word: string) => {
      const next = new Set((readChoice(key) ?? '').split(' ').filter((kept) => kept !== ''))
      if (!next.delete(word)) next.add(word)
      keepChoice(key, [...next].join(' '))
      for (const watcher of watchers) watcher()
    },
    [key],
  )
  return { words, toggle }
}

export type RowStyle = 'compact' | 'wrapped'

/** How rows look in all tables of this browser. */
export const useRowStyles = () => useKeptWords('table-rows')

/**
 * The columns of a table that this browser shows. The first one always stays, and so does a column with a
 * filter text: a hidden filter would leave out rows unnoticed.
 */
export function useChosenColumns<Row>(
  name: string | undefined,
  columns: readonly Column<Row>[],
  filters: Readonly<Record<string, ColumnFilter>> | undefined,
) {
  const { words: hidden, toggle } = useKeptWords(`table-columns:${name ?? ''}`)
  const isFiltered = (key: string) => (filters?.[key]?.text ?? '') !== ''
  const isShown = ({ key }: Column<Row>, index: number) =>
    index === 0 || name === undefined || !hidden.has(key) || isFiltered(key)
  const keys = columns
    .filter(isShown)
    .map(({ key }) => key)
    .join(' ')
  // Stable while the same columns are shown.
  const shown = useMemo(() => columns.filter(({ key }) => keys.split(' ').includes(key)), [columns, keys])
  return { shown, toggle }
}
