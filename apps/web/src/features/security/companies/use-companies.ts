import { joinNames } from '@aviary/contract/rules'
import { countSecurityRecipients, listSecurityRecipients } from '@aviary/contract/security/email-endpoints'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../shared/api.ts'
import { useErrorToast } from '../../../shared/use-error-toast.ts'

// Each query key starts with its push topic, so that changes by others refetch the query.

/** Each field is undefined while it loads, or if it could not be loaded. */
export type Company = {
  /** Name of the company; null if the company is not in the catalogue. */
  name: string | null | undefined
  /** Number of the company's active security users. */
  people: number | undefined
}
export type CompanyOf = (companyId: number) => Company

const UNKNOWN: Company = { name: undefined, people: undefined }

/** Names of companies and the number of people who get their security mails, in one request for all companies. */
export function useCompanies(companyIds: readonly number[]) {
  const { t } = useTranslation('security-emails')
  const ids = sortedOnce(companyIds)
  const query = useQuery({
    queryKey: ['security', 'companies', ids],
    queryFn: ({ signal }) => call(countSecurityRecipients, { query: toQuery(ids), signal }),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  })
  useErrorToast(query.error, t('toast.recipients'))
  const { data, error, isPlaceholderData } = query
  const companyOf = useMemo((): CompanyOf => {
    if (!data) return () => UNKNOWN
    return (id) => {
      const name = data.names[id]
      // Placeholder data is the previous page's answer, so a company that it lacks may exist.
      if (isPlaceholderData && name === undefined) return UNKNOWN
      return { name: name ?? null, people: data.impact[id] ?? 0 }
    }
  }, [data, isPlaceholderData])
  return { companyOf, error }
}

export type Recipients = { total: number; emails: readonly string[] }

/**
 * The addresses that get the security mails of companies, in one request for all companies; undefined while they
 * load.
 */
export function useRecipients(companyIds: readonly number[]) {
  const ids = sortedOnce(companyIds)
  const query = useQuery({
    queryKey: ['security', 'recipients', ids],
    queryFn: async ({ signal }) => {
      const { recipients } = await call(listSecurityRecipients, { query: toQuery(ids), signal })
      return new Map<number, Recipients>(recipients.map(({ company_id, ...rest }) => [company_id, rest]))
    },
    enabled: ids.length > 0,
  })
  return query
}

const sortedOnce = (ids: readonly number[]): number[] => [...new Set(ids)].sort((a, b) => a - b)
const toQuery = (ids: readonly number[]) => ({ company_ids: joinNames(ids.map(String)) })
