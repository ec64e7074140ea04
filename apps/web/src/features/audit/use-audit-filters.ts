import { AUDIT_MAX_VALUES, readValues } from '@aviary/contract/audit/rules'
import { AUDIT_PAGE, FILTER_DEBOUNCE_MS } from '@aviary/contract/constants'
import { joinNames } from '@aviary/contract/rules'
import { useEffect, useState } from 'react'
import { nowMs } from '../../shared/time/clock.ts'
import { useDebounced } from '../../shared/use-debounced.ts'
import { pageText, readPage } from '../../shared/use-page-param.ts'
import { useSearchParams } from '../../shared/use-search-params.ts'
import { getDefaultRange, type Range, readRange, type TypedRange, toRange } from './audit-range.ts'

export const NAME_FILTERS = ['application', 'email', 'action'] as const
export type NameFilter = (typeof NAME_FILTERS)[number]
export type Names = Readonly<Record<NameFilter, readonly string[]>>

/** Applied filters; `range` is undefined while it is invalid. */
export type AuditRequest = { names: Names; range: Range | undefined; page: number }

/** Limit of the server's paging. */
const MAX_PAGE = 100_000

/** Filters as typed and as applied. The URL holds the applied ones, so a link finds the same rows. */
export function useAuditFilters() {
  const { read, write } = useSearchParams()
  const [typed, setTyped] = useState(() => readRange({ start: read('start'), end: read('end') }, nowMs()))
  const settled = useDebounced(typed, FILTER_DEBOUNCE_MS)
  const [written, setWritten] = useState(settled)
  useEffect(() => {
    if (written === settled) return
    setWritten(settled)
    if (toRange(settled)) write({ ...settled, page: '' })
  }, [settled, written, write])

  const readFilter = (key: NameFilter) => (readValues(read(key)) ?? []).slice(0, AUDIT_MAX_VALUES)
  const names: Names = {
    application: readFilter('application'),
    email: readFilter('email'),
    action: readFilter('action'),
  }
  // A change of filter or page also writes the range to the URL, so that a default range stays fixed.
  const rangeParameters = toRange(typed) ? typed : { start: '', end: '' }
  return {
    typed,
    request: {
      names,
      range: toRange(settled),
      page: readPage(read('page'), MAX_PAGE),
    } satisfies AuditRequest,
    setRange: (changes: Partial<TypedRange>) => setTyped((previous) => ({ ...previous, ...changes })),
    setNames: (key: NameFilter, chosen: readonly string[]) =>
      write({ ...rangeParameters, [key]: joinNames(chosen), page: '' }),
    goTo: (index: number) => write({ ...rangeParameters, page: pageText(index) }),
    /** Extends the range to now and returns to the first page. */
    showNewer: () => {
      const { end } = getDefaultRange(nowMs())
      const start = typed.start
      setTyped({ start, end })
      write({ start, end, page: '' })
    },
    reset: () => {
      const defaults = getDefaultRange(nowMs())
      setTyped(defaults)
      write({ ...defaults, application: '', email: '', action: '', page: '' })
    },
  }
}

export const getFirstRow = (page: number): number => page * AUDIT_PAGE
