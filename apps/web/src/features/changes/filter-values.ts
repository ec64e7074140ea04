import type { ChangeType, EntityKind, SearchType, TimeUnit } from '@aviary/contract/changes/rules'
import { KEYWORD_MAX_CHARACTERS } from '@aviary/contract/constants'
import { secondOf, wallOf } from '../../shared/utc-text.ts'
import { type DateFault, dateFaultOf, type Filters, plainText, readAmount } from './change-search.ts'

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
  dates?: DateFault
  keywords?: 'fault.keywords'
}

/** spec 2 §5 */
export function faultsOf(values: FilterValues): Faults {
  const faults: Faults = {}
  if (!values.isAbsolute && readAmount(values.relativeNumber) === undefined)
    faults.number = isAboveZero(values.relativeNumber) ? 'fault.number' : 'getApplyTile5'
  const dateFault = values.isAbsolute ? dateFaultOf(datesOf(values)) : undefined
  if (dateFault) faults.dates = dateFault
  if (values.keywords.trim().length > KEYWORD_MAX_CHARACTERS) faults.keywords = 'fault.keywords'
  return faults
}

const datesOf = (values: FilterValues) => ({
  start: secondOf(values.start) ?? null,
  end: secondOf(values.end) ?? null,
})

/** A number that is greater than 0, and yet none that can be taken: 1,000 or 1e3. */
const isAboveZero = (text: string): boolean => Number(text.replace(',', '.')) > 0

/** The filters that the form asks for, once it has no faults; `before` where the other kind of range is left open. */
export function filtersOf(values: FilterValues, before: Filters): Filters {
  const dates = datesOf(values)
  return {
    ...values,
    keywords: plainText(values.keywords),
    relativeNumber: readAmount(values.relativeNumber) ?? before.relativeNumber,
    ...(dateFaultOf(dates) === undefined ? dates : { start: null, end: null }),
  }
}
