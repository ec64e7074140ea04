export { toEventFacts, toEventText } from './event-text.ts'
export { getPublicId } from './public-id.ts'
