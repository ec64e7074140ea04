import { ENTITY_KINDS, type EntityKind } from '@aviary/contract/changes/rules'
import { useTranslation } from 'react-i18next'
import { useOfflineReason } from '../../shared/online.ts'
import { DEFAULTS, type Filters } from './change-search.ts'
import { findFaults, toFilters, toFormValues } from './filter-values.ts'
import { useFaultWords } from './use-fault-words.ts'
import { useFilterDraft } from './use-filter-draft.ts'
import { useTypedText } from './use-typed-text.ts'

type Options = {
  /** The applied filters, not the edited ones. */
  filters: Filters
  isLoading: boolean
  onApply: (filters: Filters) => void
}

/** State of the filter form, shared by the panel and the row of chips: resizing the window loses no edits. */
export function useFilterForm({ filters, isLoading, onApply }: Options) {
  const { t } = useTranslation('changes')
  const words = useFaultWords()
  const offline = useOfflineReason()
  const { values, isEdited, change, discard } = useFilterDraft(filters)
  const texts: Record<EntityKind, ReturnType<typeof useTypedText>> = {
    data_centers: useTypedText(),
    services: useTypedText(),
    cis: useTypedText(),
  }
  const faults = findFaults(values)
  const firstFault = faults.number ?? faults.dates ?? faults.keywords
  const faultText = firstFault && words(firstFault)
  const disabledReason = faultText ?? offline ?? (isLoading ? t('loading') : undefined)
  return {
    values,
    faults,
    texts,
    disabledReason,
    /** Fault, offline notice or "not applied" hint. */
    statusText: faultText ?? offline ?? (isEdited ? t('notApplied') : ''),
    change,
    /** Whether the filters could be applied. */
    apply: (): boolean => {
      if (disabledReason !== undefined) return false
      discard()
      onApply(toFilters(values, filters))
      return true
    },
    reset: () => {
      for (const kind of ENTITY_KINDS) texts[kind].clear()
      change(toFormValues(DEFAULTS.filters))
    },
  }
}

export type FilterForm = ReturnType<typeof useFilterForm>
