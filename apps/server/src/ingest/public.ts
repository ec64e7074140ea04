export { deleteDeliveriesBefore } from './queries.ts'
export { findWebhookSecret } from './webhooks.ts'
