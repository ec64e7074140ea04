import { useCallback, useEffect, useState } from 'react'
import { forget, keep as keepText, readKept } from '../../shared/saving/storage.ts'
import { DRAFT_PREFIX } from '../../shared/saving/use-draft.ts'
import { getFiltersKey } from './change-address.ts'
import type { Filters } from './change-search.ts'
import { type FilterValues, toFormValues } from './filter-values.ts'

const KEY = `${DRAFT_PREFIX}changes`

type Edits = Partial<FilterValues>
type Draft = { filtersKey: string; edits: Edits }
const NONE: Draft = { filtersKey: '', edits: {} }

/**
 * Form values: the applied filters overlaid with unapplied edits. Edits survive a reload and show only with
 * the filters that they were made on, not after a link or Back. If only the dates change (timeline), edits of
 * other fields stay.
 */
export function useFilterDraft(filters: Filters) {
  const key = getFiltersKey(filters)
  const [shown, setShown] = useState(filters)
  const [draft, setDraft] = useState(readDraft)
  useEffect(() => {
    if (draft === NONE) forget(KEY)
    else keepText(KEY, JSON.stringify(draft))
  }, [draft])
  const change = useCallback(
    (changes: Edits) =>
      setDraft((before) => ({ filtersKey: key, edits: { ...editsOn(key, before), ...changes } })),
    [key],
  )
  if (shown !== filters) {
    setShown(filters)
    if (
      draft.filtersKey !== key &&
      draft.filtersKey === getFiltersKey(shown) &&
      getKeyWithoutDates(shown) === getKeyWithoutDates(filters)
    ) {
      const { isAbsolute: _, start: __, end: ___, ...rest } = draft.edits
      setDraft({ filtersKey: key, edits: rest })
    }
  }
  const applied = toFormValues(filters)
  const values: FilterValues = { ...applied, ...editsOn(key, draft) }
  return {
    values,
    isEdited: JSON.stringify(values) !== JSON.stringify(applied),
    change,
    discard: () => setDraft(NONE),
  }
}

const editsOn = (key: string, { filtersKey, edits }: Draft): Edits => (filtersKey === key ? edits : {})

const getKeyWithoutDates = (filters: Filters): string =>
  getFiltersKey({ ...filters, isAbsolute: false, start: null, end: null })

/** The stored draft; a missing or unreadable draft gives `NONE`. */
function readDraft(): Draft {
  try {
    const draft: unknown = JSON.parse(readKept(KEY) ?? 'null')
    if (typeof draft === 'object' && draft !== null && 'edits' in draft && 'filtersKey' in draft)
      return draft as Draft
  } catch {
    // Not JSON: no draft.
  }
  return NONE
}
