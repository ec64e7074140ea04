import { z } from 'zod'
import { requires } from '../access.ts'
import { endpoint } from '../endpoint.ts'
import { inOrder, paging, rowIdText, secondsRange } from '../wire.ts'
import { channel } from './endpoints.ts'
import { channelProgress } from './progress.ts'
import { CHANNEL_DELIVERIES_LARGEST_PAGE, CHANNEL_DELIVERY_STATES, WEBHOOK_EVENTS } from './rules.ts'

const moment = z.iso.datetime()

/** One event for one channel. What tells which channel it is, is for those who may see the channel. */
export const channelLedgerRow = z.object({
  delivery_id: z.number().int(),
  event: z.enum(WEBHOOK_EVENTS),
  reference: z.string(),
  message_type: z.string().nullable().describe('Null once the message is deleted.'),
  kind: channel.shape.kind,
  channel_id: z
    .number()
    .int()
    .nullable()
    .describe('Null if the caller may not see the channel, or it is deleted.'),
  name: z.string().nullable().describe('Null if the caller may not see the channel.'),
  state: z.enum(CHANNEL_DELIVERY_STATES),
  attempts: z.number().int(),
  response: z
    .string()
    .nullable()
    .describe(
      'The last answer of the receiver, or why there is none; null if the caller may not see the channel.',
    ),
  created_date: moment,
  sent_date: moment.nullable(),
  next_try_date: moment.nullable(),
})
export type ChannelLedgerRow = z.infer<typeof channelLedgerRow>

export const listToldChannels = endpoint({
  method: 'GET',
  path: '/deliveries/channels/',
  summary:
    'The delivery ledger of channels: which kind of channel was told what, when, and what became of it, newest first',
  access: requires('view_incident_management_page', 'view_subscriber_comm_history'),
  query: inOrder(
    z.object({
      reference: z.string().trim().min(1).max(50).optional(),
      broadcast_id: rowIdText.optional(),
      state: z.enum(CHANNEL_DELIVERY_STATES).optional(),
      kind: channel.shape.kind.optional(),
      start_date: secondsRange.start_date.describe(
        'Events from this second on (since 1970), whenever they were sent.',
      ),
      end_date: secondsRange.end_date.describe('… until the end of this second.'),
      ...paging(CHANNEL_DELIVERIES_LARGEST_PAGE, 50),
    }),
  ),
  answer: z.object({
    deliveries: z.array(channelLedgerRow),
    counts: channelProgress
      .nullable()
      .describe('Deliveries about the `reference` by state, whatever else is asked for; null without one.'),
    more_results: z.boolean(),
  }),
})
