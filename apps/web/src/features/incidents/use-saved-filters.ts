import { APPLICATION_NAME } from '@aviary/contract/constants'
import type { SavedImpactFilter } from '@aviary/contract/incidents/saved-filters'
import { updateProfile } from '@aviary/contract/session/endpoints'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api.ts'
import { sessionQuery, useSession } from '../../shared/session.ts'
import { tellError, tellSuccess } from '../../shared/toasts.ts'

/** The person's saved filters, and how to replace all of them. */
export function useSavedFilters() {
  const { t } = useTranslation('incident')
  const client = useQueryClient()
  const saved = useSession().preferences.customer_impact_settings?.allFilters ?? []
  const save = useMutation({
    mutationFn: (allFilters: SavedImpactFilter[]) =>
      call(updateProfile, {
        body: { application: APPLICATION_NAME, preferences: { customer_impact_settings: { allFilters } } },
      }),
    onSuccess: ({ data }) => {
      client.setQueryData(sessionQuery.queryKey, (user) => user && { ...user, preferences: data.preferences })
      tellSuccess(t('toast.settingsSaved'))
    },
    onError: (error) => tellError(t('toast.settingsFailed'), error),
  })
  return { saved, save }
}
