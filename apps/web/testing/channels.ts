import type { Channel, ChannelDelivery } from '@aviary/contract/channels/endpoints'
import { EVENT_GROUPS } from '@aviary/contract/channels/rules'
import type { SubscriptionOption, SubscriptionOptions } from '@aviary/contract/subscriptions/endpoints'
import { chosenOf } from '@aviary/contract/subscriptions/rules'
import type { Answers } from './render.tsx'

const none = { services: [], data_centers: [], alert_types: [] }

export const aChannel = (changes: Partial<Channel> = {}): Channel => ({
  channel_id: 5,
  kind: 'webhook',
  name: 'Portal',
  host: 'hooks.example.com',
  target: null,
  locale: 'en',
  audience: 'EXTERNAL',
  owner: 'rita.reader@acme.example',
  events: [...EVENT_GROUPS],
  subscriptions: {
    P1: { services: ['Expense'], data_centers: ['us2', 'eu'], alert_types: [1] },
    P2: none,
    notifications: { data_centers: ['us2'], notification_types: ['Maintenance Update'] },
  },
  paused: null,
  failing_since: null,
  old_secret_until: null,
  waiting: 0,
  failed: 0,
  missed_since: null,
  version: 3,
  ...changes,
})

export const aDelivery = (changes: Partial<ChannelDelivery> = {}): ChannelDelivery => ({
  delivery_id: 9,
  event: 'message.published',
  event_name: 'msg_1',
  reference: 'OPI-7',
  state: 'failed',
  attempts: 10,
  response: '500 out of order',
  created_date: '2026-08-20T12:00:00.000Z',
  sent_date: null,
  next_try_date: null,
  may_replay: true,
  ...changes,
})

const list = (...named: [id: string | number, name: string][]): SubscriptionOption[] =>
  named.map(([id, name], display_order) => ({ id, name, display_order, selected: false }))

const priority = (first: number) => ({
  services: list(['Expense', 'Expense'], ['Analysis/Intelligence', 'Analysis']),
  data_centers: list(['us2', 'us2'], ['eu', 'EMEA']),
  alert_types: list([first, 'Update'], [first + 1, 'Root Cause Analysis']),
})
const subscriptionOptions: SubscriptionOptions = {
  P1: priority(1),
  P2: priority(11),
  notifications: {
    data_centers: list(['us2', 'us2'], ['eu', 'EMEA']),
    notification_types: list(['Maintenance Update', 'Maintenance Update']),
  },
}

/** Answers that the screens of channels need besides the channels. */
export const channelAnswers = (...allowed: string[]): Answers => ({
  'POST /api/get_user_id/': {
    data: {
      email: 'rita.reader@acme.example',
      preferences: {},
      rights: { restricted_page_access: [] },
      authorization: { is_admin: false, role_ids: [], allowed_actions: ['create_channel', ...allowed] },
    },
  },
  'GET /api/locales': {
    data: [
      { system_key: 'en', display_name: 'English' },
      { system_key: 'de', display_name: 'Deutsch' },
    ],
  },
  'GET /api/v4/get_user_subscriptions/': {
    userSubscriptions: chosenOf(subscriptionOptions),
    subscriptionOptions,
  },
})
