export { findWebhookSecret } from './webhooks.ts'
