export { removeDeliveriesBefore } from './queries.ts'
export { findJiraSecret } from './webhooks.ts'
