import type { ChannelKind } from '@aviary/contract/channels/rules'
import { sendToGoogleChat } from './google-chat.ts'
import type { Outgoing, Sent } from './kind.ts'
import { sendToPagerDuty } from './pagerduty.ts'
import { sendToSlack, sendToSlackWebhook } from './slack.ts'
import { sendToTeams } from './teams.ts'

/** How each kind but the webhook, which gets the signed event itself, makes one try. */
export const CHAT_SENDERS: Record<Exclude<ChannelKind, 'webhook'>, (out: Outgoing) => Promise<Sent>> = {
  slack: sendToSlack,
  slack_webhook: sendToSlackWebhook,
  teams: sendToTeams,
  google_chat: sendToGoogleChat,
  pagerduty: sendToPagerDuty,
}
