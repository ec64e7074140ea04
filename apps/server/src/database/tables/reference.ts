import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'

// Lists that an installation can change without code. Their first rows come from the specification.

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
  systemKey: text('system_key').notNull().unique(),
  displayValue: text('display_value').notNull(),
  description: text('description').notNull(),
})

export const locales = pgTable('locales', {
  systemKey: text('system_key').primaryKey(),
  displayName: text('display_name').notNull(),
  isActive: boolean('is_active').notNull().default(true),
  position: integer('position').notNull(),
})

/** How long after the start an incident's SLA ends when its source gives no end. */
export const priorities = pgTable('priorities', {
  priorityType: text('priority_type').primaryKey(),
  slaMinutes: integer('sla_minutes').notNull(),
})
