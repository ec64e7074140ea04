// Maintenance is planned in Pacific time (spec 2 §2.3). Offsets come from the platform's time zone data.

export const PACIFIC = 'America/Los_Angeles'

type Parts = Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', string>

const formats = new Map<string, Intl.DateTimeFormat>()

function partsFormat(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const digits = '2-digit'
  const formatter = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    ...{ month: digits, day: digits, hour: digits, minute: digits, second: digits },
  })
  formats.set(zone, formatter)
  return formatter
}

/** Wall time in `zone` at an instant (milliseconds since 1970): `2026-11-01T01:30:00`. */
export function wallTime(instant: number, zone: string = PACIFIC): string {
  const parts = Object.fromEntries(
    partsFormat(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  ) as Parts // the format above returns all of these parts
  const { year, month, day, hour, minute, second } = parts
  return `${year.padStart(4, '0')}-${month}-${day}T${hour}:${minute}:${second}`
}

/** Offset of `zone` from UTC in minutes at an instant; -420 or -480 for Pacific time. */
export const offsetMinutes = (instant: number, zone: string = PACIFIC): number =>
  Math.round((Date.parse(`${wallTime(instant, zone)}Z`) - Math.floor(instant / 1000) * 1000) / 60_000)

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Instants at which clocks in `zone` show `wall` (`2026-11-01T01:30`, seconds optional), earliest first. None
 * if clocks skip this time or it does not exist; two if clocks show it twice.
 */
export function instantsOf(wall: string, zone: string = PACIFIC): number[] {
  const full = wall.length === 16 ? `${wall}:00` : wall
  const asUtc = Date.parse(`${full}Z`)
  if (Number.isNaN(asUtc)) return []
  const offsets = new Set([offsetMinutes(asUtc - DAY_MS, zone), offsetMinutes(asUtc + DAY_MS, zone)])
  return [...offsets]
    .map((offset) => asUtc - offset * 60_000)
    .filter((instant) => wallTime(instant, zone) === full)
    .toSorted((a, b) => a - b)
}

/** Wire format (spec 2 §5): `2026-07-01T10:00:00-0700` in daylight time, `-0800` otherwise. */
export const toPacificWire = (instant: number): string =>
  `${wallTime(instant)}${offsetMinutes(instant) === -420 ? '-0700' : '-0800'}`

const ZONED =
  /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?) ?(Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)$/
const SECOND = 1000

/**
 * Parses a time with its offset; gives milliseconds since 1970, or the fault. An offset of -0700 or -0800 is
 * refused if it is wrong in Pacific time at that moment, such as `-0800` in July.
 */
export function readZoned(text: string): { instant: number } | { fault: string } {
  const [, date, time, zone] = ZONED.exec(text) ?? []
  if (!date || !time || !zone) return { fault: 'use a time with its offset, as 2026-07-01T10:00:00-0700' }
  const wall = `${date}T${time.length === 5 ? `${time}:00` : time}`
  const asUtc = Date.parse(`${wall}Z`)
  // `Date.parse` reads 30 February as a day in March, so the parsed date is compared with the text.
  if (Number.isNaN(asUtc) || !new Date(asUtc).toISOString().startsWith(`${date}T${time.slice(0, 5)}`))
    return { fault: `there is no ${date} ${time}` }
  const offset = zone === 'Z' ? 0 : Number(`${zone[0]}1`) * minutesOf(zone.slice(1).replace(':', ''))
  const instant = asUtc - offset * 60_000
  const isPacific = offset === -420 || offset === -480
  if (isPacific && offsetMinutes(instant) !== offset) return { fault: wrongOffset(wall, zone) }
  return { instant: Math.floor(instant / SECOND) * SECOND }
}

const minutesOf = (digits: string): number => Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2, 4))

function wrongOffset(wall: string, zone: string): string {
  const shown = wall.slice(0, 16).replace('T', ' ')
  const [instant] = instantsOf(wall.slice(0, 19))
  if (instant === undefined) return `${shown} does not exist in Pacific time: clocks go forward over it`
  return `${shown} is ${toPacificWire(instant).slice(-5)} in Pacific time, not ${zone}`
}
