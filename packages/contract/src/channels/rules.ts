import { requires } from '../access.ts'
import type { Guarded } from '../rights.ts'

/** Event types of webhooks, as receivers get them in `type`. */
export const WEBHOOK_EVENTS = [
  'message.published',
  'message.edited',
  'message.corrected',
  'message.deleted',
  'notification.published',
  'maintenance.planned',
  'maintenance.changed',
  'maintenance.started',
  'maintenance.completed',
  'maintenance.cancelled',
  'incident.published',
  'incident.updated',
  'incident.resolved',
  'incident.deleted',
  'status.changed',
  'reminder.due',
  'webhook.test',
] as const
export type WebhookEventType = (typeof WEBHOOK_EVENTS)[number]

/** Event types that only webhooks get: their receivers are programs; people in chats read the messages and notifications. */
export const WEBHOOK_ONLY_EVENTS = [
  'incident.published',
  'incident.updated',
  'incident.resolved',
  'incident.deleted',
  'status.changed',
  'maintenance.planned',
  'maintenance.changed',
] as const satisfies readonly WebhookEventType[]

/**
 * Kinds of events that a channel can choose. Edits, corrections and deletions follow what a channel was told, whatever
 * it has chosen since.
 */
export const EVENT_GROUPS = [
  'messages',
  'incidents',
  'status',
  'maintenance',
  'notifications',
  'reminders',
] as const
export type EventGroup = (typeof EVENT_GROUPS)[number]

/** The group of each event that a channel can choose; a test is sent to all. */
export const GROUP_OF_EVENT: Record<Exclude<WebhookEventType, 'webhook.test'>, EventGroup> = {
  'message.published': 'messages',
  'message.edited': 'messages',
  'message.corrected': 'messages',
  'message.deleted': 'messages',
  'notification.published': 'notifications',
  'maintenance.planned': 'maintenance',
  'maintenance.changed': 'maintenance',
  'maintenance.started': 'maintenance',
  'maintenance.completed': 'maintenance',
  'maintenance.cancelled': 'maintenance',
  'incident.published': 'incidents',
  'incident.updated': 'incidents',
  'incident.resolved': 'incidents',
  'incident.deleted': 'incidents',
  'status.changed': 'status',
  'reminder.due': 'reminders',
}

type Hearer = { kind: ChannelKind; audience: 'INTERNAL' | 'EXTERNAL' | '' }

/** The groups that a channel can get: chats get neither incidents nor the status, INTERNAL channels alone reminders. */
export const groupsFor = ({ kind, audience }: Hearer): EventGroup[] =>
  EVENT_GROUPS.filter((group) =>
    group === 'reminders'
      ? audience === 'INTERNAL'
      : kind === 'webhook' || (group !== 'incidents' && group !== 'status'),
  )

/** Cells of one `status.changed` event at most. */
export const MOST_CELLS_OF_EVENT = 50

/**
 * Where a channel posts. `webhook`: signed events as JSON. `slack`: messages of a Slack app, in threads.
 * `slack_webhook`: an incoming webhook of Slack, without threads. `teams`: a Teams workflow. `pagerduty`: change
 * events, which page nobody.
 */
export const CHANNEL_KINDS = [
  'webhook',
  'slack',
  'slack_webhook',
  'teams',
  'google_chat',
  'pagerduty',
] as const
export type ChannelKind = (typeof CHANNEL_KINDS)[number]

/**
 * States of a delivery to a channel. `queued`: not tried yet. `deferred`: a try failed, another follows. `failed`:
 * every try failed. `stopped`: not to be sent, because the channel is paused, or what it tells of was taken back.
 */
export const CHANNEL_DELIVERY_STATES = ['queued', 'sent', 'deferred', 'failed', 'stopped'] as const
export type ChannelDeliveryState = (typeof CHANNEL_DELIVERY_STATES)[number]

/** Number of deliveries in all states together. */
export const getChannelTotal = (progress: Readonly<Record<ChannelDeliveryState, number>>): number =>
  CHANNEL_DELIVERY_STATES.reduce((sum, state) => sum + progress[state], 0)

/**
 * Why a channel gets nothing. `person`: somebody paused it. `gone`: the receiver answered 410, or an app or token is
 * gone. `failing`: no delivery has succeeded for days. `owner`: its owner's account is gone or may no longer create
 * channels. `key`: its address and secret were sealed with a key that is lost.
 */
export const PAUSE_REASONS = ['person', 'gone', 'failing', 'owner', 'key'] as const
export type PauseReason = (typeof PAUSE_REASONS)[number]

export const LONGEST_CHANNEL_NAME = 100
export const LONGEST_CHANNEL_ADDRESS = 2_000
export const LONGEST_CHANNEL_TARGET = 21
export const CHANNELS_LARGEST_PAGE = 200
export const CHANNEL_DELIVERIES_LARGEST_PAGE = 100
/** Counts of deliveries in lists stop here. */
export const CHANNEL_LARGEST_COUNT = 1_000
/** Channels that the preview of a message names. */
export const REACHED_CHANNELS_LARGEST_LIST = 200
/** Hours for which a replaced secret also signs. */
export const OLD_SECRET_HOURS = 24
/** First characters of a receiver's answer that are kept. */
export const ANSWER_CHARACTERS = 1_000

/** Permission to see and edit the channels of others. */
export const everybodysChannels: Guarded = { access: requires('manage_channels') }
