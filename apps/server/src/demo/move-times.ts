import type { IncidentRecord } from '@aviary/contract/ingest/schemas'

/** Age of the newest incident when the demo data are written. */
const NEWEST_AGE_MS = 25 * 60_000
/** Start of the newest change in demo/changes.jsonl.gz; changes that are only planned do not count. */
const NEWEST_CHANGE = Date.parse('2026-08-21T16:45:05Z')
/** How long before the newest incident the newest change began. */
const CHANGE_BEFORE_INCIDENT_MS = 3 * 60_000
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** Invented length of the SLA of an old open incident, so that the SLA has not ended yet. */
const LONGER_SLA_MS: Readonly<Record<string, number>> = { 'OPI-1799': 3 * DAY_MS }

/** Milliseconds to add to every time in the incidents file and in the changes file; whole minutes. */
export type Moves = { incidents: number; changes: number }

const wholeMinutes = (ms: number): number => Math.floor(ms / MINUTE_MS) * MINUTE_MS

/** Moves that make the newest incident 25 minutes old at `now`, with the newest changes just before it. */
export function movesTo(now: Date, incidents: readonly { start_date: string }[]): Moves {
  const newest = Math.max(...incidents.map(({ start_date }) => Date.parse(start_date)))
  const move = wholeMinutes(now.getTime() - NEWEST_AGE_MS - newest)
  return {
    incidents: move,
    changes: wholeMinutes(newest + move - CHANGE_BEFORE_INCIDENT_MS - NEWEST_CHANGE),
  }
}

export const moveTime = (time: string, by: number): string => new Date(Date.parse(time) + by).toISOString()

/**
 * An incident as of `now`: its times are moved by `by` milliseconds, and messages after `now` are left out.
 */
export function moveIncident(record: IncidentRecord, by: number, now: Date): IncidentRecord {
  const messages = record.messages
    .map((message) => ({ ...message, created_date: moveTime(message.created_date, by) }))
    .filter(({ created_date }) => Date.parse(created_date) <= now.getTime())
  const sla = LONGER_SLA_MS[record.jira_id]
  return {
    ...record,
    start_date: moveTime(record.start_date, by),
    ...(sla && { sla_end_date: moveTime(record.start_date, by + sla) }),
    end_date: record.end_date && moveTime(record.end_date, by),
    messages,
  }
}
