import { minutesAround, type Range } from '../range.ts'

/** A part of the range and how many changes took effect in it, in milliseconds since 1970. */
export type Bar = { from: number; to: number; count: number }

type Counted = { bucket_seconds: number; buckets: readonly { start: string; count: number }[] }

/** Every bucket of the range, also those without changes; the first and the last end where the range does. */
export function barsOf({ from, to }: Range, { bucket_seconds, buckets }: Counted): Bar[] {
  const length = bucket_seconds * 1000
  const counts = new Map(buckets.map(({ start, count }) => [Date.parse(start), count]))
  const [known = from] = counts.keys()
  const first = known - Math.ceil((known - from) / length) * length
  const bars: Bar[] = []
  for (let start = first; start < to; start += length)
    bars.push({
      from: Math.max(from, start),
      to: Math.min(to, start + length),
      count: counts.get(start) ?? 0,
    })
  return bars
}

/** Where a moment is in the range, from 0 to 1. */
export const placeOf = (at: number, { from, to }: Range): number =>
  Math.min(1, Math.max(0, (at - from) / Math.max(1, to - from)))

/** The bar at a place of the range, from 0 to 1. */
export function barAt(bars: readonly Bar[], place: number, { from, to }: Range): number {
  const at = from + place * (to - from)
  const found = bars.findIndex((bar) => at < bar.to)
  return found === -1 ? bars.length - 1 : found
}

export const countOf = (bars: readonly Bar[]): number => bars.reduce((sum, { count }) => sum + count, 0)

/** Nothing of before is known to anybody. */
const EARLIEST = Date.UTC(2000, 0, 1)

/** Twice as long around the same middle, up to the end of the next year; undefined where that is not any longer. */
export function widened({ from, to }: Range, now: number): Range | undefined {
  const half = (to - from) / 2
  const latest = Date.UTC(new Date(now).getUTCFullYear() + 2, 0, 1)
  const wider = {
    from: Math.min(from, Math.max(EARLIEST, from - half)),
    to: Math.max(to, Math.min(latest, to + half)),
  }
  return wider.from < from || wider.to > to ? wider : undefined
}

/** Whether there is anything between them that absolute dates can tell apart. */
export function isNarrower(part: Range, whole: Range): boolean {
  const [a, b] = [minutesAround(part), minutesAround(whole)]
  return b.end - b.start > a.end - a.start
}
