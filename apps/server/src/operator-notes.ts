import type { WebhookSender } from '@aviary/contract/endpoint'

// What the first start writes down for the operator, below DATA_DIR; the secrets in the database are called the same.

export const FIRST_TOKEN = 'first-service-token'

export const webhookSecretOf = (sender: WebhookSender): string => `${sender}-webhook-secret`

export const OPERATOR_NOTES: readonly string[] = [
  FIRST_TOKEN,
  ...(['jira', 'github'] as const).map(webhookSecretOf),
]
