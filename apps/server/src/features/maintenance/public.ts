export { type EventRow, findEvent, insertEvent, lockEvent } from './queries.ts'
