import { type Range, toWholeMinutes } from '../range.ts'

/** Number of changes that took effect in a part of the range. Times in milliseconds since 1970. */
export type Bar = { from: number; to: number; count: number }

type Buckets = { bucket_seconds: number; buckets: readonly { start: string; count: number }[] }

/** One bar per bucket, empty ones included. The first and last bar are cut at the ends of the range. */
export function toBars({ from, to }: Range, { bucket_seconds, buckets }: Buckets): Bar[] {
  const length = bucket_seconds * 1000
  const counts = new Map(buckets.map(({ start, count }) => [Date.parse(start), count]))
  const [firstBucket = from] = counts.keys()
  const first = firstBucket - Math.ceil((firstBucket - from) / length) * length
  const bars: Bar[] = []
  for (let start = first; start < to; start += length)
    bars.push({
      from: Math.max(from, start),
      to: Math.min(to, start + length),
      count: counts.get(start) ?? 0,
    })
  return bars
}

/** Position of a time in the range, from 0 to 1. */
export const toPosition = (time: number, { from, to }: Range): number =>
  Math.min(1, Math.max(0, (time - from) / Math.max(1, to - from)))

/** Index of the bar at a position of the range, from 0 to 1. */
export function findBarIndex(bars: readonly Bar[], position: number, { from, to }: Range): number {
  const time = from + position * (to - from)
  const index = bars.findIndex((bar) => time < bar.to)
  return index === -1 ? bars.length - 1 : index
}

export const countChanges = (bars: readonly Bar[]): number => bars.reduce((sum, { count }) => sum + count, 0)

/** Earliest start when zooming out: no older changes are expected. */
const EARLIEST = Date.UTC(2000, 0, 1)

/** The range doubled around its middle, at most to the end of next year; undefined if it cannot grow. */
export function widenRange({ from, to }: Range, now: number): Range | undefined {
  const half = (to - from) / 2
  const latest = Date.UTC(new Date(now).getUTCFullYear() + 2, 0, 1)
  const wider = {
    from: Math.min(from, Math.max(EARLIEST, from - half)),
    to: Math.max(to, Math.min(latest, to + half)),
  }
  return wider.from < from || wider.to > to ? wider : undefined
}

/** Whether `part` is shorter than `whole` after rounding to minutes, the precision of absolute dates. */
export function isNarrower(part: Range, whole: Range): boolean {
  const [a, b] = [toWholeMinutes(part), toWholeMinutes(whole)]
  return b.end - b.start > a.end - a.start
}
