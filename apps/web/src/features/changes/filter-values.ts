import type { ChangeType, EntityKind, SearchType, TimeUnit } from '@aviary/contract/changes/rules'
import { KEYWORD_MAX_CHARACTERS } from '@aviary/contract/constants'
import { secondOf, wallOf } from '../../shared/utc-text.ts'
import { type Filters, plainText, readAmount } from './change-search.ts'

/** The filters as they stand in the form: what is typed may not be right yet. */
export type FilterValues = {
  changeType: ChangeType
  searchType: SearchType
  keywords: string
  isAbsolute: boolean
  relativeNumber: string
  relativeUnit: TimeUnit
  /** In UTC, `2026-08-20T14:43`, or empty. */
  start: string
  end: string
  names: Readonly<Record<EntityKind, readonly string[]>>
}

export const valuesOf = (filters: Filters): FilterValues => ({
  ...filters,
  relativeNumber: String(filters.relativeNumber),
  start: filters.start === null ? '' : wallOf(filters.start * 1000),
  end: filters.end === null ? '' : wallOf(filters.end * 1000),
})

/** Why the filters cannot be applied, as keys of the texts. */
export type Faults = {
  number?: 'getApplyTile5' | 'fault.number'
  dates?: 'getApplyTile2' | 'fault.order'
  keywords?: 'fault.keywords'
}

/** spec 2 §5 */
export function faultsOf(values: FilterValues): Faults {
  const faults: Faults = {}
  const [start, end] = [secondOf(values.start), secondOf(values.end)]
  if (!values.isAbsolute && readAmount(values.relativeNumber) === undefined)
    faults.number = isAboveZero(values.relativeNumber) ? 'fault.number' : 'getApplyTile5'
  if (values.isAbsolute && (start === undefined || end === undefined)) faults.dates = 'getApplyTile2'
  else if (values.isAbsolute && Number(start) >= Number(end)) faults.dates = 'fault.order'
  if (values.keywords.trim().length > KEYWORD_MAX_CHARACTERS) faults.keywords = 'fault.keywords'
  return faults
}

/** A number that is greater than 0, and yet none that can be taken: 7,5 or 1e3. */
const isAboveZero = (text: string): boolean => Number(text.replace(',', '.')) > 0

/** The filters that the form asks for, once it has no faults; `before` where the other kind of range is left open. */
export function filtersOf(values: FilterValues, before: Filters): Filters {
  const [start, end] = [secondOf(values.start), secondOf(values.end)]
  const hasDates = start !== undefined && end !== undefined && start < end
  return {
    ...values,
    keywords: plainText(values.keywords),
    relativeNumber: readAmount(values.relativeNumber) ?? before.relativeNumber,
    start: hasDates ? start : null,
    end: hasDates ? end : null,
  }
}
