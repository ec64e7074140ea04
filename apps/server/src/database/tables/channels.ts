import {
  type ChannelDeliveryState,
  type ChannelKind,
  EVENT_GROUPS,
  type EventGroup,
  type PauseReason,
  type WebhookEventType,
} from '@aviary/contract/channels/rules'
import type { Severity } from '@aviary/contract/status/rules'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { users } from './access.ts'
import { moment, rowNumber, version } from './columns.ts'
import { incidents } from './incidents.ts'
import { severities } from './reference.ts'

export type OldSecret = { secret: string; until: string }

/**
 * Receivers of events, which subscribe like people. `address` and the secrets are sealed; their key is not in the
 * database (ADR 68). A deleted channel stays for the ledger, without its address and secrets.
 */
export const channels = pgTable(
  'channels',
  {
    channelId: integer('channel_id').primaryKey().generatedAlwaysAsIdentity(),
    kind: text('kind').$type<ChannelKind>().notNull(),
    name: text('name').notNull(),
    /** Null once the account is gone. */
    ownerId: integer('owner_id').references(() => users.userId, { onDelete: 'set null' }),
    host: text('host').notNull(),
    /** A URL, the token of a Slack app, or the integration key of PagerDuty. */
    address: text('address'),
    /** Of a Slack app: the id of the Slack channel. */
    target: text('target'),
    /** What a webhook is signed with; null for other kinds. */
    secret: text('secret'),
    /** Secrets that were replaced, each with the time (ISO 8601) until which it also signs. */
    oldSecrets: jsonb('old_secrets').$type<OldSecret[]>().notNull().default([]),
    locale: text('locale').notNull(),
    /** A trigger refuses deliveries of internal events to EXTERNAL channels. */
    audience: text('audience').$type<'INTERNAL' | 'EXTERNAL'>().notNull(),
    /** Kinds of events that it gets. */
    eventGroups: text('event_groups')
      .array()
      .$type<EventGroup[]>()
      .notNull()
      .default([...EVENT_GROUPS]),
    pausedAt: moment('paused_at'),
    pauseReason: text('pause_reason').$type<Exclude<PauseReason, 'owner'>>(),
    /** Time of the first failed try since the last success. */
    failingSince: moment('failing_since'),
    /** When the owner was last mailed that nothing is accepted; before `failing_since` it was about an earlier time. */
    ownerMailedAt: moment('owner_mailed_at'),
    createdAt: moment('created_at').notNull(),
    deletedAt: moment('deleted_at'),
    version: version(),
  },
  (table) => [index('channels_name').on(sql`lower(${table.name})`, table.channelId)],
)

/** Subscriptions of a channel in one category; the columns are those of `subscriptions`. */
export const channelSubscriptions = pgTable(
  'channel_subscriptions',
  {
    channelId: integer('channel_id')
      .notNull()
      .references(() => channels.channelId, { onDelete: 'cascade' }),
    category: text('category').notNull(),
    services: text('services').array().notNull().default(sql`'{}'`),
    dataCenters: text('data_centers').array().notNull().default(sql`'{}'`),
    alertTypes: integer('alert_types').array().notNull().default(sql`'{}'`),
    notificationTypes: text('notification_types').array().notNull().default(sql`'{}'`),
  },
  (table) => [primaryKey({ columns: [table.channelId, table.category] })],
)

/** Events that are posted to channels; one row however many channels get the event. */
export const channelEvents = pgTable(
  'channel_events',
  {
    eventId: rowNumber('event_id').primaryKey().generatedAlwaysAsIdentity(),
    /** The header `webhook-id`: the same for all tries, so that receivers recognize repetitions. */
    name: text('name').notNull().unique(),
    type: text('type').$type<WebhookEventType>().notNull(),
    audience: text('audience').$type<'INTERNAL' | 'EXTERNAL'>().notNull(),
    /** `OPI-123` or `MNT-12`: for the ledger, not for receivers. */
    reference: text('reference').notNull(),
    /** Not a foreign key: the message may be deleted. */
    messageId: integer('message_id'),
    notificationId: integer('notification_id'),
    /** Of an event or a notification about maintenance. Not a foreign key: the maintenance may be deleted. */
    maintenanceId: integer('maintenance_id'),
    /** Not a foreign key: an incident that was merged into another one is deleted. */
    incidentId: integer('incident_id'),
    /** Of the mails that tell of the same; null for edits and deletions, which are not mailed. */
    broadcastId: integer('broadcast_id'),
    /** Set when the message was deleted or made internal, or the notification stopped: never send the event again. */
    withdrawnAt: moment('withdrawn_at'),
    /** The JSON texts that are signed and sent, by language; English is always included. */
    bodies: jsonb('bodies').$type<Record<string, string>>().notNull(),
    /** The `traceparent` of the request or job that made it; null if that was not traced. */
    traceparent: text('traceparent'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('channel_events_message').on(table.messageId),
    index('channel_events_notification').on(table.notificationId),
    index('channel_events_maintenance').on(table.maintenanceId),
    index('channel_events_incident').on(table.incidentId),
    index('channel_events_broadcast').on(table.broadcastId),
    index('channel_events_reference').on(sql`lower(${table.reference})`, table.eventId),
  ],
)

/** The ledger of channels: one row for each event and channel. */
export const channelDeliveries = pgTable(
  'channel_deliveries',
  {
    deliveryId: rowNumber('delivery_id').primaryKey().generatedAlwaysAsIdentity(),
    channelId: integer('channel_id')
      .notNull()
      .references(() => channels.channelId),
    eventId: rowNumber('event_id')
      .notNull()
      .references(() => channelEvents.eventId),
    state: text('state').$type<ChannelDeliveryState>().notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** What the receiver answered last, or why there was no answer. */
    response: text('response'),
    /** The name that a chat gave to the message, by which it can be edited. */
    messageKey: text('message_key'),
    /** Time of the next try; null if none is planned. */
    dueAt: moment('due_at'),
    sentAt: moment('sent_at'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('channel_deliveries_event').on(table.channelId, table.eventId),
    index('channel_deliveries_due')
      .on(table.channelId, table.dueAt, table.deliveryId)
      .where(sql`${table.dueAt} is not null`),
    index('channel_deliveries_of_event').on(table.eventId),
    index('channel_deliveries_failed').on(table.channelId).where(sql`${table.state} = 'failed'`),
    index('channel_deliveries_unsent')
      .on(table.channelId, table.eventId)
      .where(sql`${table.state} in ('failed', 'stopped')`),
  ],
)

/**
 * One lane for each channel: its deliveries are tried one after the other, so a receiver that does not answer
 * delays no other. Claims read this small table, however many deliveries wait.
 */
export const channelLanes = pgTable(
  'channel_lanes',
  {
    channelId: integer('channel_id')
      .primaryKey()
      .references(() => channels.channelId, { onDelete: 'cascade' }),
    /** Earliest `due_at` of the channel's deliveries; null if none is due. */
    dueAt: moment('due_at'),
    /** The claim that holds the lane, until `leased_until`. */
    worker: text('worker'),
    leasedUntil: moment('leased_until'),
    /** Nothing is sent before: chats take about one message a second, and may ask for more patience. */
    notBefore: moment('not_before'),
    /** Whether the last try failed. Such channels get only a part of each worker's requests. */
    isFailing: boolean('is_failing').notNull().default(false),
  },
  (table) => [index('channel_lanes_due').on(table.isFailing, table.dueAt)],
)

/** Threads in chats: one for each incident or maintenance event. */
export const channelThreads = pgTable(
  'channel_threads',
  {
    channelId: integer('channel_id')
      .notNull()
      .references(() => channels.channelId, { onDelete: 'cascade' }),
    /** As in `channel_events`. */
    reference: text('reference').notNull(),
    /** The name that the chat gave to the first message. */
    messageKey: text('message_key').notNull(),
    /** The event that the first message was made of. */
    eventId: rowNumber('event_id')
      .notNull()
      .references(() => channelEvents.eventId),
  },
  (table) => [primaryKey({ columns: [table.channelId, table.reference] })],
)

/** Every request that was made for a delivery, with its result. */
export const channelAttempts = pgTable(
  'channel_attempts',
  {
    attemptId: rowNumber('attempt_id').primaryKey().generatedAlwaysAsIdentity(),
    deliveryId: rowNumber('delivery_id')
      .notNull()
      .references(() => channelDeliveries.deliveryId),
    at: moment('at').notNull(),
    /** HTTP status; null without an answer. */
    status: integer('status'),
    /** The beginning of the answer, or why there is none. */
    answer: text('answer').notNull(),
    ms: integer('ms').notNull(),
  },
  (table) => [index('channel_attempts_delivery').on(table.deliveryId, table.attemptId)],
)

/**
 * Incidents that channels hear of, as they were when channels were last told. A trigger of `incidents` marks those
 * that were written since as stale.
 */
export const publishedIncidents = pgTable(
  'published_incidents',
  {
    incidentId: integer('incident_id')
      .primaryKey()
      .references(() => incidents.incidentId, { onDelete: 'cascade' }),
    /** Known to people outside; otherwise only INTERNAL channels hear of it. */
    isPublic: boolean('is_public').notNull(),
    severity: text('severity')
      .$type<Severity>()
      .notNull()
      .references(() => severities.systemKey),
    isResolved: boolean('is_resolved').notNull(),
    startedAt: moment('started_at').notNull(),
    services: text('services').array().notNull(),
    dataCenters: text('data_centers').array().notNull(),
    nextUpdateAt: moment('next_update_at'),
    /** Over by its own status or end, whatever its messages say. */
    isOver: boolean('is_over').notNull(),
    /** When it was last opened again; earlier messages do not resolve it. */
    reopenedAt: moment('reopened_at'),
    /** Its end, which may be still to come. */
    endsAt: moment('ends_at'),
    /** When it was over for people outside; null while it is open for them. */
    resolvedAt: moment('resolved_at'),
    /** Ids and versions of the messages that people outside may read, such as `12.1 15.2`. */
    messages: text('messages').notNull().default(''),
    /** When something changed of what people outside may read; the epoch while nothing ever was public. */
    updatedAt: moment('updated_at').notNull().default(sql`now()`),
    isStale: boolean('is_stale').notNull().default(false),
  },
  (table) => [
    index('published_incidents_stale').on(table.incidentId).where(sql`${table.isStale}`),
    index('published_incidents_ending').on(table.endsAt).where(sql`not ${table.isResolved}`),
    index('published_incidents_open')
      .on(table.incidentId)
      .where(sql`${table.isPublic} and not ${table.isResolved}`),
    index('published_incidents_resolved').on(table.resolvedAt).where(sql`${table.isPublic}`),
    index('published_incidents_updated').on(table.updatedAt),
  ],
)
