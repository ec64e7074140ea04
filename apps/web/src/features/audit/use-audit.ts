import { exportAudit, getAuditSeal, listAudit, listAuditOptions } from '@aviary/contract/audit/endpoints'
import { addressOf } from '@aviary/contract/client'
import { AUDIT_PAGE } from '@aviary/contract/constants'
import { joinNames } from '@aviary/contract/wire'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../shared/api.ts'
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

const OPTIONS_FRESH_MS = 60_000

export const useAuditOptions = () =>
  useQuery({
    queryKey: ['audit', 'options'],
    queryFn: ({ signal }) => call(listAuditOptions, { signal }),
    staleTime: OPTIONS_FRESH_MS,
  })

export const useAuditSeal = () =>
  useQuery({ queryKey: ['audit', 'seal'], queryFn: ({ signal }) => call(getAuditSeal, { signal }) })

/** Where the browser takes the whole of what is filtered from, as a file. */
export const exportAddress = (asked: Asked, format: 'csv' | 'jsonl'): string =>
  `/api${addressOf(exportAudit, { query: { ...queryOf(asked), format } })}`
