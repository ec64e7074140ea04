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
 * Keeps how one searched for the next visit. It asks nobody and tells of nothing: `error` says that it did not succeed.
 * One save follows the other; what another window saved meanwhile is replaced, as the newer of the two. One that failed
 * is tried again when a search has succeeded: `foundAt` is when the one that shows did.
 */
export function useSaveSettings(foundAt: number | undefined) {
  const { t } = useTranslation('changes')
  const client = useQueryClient()
  const word: OptionWord = (option) => t(`option.${option}` as 'option.any')
  const { mutate, error, variables } = useWrite(
    async (settings: ChangeHistorySettings) => {
      try {
        return await saveOver(client.getQueryData(sessionQuery.queryKey)?.preferences ?? {}, settings)
      } catch (failure) {
        if (!isConflict(failure)) throw failure
        const { preferences } = await client.fetchQuery({ ...sessionQuery, staleTime: 0 })
        return saveOver(preferences, settings)
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
  const seen = useRef(foundAt)
  useEffect(() => {
    if (foundAt === seen.current || foundAt === undefined) return
    seen.current = foundAt
    if (error && variables) mutate(variables)
  }, [foundAt, error, variables, mutate])
  return { save: (search: ChangeSearch) => mutate(toSettings(search, word)), error }
}

const saveOver = (read: Preferences, settings: ChangeHistorySettings) =>
  call(updateProfile, {
    body: {
      application: APPLICATION_NAME,
      preferences: { [CHANGE_HISTORY_SETTINGS]: settings },
      read_preferences: { [CHANGE_HISTORY_SETTINGS]: read[CHANGE_HISTORY_SETTINGS] ?? null },
    },
  })
