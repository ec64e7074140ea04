import { offsetMinutes, wallTime } from '@aviary/contract/maintenance/pacific'
import { FIRST_FLAGS, joinJiraIds } from '@aviary/contract/maintenance/rules'
import { zoneAbbreviation } from '@aviary/contract/notifications/rules'
import ical, {
  ICalCalendarMethod,
  ICalEventBusyStatus,
  type ICalEventData,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator'
import { joinDisplayNames } from '../reference/public.ts'
import { type CalendarTexts, calendarTexts } from './calendar-texts.ts'
import type { EventRow } from './queries.ts'

export type CalendarParts = {
  /** A language that has texts. */
  language: string
  providerName: string
  publicUrl: string
  /** Display name of the data center of the calendar; undefined for a calendar of all. */
  dataCenter: string | undefined
  /** Display names of data centers and flags, by system name. */
  dataCenters: ReadonlyMap<string, string>
  flags: ReadonlyMap<string, string>
}

const FLAGS = Object.keys(FIRST_FLAGS) as (keyof typeof FIRST_FLAGS)[]
const REFRESH_SECONDS = 60 * 60

/** The events as one iCalendar file (RFC 5545), times in UTC. Equal events give equal text. */
export function toICalendar(events: readonly EventRow[], parts: CalendarParts): string {
  const { providerName, language } = parts
  const calendar = ical({
    name: toPlainText(getTitle(parts)),
    prodId: { company: toPlainText(providerName), product: 'Aviary', language: language.toUpperCase() },
    method: ICalCalendarMethod.PUBLISH,
    ttl: REFRESH_SECONDS,
    events: events.map((event) => toICalEvent(event, parts)),
  })
  return `${calendar.toString()}\r\n`
}

function getTitle({ language, providerName, dataCenter }: CalendarParts): string {
  const texts = calendarTexts(language)
  const title = texts.title.replace('{{provider}}', () => providerName)
  return dataCenter === undefined ? title : toLine(texts, title, dataCenter)
}

const toLine = ({ line }: CalendarTexts, label: string, value: string): string =>
  line.replace(/{{(label|value)}}/g, (_, name) => (name === 'label' ? label : value))

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
    status: event.cancelledAt ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    // The event is shown without marking the person as busy.
    transparency: ICalEventTransparency.TRANSPARENT,
    busystatus: ICalEventBusyStatus.FREE,
  }
}

function toSummary(event: EventRow, parts: CalendarParts): string {
  const texts = calendarTexts(parts.language)
  const flag = getFlagName(event, parts)
  const marks = [
    // Some calendar programs show the status of an event nowhere.
    event.cancelledAt && texts.cancelled,
    event.isTest && texts.test,
    event.isInternal && texts.internal,
    flag,
  ].filter(Boolean)
  return toPlainText([...marks.map((mark) => `[${mark}]`), event.title].join(' '))
}

function toDescription(event: EventRow, parts: CalendarParts): string {
  const texts = calendarTexts(parts.language)
  const facts: readonly (readonly [label: string, value: string | null])[] = [
    [texts.dataCenters, formatDataCenters(event, parts)],
    [texts.audience, event.isInternal ? texts.internalOnly : texts.everybody],
    [texts.flag, getFlagName(event, parts)],
    ['Jira', joinJiraIds(event.jiraIds)],
    [texts.start, formatPacific(event.startDate)],
    [texts.end, formatPacific(event.endDate)],
  ]
  const lines = facts.flatMap(([label, value]) => (value ? [toLine(texts, label, value)] : []))
  return toPlainText(lines.join('\n'))
}

/** The flags of a new installation have a name in each language, unless they were renamed. */
function getFlagName({ flag }: EventRow, { flags, language }: CalendarParts): string | null {
  if (!flag) return null
  const name = flags.get(flag) ?? flag
  const translated = FLAGS.find((first) => first === flag && FIRST_FLAGS[first] === name)
  return translated ? calendarTexts(language).flags[translated] : name
}

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
