import { toPacificWire, wallTime } from '@aviary/contract/maintenance/pacific'
import type { SecurityIncident } from '@aviary/contract/security/schemas'
import { instantIn, NO_TIME, type PacificTime, pacificTimeAt } from '../../shared/time/pacific-time.ts'

/** The values of a security incident's form. */
export type IncidentValues = {
  title: string
  status: string
  description: string
  start: PacificTime
  end: PacificTime
}

/** Statuses to choose from; any other text is a status too (spec 3 §3). */
export const STATUSES = ['Open', 'Investigation', 'In Progress', 'Resolved', 'Closed'] as const

const MINUTE_MS = 60_000

/** A new security incident starts in the current minute and has no end yet. */
export const emptyAt = (now: number): IncidentValues => ({
  ...{ title: '', status: '', description: '' },
  start: pacificTimeAt(Math.floor(now / MINUTE_MS) * MINUTE_MS),
  end: NO_TIME,
})

export const valuesOf = (incident: SecurityIncident): IncidentValues => ({
  title: incident.title,
  status: incident.status,
  description: incident.description,
  start: pacificTimeAt(Date.parse(incident.start_date)),
  end: incident.end_date === null ? NO_TIME : pacificTimeAt(Date.parse(incident.end_date)),
})

/** Each field as text; times have seconds, so that every change is visible. */
export const textsOf = (values: IncidentValues): Record<keyof IncidentValues, string> => ({
  title: values.title.trim(),
  status: values.status.trim(),
  description: values.description.trim(),
  start: timeText(values.start),
  end: timeText(values.end),
})

function timeText(time: PacificTime): string {
  const instant = instantIn(time)
  return instant === undefined ? time.wall : toPacificWire(instant).replace('T', ' ')
}

/** Sets the start; an end before the new start becomes equal to it (spec 3 §4). */
export function withStart(values: IncidentValues, start: PacificTime): Partial<IncidentValues> {
  const [startAt, end] = [instantIn(start), instantIn(values.end)]
  return startAt !== undefined && end !== undefined && startAt > end ? { start, end: start } : { start }
}

export type IncidentFault = 'title' | 'status' | 'description' | 'start' | 'end' | 'order'

/**
 * The first reason why a security incident cannot be saved (spec 3 §5). An edit may leave the status empty,
 * which keeps the stored status.
 */
export function faultOf(values: IncidentValues, isNew: boolean): IncidentFault | undefined {
  const [start, end] = [instantIn(values.start), instantIn(values.end)]
  if (values.title.trim() === '') return 'title'
  if (isNew && values.status.trim() === '') return 'status'
  if (values.description.trim() === '') return 'description'
  if (start === undefined) return 'start'
  if (values.end.wall !== '' && end === undefined) return 'end'
  return end !== undefined && end < start ? 'order' : undefined
}

/** A time as typed and in UTC (spec 3 §7). */
function sentTime(time: PacificTime) {
  const instant = instantIn(time)
  return instant === undefined
    ? undefined
    : { typed: toPacificWire(instant), utc: `${wallTime(instant, 'UTC')}Z` }
}

/** The request body of a create. */
export function newIncident(values: IncidentValues) {
  const [start, end] = [sentTime(values.start), sentTime(values.end)]
  return {
    title: values.title.trim(),
    status: values.status.trim(),
    description: values.description.trim(),
    start_date: start?.typed ?? '',
    start_date_utc: start?.utc,
    end_date: end?.typed ?? null,
    end_date_utc: end?.utc ?? null,
  }
}

/** The request body of an edit. */
export function changedIncident(values: IncidentValues) {
  const { status, ...fields } = newIncident(values)
  return { ...fields, ...(status === '' ? {} : { status }) }
}
