import { AUDIT_DEFAULT_DAYS } from '@aviary/contract/constants'
import { toEpochSeconds, toWallTime } from '../../shared/time/utc-text.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** Range as typed: times in UTC as `2026-08-20T14:43`; a time is empty while incomplete. */
export type TypedRange = { start: string; end: string }
/** Seconds since 1970, both inclusive. */
export type Range = { start: number; end: number }

/** spec 3 §9: the last 14 days. Rounded up to the end of the minute, to include the newest rows. */
export function getDefaultRange(now: number): TypedRange {
  const end = Math.ceil(now / MINUTE) * MINUTE
  return { start: toWallTime(end - AUDIT_DEFAULT_DAYS * DAY), end: toWallTime(end) }
}

/**
 * Range of the URL, with defaults for missing or invalid times. If the end lies before the default start, the
 * start becomes 14 days before that end.
 */
export function readRange(parameters: TypedRange, now: number): TypedRange {
  const defaults = getDefaultRange(now)
  const end = toEpochSeconds(parameters.end) === undefined ? defaults.end : parameters.end
  if (toEpochSeconds(parameters.start) !== undefined) return { start: parameters.start, end }
  return { start: defaults.start <= end ? defaults.start : getDefaultStart(end), end }
}

function getDefaultStart(end: string): string {
  const start = Date.parse(`${end.slice(0, 16)}Z`) - AUDIT_DEFAULT_DAYS * DAY
  return toWallTime(Math.max(0, start))
}

/** Text keys of the reasons why a range cannot be requested. */
export type RangeFaults = { start?: 'fault.moment'; end?: 'fault.moment' | 'fault.order' }

export function findRangeFaults(typed: TypedRange): RangeFaults {
  const [start, end] = [toEpochSeconds(typed.start), toEpochSeconds(typed.end)]
  if (start === undefined || end === undefined)
    return {
      ...(start === undefined ? { start: 'fault.moment' } : {}),
      ...(end === undefined ? { end: 'fault.moment' } : {}),
    }
  return start > end ? { end: 'fault.order' } : {}
}

/** Range in seconds since 1970; undefined for a range with faults. */
export function toRange(typed: TypedRange): Range | undefined {
  const [start, end] = [toEpochSeconds(typed.start), toEpochSeconds(typed.end)]
  return start === undefined || end === undefined || start > end ? undefined : { start, end }
}
