/** Inputs of `isActive`. Dates are milliseconds since 1970. */
export type IncidentWindow = { status: string; start: number; end: number | null }

const OPEN_STATUSES = ['ACTIVE', 'INVESTIGATION']

export const isOpenStatus = (status: string): boolean => OPEN_STATUSES.includes(status.toUpperCase())

/**
 * Active: open status and no end date, or now between start and end (spec 1 §4). Open means ACTIVE or
 * INVESTIGATION; an incident with another status and no end date is closed.
 */
export function isActive(incident: IncidentWindow, now: number): boolean {
  if (incident.end === null) return isOpenStatus(incident.status)
  return incident.start <= now && now <= incident.end
}

export type SlaColour = 'green' | 'amber' | 'red'

/** Elapsed fraction of the time from start to SLA end, limited to 0 to 1. */
export function slaElapsed(start: number, slaEnd: number, now: number): number {
  if (slaEnd <= start) return 1
  return Math.min(1, Math.max(0, (now - start) / (slaEnd - start)))
}

/** Green up to 50 %, amber above it and under 100 %, red from 100 % (spec 1 §4). */
export function slaColour(elapsed: number): SlaColour {
  if (elapsed >= 1) return 'red'
  return elapsed > 0.5 ? 'amber' : 'green'
}

/** Whether the SLA bar counts down: while the status is ACTIVE, INVESTIGATION or missing (spec 1 §2.5). */
export const countsDown = (status: string | null | undefined): boolean => !status || isOpenStatus(status)

export const isInternalTitle = (title: string): boolean => title.toLowerCase().includes('internal')

export const ROOT_CAUSE_TITLE = 'Root Cause Analysis'
export const INTERMEDIATE_ROOT_CAUSE_TITLE = 'Intermediate Root Cause Analysis'
export const ROOT_CAUSE_TITLES = [ROOT_CAUSE_TITLE, INTERMEDIATE_ROOT_CAUSE_TITLE]

export function latestTitled<M extends { title: string; created_epoch: number }>(
  messages: readonly M[],
  title: string,
): M | undefined {
  const titled = messages.filter((message) => message.title === title)
  return titled.length > 0 ? titled.reduce((a, b) => (b.created_epoch >= a.created_epoch ? b : a)) : undefined
}

/**
 * Latest message titled 'Root Cause Analysis', else the latest titled 'Intermediate Root Cause Analysis'
 * (spec 1 §2.6).
 */
export const rootCauseMessage = <M extends { title: string; created_epoch: number }>(
  messages: readonly M[],
): M | undefined =>
  latestTitled(messages, ROOT_CAUSE_TITLE) ?? latestTitled(messages, INTERMEDIATE_ROOT_CAUSE_TITLE)

/** Splits a comma-separated filter text into its terms (spec 1 §5). */
export function readFilterText(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => part !== '')
}
