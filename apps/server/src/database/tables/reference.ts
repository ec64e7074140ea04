import type { UnknownName } from '@aviary/contract/ingest/schemas'
import type { PriorityType } from '@aviary/contract/rules'
import type { Severity } from '@aviary/contract/status/rules'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { moment, version } from './columns.ts'

// Lists that an installation can change without code. Their initial rows come from the specification.

/** A display name that was replaced at `until`, an ISO time. */
export type FormerName = { name: string; until: string }

/** Former display names, the oldest first. A record is shown with the name that was in use at its time. */
const formerNames = () => jsonb('former_names').$type<FormerName[]>().notNull().default([])

/** Null while in use. A retired row is no longer offered, but records that name it stay readable. */
const retiredAt = () => moment('retired_at')

/** False keeps it off everything that people may read without an account (ADR 74). */
const isOnStatusPage = () => boolean('is_on_status_page').notNull().default(true)

export const services = pgTable('services', {
  systemName: text('system_name').primaryKey(),
  displayName: text('display_name').notNull(),
  position: integer('position').notNull(),
  formerNames: formerNames(),
  retiredAt: retiredAt(),
  isOnStatusPage: isOnStatusPage(),
  version: version(),
})

export const dataCenters = pgTable('data_centers', {
  systemName: text('system_name').primaryKey(),
  displayName: text('display_name').notNull(),
  /** Column title in narrow windows; null if the display name is short enough. */
  shortName: text('short_name'),
  position: integer('position').notNull(),
  formerNames: formerNames(),
  retiredAt: retiredAt(),
  isOnStatusPage: isOnStatusPage(),
  version: version(),
})

/** Aliases: other names, in lower case, that senders use for a service, a data center or a severity. */
export const aliases = pgTable(
  'aliases',
  {
    kind: text('kind').$type<UnknownName['kind']>().notNull(),
    alias: text('alias').notNull(),
    /** System name of the service or data center, or key of the severity. */
    systemName: text('system_name').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.alias] }),
    index('aliases_system_name').on(table.kind, table.systemName),
  ],
)

export const severities = pgTable('severities', {
  id: integer('id').primaryKey(),
  systemKey: text('system_key').$type<Severity>().notNull().unique(),
  displayValue: text('display_value').notNull(),
  description: text('description').notNull(),
  version: version(),
})

export const locales = pgTable('locales', {
  systemKey: text('system_key').primaryKey(),
  displayName: text('display_name').notNull(),
  isActive: boolean('is_active').notNull().default(true),
  position: integer('position').notNull(),
  version: version(),
})

/** Default time from an incident's start to its SLA end, used if the source gives no SLA end. */
export const priorities = pgTable('priorities', {
  priorityType: text('priority_type').$type<PriorityType>().primaryKey(),
  slaMinutes: integer('sla_minutes').notNull(),
  version: version(),
})

/** Texts by language, without English, which has a column of its own. */
export type Translations = Record<string, string>

/** A field that the mail of an alert type asks for. */
export type EmailField = { display_name: string; system_name: string; translations?: Translations }

/** Types of incident messages that people subscribe to. Each mail needs a value for each of the `emailFields`. */
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
    emailFields: jsonb('email_fields').$type<EmailField[]>().notNull(),
    translations: jsonb('translations').$type<Translations>().notNull().default({}),
    retiredAt: retiredAt(),
    version: version(),
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

/** What people can be on an incident: who leads it, who writes to customers. */
export const incidentRoles = pgTable('incident_roles', {
  systemName: text('system_name').primaryKey(),
  displayName: text('display_name').notNull(),
  translations: jsonb('translations').$type<Translations>().notNull().default({}),
  position: integer('position').notNull(),
  retiredAt: retiredAt(),
  version: version(),
})

/** Flags that a maintenance event can have. */
export const maintenanceFlags = pgTable('maintenance_flags', {
  systemName: text('system_name').primaryKey(),
  displayName: text('display_name').notNull(),
  position: integer('position').notNull(),
  retiredAt: retiredAt(),
  version: version(),
})

/** Mail domains of companies. They tell an address's company if neither its security user nor its subscriber does. */
export const companyDomains = pgTable(
  'company_domains',
  {
    /** In lower case, without "@", other scripts as punycode. */
    domain: text('domain').primaryKey(),
    /** The same domain in Unicode, because stored addresses use either spelling. */
    unicodeDomain: text('unicode_domain').notNull(),
    /** No foreign key: as in security mails, the company need not have been ingested. */
    companyId: integer('company_id').notNull(),
    version: version(),
  },
  (table) => [
    index('company_domains_company').on(table.companyId),
    index('company_domains_unicode').on(table.unicodeDomain),
  ],
)
