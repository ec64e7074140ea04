export { lockSubscriberByUuid } from './queries.ts'
