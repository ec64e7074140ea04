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
  /** Display names of data centers and flags, by system name. */
  dataCenters: ReadonlyMap<string, string>
  flags: ReadonlyMap<string, string>
}

const REFRESH_SECONDS = 60 * 60

/** The events as one iCalendar file (RFC 5545), times in UTC. Equal events give equal text. */
export function toICalendar(events: readonly EventRow[], parts: CalendarParts): string {
  const calendar = ical({
    name: toPlainText(parts.title),
    prodId: { company: toPlainText(parts.providerName), product: 'Aviary', language: 'EN' },
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
    // An end must be later than its start (RFC 5545 §3.8.2.2); an event without an end takes no time.
    end: endDate > startDate ? endDate : null,
    summary: toSummary(event, parts),
    description: { plain: toDescription(event, parts) },
    location: formatDataCenters(event, parts),
    url: `${parts.publicUrl}/maintenance_event/review/${eventId}`,
    status: ICalEventStatus.CONFIRMED,
    // The event is shown without marking the person as busy.
    transparency: ICalEventTransparency.TRANSPARENT,
    busystatus: ICalEventBusyStatus.FREE,
  }
}

function toSummary(event: EventRow, parts: CalendarParts): string {
  const flag = getFlagName(event, parts)
  const marks = [event.isTest && 'TEST', event.isInternal && 'INTERNAL', flag].filter(Boolean)
  return toPlainText([...marks.map((mark) => `[${mark}]`), event.title].join(' '))
}

function toDescription(event: EventRow, parts: CalendarParts): string {
  const flag = getFlagName(event, parts)
  return toPlainText(
    [
      `Data centers: ${formatDataCenters(event, parts)}`,
      `Audience: ${event.isInternal ? 'Internal' : 'External + Internal'}`,
      ...(flag ? [`Flag: ${flag}`] : []),
      ...(event.jiraIds.length > 0 ? [`Jira: ${joinJiraIds(event.jiraIds)}`] : []),
      `Start: ${formatPacific(event.startDate)}`,
      `End: ${formatPacific(event.endDate)}`,
    ].join('\n'),
  )
}

const getFlagName = ({ flag }: EventRow, { flags }: CalendarParts): string | null =>
  flag && (flags.get(flag) ?? flag)

const formatDataCenters = (event: EventRow, { dataCenters }: CalendarParts): string =>
  toPlainText(joinDisplayNames(event.dataCenters, dataCenters))

/** `2026-07-01 10:00 PDT` */
function formatPacific(date: Date): string {
  const instant = date.getTime()
  const zone = zoneAbbreviation('America/Los_Angeles', offsetMinutes(instant))
  return `${wallTime(instant).slice(0, 16).replace('T', ' ')} ${zone}`
}

/** Replaces control characters that an iCalendar text cannot hold; line breaks and tabs stay. */
const toPlainText = (text: string): string => text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]/gu, ' ')
