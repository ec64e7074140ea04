import type { WebhookSender } from '@aviary/contract/access'

// Files in DATA_DIR that the first start writes for the operator; rows in `secrets` have the same names.

export const FIRST_TOKEN = 'first-service-token'

export const webhookSecretOf = (sender: WebhookSender): string => `${sender}-webhook-secret`

export const OPERATOR_NOTES: readonly string[] = [
  FIRST_TOKEN,
  ...(['jira', 'github'] as const).map(webhookSecretOf),
]
