export { describeCancelled, requireEvent } from './checks.ts'
export { createFirstPublicEvent } from './maintenance-event.ts'
export { createEvent, type EventRow, getEvent, lockEvent } from './queries.ts'
export { type ReportingParts, reportProgress } from './report-progress.ts'
