import { IMPACT_SEARCH_DEBOUNCE_MS } from '@aviary/contract/constants'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { type DoraState, dataCenterIn, readState, searchable, searchOf } from './dora-address.ts'

export type ChangeState = (change: (before: DoraState) => DoraState) => void

/** The state that the address holds, and how to change it. `dataCenter`: the one that the page is drawn for. */
export function useDoraState(dataCenter: string) {
  const query: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const read = useMemo(() => readState(query), [query])
  const router = useRouter()
  const change: ChangeState = useCallback(
    (next) => {
      // One may be on the way to a screen whose code is not there yet: its address is none of ours.
      if (dataCenterIn(router.latestLocation.pathname) !== dataCenter) return
      const search = (before: Record<string, unknown>) => searchOf(next(readState(before).state))
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

/** `resets`: how often the search was reset; what is typed and not yet searched for goes as well. */
type Held = { state: DoraState; change: ChangeState; dataCenter: string; resets: number }

/** What is typed into the search box; it goes into the address once it has rested (spec 3 §9). */
export function useSearchText({ state: { searchInput }, change, dataCenter, resets }: Held) {
  const [text, setText] = useState(searchInput)
  const [written, setWritten] = useState(searchInput)
  const [before, setBefore] = useState({ searchInput, dataCenter, resets })
  const isElsewhere = dataCenter !== before.dataCenter
  const isReset = resets !== before.resets
  if (searchInput !== before.searchInput || isElsewhere || isReset) {
    setBefore({ searchInput, dataCenter, resets })
    // Not what was typed here: a way back, a reset, another data center.
    if (searchInput !== written || isElsewhere || isReset) {
      const next = isReset ? '' : searchInput
      setText(next)
      setWritten(next)
    }
  }
  const wanted = text.trim()
  useEffect(() => {
    if (wanted === written) return
    const timer = setTimeout(() => {
      setWritten(wanted)
      change((state) => ({ ...state, searchInput: wanted }))
    }, IMPACT_SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [wanted, written, change])
  return { text, type: (next: string) => setText(searchable(next)) }
}
