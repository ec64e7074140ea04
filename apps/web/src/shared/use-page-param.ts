import { useCallback } from 'react'
import { useSearchParams } from './use-search-params.ts'

/** The server skips at most this many pages. */
const LAST_PAGE = 10_000

/** Page index (from 0) for the page number in a URL parameter; 0 if the index is beyond `last`. */
export function readPage(text: string, last = Number.POSITIVE_INFINITY): number {
  const page = Math.max(0, (Number.parseInt(text, 10) || 1) - 1)
  return page > last ? 0 : page
}

export const pageText = (index: number): string => (index === 0 ? '' : String(index + 1))

/** The page index in the URL; `goTo` is stable between renders. */
export function usePageParam() {
  const { read, write } = useSearchParams()
  return {
    page: readPage(read('page'), LAST_PAGE),
    goTo: useCallback((index: number) => write({ page: pageText(index) }), [write]),
  }
}
