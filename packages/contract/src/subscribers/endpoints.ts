import { z } from 'zod'
import { requires, signedIn } from '../access.ts'
import { DELIVERIES_LARGEST_PAGE } from '../constants.ts'
import { deliveryState } from '../deliveries/endpoints.ts'
import { endpoint, write } from '../endpoint.ts'
import { chosenSubscriptions } from '../subscriptions/endpoints.ts'
import { emailAddress, paging, rowIdText } from '../wire.ts'

const moment = z.iso.datetime()
const whose = z.object({ email: emailAddress })

export const subscriberExists = endpoint({
  method: 'GET',
  path: '/subscriber_exists/',
  summary: 'Whether there is a subscriber of this address, whatever its case',
  access: requires('view_subscriber_comm_history'),
  tokenScope: 'read:subscribers',
  query: whose,
  answer: z.object({ exists: z.boolean() }),
})

/** Events of a mail, in the order in which they can happen. */
export const MAIL_EVENTS = ['queued', 'deferred', 'failed', 'retried', 'sent', 'stopped', 'bounced'] as const

/** One event of one mail (spec 3 §3, "Communication history row"). */
export const commEvent = z.object({
  event_title: z.string(),
  message_type: z.string(),
  email_event: z.enum(MAIL_EVENTS),
  application: z.string(),
  event_time: moment,
  comm_type: z
    .string()
    .describe(
      'What the mail told of: `incident_message`, `notification`, `security_email`, `subscription_change`, `channel_notice`, `subscription_request`.',
    ),
  data_centers: z.array(z.string()),
  services: z.array(z.string()),
  created_on: moment.describe('When the broadcast was made.'),
  broadcast_id: z.number().int(),
  delivery_id: z.number().int(),
  response: z
    .string()
    .describe(
      'What the mail server said, or who asked for another try; empty where there is nothing to tell.',
    ),
})
export type CommEvent = z.infer<typeof commEvent>

export const getCommHistory = endpoint({
  method: 'GET',
  path: '/v1/get_comm_history/',
  summary: 'What happened to every mail to this address, newest first; the newest 10,000',
  access: requires('view_subscriber_comm_history'),
  tokenScope: 'read:subscribers',
  query: whose,
  /** `is_cut`: there are more events than returned. */
  answer: z.object({ comms: z.array(commEvent), is_cut: z.boolean() }),
})

/** Why an address is left out of new messages. */
const pause = z.object({
  paused_date: moment,
  reason: z.string().describe('What the mail server said of the mail that came back last.'),
})

/** Key of the language in which somebody is mailed, such as `ja`. */
const locale = z.string()

export const pausedSubscriber = pause.extend({ email: z.string(), locale })
export type PausedSubscriber = z.infer<typeof pausedSubscriber>

export const listPausedSubscribers = endpoint({
  method: 'GET',
  path: '/subscribers/paused/',
  summary: 'Subscribers who are left out of new messages, because mails to them came back; newest first',
  access: requires('view_subscriber_comm_history'),
  query: z.object(paging(DELIVERIES_LARGEST_PAGE, 50)),
  answer: z.object({ subscribers: z.array(pausedSubscriber), more_results: z.boolean() }),
})

export const resumeMails = endpoint({
  method: 'PUT',
  path: '/subscribers/resume/',
  summary:
    'Mails a paused subscriber again; others than oneself only with the right to change their subscriptions',
  access: signedIn,
  audits: 'Resume Mails',
  body: write({ email: emailAddress }),
  answer: z.object({ email: z.string() }),
})

export const getAllUserSubscriptions = endpoint({
  method: 'GET',
  path: '/v1/all_user_subscriptions/',
  summary: 'What this address is subscribed to, and whether its owner has signed in with it',
  access: requires('view_subscriber_comm_history'),
  query: whose,
  answer: z.object({
    verified: z.boolean(),
    subscriptions: chosenSubscriptions,
    locale: locale
      .nullable()
      .describe('The language of mails to this address; null when nobody subscribes with it.'),
    paused: pause.nullable().describe('Null unless mails to this address are paused.'),
  }),
})

/**
 * One rule that decides whether a person gets a mail, and whether the person's subscriptions of today pass
 * it.
 */
export const mailedRule = z.object({
  rule: z.enum([
    'exists',
    'corrected',
    'not_paused',
    'category',
    'services',
    'data_centers',
    'alert_types',
    'notification_types',
    'internal',
  ]),
  passes: z.boolean(),
  wanted: z.array(z.string()).describe('What the broadcast asked for, and what the person chose.'),
  chosen: z.array(z.string()),
})
export type MailedRule = z.infer<typeof mailedRule>

export const explainMailed = endpoint({
  method: 'GET',
  path: '/v1/explain_mailed/',
  summary: 'Why somebody was or was not mailed by a broadcast, rule by rule, by what they choose today',
  access: requires('view_subscriber_comm_history'),
  tokenScope: 'read:subscribers',
  query: whose.extend({ broadcast_id: rowIdText }),
  answer: z.object({
    broadcast_id: z.number().int(),
    reference: z.string(),
    message_type: z.string(),
    created_date: moment,
    delivery_id: z.number().int().nullable().describe('Null when the broadcast was not to them.'),
    delivery_state: deliveryState.nullable(),
    subscriber_since: moment.nullable().describe('Null when nobody subscribes with this address.'),
    rules: z.array(mailedRule),
    is_reconstructed: z
      .boolean()
      .describe(
        'What the broadcast asked for was not kept yet when it was sent: the rules are made of what its matter says today.',
      ),
    changed_since: z
      .boolean()
      .describe(
        'They changed their choice after the broadcast: what the rules say may not be what they said then.',
      ),
  }),
})
export type MailedExplanation = z.infer<(typeof explainMailed)['answer']>
