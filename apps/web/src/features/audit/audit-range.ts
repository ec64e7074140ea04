import { AUDIT_DEFAULT_DAYS } from '@aviary/contract/constants'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** From when to when as the fields have it, in UTC: `2026-08-20T14:43`; empty while no moment is entered. */
export type TypedRange = { start: string; end: string }
/** Seconds since 1970, both included. */
export type Range = { start: number; end: number }

export const EARLIEST_WALL = '1970-01-01T00:00'
export const LATEST_WALL = '2999-12-31T23:59'

const wallOf = (ms: number): string => new Date(ms).toISOString().slice(0, 16)

/** spec 3 §9: the last 14 days; up to the end of this minute, so that what has just happened is in it. */
export function usualRange(now: number): TypedRange {
  const end = Math.ceil(now / MINUTE) * MINUTE
  return { start: wallOf(end - AUDIT_DEFAULT_DAYS * DAY), end: wallOf(end) }
}

function secondOf(wall: string): number | undefined {
  const isWhole = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(wall) && wall >= EARLIEST_WALL && wall <= LATEST_WALL
  const at = isWhole ? Date.parse(`${wall.slice(0, 16)}Z`) : Number.NaN
  return Number.isNaN(at) ? undefined : at / 1000
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
