import { CHANGES_MAX_EXPORTED } from '@aviary/contract/constants'
import { useTranslation } from 'react-i18next'
import { useCount } from '../../shared/use-count.ts'
import type { Filters } from './change-search.ts'
import { type SearchRequest, useResultCount } from './use-changes.ts'

type FileLimitProps = {
  filters: Filters
  request: SearchRequest
  /** Whether there are more results than the page shown. */
  hasNextPage: boolean
}

/** Hint that the CSV file holds fewer rows than were found; undefined if the file holds all rows. */
export function useFileLimitText({ filters, request, hasNextPage }: FileLimitProps): string | undefined {
  const { t } = useTranslation('changes')
  const number = useCount()
  const count = useResultCount(filters, request)
  const most = number(CHANGES_MAX_EXPORTED)
  if (count === 'unknown') return hasNextPage ? t('csv.most', { most }) : undefined
  return count && count > CHANGES_MAX_EXPORTED ? t('csv.first', { most, number: number(count) }) : undefined
}

/** A component of its own, so that the count, which arrives apart, does not render the results again. */
export function FileLimit({ id, ...props }: FileLimitProps & { id: string }) {
  const text = useFileLimitText(props)
  return text && <span id={id}>{text}</span>
}
