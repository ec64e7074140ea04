import { AUDIT_MAX_VALUES, readNames } from '@aviary/contract/audit/endpoints'
import { AUDIT_PAGE, FILTER_DEBOUNCE_MS } from '@aviary/contract/constants'
import { joinNames } from '@aviary/contract/wire'
import { useEffect, useState } from 'react'
import { nowMs } from '../../shared/time.ts'
import { useAddress } from '../../shared/use-address.ts'
import { useDebounced } from '../../shared/use-debounced.ts'
import { pageText, readPage } from '../../shared/use-page-address.ts'
import { type Range, rangeOf, readRange, type TypedRange, usualRange } from './audit-range.ts'

export const NAME_FILTERS = ['application', 'email', 'action'] as const
export type NameFilter = (typeof NAME_FILTERS)[number]
export type Names = Readonly<Record<NameFilter, readonly string[]>>

/** What is asked for; undefined for the range while it has faults. */
export type Asked = { names: Names; range: Range | undefined; page: number }

/** As far as the server skips. */
const LAST_PAGE = 100_000

/** The filters as they are typed and as they are asked for; the address holds them, so that a link finds the same again. */
export function useAuditFilters() {
  const { read, write } = useAddress()
  const [typed, setTyped] = useState(() => readRange({ start: read('start'), end: read('end') }, nowMs()))
  const settled = useDebounced(typed, FILTER_DEBOUNCE_MS)
  const [written, setWritten] = useState(settled)
  useEffect(() => {
    if (written === settled) return
    setWritten(settled)
    if (rangeOf(settled)) write({ ...settled, page: '' })
  }, [settled, written, write])

  const namesOf = (key: NameFilter) => (readNames(read(key)) ?? []).slice(0, AUDIT_MAX_VALUES)
  const names: Names = {
    application: namesOf('application'),
    email: namesOf('email'),
    action: namesOf('action'),
  }
  // Whoever goes on from what shows means the time that shows: from here on it stands in the address.
  const shown = rangeOf(typed) ? typed : { start: '', end: '' }
  return {
    typed,
    asked: { names, range: rangeOf(settled), page: readPage(read('page'), LAST_PAGE) } satisfies Asked,
    setRange: (changes: Partial<TypedRange>) => setTyped((before) => ({ ...before, ...changes })),
    setNames: (key: NameFilter, chosen: readonly string[]) =>
      write({ ...shown, [key]: joinNames(chosen), page: '' }),
    goTo: (index: number) => write({ ...shown, page: pageText(index) }),
    /** The same filters until now, from the first page. */
    showNewer: () => {
      const { end } = usualRange(nowMs())
      const start = typed.start
      setTyped({ start, end })
      write({ start, end, page: '' })
    },
    reset: () => {
      const usual = usualRange(nowMs())
      setTyped(usual)
      write({ ...usual, application: '', email: '', action: '', page: '' })
    },
  }
}

export const firstRowOf = (page: number): number => page * AUDIT_PAGE
