export { requireEvent as demandEvent } from './checks.ts'
export { createEvent as insertEvent, type EventRow, getEvent as findEvent } from './queries.ts'
