import { z } from 'zod'
import { requires } from '../access.ts'
import { endpoint, write } from '../endpoint.ts'
import { chosenSubscriptions } from '../subscriptions/endpoints.ts'
import { instant, oneLine, paging, rowId, rowIdText } from '../wire.ts'
import {
  CHANNEL_DELIVERIES_LARGEST_PAGE,
  CHANNEL_DELIVERY_STATES,
  CHANNEL_KINDS,
  CHANNEL_LARGEST_COUNT,
  CHANNELS_LARGEST_PAGE,
  EVENT_GROUPS,
  LONGEST_CHANNEL_ADDRESS,
  LONGEST_CHANNEL_NAME,
  PAUSE_REASONS,
  WEBHOOK_EVENTS,
} from './rules.ts'

const moment = z.iso.datetime()
const access = requires('create_channel', 'manage_channels')
const channelId = z.object({ id: rowIdText })

const audience = z
  .enum(['INTERNAL', 'EXTERNAL'])
  .describe('INTERNAL: hears of internal and external news. EXTERNAL: of external news only.')

const events = z
  .array(z.enum(EVENT_GROUPS))
  .min(1)
  .describe(
    'Which events it gets, in groups. `incidents` and `status` are for kind `webhook` only, `reminders` for audience INTERNAL only.',
  )

export const channel = z.object({
  channel_id: z.number().int(),
  kind: z.enum(CHANNEL_KINDS),
  name: z.string(),
  host: z.string().describe('Host and port that is posted to. The rest of the address may be secret.'),
  target: z.string().nullable().describe('Of a Slack app: the id of the Slack channel.'),
  locale: z.string(),
  audience,
  owner: z.string().nullable().describe('Null once the account of the owner is gone.'),
  subscriptions: chosenSubscriptions,
  events,
  paused: z
    .object({
      reason: z.enum(PAUSE_REASONS),
      since: moment.nullable().describe('Null for `owner`, which follows from the rights of today.'),
    })
    .nullable(),
  failing_since: moment.nullable().describe('Time of the first failed try since the last success.'),
  old_secret_until: moment.nullable().describe('Until when an earlier secret also signs.'),
  waiting: z.number().int().describe(`Deliveries still to be sent; ${CHANNEL_LARGEST_COUNT} at most.`),
  failed: z
    .number()
    .int()
    .describe(`Deliveries of which every try failed; ${CHANNEL_LARGEST_COUNT} at most.`),
  missed_since: moment
    .nullable()
    .describe('When the first delivery was created that failed or was stopped and may be sent again.'),
  version: z.number().int(),
})
export type Channel = z.infer<typeof channel>

export const listChannels = endpoint({
  method: 'GET',
  path: '/channels/',
  summary: 'Channels by name: all with `manage_channels`, else one’s own',
  access,
  query: z.object(paging(CHANNELS_LARGEST_PAGE, 50)),
  answer: z.object({ channels: z.array(channel), more_results: z.boolean() }),
})

export const getChannel = endpoint({
  method: 'GET',
  path: '/channels/:id/',
  summary: 'One channel',
  access,
  params: channelId,
  answer: z.object({ channel }),
})

const address = z
  .string()
  .trim()
  .min(1)
  .max(LONGEST_CHANNEL_ADDRESS)
  .describe(
    'What a channel is posted to by, stored encrypted and never returned. `slack`: the bot token. `pagerduty`: the integration key. The others: an https address.',
  )
const target = z
  .string()
  .trim()
  .regex(/^[CG][A-Z0-9]{7,20}$/, 'use the id of a Slack channel, such as C0123456789')
  .optional()
  .describe('The id of a Slack channel, such as C0123456789. For `slack`, which needs it, only.')

const fields = {
  name: oneLine().trim().min(1).max(LONGEST_CHANNEL_NAME),
  locale: z.string().trim().min(2).max(35),
  audience,
  subscriptions: chosenSubscriptions,
  events: events.optional().describe('If omitted: all of a new channel, those it has of others.'),
}

const secret = z.string().describe('What events are signed with (Standard Webhooks). It is returned once.')
const kind = z.enum(CHANNEL_KINDS).default('webhook')

export const createChannel = endpoint({
  method: 'POST',
  path: '/channels/',
  summary: 'Creates a channel; the secret of a webhook is returned once',
  access,
  audits: 'Create Channel',
  answersSecret: true,
  body: write({ ...fields, kind, address, target }),
  answer: z.object({ channel, secret: secret.nullable().describe('Null unless it is a webhook.') }),
})

export const updateChannel = endpoint({
  method: 'PUT',
  path: '/channels/:id/',
  summary: 'Replaces the settings of a channel',
  access,
  audits: 'Update Channel',
  params: channelId,
  body: write({
    ...fields,
    address: address.optional().describe('The present address is kept without it.'),
    target,
    version: rowId.optional(),
  }),
  answer: z.object({ channel }),
})

export const deleteChannel = endpoint({
  method: 'DELETE',
  path: '/channels/:id/',
  summary: 'Deletes a channel with its address and secret; what it was sent stays in the ledger',
  access,
  audits: 'Delete Channel',
  params: channelId,
  body: write({}),
  answer: z.object({ channel_id: z.number().int() }),
})

export const pauseChannel = endpoint({
  method: 'PUT',
  path: '/channels/:id/pause/',
  summary: 'Pauses a channel, which stops what it was still to get, or resumes it',
  access,
  audits: 'Pause Channel',
  params: channelId,
  body: write({ is_paused: z.boolean() }),
  answer: z.object({ channel }),
})

export const rotateChannelSecret = endpoint({
  method: 'PUT',
  path: '/channels/:id/secret/',
  summary: 'Gives a webhook a new secret, returned once; for a day those before it also sign',
  access,
  audits: 'Rotate Channel Secret',
  answersSecret: true,
  params: channelId,
  body: write({}),
  answer: z.object({ channel, secret }),
})

/** What one request to a receiver gave. `answer`: the first kilobyte, or why there is none. */
const attempt = z.object({
  at: moment,
  status: z.number().int().nullable().describe('Null without an answer.'),
  answer: z.string(),
  ms: z.number().int(),
})

export const testChannel = endpoint({
  method: 'POST',
  path: '/channels/:id/test/',
  summary: 'Sends the event `webhook.test` now, once, and returns what the receiver answered',
  access,
  audits: 'Test Channel',
  params: channelId,
  body: write({}),
  answer: z.object({ is_accepted: z.boolean(), attempt }),
})

export const channelDelivery = z.object({
  delivery_id: z.number().int(),
  event: z.enum(WEBHOOK_EVENTS),
  event_name: z.string().describe('The header `webhook-id` of all tries.'),
  reference: z.string(),
  state: z.enum(CHANNEL_DELIVERY_STATES),
  attempts: z.number().int(),
  response: z.string().nullable(),
  created_date: moment,
  sent_date: moment.nullable(),
  next_try_date: moment.nullable(),
  may_replay: z.boolean().describe('False for what was taken back, or is not for the channel any more.'),
})
export type ChannelDelivery = z.infer<typeof channelDelivery>

export const listChannelDeliveries = endpoint({
  method: 'GET',
  path: '/channels/:id/deliveries/',
  summary: 'What a channel was sent and what became of it, newest first',
  access,
  params: channelId,
  query: z.object({
    state: z.enum(CHANNEL_DELIVERY_STATES).optional(),
    ...paging(CHANNEL_DELIVERIES_LARGEST_PAGE, 50),
  }),
  answer: z.object({ deliveries: z.array(channelDelivery), more_results: z.boolean() }),
})

export const getChannelDelivery = endpoint({
  method: 'GET',
  path: '/channels/:id/deliveries/:delivery/',
  summary: 'One delivery: the body in the language of the channel, and every try',
  access,
  params: channelId.extend({ delivery: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) }),
  answer: z.object({
    delivery: channelDelivery,
    body: z
      .string()
      .describe(
        'The event, as it is sent now if the language of the channel has changed since. Chats get a message made of it.',
      ),
    attempts: z.array(attempt).describe('Newest first, at most 100.'),
  }),
})

export const replayChannel = endpoint({
  method: 'PUT',
  path: '/channels/:id/replay/',
  summary: 'Sends again: one delivery, or all of those since a moment that were not accepted',
  access,
  audits: 'Replay Deliveries',
  params: channelId,
  body: write({
    delivery_id: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
    since: instant.optional(),
  }),
  answer: z.object({ replayed: z.number().int() }),
})
