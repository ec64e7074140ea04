import { NOTIFICATION_DEFAULT_MS } from '../constants.ts'
import { PACIFIC } from '../maintenance/pacific.ts'

/** In the order of the form (spec 2 §4). */
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
export const COMPLETE = 'Maintenance Complete' satisfies NotificationType

/** Shown in Aviary between two times; the other types are sent at one time (spec 2 §4). */
export const isOpenType = (type: NotificationType): boolean => type === OPEN_TYPE

const PREFIXES: Record<NotificationType, string> = {
  'Personalized Open': '',
  'Maintenance Announcement': '',
  'Maintenance Update': '[Update] ',
  'Maintenance Cancelled': '[Cancelled] ',
  'Maintenance Complete': '[Complete] ',
}

const dateFormat = new Intl.DateTimeFormat('en-US', {
  timeZone: PACIFIC,
  year: 'numeric',
  month: 'long',
  day: 'numeric',
})

/** 'Data Center Maintenance November 21, 2026' with the type's prefix; the event's date, in Pacific time. */
export const defaultSubject = (type: NotificationType, eventStart: number): string =>
  `${PREFIXES[type]}Data Center Maintenance ${dateFormat.format(eventStart)}`

const MINUTE_MS = 60_000

/**
 * Default send time in milliseconds since 1970: 3 hours from now; for a Complete the end of its event, or now if
 * that has passed. Whole minutes, as people enter them.
 */
export function defaultSendTime(type: NotificationType, eventEnd: number, now: number): number {
  const end = type === COMPLETE ? Math.max(eventEnd, now) : now + NOTIFICATION_DEFAULT_MS
  return Math.ceil(end / MINUTE_MS) * MINUTE_MS
}

/** How far back a send time may lie: people choose minutes, and the current one has begun. */
export const SEND_TIME_GRACE_MS = 60_000

/** Zones of a Personalized Open's preview; the default is the second (spec 2 §9). */
export const PREVIEW_ZONES = ['Europe/Paris', 'GMT', 'US/Central', 'America/Los_Angeles'] as const
export type PreviewZone = (typeof PREVIEW_ZONES)[number]
export const DEFAULT_PREVIEW_ZONE: PreviewZone = 'GMT'

const ABBREVIATIONS: Record<PreviewZone, readonly [standard: string, daylight: string]> = {
  'Europe/Paris': ['CET', 'CEST'],
  GMT: ['GMT', 'GMT'],
  'US/Central': ['CST', 'CDT'],
  'America/Los_Angeles': ['PST', 'PDT'],
}

/** `CET` or `CEST`, depending on `offset`, the minutes ahead of UTC. */
export function zoneAbbreviation(zone: PreviewZone, offset: number): string {
  const standard = { 'Europe/Paris': 60, GMT: 0, 'US/Central': -360, 'America/Los_Angeles': -480 }[zone]
  return ABBREVIATIONS[zone][offset === standard ? 0 : 1]
}
