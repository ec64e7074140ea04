import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { moment, rowNumber } from './columns.ts'
import { companies, incidentMessages, incidents } from './incidents.ts'

/** Who may be mailed. Not every subscriber has signed in, and not every user subscribes. */
export const subscribers = pgTable(
  'subscribers',
  {
    subscriberId: integer('subscriber_id').primaryKey().generatedAlwaysAsIdentity(),
    email: text('email').notNull(),
    locale: text('locale').notNull().default('en'),
    companyId: integer('company_id').references(() => companies.companyId),
    /** Names the person in the links of their mails; resetting the profile replaces it, and old links end. */
    uuid: text('uuid').notNull().unique(),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('subscribers_email').on(sql`lower(${table.email})`),
    index('subscribers_company').on(table.companyId),
  ],
)

/** What one subscriber chose in one category (`P1`, `P2`, `notifications`): a mail must match every list that it has. */
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

/** A mail in one language. `html` and `text` hold the mark where the recipient's own unsubscribe link goes. */
export type MailContent = { subject: string; html: string; text: string }

export type BroadcastKind = 'incident_message' | 'notification' | 'security_email' | 'subscription_change'

/** One mail to many: what it says, in each language, as it was when it was sent off. */
export const broadcasts = pgTable(
  'broadcasts',
  {
    broadcastId: integer('broadcast_id').primaryKey().generatedAlwaysAsIdentity(),
    /** What they tell of. */
    kind: text('kind').$type<BroadcastKind>().notNull(),
    /** What people call the matter: `OPI-123`, `MNT-12`. */
    reference: text('reference').notNull(),
    incidentId: integer('incident_id').references(() => incidents.incidentId, { onDelete: 'set null' }),
    messageId: integer('message_id').references(() => incidentMessages.messageId, { onDelete: 'set null' }),
    /** Stays when the notification is deleted: what was mailed was mailed. */
    notificationId: integer('notification_id'),
    /** Each security email is mailed once. */
    securityEmailId: integer('security_email_id'),
    messageType: text('message_type').notNull(),
    /** `INTERNAL` reaches addresses of the internal domains only. */
    audience: text('audience').$type<'INTERNAL' | 'EXTERNAL'>().notNull(),
    contents: jsonb('contents').$type<Record<string, MailContent>>().notNull(),
    /** Whom it was for: what a subscription had to hold. Null where it was sent before that was kept. */
    criteria: jsonb('criteria').$type<Record<string, unknown>>(),
    recipients: integer('recipients').notNull().default(0),
    /** How many of them were not mailed because it was deleted first. */
    stopped: integer('stopped').notNull().default(0),
    /** From then on none of its mails is begun any more. */
    stoppedAt: moment('stopped_at'),
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
  ],
)

/**
 * The security emails that were mailed, by their comm. Only added to, by a trigger of `broadcasts`: a comm may have fifty thousand of
 * them, and summing up how far they are is to read as little of each as can be, for it is asked every few seconds.
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
 * The ledger: every mail to every person. What changes as a mail goes out is in no index, so that it changes cheaply.
 * No column refers to another table by a foreign key: checking those row by row is two fifths of what a large broadcast
 * costs (ADR 11). One statement writes rows from the tables they speak of, and none of these rows is ever deleted but a
 * subscriber's, which leaves the ledger as it was.
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
    state: text('state').$type<'queued' | 'sent' | 'deferred' | 'failed' | 'stopped'>().notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** What the mail server said last. */
    response: text('response'),
    sentAt: moment('sent_at'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('deliveries_recipient').on(table.broadcastId, sql`lower(${table.email})`),
    // Serves the beginning of an address in a database of any collation.
    index('deliveries_email').on(sql`lower(${table.email}) text_pattern_ops`),
    index('deliveries_company').on(table.companyId, table.createdAt),
  ],
)

/** The mails that are not sent: those to try, and those that are parked after they failed. */
export const deliveryQueue = pgTable(
  'delivery_queue',
  {
    deliveryId: rowNumber('delivery_id').primaryKey(),
    broadcastId: integer('broadcast_id').notNull(),
    state: text('state').$type<'queued' | 'deferred' | 'failed'>().notNull(),
    /** When it is tried next, or when the lease of whoever tries it now ends; null when it is parked. */
    dueAt: moment('due_at'),
    /** Who tries it now. */
    worker: text('worker'),
  },
  (table) => [index('delivery_queue_due').on(table.dueAt, table.deliveryId)],
)

/** What went wrong on the way, try by try, and who asked for another one. */
export const deliveryEvents = pgTable(
  'delivery_events',
  {
    id: rowNumber('id').primaryKey().generatedAlwaysAsIdentity(),
    deliveryId: rowNumber('delivery_id')
      .notNull()
      .references(() => deliveries.deliveryId),
    event: text('event').$type<'deferred' | 'failed' | 'retried'>().notNull(),
    response: text('response').notNull(),
    at: moment('at').notNull(),
  },
  (table) => [index('delivery_events_delivery').on(table.deliveryId, table.id)],
)
