const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const YEAR = 365 * DAY

/**
 * Bucket lengths in seconds that are easy to read on an axis; the last is for the longest range that a call
 * allows.
 */
const LENGTHS = [
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR),
  ...[1, 2, 7, 30, 90].map((days) => days * DAY),
  ...[1, 2, 5, 10, 20, 50, 100, 200].map((years) => years * YEAR),
]

type Range = { start: number; end: number; limit: number }

/**
 * Shortest bucket length in seconds with which a range (milliseconds, both ends included) touches at most
 * `limit` buckets. Buckets begin at multiples of the length since 1970 (UTC), wherever the range begins.
 */
export function bucketSeconds({ start, end, limit }: Range): number {
  const isEnough = (seconds: number) =>
    Math.floor(end / 1000 / seconds) - Math.floor(start / 1000 / seconds) + 1 <= limit
  return LENGTHS.find(isEnough) ?? 200 * YEAR
}
