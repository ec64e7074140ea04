import { getAuditSeal, listAudit, listAuditOptions } from '@aviary/contract/audit/endpoints'
import { AUDIT_PAGE } from '@aviary/contract/constants'
import { joinNames } from '@aviary/contract/rules'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../shared/api.ts'
import { nowMs } from '../../shared/time/clock.ts'
import { type AuditRequest, getFirstRow } from './use-audit-filters.ts'

/** Query parameters of the server call for these filters. */
function toQuery({ names, range }: AuditRequest) {
  const joinIfAny = (chosen: readonly string[]) => (chosen.length > 0 ? joinNames(chosen) : undefined)
  return {
    application_name: joinIfAny(names.application),
    user_email: joinIfAny(names.email),
    action_name: joinIfAny(names.action),
    start_date: range?.start,
    end_date: range?.end,
  }
}

/** A page of the log, newest first. */
export const useAudit = (request: AuditRequest) =>
  useQuery({
    queryKey: ['audit', 'page', request],
    queryFn: ({ signal }) =>
      call(listAudit, {
        query: {
          ...toQuery(request),
          order_by: 'created_date desc',
          start_at: getFirstRow(request.page),
          response_size: AUDIT_PAGE,
        },
        signal,
      }),
    enabled: request.range !== undefined,
    placeholderData: keepPreviousData,
  })

/** Interval of the check for newer rows. */
const NEWER_POLL_MS = 30_000
/** An end this close to now counts as "until now", like the end of the default range. */
const OPEN_END_TOLERANCE_MS = 120_000

/** Whether the range ended about now when it was chosen; not evaluated again as time passes. */
const useReachesNow = (end: number | undefined): boolean =>
  useMemo(() => end !== undefined && end * 1000 + OPEN_END_TOLERANCE_MS > nowMs(), [end])

/**
 * Number of matching rows newer than the newest row shown, at most one page of rows. 0 on later pages and for
 * ranges that end in the past. Polled; the first request follows after one interval.
 */
export function useNewerRows(request: AuditRequest, query: ReturnType<typeof useAudit>): number {
  const [newest] = query.data?.audit_log ?? []
  const { range, page } = request
  const isOpenEnded = useReachesNow(range?.end)
  const { data } = useQuery({
    queryKey: ['audit', 'newer', request.names, range, newest?.pkey],
    queryFn: async ({ signal }) => {
      const { audit_log } = await call(listAudit, {
        query: {
          ...toQuery(request),
          start_date: newest ? Math.floor(Date.parse(newest.created_date) / 1000) : range?.start,
          end_date: undefined,
          order_by: 'created_date desc',
          response_size: AUDIT_PAGE,
        },
        signal,
      })
      return audit_log.filter(({ pkey }) => pkey > (newest?.pkey ?? 0)).length
    },
    enabled: isOpenEnded && page === 0 && query.data !== undefined && !query.isPlaceholderData,
    initialData: 0,
    staleTime: NEWER_POLL_MS,
    refetchInterval: NEWER_POLL_MS,
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

/** Input of the export of all filtered rows. */
export const getExportInput = (request: AuditRequest, format: 'csv' | 'jsonl') => ({
  query: { ...toQuery(request), format },
})
