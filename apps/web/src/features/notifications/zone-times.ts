import { offsetMinutes, PACIFIC } from '@aviary/contract/maintenance/pacific'
import { type PreviewZone, zoneAbbreviation } from '@aviary/contract/notifications/rules'

const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

/** "CET" or "CEST", by what clocks there show at that moment (milliseconds since 1970). */
export const zoneName = (at: number, zone: PreviewZone): string =>
  zoneAbbreviation(zone, offsetMinutes(at, zone))

/** "Nov 21, 2026, 19:00 CET": the same zone names in every language, as the mails have them. */
export function timeInZone(at: number, zone: PreviewZone, language: string): string {
  const format = new Intl.DateTimeFormat(language, {
    timeZone: zone,
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    ...clock,
  })
  return `${format.format(at)} ${zoneName(at, zone)}`
}

/** "Nov 21, 10:00 PST", for a button. */
export function shortPacificTime(at: number, language: string): string {
  const format = new Intl.DateTimeFormat(language, {
    timeZone: PACIFIC,
    month: 'short',
    day: 'numeric',
    ...clock,
  })
  return `${format.format(at)} ${zoneName(at, PACIFIC)}`
}
