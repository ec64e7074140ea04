import { companyId as anyCompanyId } from '@aviary/contract/security/schemas'
import {
  getStagedReach,
  listStagedEmails,
  readStagedSource,
} from '@aviary/contract/security/staging-endpoints'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../shared/api.ts'
import { useErrorToast } from '../../../shared/use-error-toast.ts'

// Every key starts with the push topic of what it shows: somebody else's change is here at once.

export const STAGED_PAGE = 100

/** Whose staged emails are asked for; `nobody` where what was typed is no company. */
export type AskedCompany = number | 'all' | 'nobody'

export function askedCompany(text: string): AskedCompany {
  const typed = text.trim()
  if (typed === '') return 'all'
  return (/^\d+$/.test(typed) && anyCompanyId.safeParse(typed).data) || 'nobody'
}

const NOTHING = { staging_emails: [], more_results: false, total: 0 }

/** One page of the staged emails of an import, in the order of its rows. */
export function useStaged(importId: number, company: AskedCompany, page: number) {
  const { t } = useTranslation('security-merge')
  const found = useQuery({
    queryKey: ['security', 'staged', importId, company, page],
    queryFn: ({ signal }) => {
      if (company === 'nobody') return NOTHING
      const paging = { start_at: page * STAGED_PAGE, response_size: STAGED_PAGE }
      const ofCompany = company === 'all' ? {} : { company_id: company }
      return call(listStagedEmails, { query: { import_id: importId, ...ofCompany, ...paging }, signal })
    },
    placeholderData: keepPreviousData,
  })
  useErrorToast(found.error, t('toast.staged'))
  return found
}

/** The row of the file that a staged email comes from. */
export const useStagedSource = (id: number) =>
  useQuery({
    queryKey: ['security', 'staged-source', id],
    queryFn: ({ signal }) => call(readStagedSource, { query: { staging_id: id }, signal }),
  })

/** Of the staged emails of an import that were not promoted, how many would reach somebody. */
export const useStagedReach = (importId: number) =>
  useQuery({
    queryKey: ['security', 'staged-reach', importId],
    queryFn: ({ signal }) => call(getStagedReach, { query: { import_id: importId }, signal }),
  })
