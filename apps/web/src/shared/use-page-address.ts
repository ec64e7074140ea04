import { useCallback } from 'react'
import { useAddress } from './use-address.ts'

/** As far as the server skips. */
const LAST_PAGE = 10_000

/** The page that an address names, the first being 0; one beyond the last that can be asked for is the first. */
export function readPage(text: string, last = Number.POSITIVE_INFINITY): number {
  const page = Math.max(0, (Number.parseInt(text, 10) || 1) - 1)
  return page > last ? 0 : page
}

export const pageText = (index: number): string => (index === 0 ? '' : String(index + 1))

/** The page that the address names; keeps `goTo` the same between renders. */
export function usePageAddress() {
  const { read, write } = useAddress()
  return {
    page: readPage(read('page'), LAST_PAGE),
    goTo: useCallback((index: number) => write({ page: pageText(index) }), [write]),
  }
}
