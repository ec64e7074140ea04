import {
  createCalendarLink,
  deleteCalendarLink,
  getCalendarLink,
} from '@aviary/contract/maintenance/endpoints'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api.ts'
import { tellError, tellSuccess } from '../../shared/toasts.ts'

const LINK = ['calendar-link']

/** Since when this person has addresses; null without any, undefined until that is known. */
export function useFeedDate() {
  const { data, error } = useQuery({
    queryKey: LINK,
    queryFn: async ({ signal }) => (await call(getCalendarLink, { signal })).created_date,
    staleTime: 0,
  })
  return { since: data, error }
}

/** The addresses are in the answer and nowhere else: they are not shown again. */
export function useCreateFeed(onDone: () => void) {
  const { t } = useTranslation('maintenance')
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () => (await call(createCalendarLink, { body: {} })).links,
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: LINK })
      onDone()
    },
    onError: (error) => tellError(t('toast.feedFailed'), error),
  })
}

export function useEndFeed(onDone: () => void) {
  const { t } = useTranslation('maintenance')
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(deleteCalendarLink, { body: {} }),
    onSuccess: ({ had_link }) => {
      void client.invalidateQueries({ queryKey: LINK })
      tellSuccess(t(had_link === 'Y' ? 'toast.feedEnded' : 'toast.feedNone'))
      onDone()
    },
    onError: (error) => tellError(t('toast.feedEndFailed'), error),
  })
}
