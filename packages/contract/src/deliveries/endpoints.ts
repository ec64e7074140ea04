import { z } from 'zod'
import { anyone, requires } from '../access.ts'
import { channelProgress } from '../channels/progress.ts'
import { CHOICES_LARGEST_LIST, DELIVERIES_LARGEST_PAGE } from '../constants.ts'
import { endpoint, write } from '../endpoint.ts'
import { onlyWith } from '../only-with.ts'
import { inOrder, paging, rowId, rowIdText, secondsRange } from '../wire.ts'
import { DELIVERY_STATES } from './rules.ts'

const moment = z.iso.datetime()
export const audience = z.enum(['INTERNAL', 'EXTERNAL'])

/** Number of a broadcast's mails per state. */
export const progress = z.object({
  queued: z.number().int(),
  sent: z.number().int(),
  deferred: z.number().int(),
  failed: z.number().int(),
  stopped: z.number().int().describe('Not sent and not to be: what they told of was deleted first.'),
  bounced: z.number().int().describe('Sent, and reported later as not delivered.'),
})
export type Progress = z.infer<typeof progress>

export const broadcast = z.object({
  broadcast_id: z.number().int(),
  kind: z
    .string()
    .describe(
      '`incident_message`, `notification`, `security_email`, `subscription_change`, `reminder`, `channel_notice`, `subscription_request`: of security mails, changed subscriptions and notices only for who may see security mails, what one person was sent, or everybody’s channels.',
    ),
  reference: z.string(),
  message_id: z.number().int().nullable(),
  notification_id: z.number().int().nullable(),
  message_type: z.string(),
  is_correction: z.boolean().describe('Whether it corrects a message that was mailed before.'),
  audience,
  subject: z.string(),
  created_by: onlyWith('read:people', z.string()),
  created_date: moment,
  progress,
  channels: channelProgress,
})
export type Broadcast = z.infer<typeof broadcast>

export const listBroadcasts = endpoint({
  method: 'GET',
  path: '/broadcasts/',
  summary: 'What was mailed about one matter, or of late, newest first, and how far it is',
  access: requires('view_incident_management_page', 'view_subscriber_comm_history', 'edit_notifications'),
  tokenScope: 'read:deliveries',
  query: z.object({
    reference: z.string().trim().max(50).optional(),
    ...paging(DELIVERIES_LARGEST_PAGE, 50),
  }),
  answer: z.object({ broadcasts: z.array(broadcast), more_results: z.boolean() }),
})

export const deliveryState = z.enum(DELIVERY_STATES)

export const companyBasis = z
  .enum(['mailed', 'today', 'internal', 'unknown'])
  .describe(
    '`mailed`: known when the mail was written, and kept. `today`: unknown then, and by what is known now. `internal`: an address of our own domains.',
  )

/** One mail to one person. `response` is the mail server's last reply. */
export const delivery = z.object({
  delivery_id: z.number().int(),
  broadcast_id: z.number().int(),
  reference: z.string(),
  message_type: z.string(),
  is_correction: z.boolean(),
  email: z.string(),
  company_id: z.number().int().nullable(),
  company_name: z.string().nullable(),
  company_basis: companyBasis,
  locale: z.string(),
  state: deliveryState,
  attempts: z.number().int(),
  response: z.string().nullable(),
  created_date: moment,
  sent_date: moment.nullable(),
  next_try_date: moment.nullable(),
})
export type Delivery = z.infer<typeof delivery>

export const listDeliveries = endpoint({
  method: 'GET',
  path: '/deliveries/',
  summary: 'The delivery ledger: who was sent what, when, in which language, and what became of it',
  access: requires('view_incident_management_page', 'view_subscriber_comm_history'),
  query: inOrder(
    z.object({
      broadcast_id: rowIdText.optional(),
      reference: z.string().trim().min(1).max(50).optional(),
      email: z.string().trim().min(1).max(320).optional().describe('How the address begins.'),
      company_id: rowIdText.optional(),
      state: deliveryState.optional(),
      start_date: secondsRange.start_date.describe(
        'Mails of broadcasts made from this second on (since 1970), whenever they were sent.',
      ),
      end_date: secondsRange.end_date.describe('… until the end of this second.'),
      ...paging(DELIVERIES_LARGEST_PAGE, 50),
    }),
  ),
  answer: z.object({ deliveries: z.array(delivery), more_results: z.boolean() }),
})

export const getCompanyMailed = endpoint({
  method: 'GET',
  path: '/deliveries/company/',
  summary:
    'How many people of a company were sent mails about one matter, and which of its addresses were not',
  access: requires('view_subscriber_comm_history'),
  query: z.object({
    company_id: rowIdText,
    reference: z.string().trim().min(1).max(50),
    ...paging(DELIVERIES_LARGEST_PAGE, 50),
  }),
  answer: z.object({
    company_id: z.number().int(),
    company_name: z.string().nullable().describe('Null while the catalogue does not have the company.'),
    reference: z.string(),
    sent: z.number().int().describe('How many addresses were sent at least one mail.'),
    not_sent: z.number().int().describe('How many known addresses were not.'),
    addresses: z
      .array(z.object({ email: z.string(), state: deliveryState.nullable() }))
      .describe('Those that were not, by address; `state` of the newest mail, null if there is none.'),
    more_results: z.boolean(),
  }),
})

export const getDeliveredMail = endpoint({
  method: 'GET',
  path: '/deliveries/:id/mail/',
  summary: 'A mail as its recipient got it; the link for unsubscribing is left out',
  access: requires('view_subscriber_comm_history'),
  params: z.object({ id: z.coerce.number().int() }),
  answer: z.object({ delivery, mail: z.object({ subject: z.string(), html: z.string(), text: z.string() }) }),
})

export const retryDeliveries = endpoint({
  method: 'PUT',
  path: '/deliveries/retry/',
  summary: 'Tries failed mails again: one, or all of a broadcast',
  access: requires(
    'create_p1_message',
    'create_p2_message',
    'edit_notifications',
    'view_emails',
    'edit_subscriptions',
  ),
  audits: 'Retry Deliveries',
  body: write({
    broadcast_id: rowId,
    delivery_id: z.number().int().min(1).optional(),
  }),
  answer: z.object({ retried: z.number().int() }),
})

const link = z.object({ uuid: z.string().min(1).max(100) })
/** A flag: only the presence of the parameter counts, not its value. */
const mark = z.string().max(100).optional()

export const askToUnsubscribe = endpoint({
  method: 'GET',
  path: '/unsubscribe/:uuid/',
  summary:
    'The page behind the link in a mail: what its reader hears about, to change or to end; following the link changes nothing',
  answerTypes: ['text/html'],
  access: anyone,
  params: link,
  query: z.object({
    saved: mark.describe('Says above the form that the choices are saved.'),
    ended: mark.describe('Says above the form that everything is ended, if it is.'),
  }),
  answer: z.string(),
})

export const unsubscribe = endpoint({
  method: 'POST',
  path: '/unsubscribe/:uuid/',
  summary: 'Ends all subscriptions of the person to whom a mail was sent (RFC 8058: one click)',
  answerTypes: ['text/html'],
  leadsBack: true,
  access: anyone,
  params: link,
  query: z.object({
    form: mark.describe('From the button of the page: leads back to the page in place of answering with it.'),
  }),
  answer: z.string(),
})

const names = z.array(z.string().min(1).max(100)).max(CHOICES_LARGEST_LIST).default([])
const numbers = z
  .array(z.string().regex(/^[0-9]{1,9}$/))
  .max(CHOICES_LARGEST_LIST)
  .default([])

export const saveMailChoices = endpoint({
  method: 'POST',
  path: '/unsubscribe/:uuid/choices/',
  summary:
    'Puts what was ticked on the page behind the link in a mail in the place of what its reader was subscribed to',
  answerTypes: ['text/html'],
  access: anyone,
  params: link,
  takesForm: true,
  leadsBack: true,
  body: z.object({
    'P1.services': names,
    'P1.data_centers': names,
    'P1.alert_types': numbers,
    'P2.services': names,
    'P2.data_centers': names,
    'P2.alert_types': numbers,
    'notifications.data_centers': names,
    'notifications.notification_types': names,
    time_zone: z
      .array(z.string().max(64))
      .max(1)
      .optional()
      .describe('As in `subscribe`; empty for UTC alone. If omitted, it stays as it is.'),
    as_of: z
      .array(z.iso.datetime())
      .length(1)
      .describe(
        'As the page had it: after another change nothing is saved (409). The last field of the form: without it a part of the form was lost on the way.',
      ),
  }),
  answer: z.string(),
})
export type MailChoicesForm = z.infer<typeof saveMailChoices.body>

export const returnToMailChoices = endpoint({
  method: 'GET',
  path: '/unsubscribe/:uuid/choices/',
  summary: 'Leads to the page behind the link in a mail, for who opens the address of its form',
  access: anyone,
  params: link,
  sendsOn: true,
  answer: z.string(),
})
