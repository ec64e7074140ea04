import { CHANGE_HISTORY_SETTINGS, type ChangeHistorySettings } from '@aviary/contract/changes/settings'
import { APPLICATION_NAME } from '@aviary/contract/constants'
import { type Preferences, updateProfile } from '@aviary/contract/session/endpoints'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { call, isConflict } from '../../shared/api.ts'
import { useWrite } from '../../shared/saving/use-write.ts'
import { sessionQuery } from '../../shared/session.ts'
import type { ChangeSearch } from './change-search.ts'
import { type OptionWord, toSettings } from './settings.ts'

/**
 * Saves the search for the next visit. Saves run one after the other and overwrite a conflicting save of
 * another window. `error` reports a failure, without a toast; a new `searchedAt` (a successful search)
 * retries the failed save.
 */
export function useSaveSettings(searchedAt: number | undefined) {
  const { t } = useTranslation('changes')
  const client = useQueryClient()
  const word: OptionWord = (option) => t(`option.${option}` as 'option.any')
  const { mutate, error, variables } = useWrite(
    async (settings: ChangeHistorySettings) => {
      try {
        return await saveSettings(client.getQueryData(sessionQuery.queryKey)?.preferences ?? {}, settings)
      } catch (failure) {
        if (!isConflict(failure)) throw failure
        const { preferences } = await client.fetchQuery({ ...sessionQuery, staleTime: 0 })
        return saveSettings(preferences, settings)
      }
    },
    {
      scope: CHANGE_HISTORY_SETTINGS,
      topics: [],
      onDone: ({ data }) => {
        client.setQueryData(
          sessionQuery.queryKey,
          (user) => user && { ...user, preferences: data.preferences },
        )
      },
    },
  )
  const lastSearchedAt = useRef(searchedAt)
  useEffect(() => {
    if (searchedAt === lastSearchedAt.current || searchedAt === undefined) return
    lastSearchedAt.current = searchedAt
    if (error && variables) mutate(variables)
  }, [searchedAt, error, variables, mutate])
  return { save: (search: ChangeSearch) => mutate(toSettings(search, word)), error }
}

const saveSettings = (readPreferences: Preferences, settings: ChangeHistorySettings) =>
  call(updateProfile, {
    body: {
      application: APPLICATION_NAME,
      preferences: { [CHANGE_HISTORY_SETTINGS]: settings },
      read_preferences: { [CHANGE_HISTORY_SETTINGS]: readPreferences[CHANGE_HISTORY_SETTINGS] ?? null },
    },
  })
