import type { ChangeType, EntityKind, SearchType, TimeUnit } from '@aviary/contract/changes/rules'
import { KEYWORD_MAX_CHARACTERS } from '@aviary/contract/constants'
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
  start: filters.start === null ? '' : wallOf(filters.start),
  end: filters.end === null ? '' : wallOf(filters.end),
})

export const EARLIEST_WALL = '1970-01-01T00:00'
export const LATEST_WALL = '2999-12-31T23:59'

const wallOf = (second: number): string => new Date(second * 1000).toISOString().slice(0, 16)

/** Seconds since 1970 of what a field says in UTC; null while it says no moment. */
function secondOf(wall: string): number | null {
  const text = wall.slice(0, 16)
  const isInRange = text.length === 16 && text >= EARLIEST_WALL && text <= LATEST_WALL
  const at = isInRange ? Date.parse(`${text}Z`) : Number.NaN
  return Number.isNaN(at) ? null : at / 1000
}

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
  if (values.isAbsolute && (start === null || end === null)) faults.dates = 'getApplyTile2'
  else if (values.isAbsolute && Number(start) >= Number(end)) faults.dates = 'fault.order'
  if (values.keywords.trim().length > KEYWORD_MAX_CHARACTERS) faults.keywords = 'fault.keywords'
  return faults
}

/** A number that is greater than 0, and yet none that can be taken: 7,5 or 1e3. */
const isAboveZero = (text: string): boolean => Number(text.replace(',', '.')) > 0

/** The filters that the form asks for, once it has no faults; `before` where the other kind of range is left open. */
export function filtersOf(values: FilterValues, before: Filters): Filters {
  const [start, end] = [secondOf(values.start), secondOf(values.end)]
  const hasDates = start !== null && end !== null && start < end
  return {
    ...values,
    keywords: plainText(values.keywords),
    relativeNumber: readAmount(values.relativeNumber) ?? before.relativeNumber,
    start: hasDates ? start : null,
    end: hasDates ? end : null,
  }
}
