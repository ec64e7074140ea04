import type { SavedImpactFilter } from '@aviary/contract/incidents/saved-filters'
import { useTranslation } from 'react-i18next'
import { useSavePreference } from '../../shared/saving/use-preference.ts'
import { useSession } from '../../shared/session.ts'
import { changeFilters, type FilterChange, FilterNotFound, NameTaken } from './change-filters.ts'

/** The user's saved filters, and how to change them. Changes made in other windows meanwhile are kept. */
export function useSavedFilters() {
  const { t } = useTranslation('incident')
  const saved = useSession().preferences.customer_impact_settings?.allFilters ?? []
  const changed = (stored: readonly SavedImpactFilter[], change: FilterChange) => {
    try {
      return { allFilters: changeFilters(stored, change) }
    } catch (error) {
      throw error instanceof FilterNotFound ? new Error(t('saved.gone', { name: error.message })) : error
    }
  }
  const save = useSavePreference(
    'customer_impact_settings',
    ({ customer_impact_settings: stored }, change: FilterChange) => changed(stored?.allFilters ?? [], change),
    {
      done: ({ isMerged }) => t(isMerged ? 'toast.settingsMerged' : 'toast.settingsSaved'),
      // A taken name gets no toast, because it is reported beside the field.
      failed: (error) => (error instanceof NameTaken ? undefined : t('toast.settingsFailed')),
    },
  )
  return { saved, save }
}
