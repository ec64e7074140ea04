import { useCallback } from 'react'
import { useAddress } from '../../../shared/use-address.ts'

/** As far as the server skips. */
const LAST_PAGE = 10_000

/** The page that the address names; keeps `goTo` the same between renders. */
export function usePageAddress() {
  const { read, write } = useAddress()
  const page = Math.max(0, (Number.parseInt(read('page'), 10) || 1) - 1)
  return {
    page: page > LAST_PAGE ? 0 : page,
    goTo: useCallback((index: number) => write({ page: index === 0 ? '' : String(index + 1) }), [write]),
  }
}
