export { demandEvent } from './checks.ts'
export { type EventRow, findEvent, insertEvent } from './queries.ts'
