import { useState } from 'react'
import { forget, keep as keepText, readKept } from '../../shared/saving/storage.ts'
import { DRAFT_PREFIX } from '../../shared/saving/use-draft.ts'
import { keyOf } from './change-address.ts'
import type { Filters } from './change-search.ts'
import { type FilterValues, valuesOf } from './filter-values.ts'

const KEY = `${DRAFT_PREFIX}changes`

type Edits = Partial<FilterValues>
type Draft = { of: string; edits: Edits }
const NONE: Draft = { of: '', edits: {} }

/**
 * The filters as they stand in the form: those of the search that shows, and over them what was changed but not applied
 * yet. That is kept through a reload, and belongs to this search: another one, by a link or by Back, shows its own. Where
 * only the range became another, by the picture, the rest of it stays.
 */
export function useFilterDraft(filters: Filters) {
  const key = keyOf(filters)
  const [shown, setShown] = useState(filters)
  const [draft, setDraft] = useState(readDraft)
  const keep = (next: Draft) => {
    if (next === NONE) forget(KEY)
    else keepText(KEY, JSON.stringify(next))
    setDraft(next)
  }
  if (shown !== filters) {
    setShown(filters)
    if (draft.of !== key && draft.of === keyOf(shown) && besidesDates(shown) === besidesDates(filters)) {
      const { isAbsolute: _, start: __, end: ___, ...rest } = draft.edits
      keep({ of: key, edits: rest })
    }
  }
  const applied = valuesOf(filters)
  const edits: Edits = draft.of === key ? draft.edits : {}
  const values: FilterValues = { ...applied, ...edits }
  return {
    values,
    isEdited: JSON.stringify(values) !== JSON.stringify(applied),
    change: (changes: Edits) => keep({ of: key, edits: { ...edits, ...changes } }),
    forget: () => keep(NONE),
  }
}

const besidesDates = (filters: Filters): string =>
  keyOf({ ...filters, isAbsolute: false, start: null, end: null })

/** Written above; what is not a draft is none. */
function readDraft(): Draft {
  try {
    const found: unknown = JSON.parse(readKept(KEY) ?? 'null')
    if (typeof found === 'object' && found !== null && 'edits' in found && 'of' in found)
      return found as Draft
  } catch {
    // What is not JSON is no draft.
  }
  return NONE
}
