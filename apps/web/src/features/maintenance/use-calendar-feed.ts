import { createCalendarLink, deleteCalendarLink } from '@aviary/contract/maintenance/endpoints'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api.ts'
import { tellError, tellSuccess } from '../../shared/toasts.ts'

/** The addresses are in the answer and nowhere else: they are not shown again. */
export function useCreateFeed() {
  const { t } = useTranslation('maintenance')
  return useMutation({
    mutationFn: async () => (await call(createCalendarLink, { body: {} })).links,
    onError: (error) => tellError(t('toast.feedFailed'), error),
  })
}

export function useEndFeed(onDone: () => void) {
  const { t } = useTranslation('maintenance')
  return useMutation({
    mutationFn: () => call(deleteCalendarLink, { body: {} }),
    onSuccess: ({ had_link }) => {
      tellSuccess(t(had_link === 'Y' ? 'toast.feedEnded' : 'toast.feedNone'))
      onDone()
    },
    onError: (error) => tellError(t('toast.feedEndFailed'), error),
  })
}
