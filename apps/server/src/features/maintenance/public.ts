export { describeCancelled, requireEvent } from './checks.ts'
export { createEvent, type EventRow, getEvent, lockEvent } from './queries.ts'
