import { IMPACT_SEARCH_DEBOUNCE_MS } from '@aviary/contract/constants'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { type DoraState, getDataCenterName, readState, toSearch, toSearchableText } from './dora-address.ts'

export type ChangeState = (change: (before: DoraState) => DoraState) => void

/** Reads and changes the state in the URL. `dataCenter` names the data center that the page shows. */
export function useDoraState(dataCenter: string) {
  const query: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const read = useMemo(() => readState(query), [query])
  const router = useRouter()
  const change: ChangeState = useCallback(
    (update) => {
      // While another screen is still loading, the URL already belongs to it. Leave it alone.
      if (getDataCenterName(router.latestLocation.pathname) !== dataCenter) return
      const search = (before: Record<string, unknown>) => toSearch(update(readState(before).state))
      navigate({ to: '.', search: search as never, replace: true, resetScroll: false })
    },
    [navigate, router, dataCenter],
  )
  const [resets, setResets] = useState(0)
  const resetSearch = () => {
    setResets(resets + 1)
    change((before) => ({ ...before, searchInput: '' }))
  }
  return { ...read, change, resets, resetSearch }
}

/** `resets` counts the resets of the search; each reset also discards text that is not yet in the URL. */
type SearchTextOptions = { state: DoraState; change: ChangeState; dataCenter: string; resets: number }

/** Search text, written to the URL after the debounce (spec 3 §9). */
export function useSearchText({ state: { searchInput }, change, dataCenter, resets }: SearchTextOptions) {
  const [text, setText] = useState(searchInput)
  const [written, setWritten] = useState(searchInput)
  const [before, setBefore] = useState({ searchInput, dataCenter, resets })
  const isElsewhere = dataCenter !== before.dataCenter
  const isReset = resets !== before.resets
  if (searchInput !== before.searchInput || isElsewhere || isReset) {
    setBefore({ searchInput, dataCenter, resets })
    // The value changed elsewhere (back button, reset, other data center), not by typing.
    if (searchInput !== written || isElsewhere || isReset) {
      const next = isReset ? '' : searchInput
      setText(next)
      setWritten(next)
    }
  }
  const trimmed = text.trim()
  useEffect(() => {
    if (trimmed === written) return
    const timer = setTimeout(() => {
      setWritten(trimmed)
      change((state) => ({ ...state, searchInput: trimmed }))
    }, IMPACT_SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [trimmed, written, change])
  return { text, type: (next: string) => setText(toSearchableText(next)) }
}
