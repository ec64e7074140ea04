import { CHANGE_HISTORY_SETTINGS, type ChangeHistorySettings } from '@aviary/contract/changes/settings'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSavePreference } from '../../shared/saving/use-preference.ts'
import type { ChangeSearch } from './change-search.ts'
import { type OptionWord, toSettings } from './settings.ts'

/**
 * Saves the search for the next visit. Saves run one after the other and overwrite a conflicting save of
 * another window. `error` reports a failure, without a toast; a new `searchedAt` (a successful search)
 * retries the failed save.
 */
export function useSaveSettings(searchedAt: number | undefined) {
  const { t } = useTranslation('changes')
  const word: OptionWord = (option) => t(`option.${option}` as 'option.any')
  const { mutate, error, variables } = useSavePreference(
    CHANGE_HISTORY_SETTINGS,
    (_, settings: ChangeHistorySettings) => settings,
    { scope: CHANGE_HISTORY_SETTINGS },
  )
  const lastSearchedAt = useRef(searchedAt)
  useEffect(() => {
    if (searchedAt === lastSearchedAt.current || searchedAt === undefined) return
    lastSearchedAt.current = searchedAt
    if (error && variables) mutate(variables)
  }, [searchedAt, error, variables, mutate])
  return { save: (search: ChangeSearch) => mutate(toSettings(search, word)), error }
}
