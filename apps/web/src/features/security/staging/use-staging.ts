import {
  getStagedReach,
  listStagedEmails,
  readStagedSource,
} from '@aviary/contract/security/staging-endpoints'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../shared/api.ts'
import { readId } from '../../../shared/read-id.ts'
import { useErrorToast } from '../../../shared/use-error-toast.ts'

// Each query key starts with its push topic, so that changes by others refetch the query.

export const STAGED_PAGE = 100

/** Company filter of the staged emails; `nobody` if the typed text is not a company id. */
export type CompanyFilter = number | 'all' | 'nobody'

export function toCompanyFilter(text: string): CompanyFilter {
  const typed = text.trim()
  if (typed === '') return 'all'
  return readId(typed) ?? 'nobody'
}

const EMPTY_PAGE = { staging_emails: [], more_results: false, total: 0 }

/** One page of an import's staged emails, in the order of the file. */
export function useStaged(importId: number, company: CompanyFilter, page: number) {
  const { t } = useTranslation('security-merge')
  const query = useQuery({
    queryKey: ['security', 'staged', importId, company, page],
    queryFn: ({ signal }) => {
      if (company === 'nobody') return EMPTY_PAGE
      const paging = { start_at: page * STAGED_PAGE, response_size: STAGED_PAGE }
      const ofCompany = company === 'all' ? {} : { company_id: company }
      return call(listStagedEmails, { query: { import_id: importId, ...ofCompany, ...paging }, signal })
    },
    placeholderData: keepPreviousData,
  })
  useErrorToast(query.error, t('toast.staged'))
  return query
}

/** The row of the file that a staged email was made from. */
export const useStagedSource = (id: number) =>
  useQuery({
    queryKey: ['security', 'staged-source', id],
    queryFn: ({ signal }) => call(readStagedSource, { query: { staging_id: id }, signal }),
  })

/** Number of an import's unpromoted emails whose company has recipients. */
export const useStagedReach = (importId: number) =>
  useQuery({
    queryKey: ['security', 'staged-reach', importId],
    queryFn: ({ signal }) => call(getStagedReach, { query: { import_id: importId }, signal }),
  })
