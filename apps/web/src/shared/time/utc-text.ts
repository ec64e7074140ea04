// Times in UTC as input fields, files and the API write them. Arguments are milliseconds since 1970.

export const EARLIEST_WALL = '1970-01-01T00:00'
export const LATEST_WALL = '2999-12-31T23:59'

/** `2026-08-20T14:43`, the format of a datetime field. */
export const toWallTime = (time: number): string => new Date(time).toISOString().slice(0, 16)

/** Seconds since 1970 of a datetime field; undefined if it is incomplete or out of range. */
export function toEpochSeconds(wall: string): number | undefined {
  const minute = wall.slice(0, 16)
  const isWhole = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(minute)
  const time =
    isWhole && minute >= EARLIEST_WALL && minute <= LATEST_WALL ? Date.parse(`${minute}Z`) : Number.NaN
  return Number.isNaN(time) ? undefined : time / 1000
}

/** The time of a datetime field as the API takes it; null if it is incomplete or out of range. */
export const toInstant = (wall: string): string | null => {
  const second = toEpochSeconds(wall)
  return second === undefined ? null : new Date(second * 1000).toISOString()
}

/** `2026-08-20` */
export const toDateText = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** `2026-08-20 14:43:05`, the format of files and of the change search (spec 2 §5). */
export const toDateTimeText = (time: number): string =>
  new Date(time).toISOString().slice(0, 19).replace('T', ' ')
