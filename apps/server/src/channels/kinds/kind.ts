import type { WebhookEvent } from '@aviary/contract/channels/events'
import type { Answer, ReceiverRules } from '../receivers.ts'

/** Which receivers are posted to, and where those are whose address nobody types. */
export type ChannelRules = ReceiverRules & {
  /** Slack's methods, such as `https://slack.com/api`. */
  slackUrl: string
  /** PagerDuty's events, such as `https://events.pagerduty.com`. */
  pagerDutyUrl: string
}

/**
 * `refused`: the receiver may accept another try. `gone`: it wants nothing more, so that the channel is paused.
 * `needless`: nothing was sent, because there is nothing to say.
 */
export type Verdict = 'accepted' | 'refused' | 'gone' | 'needless'

/** What one try gave. */
export type Sent = {
  answer: Answer
  verdict: Verdict
  /** The name that the chat gave to the message. */
  messageKey?: string | undefined
  /** Name of the message that the thread begins with; null if the chat no longer has it. */
  threadKey?: string | null | undefined
}

/** What the chat has of earlier events. */
export type Thread = {
  /** Name of the message that the thread begins with. */
  key: string
  /** Newest event about that message. */
  first: WebhookEvent
  /** Newest event that says how the incident is. */
  newest: WebhookEvent | undefined
}

/** One try of a delivery to a chat. */
export type Outgoing = {
  /** URL, token or key, unsealed. */
  address: string
  /** Of a Slack app: the id of the Slack channel. */
  target: string | null
  /** The name of the event, the same for all tries. */
  name: string
  event: WebhookEvent
  locale: string
  /** What chats that thread by a key of ours use; tells nothing. */
  threadId: string
  /** The name that the chat gave to the message when it was posted. */
  messageKey: string | null
  /** An earlier try has posted the message; what follows the post is still to be done. */
  isPosted: boolean
  /** An earlier event about the same message, and the name that the chat gave to the message. */
  earlier: { event: WebhookEvent; messageKey: string | null } | undefined
  thread: Thread | undefined
  rules: ChannelRules
  /** Beginning of the try, as `performance.now()` gave it. */
  startedAt: number
}

export const isAccepted = ({ status }: Answer): boolean => status !== null && status >= 200 && status < 300

/** Only 2xx counts as accepted, and 410 says that the receiver is gone. */
export const judge = (answer: Answer): Verdict =>
  isAccepted(answer) ? 'accepted' : answer.status === 410 ? 'gone' : 'refused'
