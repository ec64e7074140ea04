import type { PriorityType } from '@aviary/contract/rules'
import type { Severity } from '@aviary/contract/status/rules'
import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { moment, rowNumber } from './columns.ts'
import { companies, incidentMessages, incidents } from './incidents.ts'

/** People who may be mailed. Subscribers need not have signed in, and users need not subscribe. */
export const subscribers = pgTable(
  'subscribers',
  {
    subscriberId: integer('subscriber_id').primaryKey().generatedAlwaysAsIdentity(),
    email: text('email').notNull(),
    locale: text('locale').notNull().default('en'),
    companyId: integer('company_id').references(() => companies.companyId),
    /** Identifies the person in links of their mails; a profile reset replaces it and invalidates old links. */
    uuid: text('uuid').notNull().unique(),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
    /** New messages skip the address since this time, because mails to it bounced. Null unless paused. */
    pausedAt: moment('paused_at'),
    /** Reply of the mail server about the latest bounced mail; null unless paused. */
    pauseReason: text('pause_reason'),
    /** When somebody last resumed the mails. Bounces of mails sent before this time no longer count. */
    resumedAt: moment('resumed_at'),
    /** Priorities of incidents whose missed updates the person is reminded of. */
    reminders: text('reminders').array().$type<PriorityType[]>().notNull().default(sql`'{}'`),
    /** IANA time zone in which mails state times besides UTC; null for UTC alone. */
    timeZone: text('time_zone'),
  },
  (table) => [
    uniqueIndex('subscribers_email').on(sql`lower(${table.email})`),
    index('subscribers_company').on(table.companyId),
    index('subscribers_paused').on(table.pausedAt).where(sql`${table.pausedAt} is not null`),
  ],
)

/**
 * A subscriber's choices in one category (`P1`, `P2`, `notifications`): a mail must match each list that its
 * category uses.
 */
export const subscriptions = pgTable(
  'subscriptions',
  {
    subscriberId: integer('subscriber_id')
      .notNull()
      .references(() => subscribers.subscriberId, { onDelete: 'cascade' }),
    category: text('category').notNull(),
    services: text('services').array().notNull().default(sql`'{}'`),
    dataCenters: text('data_centers').array().notNull().default(sql`'{}'`),
    alertTypes: integer('alert_types').array().notNull().default(sql`'{}'`),
    notificationTypes: text('notification_types').array().notNull().default(sql`'{}'`),
  },
  (table) => [
    primaryKey({ columns: [table.subscriberId, table.category] }),
    index('subscriptions_category').on(table.category, table.subscriberId),
  ],
)

/** A mail in one language. `html` and `text` contain the placeholder of the recipient's unsubscribe link. */
export type MailContent = { subject: string; html: string; text: string }

/** Mail programs sort mails by these values: `list` is the category, `thread` names the incident or event. */
export type MailSeries = { list: 'p1' | 'p2' | 'notifications' | 'reminders'; thread: string }

/** Severity, services and data centers of an incident, with the display names at the time of its first mail. */
export type MailHeadline = { severity: Severity; services: string[]; dataCenters: string[] }

export type BroadcastKind =
  | 'incident_message'
  | 'notification'
  | 'security_email'
  | 'subscription_change'
  | 'reminder'
  | 'channel_notice'
  | 'subscription_request'

/** One mail to many recipients, with its text in each language as it was mailed. */
export const broadcasts = pgTable(
  'broadcasts',
  {
    broadcastId: integer('broadcast_id').primaryKey().generatedAlwaysAsIdentity(),
    kind: text('kind').$type<BroadcastKind>().notNull(),
    /** Id of the incident or event that people know: `OPI-123`, `MNT-12`. */
    reference: text('reference').notNull(),
    incidentId: integer('incident_id').references(() => incidents.incidentId, { onDelete: 'set null' }),
    messageId: integer('message_id').references(() => incidentMessages.messageId, { onDelete: 'set null' }),
    /** The version of the message that was mailed. Above 1 the broadcast is a correction. */
    messageVersion: integer('message_version').notNull().default(1),
    /** Kept when the notification is deleted, because its mails were sent. */
    notificationId: integer('notification_id'),
    /** Unique: each security email is mailed once. */
    securityEmailId: integer('security_email_id'),
    messageType: text('message_type').notNull(),
    /** `INTERNAL` reaches addresses of the internal domains only. */
    audience: text('audience').$type<'INTERNAL' | 'EXTERNAL'>().notNull(),
    contents: jsonb('contents').$type<Record<string, MailContent>>().notNull(),
    /** List and thread that mail programs sort the mails into. Null for mails to one person or company. */
    series: jsonb('series').$type<MailSeries>(),
    /** Source of the subject of an incident's mails; later mails of the incident reuse the first one. */
    headline: jsonb('headline').$type<MailHeadline>(),
    /** The criteria that subscriptions were matched against. Null for broadcasts older than this column. */
    criteria: jsonb('criteria').$type<Record<string, unknown>>(),
    recipients: integer('recipients').notNull().default(0),
    /** Number of mails that left the queue unsent because they or the broadcast were stopped. */
    stopped: integer('stopped').notNull().default(0),
    /** Number of mails that were sent and came back. */
    bounced: integer('bounced').notNull().default(0),
    /** When the broadcast was stopped: no mail of it is started after this time. */
    stoppedAt: moment('stopped_at'),
    /** The `traceparent` of the request or job that made it; null if that was not traced. */
    traceparent: text('traceparent'),
    createdBy: text('created_by').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('broadcasts_reference').on(sql`lower(${table.reference})`, table.createdAt),
    index('broadcasts_incident').on(table.incidentId),
    index('broadcasts_message').on(table.messageId),
    index('broadcasts_notification').on(table.notificationId),
    index('broadcasts_created').on(table.createdAt),
    uniqueIndex('broadcasts_security_email').on(table.securityEmailId),
    index('broadcasts_bounced').on(table.broadcastId).where(sql`${table.bounced} > 0`),
  ],
)

/**
 * Mailed security emails by comm, so that the progress of a comm with fifty thousand emails can be summed
 * every few seconds. A trigger of `broadcasts` adds the rows.
 */
export const mailedEmails = pgTable(
  'mailed_emails',
  {
    broadcastId: integer('broadcast_id').primaryKey(),
    secCommId: integer('sec_comm_id').notNull(),
    recipients: integer('recipients').notNull(),
  },
  (table) => [index('mailed_emails_comm').on(table.secCommId)],
)

/**
 * The ledger: one row for each mail of a broadcast to one recipient. Columns that change during sending have
 * no index, to keep updates cheap. No foreign keys: checking them row by row would be two fifths of the cost
 * of a large broadcast (ADR 11). They are not needed: each row is selected from the referenced tables when it
 * is inserted. Of the referenced rows only subscribers are ever deleted, and their ledger rows must stay.
 */
export const deliveries = pgTable(
  'deliveries',
  {
    deliveryId: rowNumber('delivery_id').primaryKey().generatedAlwaysAsIdentity(),
    broadcastId: integer('broadcast_id').notNull(),
    subscriberId: integer('subscriber_id'),
    email: text('email').notNull(),
    locale: text('locale').notNull(),
    companyId: integer('company_id'),
    state: text('state').$type<'queued' | 'sent' | 'deferred' | 'failed' | 'stopped' | 'bounced'>().notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** The mail server's last reply. */
    response: text('response'),
    sentAt: moment('sent_at'),
    createdAt: moment('created_at').notNull(),
    /** Time zone of the reader when the mail was created; null for UTC alone. */
    timeZone: text('time_zone'),
  },
  (table) => [
    uniqueIndex('deliveries_recipient').on(table.broadcastId, sql`lower(${table.email})`),
    // Serves searches for the beginning of an address, whatever the collation of the database.
    index('deliveries_email').on(sql`lower(${table.email}) text_pattern_ops`),
    index('deliveries_company').on(table.companyId, table.createdAt),
  ],
)

/** Mails not sent yet: those to try, and those parked after a failure. */
export const deliveryQueue = pgTable(
  'delivery_queue',
  {
    deliveryId: rowNumber('delivery_id').primaryKey(),
    broadcastId: integer('broadcast_id').notNull(),
    state: text('state').$type<'queued' | 'deferred' | 'failed'>().notNull(),
    /** Time of the next try, or end of the lease while a worker holds the mail; null if no try is planned. */
    dueAt: moment('due_at'),
    /** Id of the worker that holds the mail now. */
    worker: text('worker'),
  },
  (table) => [index('delivery_queue_due').on(table.dueAt, table.deliveryId)],
)

/** Events of deliveries: failed tries, requests to try again, and reports that a sent mail came back. */
export const deliveryEvents = pgTable(
  'delivery_events',
  {
    id: rowNumber('id').primaryKey().generatedAlwaysAsIdentity(),
    deliveryId: rowNumber('delivery_id')
      .notNull()
      .references(() => deliveries.deliveryId),
    event: text('event').$type<'deferred' | 'failed' | 'retried' | 'bounced'>().notNull(),
    response: text('response').notNull(),
    /** Status code of a bounce, such as `5.1.1` (RFC 3463); null for other events. */
    status: text('status'),
    at: moment('at').notNull(),
  },
  (table) => [index('delivery_events_delivery').on(table.deliveryId, table.id)],
)

/**
 * What strangers asked for on the status page and nobody has confirmed yet, one row for each mailbox. Rows are deleted a
 * day after their last mail.
 */
export const subscriptionRequests = pgTable(
  'subscription_requests',
  {
    requestId: integer('request_id').primaryKey().generatedAlwaysAsIdentity(),
    /** The mailbox in one spelling, so that different spellings of it share their limit. */
    mailbox: text('mailbox').notNull().unique(),
    email: text('email').notNull(),
    locale: text('locale').notNull(),
    services: text('services').array().notNull(),
    dataCenters: text('data_centers').array().notNull(),
    /** The mail with the link; null if the mail has none. */
    broadcastId: integer('broadcast_id'),
    /** SHA-256 of the token in the link; null until the mail is sent, and after the link was used. */
    tokenHash: text('token_hash').unique(),
    /** Mails within a day since `firstMailedAt`. */
    mails: integer('mails').notNull().default(1),
    firstMailedAt: moment('first_mailed_at').notNull(),
    mailedAt: moment('mailed_at').notNull(),
  },
  (table) => [
    index('subscription_requests_mailed').on(table.mailedAt),
    index('subscription_requests_broadcast').on(table.broadcastId),
  ],
)
