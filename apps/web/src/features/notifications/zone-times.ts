import { offsetMinutes, PACIFIC } from '@aviary/contract/maintenance/pacific'
import { type PreviewZone, zoneAbbreviation } from '@aviary/contract/notifications/rules'
import { dateFormat } from '../../shared/formats.ts'

const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

/** "CET" or "CEST", the zone's abbreviation at that moment (milliseconds since 1970). */
export const zoneName = (instant: number, zone: PreviewZone): string =>
  zoneAbbreviation(zone, offsetMinutes(instant, zone))

/** "Nov 21, 2026, 19:00 CET"; the zone abbreviation is the same in every language, as in the mails. */
export function timeInZone(instant: number, zone: PreviewZone, language: string): string {
  const format = dateFormat(language, {
    timeZone: zone,
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    ...clock,
  })
  return `${format.format(instant)} ${zoneName(instant, zone)}`
}

/** "Nov 21, 10:00 PST", short enough for a button. */
export function shortPacificTime(instant: number, language: string): string {
  const format = dateFormat(language, {
    timeZone: PACIFIC,
    month: 'short',
    day: 'numeric',
    ...clock,
  })
  return `${format.format(instant)} ${zoneName(instant, PACIFIC)}`
}
