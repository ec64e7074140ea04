import { NOTIFICATION_DEFAULT_MS } from '../constants.ts'
import { PACIFIC } from '../maintenance/pacific.ts'

/** Notification types, in the order of the form (spec 2 §4). */
export const NOTIFICATION_TYPES = [
  'Personalized Open',
  'Maintenance Announcement',
  'Maintenance Update',
  'Maintenance Cancelled',
  'Maintenance Complete',
] as const
export type NotificationType = (typeof NOTIFICATION_TYPES)[number]

export const OPEN_TYPE = 'Personalized Open' satisfies NotificationType
export const ANNOUNCEMENT = 'Maintenance Announcement' satisfies NotificationType
export const UPDATE = 'Maintenance Update' satisfies NotificationType
/** The only type that can be written for a cancelled event. */
export const CANCELLED = 'Maintenance Cancelled' satisfies NotificationType
export const COMPLETE = 'Maintenance Complete' satisfies NotificationType

/**
 * Whether a notification is shown in Aviary between two times; the other types have a send time instead (spec
 * 2 §4).
 */
export const isOpenType = (type: NotificationType): boolean => type === OPEN_TYPE

const PREFIXES: Record<NotificationType, string> = {
  'Personalized Open': '',
  'Maintenance Announcement': '',
  'Maintenance Update': '[Update] ',
  'Maintenance Cancelled': '[Cancelled] ',
  'Maintenance Complete': '[Complete] ',
}

let dateFormat: Intl.DateTimeFormat | undefined

/** Creates the format on the first use, because that is slow and most pages never use it. */
function formatDate(time: number): string {
  dateFormat ??= new Intl.DateTimeFormat('en-US', {
    timeZone: PACIFIC,
    year: 'numeric',
    month: 'long',
    day: 'numeric',
  })
  return dateFormat.format(time)
}

/**
 * For example '[Update] Data Center Maintenance November 21, 2026': the type's prefix and the event's start
 * date in Pacific time.
 */
export const defaultSubject = (type: NotificationType, eventStart: number): string =>
  `${PREFIXES[type]}Data Center Maintenance ${formatDate(eventStart)}`

const MINUTE_MS = 60_000

/**
 * Default send time in milliseconds since 1970, in whole minutes: 3 hours from now. For a Maintenance
 * Complete, the end of the event, or now if the event has ended.
 */
export function defaultSendTime(type: NotificationType, eventEnd: number, now: number): number {
  const end = type === COMPLETE ? Math.max(eventEnd, now) : now + NOTIFICATION_DEFAULT_MS
  return Math.ceil(end / MINUTE_MS) * MINUTE_MS
}

/**
 * How far a send time may lie in the past, because people choose whole minutes and the current minute has
 * already begun.
 */
export const SEND_TIME_GRACE_MS = 60_000

/** Time zones in which the preview of a Personalized Open can show times (spec 2 §9). */
export const PREVIEW_ZONES = ['Europe/Paris', 'GMT', 'US/Central', 'America/Los_Angeles'] as const
export type PreviewZone = (typeof PREVIEW_ZONES)[number]
export const DEFAULT_PREVIEW_ZONE: PreviewZone = 'GMT'

const ABBREVIATIONS: Record<PreviewZone, readonly [standard: string, daylight: string]> = {
  'Europe/Paris': ['CET', 'CEST'],
  GMT: ['GMT', 'GMT'],
  'US/Central': ['CST', 'CDT'],
  'America/Los_Angeles': ['PST', 'PDT'],
}

/**
 * Abbreviation of a zone at an offset (minutes ahead of UTC), for example `CET` for 60 and `CEST` for 120.
 */
export function zoneAbbreviation(zone: PreviewZone, offset: number): string {
  const standard = { 'Europe/Paris': 60, GMT: 0, 'US/Central': -360, 'America/Los_Angeles': -480 }[zone]
  return ABBREVIATIONS[zone][offset === standard ? 0 : 1]
}
