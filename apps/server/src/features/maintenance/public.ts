export { requireEvent } from './checks.ts'
export { createEvent, type EventRow, getEvent } from './queries.ts'
