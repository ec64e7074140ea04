import { CHANGE_HISTORY_SETTINGS } from '@aviary/contract/changes/settings'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useSession } from '../../shared/session.ts'
import { addressOf, type Query, readAddress, readChangeId } from './change-address.ts'
import type { ChangeSearch } from './change-search.ts'
import { fromSettings } from './settings.ts'

type Way = { replace: boolean }

/**
 * The search that is applied. An address that says anything of it rules, with the defaults for the rest, so that a link
 * finds the same for everybody; one that says nothing shows what the person saved, and then says so itself.
 */
export function useChangeSearch() {
  const query: Query = useSearch({ strict: false })
  const saved = useSession().preferences[CHANGE_HISTORY_SETTINGS]
  const navigate = useNavigate()
  const asked = readAddress(query)
  // The same object while the search is the same.
  const text = JSON.stringify(asked ?? fromSettings(saved))
  const search = useMemo((): ChangeSearch => JSON.parse(text), [text])
  const changeId = readChangeId(query)

  const write = useCallback(
    (next: ChangeSearch, change: number | undefined, { replace }: Way) =>
      void navigate({
        to: '.',
        search: { ...addressOf(next), ...(change === undefined ? {} : { change }) } as never,
        replace,
        resetScroll: false,
      }),
    [navigate],
  )
  const isSilent = asked === undefined
  useEffect(() => {
    if (isSilent) write(search, changeId, { replace: true })
  }, [isSilent, search, changeId, write])

  const go = (next: ChangeSearch) => write(next, undefined, { replace: false })
  return { search, go, ...useDetails(search, changeId, write) }
}

type Write = (next: ChangeSearch, change: number | undefined, way: Way) => void

/** The change whose details are open. Closing goes back to the page that it was opened from. */
function useDetails(search: ChangeSearch, changeId: number | undefined, write: Write) {
  const { history } = useRouter()
  const wasOpenedHere = useRef(false)
  const openChange = useCallback(
    (id: number) => {
      wasOpenedHere.current = true
      write(search, id, { replace: false })
    },
    [search, write],
  )
  const closeChange = () => {
    if (wasOpenedHere.current) history.back()
    else write(search, undefined, { replace: true })
    wasOpenedHere.current = false
  }
  return { changeId, openChange, closeChange }
}
