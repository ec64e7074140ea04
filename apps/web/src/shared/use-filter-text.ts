import { FILTER_DEBOUNCE_MS } from '@aviary/contract/constants'
import { useEffect, useState } from 'react'
import { useDebounced } from './use-debounced.ts'
import { useSearchParams } from './use-search-params.ts'

/**
 * Filter texts as typed, and `settled` after the debounce, which is written to the URL. `keys` must be stable
 * between renders.
 */
export function useFilterTexts<Key extends string>(keys: readonly Key[]) {
  const { read, write } = useSearchParams()
  const [texts, setTexts] = useState(
    () => Object.fromEntries(keys.map((key) => [key, read(key)])) as Record<Key, string>, // every key is set
  )
  const settled = useDebounced(texts, FILTER_DEBOUNCE_MS)
  const [written, setWritten] = useState(settled)
  useEffect(() => {
    if (written === settled) return
    setWritten(settled)
    write({ ...settled, page: '' })
  }, [settled, written, write])
  return { texts, setTexts, settled }
}

/** Like `useFilterTexts`, for one filter. */
export function useFilterText(key: string) {
  const { texts, setTexts, settled } = useFilterTexts([key])
  return {
    text: texts[key] ?? '',
    setText: (text: string) => setTexts({ [key]: text }),
    settled: settled[key] ?? '',
  }
}
