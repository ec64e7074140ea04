import { APPLICATION_NAME } from '@aviary/contract/constants'
import { type Preferences, updateProfile } from '@aviary/contract/session/endpoints'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call, isConflict } from '../../shared/api.ts'
import { useWrite } from '../../shared/saving/use-write.ts'
import { sessionQuery, useSession } from '../../shared/session.ts'
import { changeFilters, type FilterChange, FilterGone, NameTaken } from './change-filters.ts'

/** The person's saved filters, and how to change them. Another window's changes are kept. */
export function useSavedFilters() {
  const { t } = useTranslation('incident')
  const client = useQueryClient()
  const { preferences } = useSession()
  const saved = preferences.customer_impact_settings?.allFilters ?? []
  const readAgain = async () => (await client.fetchQuery({ ...sessionQuery, staleTime: 0 })).preferences
  const send = async (change: FilterChange) => {
    try {
      return { ...(await saveOver(preferences, change)), isMerged: false }
    } catch (error) {
      if (!isConflict(error)) throw error
      return { ...(await saveOver(await readAgain(), change)), isMerged: true }
    }
  }
  const save = useWrite(
    (change: FilterChange) =>
      send(change).catch((error) => {
        throw error instanceof FilterGone ? new Error(t('saved.gone', { name: error.message })) : error
      }),
    {
      topics: [],
      done: ({ isMerged }) => t(isMerged ? 'toast.settingsMerged' : 'toast.settingsSaved'),
      // A taken name is said beside the field.
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

/** Saves the change on top of what was read; the server refuses it when something else is there by now. */
function saveOver(read: Preferences, change: FilterChange) {
  const allFilters = changeFilters(read.customer_impact_settings?.allFilters ?? [], change)
  return call(updateProfile, {
    body: {
      application: APPLICATION_NAME,
      preferences: { customer_impact_settings: { allFilters } },
      read_preferences: { customer_impact_settings: read.customer_impact_settings ?? null },
    },
  })
}
