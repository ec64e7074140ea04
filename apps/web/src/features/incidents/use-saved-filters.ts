import { APPLICATION_NAME } from '@aviary/contract/constants'
import { type Preferences, updateProfile } from '@aviary/contract/session/endpoints'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call, isConflict } from '../../shared/api.ts'
import { useWrite } from '../../shared/saving/use-write.ts'
import { sessionQuery, useSession } from '../../shared/session.ts'
import { changeFilters, type FilterChange, FilterNotFound, NameTaken } from './change-filters.ts'

/** The user's saved filters, and how to change them. Changes made in other windows meanwhile are kept. */
export function useSavedFilters() {
  const { t } = useTranslation('incident')
  const client = useQueryClient()
  const { preferences } = useSession()
  const saved = preferences.customer_impact_settings?.allFilters ?? []
  const refetchPreferences = async () =>
    (await client.fetchQuery({ ...sessionQuery, staleTime: 0 })).preferences
  const send = async (change: FilterChange) => {
    try {
      return { ...(await saveChange(preferences, change)), isMerged: false }
    } catch (error) {
      if (!isConflict(error)) throw error
      return { ...(await saveChange(await refetchPreferences(), change)), isMerged: true }
    }
  }
  const save = useWrite(
    (change: FilterChange) =>
      send(change).catch((error) => {
        throw error instanceof FilterNotFound ? new Error(t('saved.gone', { name: error.message })) : error
      }),
    {
      topics: [],
      done: ({ isMerged }) => t(isMerged ? 'toast.settingsMerged' : 'toast.settingsSaved'),
      // A taken name gets no toast, because it is reported beside the field.
      failed: (error) => (error instanceof NameTaken ? undefined : t('toast.settingsFailed')),
      onDone: ({ data }) =>
        client.setQueryData(
          sessionQuery.queryKey,
          (user) => user && { ...user, preferences: data.preferences },
        ),
    },
  )
  return { saved, save }
}

/** Saves the change based on the preferences as read; the server answers 409 if they have changed since. */
function saveChange(preferences: Preferences, change: FilterChange) {
  const allFilters = changeFilters(preferences.customer_impact_settings?.allFilters ?? [], change)
  return call(updateProfile, {
    body: {
      application: APPLICATION_NAME,
      preferences: { customer_impact_settings: { allFilters } },
      read_preferences: { customer_impact_settings: preferences.customer_impact_settings ?? null },
    },
  })
}
