import { AUDIT_DEFAULT_DAYS } from '@aviary/contract/constants'
import { secondOf, wallOf } from '../../shared/utc-text.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** From when to when as the fields have it, in UTC: `2026-08-20T14:43`; empty while no moment is entered. */
export type TypedRange = { start: string; end: string }
/** Seconds since 1970, both included. */
export type Range = { start: number; end: number }

/** spec 3 §9: the last 14 days; up to the end of this minute, so that what has just happened is in it. */
export function usualRange(now: number): TypedRange {
  const end = Math.ceil(now / MINUTE) * MINUTE
  return { start: wallOf(end - AUDIT_DEFAULT_DAYS * DAY), end: wallOf(end) }
}

/**
 * What an address says; what it does not say, or says as no moment, is as usual. Of a range that ends before the usual start
 * and says no other, the start is the usual time before its end.
 */
export function readRange(said: TypedRange, now: number): TypedRange {
  const usual = usualRange(now)
  const end = secondOf(said.end) === undefined ? usual.end : said.end
  if (secondOf(said.start) !== undefined) return { start: said.start, end }
  return { start: usual.start <= end ? usual.start : startBefore(end), end }
}

function startBefore(end: string): string {
  const start = Date.parse(`${end.slice(0, 16)}Z`) - AUDIT_DEFAULT_DAYS * DAY
  return wallOf(Math.max(0, start))
}

/** Why a range cannot be asked for, as keys of the texts. */
export type RangeFaults = { start?: 'fault.moment'; end?: 'fault.moment' | 'fault.order' }

export function faultsOf(typed: TypedRange): RangeFaults {
  const [start, end] = [secondOf(typed.start), secondOf(typed.end)]
  if (start === undefined || end === undefined)
    return {
      ...(start === undefined ? { start: 'fault.moment' } : {}),
      ...(end === undefined ? { end: 'fault.moment' } : {}),
    }
  return start > end ? { end: 'fault.order' } : {}
}

/** Undefined while it has faults. */
export function rangeOf(typed: TypedRange): Range | undefined {
  const [start, end] = [secondOf(typed.start), secondOf(typed.end)]
  return start === undefined || end === undefined || start > end ? undefined : { start, end }
}
