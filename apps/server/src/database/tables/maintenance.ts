import type { NotificationType } from '@aviary/contract/notifications/rules'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { users } from './access.ts'
import { moment, version } from './columns.ts'
import { dataCenters } from './reference.ts'

/** Planned work in data centers. The older API calls show the same rows as maintenance windows. */
export const maintenanceEvents = pgTable(
  'maintenance_events',
  {
    eventId: integer('event_id').primaryKey().generatedAlwaysAsIdentity(),
    title: text('title').notNull(),
    isInternal: boolean('is_internal').notNull(),
    isTest: boolean('is_test').notNull().default(false),
    flag: text('flag'),
    jiraIds: text('jira_ids').array().notNull(),
    startDate: moment('start_date').notNull(),
    endDate: moment('end_date').notNull(),
    commSrc: text('comm_src').notNull(),
    createdBy: text('created_by').notNull(),
    createdDate: moment('created_date').notNull(),
    version: version(),
    updatedBy: text('updated_by'),
    updatedAt: moment('updated_at'),
    /** A cancelled event stays in lists and calendars, and does not change any more. */
    cancelledAt: moment('cancelled_at'),
    cancelledBy: text('cancelled_by'),
    /** When channels were told that it started and that it ended, or that they need not be. */
    startToldAt: moment('start_told_at'),
    endToldAt: moment('end_told_at'),
  },
  (table) => [
    index('maintenance_events_start_untold')
      .on(table.startDate)
      .where(sql`${table.startToldAt} is null and ${table.cancelledAt} is null`),
    index('maintenance_events_end_untold')
      .on(table.endDate)
      .where(sql`${table.endToldAt} is null and ${table.cancelledAt} is null`),
    index('maintenance_events_start').on(table.startDate, table.eventId),
    index('maintenance_events_end').on(table.endDate),
  ],
)

const eventId = () =>
  integer('event_id')
    .notNull()
    .references(() => maintenanceEvents.eventId, { onDelete: 'cascade' })

export const maintenanceDataCenters = pgTable(
  'maintenance_data_centers',
  {
    eventId: eventId(),
    dataCenter: text('data_center')
      .notNull()
      .references(() => dataCenters.systemName),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.dataCenter] }),
    index('maintenance_data_centers_data_center').on(table.dataCenter),
  ],
)

/**
 * Notifications about an event. A mailed notification gets its recipients and its broadcast only at its send
 * time.
 */
export const notifications = pgTable(
  'notifications',
  {
    notificationId: integer('notification_id').primaryKey().generatedAlwaysAsIdentity(),
    eventId: eventId(),
    type: text('type').$type<NotificationType>().notNull(),
    title: text('title').notNull(),
    body: jsonb('body').$type<Record<string, string>>().notNull(),
    subject: jsonb('subject').$type<Record<string, string>>().notNull(),
    /** When a notification of type Personalized Open appears; null for the other types. */
    startDate: moment('start_date'),
    endDate: moment('end_date'),
    isBroadcast: boolean('is_broadcast').notNull(),
    /** Send time of the mails; null if the notification is not mailed. */
    sendTime: moment('send_time'),
    /** Broadcast that mails the notification; null until the send time. */
    broadcastId: integer('broadcast_id'),
    sentTime: moment('sent_time'),
    isTest: boolean('is_test').notNull().default(false),
    isInternal: boolean('is_internal').notNull().default(false),
    /** Whether an older call created this notification together with its event; it is then never mailed. */
    isOfWindow: boolean('is_of_window').notNull().default(false),
    flag: text('flag'),
    relocalize: boolean('relocalize').notNull().default(false),
    emailFields: jsonb('email_fields').$type<Record<string, string>>().notNull().default({}),
    commSrc: text('comm_src').notNull(),
    createdBy: text('created_by').notNull(),
    createdDate: moment('created_date').notNull(),
    version: version(),
    updatedBy: text('updated_by'),
    updatedAt: moment('updated_at'),
  },
  (table) => [
    index('notifications_event').on(table.eventId, table.notificationId),
    index('notifications_shown').on(table.endDate),
    // Few notifications are still to be mailed, so the index covers only those.
    index('notifications_due').on(table.sendTime).where(sql`is_broadcast and broadcast_id is null`),
  ],
)

/** Tokens with which calendar programs read events for one person; only their hash is stored. */
export const calendarTokens = pgTable('calendar_tokens', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.userId, { onDelete: 'cascade' }),
  tokenHash: text('token_hash').notNull().unique(),
  createdAt: moment('created_at').notNull(),
})
