import {
  createCalendarLink,
  deleteCalendarLink,
  getCalendarLink,
} from '@aviary/contract/maintenance/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api.ts'
import { useWrite } from '../../shared/saving/use-write.ts'

const LINK = 'calendar-link'

/** Creation time of the user's feed URLs; null if there are none, undefined until loaded. */
export function useFeedDate() {
  const { data, error } = useQuery({
    queryKey: [LINK],
    queryFn: async ({ signal }) => (await call(getCalendarLink, { signal })).created_date,
    staleTime: 0,
  })
  return { since: data, error }
}

/** Creates the feed URLs. Only this answer contains the URLs, so they cannot be shown again later. */
export function useCreateFeed(onDone: () => void) {
  const { t } = useTranslation('maintenance')
  return useWrite(async () => (await call(createCalendarLink, { body: {} })).links, {
    topics: [LINK],
    failed: t('toast.feedFailed'),
    refreshOnFailure: false,
    onDone,
  })
}

export function useEndFeed(onDone: () => void) {
  const { t } = useTranslation('maintenance')
  return useWrite(() => call(deleteCalendarLink, { body: {} }), {
    topics: [LINK],
    done: ({ had_link }) => t(had_link === 'Y' ? 'toast.feedEnded' : 'toast.feedNone'),
    failed: t('toast.feedEndFailed'),
    refreshOnFailure: false,
    onDone,
  })
}
