import { offsetMinutes, wallTime } from '@aviary/contract/maintenance/pacific'
import { joinJiraIds } from '@aviary/contract/maintenance/rules'
import { zoneAbbreviation } from '@aviary/contract/notifications/rules'
import ical, {
  ICalCalendarMethod,
  ICalEventBusyStatus,
  type ICalEventData,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator'
import { joinDisplayNames } from '../reference/public.ts'
import type { EventRow } from './queries.ts'

export type CalendarParts = {
  title: string
  providerName: string
  publicUrl: string
  /** What people read for data centers and flags, by system name. */
  dataCenters: ReadonlyMap<string, string>
  flags: ReadonlyMap<string, string>
}

const REFRESH_SECONDS = 60 * 60

/** The events as one iCalendar file (RFC 5545), times in UTC. The same events make the same text. */
export function toICalendar(events: readonly EventRow[], parts: CalendarParts): string {
  const calendar = ical({
    name: plain(parts.title),
    prodId: { company: plain(parts.providerName), product: 'Aviary', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: REFRESH_SECONDS,
    events: events.map((event) => toICalEvent(event, parts)),
  })
  return `${calendar.toString()}\r\n`
}

function toICalEvent(event: EventRow, parts: CalendarParts): ICalEventData {
  const { eventId, startDate, endDate, createdDate, updatedAt, version } = event
  const changed = updatedAt ?? createdDate
  return {
    id: `maintenance-${eventId}@${new URL(parts.publicUrl).host}`,
    sequence: version,
    stamp: changed,
    created: createdDate,
    lastModified: changed,
    start: startDate,
    // An end must be later than its start (RFC 5545 §3.8.2.2); without one the event is a moment.
    end: endDate > startDate ? endDate : null,
    summary: summaryOf(event, parts),
    description: { plain: descriptionOf(event, parts) },
    location: dataCentersOf(event, parts),
    url: `${parts.publicUrl}/maintenance_event/review/${eventId}`,
    status: ICalEventStatus.CONFIRMED,
    // It is in people's calendars to be seen, and takes none of their time.
    transparency: ICalEventTransparency.TRANSPARENT,
    busystatus: ICalEventBusyStatus.FREE,
  }
}

function summaryOf(event: EventRow, parts: CalendarParts): string {
  const flag = flagOf(event, parts)
  const marks = [event.isTest && 'TEST', event.isInternal && 'INTERNAL', flag].filter(Boolean)
  return plain([...marks.map((mark) => `[${mark}]`), event.title].join(' '))
}

function descriptionOf(event: EventRow, parts: CalendarParts): string {
  const flag = flagOf(event, parts)
  return plain(
    [
      `Data centers: ${dataCentersOf(event, parts)}`,
      `Audience: ${event.isInternal ? 'Internal' : 'External + Internal'}`,
      ...(flag ? [`Flag: ${flag}`] : []),
      ...(event.jiraIds.length > 0 ? [`Jira: ${joinJiraIds(event.jiraIds)}`] : []),
      `Start: ${pacific(event.startDate)}`,
      `End: ${pacific(event.endDate)}`,
    ].join('\n'),
  )
}

const flagOf = ({ flag }: EventRow, { flags }: CalendarParts): string | null =>
  flag && (flags.get(flag) ?? flag)

const dataCentersOf = (event: EventRow, { dataCenters }: CalendarParts): string =>
  plain(joinDisplayNames(event.dataCenters, dataCenters))

/** `2026-07-01 10:00 PDT` */
function pacific(at: Date): string {
  const instant = at.getTime()
  const zone = zoneAbbreviation('America/Los_Angeles', offsetMinutes(instant))
  return `${wallTime(instant).slice(0, 16).replace('T', ' ')} ${zone}`
}

/** Without the control characters that a text there cannot hold; a line break is one that it can. */
const plain = (text: string): string => text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]/gu, ' ')
