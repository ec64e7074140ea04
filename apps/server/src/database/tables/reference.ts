import type { Severity } from '@aviary/contract/status/rules'
import type { PriorityType } from '@aviary/contract/wire'
import { boolean, index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { moment, version } from './columns.ts'

// Lists that an installation can change without code. Their initial rows come from the specification.

export const services = pgTable('services', {
  systemName: text('system_name').primaryKey(),
  displayName: text('display_name').notNull(),
  position: integer('position').notNull(),
})

export const dataCenters = pgTable('data_centers', {
  systemName: text('system_name').primaryKey(),
  displayName: text('display_name').notNull(),
  position: integer('position').notNull(),
})

export const severities = pgTable('severities', {
  id: integer('id').primaryKey(),
  systemKey: text('system_key').$type<Severity>().notNull().unique(),
  displayValue: text('display_value').notNull(),
  description: text('description').notNull(),
})

export const locales = pgTable('locales', {
  systemKey: text('system_key').primaryKey(),
  displayName: text('display_name').notNull(),
  isActive: boolean('is_active').notNull().default(true),
  position: integer('position').notNull(),
})

/** Time from an incident's start to its SLA end, if its source gives none. */
export const priorities = pgTable('priorities', {
  priorityType: text('priority_type').$type<PriorityType>().primaryKey(),
  slaMinutes: integer('sla_minutes').notNull(),
})

/** Types of incident messages that people subscribe to. A mail of a type must have all its `emailFields`. */
export const alertTypes = pgTable(
  'alert_types',
  {
    alertTypeId: integer('alert_type_id').primaryKey().generatedAlwaysAsIdentity(),
    priorityType: text('priority_type')
      .$type<PriorityType>()
      .notNull()
      .references(() => priorities.priorityType),
    name: text('name').notNull(),
    position: integer('position').notNull(),
    emailFields: jsonb('email_fields').$type<{ display_name: string; system_name: string }[]>().notNull(),
  },
  (table) => [unique('alert_types_name').on(table.priorityType, table.name)],
)

/** Reusable texts for incident messages (`message`) and maintenance notifications (`notification`). */
export const templates = pgTable(
  'templates',
  {
    pkey: integer('pkey').primaryKey().generatedAlwaysAsIdentity(),
    templateType: text('template_type').$type<'message' | 'notification'>().notNull(),
    title: text('title').notNull(),
    body: text('body').notNull(),
    messageType: text('message_type'),
    affectedService: text('affected_service'),
    notificationType: text('notification_type'),
    createdBy: text('created_by').notNull(),
    createdDate: moment('created_date').notNull(),
    version: version(),
    updatedBy: text('updated_by'),
  },
  (table) => [index('templates_type').on(table.templateType, table.title)],
)

/** Template versions before each edit. Kept when the template is deleted. */
export const templateChanges = pgTable(
  'template_changes',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    templateId: integer('template_id').notNull(),
    prevTitle: text('prev_title').notNull(),
    prevBody: text('prev_body').notNull(),
    prevMessageType: text('prev_message_type'),
    prevAffectedService: text('prev_affected_service'),
    prevNotificationType: text('prev_notification_type'),
    changedBy: text('changed_by').notNull(),
    changedAt: moment('changed_at').notNull(),
  },
  (table) => [index('template_changes_template').on(table.templateId, table.id)],
)

/** Flags that a maintenance event can have. */
export const maintenanceFlags = pgTable('maintenance_flags', {
  systemName: text('system_name').primaryKey(),
  displayName: text('display_name').notNull(),
  position: integer('position').notNull(),
})
