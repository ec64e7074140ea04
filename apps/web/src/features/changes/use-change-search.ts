import { CHANGE_HISTORY_SETTINGS } from '@aviary/contract/changes/settings'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useSession } from '../../shared/session.ts'
import { type Query, readAddress, readChangeId, toAddress } from './change-address.ts'
import type { ChangeSearch } from './change-search.ts'
import { fromSettings } from './settings.ts'

type WriteOptions = { replace: boolean }

/**
 * The applied search. A URL with any search parameter ignores the saved settings and takes defaults for the
 * rest, so that a link finds the same for everybody. Without parameters the saved search applies and is
 * written to the URL.
 */
export function useChangeSearch() {
  const query: Query = useSearch({ strict: false })
  const saved = useSession().preferences[CHANGE_HISTORY_SETTINGS]
  const navigate = useNavigate()
  const urlSearch = readAddress(query)
  // Memoized by content, so that an unchanged search keeps its object identity.
  const searchJson = JSON.stringify(urlSearch ?? fromSettings(saved))
  const search = useMemo((): ChangeSearch => JSON.parse(searchJson), [searchJson])
  const changeId = readChangeId(query)

  const writeUrl = useCallback(
    (next: ChangeSearch, change: number | undefined, { replace }: WriteOptions) =>
      void navigate({
        to: '.',
        search: { ...toAddress(next), ...(change === undefined ? {} : { change }) } as never,
        replace,
        resetScroll: false,
      }),
    [navigate],
  )
  const isUrlEmpty = urlSearch === undefined
  useEffect(() => {
    if (isUrlEmpty) writeUrl(search, changeId, { replace: true })
  }, [isUrlEmpty, search, changeId, writeUrl])

  const setSearch = (next: ChangeSearch) => writeUrl(next, undefined, { replace: false })
  return { search, go: setSearch, ...useOpenChange(search, changeId, writeUrl) }
}

type WriteUrl = (next: ChangeSearch, change: number | undefined, options: WriteOptions) => void

/** Opens and closes the details of a change. Closing goes back in history if this page opened the details. */
function useOpenChange(search: ChangeSearch, changeId: number | undefined, writeUrl: WriteUrl) {
  const { history } = useRouter()
  const wasOpenedHere = useRef(false)
  const openChange = useCallback(
    (id: number) => {
      wasOpenedHere.current = true
      writeUrl(search, id, { replace: false })
    },
    [search, writeUrl],
  )
  const closeChange = () => {
    if (wasOpenedHere.current) history.back()
    else writeUrl(search, undefined, { replace: true })
    wasOpenedHere.current = false
  }
  return { changeId, openChange, closeChange }
}
