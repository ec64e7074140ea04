import type { ChangeType, EntityKind, SearchType, TimeUnit } from '@aviary/contract/changes/rules'
import { KEYWORD_MAX_CHARACTERS } from '@aviary/contract/constants'
import { toEpochSeconds, toWallTime } from '../../shared/time/utc-text.ts'
import { type DateFault, type Filters, getDateFault, plainText, readAmount } from './change-search.ts'

/** Form values of the filters; typed text may be invalid. */
export type FilterValues = {
  changeType: ChangeType
  searchType: SearchType
  keywords: string
  isAbsolute: boolean
  relativeNumber: string
  relativeUnit: TimeUnit
  /** Start and end: UTC as `2026-08-20T14:43`, or empty. */
  start: string
  end: string
  names: Readonly<Record<EntityKind, readonly string[]>>
}

export const toFormValues = (filters: Filters): FilterValues => ({
  ...filters,
  relativeNumber: String(filters.relativeNumber),
  start: filters.start === null ? '' : toWallTime(filters.start * 1000),
  end: filters.end === null ? '' : toWallTime(filters.end * 1000),
})

/** Text keys of the reasons why the filters cannot be applied. */
export type Faults = {
  number?: 'getApplyTile5' | 'fault.number'
  dates?: DateFault
  keywords?: 'fault.keywords'
}

/** Validation rules of spec 2 §5. */
export function findFaults(values: FilterValues): Faults {
  const faults: Faults = {}
  if (!values.isAbsolute && readAmount(values.relativeNumber) === undefined)
    faults.number = isAboveZero(values.relativeNumber) ? 'fault.number' : 'getApplyTile5'
  const dateFault = values.isAbsolute ? getDateFault(toDates(values)) : undefined
  if (dateFault) faults.dates = dateFault
  if (values.keywords.trim().length > KEYWORD_MAX_CHARACTERS) faults.keywords = 'fault.keywords'
  return faults
}

const toDates = (values: FilterValues) => ({
  start: toEpochSeconds(values.start) ?? null,
  end: toEpochSeconds(values.end) ?? null,
})

/** True also for numbers that `readAmount` rejects, such as 1,000 or 1e3; their fault has its own text. */
const isAboveZero = (text: string): boolean => Number(text.replace(',', '.')) > 0

/**
 * Filters of a form without faults. A form with absolute dates may hold an invalid relative amount; the
 * filters then keep the `applied` amount.
 */
export function toFilters(values: FilterValues, applied: Filters): Filters {
  const dates = toDates(values)
  return {
    ...values,
    keywords: plainText(values.keywords),
    relativeNumber: readAmount(values.relativeNumber) ?? applied.relativeNumber,
    ...(getDateFault(dates) === undefined ? dates : { start: null, end: null }),
  }
}
