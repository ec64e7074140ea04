import { getAuditSeal, listAudit, listAuditOptions } from '@aviary/contract/audit/endpoints'
import { AUDIT_PAGE } from '@aviary/contract/constants'
import { joinNames } from '@aviary/contract/wire'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../shared/api.ts'
import { nowMs } from '../../shared/time.ts'
import { type Asked, firstRowOf } from './use-audit-filters.ts'

/** The filters as the server reads them. */
function queryOf({ names, range }: Asked) {
  const given = (chosen: readonly string[]) => (chosen.length > 0 ? joinNames(chosen) : undefined)
  return {
    application_name: given(names.application),
    user_email: given(names.email),
    action_name: given(names.action),
    start_date: range?.start,
    end_date: range?.end,
  }
}

/** A page of the log, newest first. */
export const useAudit = (asked: Asked) =>
  useQuery({
    queryKey: ['audit', 'page', asked],
    queryFn: ({ signal }) =>
      call(listAudit, {
        query: {
          ...queryOf(asked),
          order_by: 'created_date desc',
          start_at: firstRowOf(asked.page),
          response_size: AUDIT_PAGE,
        },
        signal,
      }),
    enabled: asked.range !== undefined,
    placeholderData: keepPreviousData,
  })

/** How often a page that stands still asks whether anything came after it. */
const NEWER_EVERY_MS = 30_000
/** An end within this of the moment of asking is "until now", as the usual range has it, and not a time of the past. */
const STILL_NOW_MS = 120_000

/** Whether a range reached until now when it was chosen; its list may be read anew long after. */
const useReachesNow = (end: number | undefined): boolean =>
  useMemo(() => end !== undefined && end * 1000 + STILL_NOW_MS > nowMs(), [end])

/**
 * How many rows that fit the filters were written after the newest one of the first page, at most a page of them. 0 on the
 * other pages, and where the range ends in the past. Asked for as long as the page shows, and not at its beginning.
 */
export function useNewerRows(asked: Asked, found: ReturnType<typeof useAudit>): number {
  const [newest] = found.data?.audit_log ?? []
  const { range, page } = asked
  const isOpenEnded = useReachesNow(range?.end)
  const { data } = useQuery({
    queryKey: ['audit', 'newer', asked.names, range, newest?.pkey],
    queryFn: async ({ signal }) => {
      const { audit_log } = await call(listAudit, {
        query: {
          ...queryOf(asked),
          start_date: newest ? Math.floor(Date.parse(newest.created_date) / 1000) : range?.start,
          end_date: undefined,
          order_by: 'created_date desc',
          response_size: AUDIT_PAGE,
        },
        signal,
      })
      return audit_log.filter(({ pkey }) => pkey > (newest?.pkey ?? 0)).length
    },
    enabled: isOpenEnded && page === 0 && found.data !== undefined && !found.isPlaceholderData,
    initialData: 0,
    staleTime: NEWER_EVERY_MS,
    refetchInterval: NEWER_EVERY_MS,
  })
  return data
}

const OPTIONS_FRESH_MS = 60_000

export const useAuditOptions = () =>
  useQuery({
    queryKey: ['audit', 'options'],
    queryFn: ({ signal }) => call(listAuditOptions, { signal }),
    staleTime: OPTIONS_FRESH_MS,
  })

export const useAuditSeal = () =>
  useQuery({ queryKey: ['audit', 'seal'], queryFn: ({ signal }) => call(getAuditSeal, { signal }) })

/** What the file of all that is filtered is asked for with. */
export const exportInput = (asked: Asked, format: 'csv' | 'jsonl') => ({
  query: { ...queryOf(asked), format },
})
