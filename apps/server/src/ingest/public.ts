export { deleteDeliveriesBefore as removeDeliveriesBefore } from './queries.ts'
export { findWebhookSecret } from './webhooks.ts'
