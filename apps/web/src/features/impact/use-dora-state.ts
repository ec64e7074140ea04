import { IMPACT_SEARCH_DEBOUNCE_MS } from '@aviary/contract/constants'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { type DoraState, readState, searchable, searchOf } from './dora-address.ts'

export type ChangeState = (change: (before: DoraState) => DoraState) => void

/** The state that the address holds, and how to change it. */
export function useDoraState() {
  const query: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const read = useMemo(() => readState(query), [query])
  const change: ChangeState = useCallback(
    (next) => {
      const search = (before: Record<string, unknown>) => searchOf(next(readState(before).state))
      navigate({ to: '.', search: search as never, replace: true, resetScroll: false })
    },
    [navigate],
  )
  return { ...read, change }
}

type Held = { state: DoraState; change: ChangeState; dataCenter: string }

/** What is typed into the search box; it goes into the address once it has rested (spec 3 §9). */
export function useSearchText({ state: { searchInput }, change, dataCenter }: Held) {
  const [text, setText] = useState(searchInput)
  const [written, setWritten] = useState(searchInput)
  const [before, setBefore] = useState({ searchInput, dataCenter })
  if (searchInput !== before.searchInput || dataCenter !== before.dataCenter) {
    setBefore({ searchInput, dataCenter })
    // Not what was typed here: a way back, a reset, another data center.
    if (searchInput !== written || dataCenter !== before.dataCenter) {
      setText(searchInput)
      setWritten(searchInput)
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
