import type { PriorityType } from '@aviary/contract/rules'
import type { CellStatus, Severity } from '@aviary/contract/status/rules'
import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  integer,
  jsonb,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { moment, rowNumber, version } from './columns.ts'
import { dataCenters, priorities, services, severities } from './reference.ts'

export const companyNumbers = pgSequence('company_numbers', { startWith: 0, minValue: 0 })

export const ownIncidentNumbers = pgSequence('own_incident_numbers')

export const companies = pgTable(
  'companies',
  {
    companyId: integer('company_id').primaryKey(),
    name: text('name').notNull(),
    entityCode: text('entity_code'),
    dataCenter: text('data_center').references(() => dataCenters.systemName),
    /** Bit position in company bitmaps; assigned once, in insertion order, so that the bitmaps stay dense. */
    number: integer('number').notNull().unique().default(sql`nextval('company_numbers')`),
  },
  (table) => [
    index('companies_name').on(table.name, table.companyId),
    // The customer search matches the start of a name, code or id, and any part of a name. Trigrams need
    // three characters, so shorter texts use `companies_name_grams`.
    index('companies_name_start').on(sql`(lower(${table.name})) collate "C"`, table.companyId),
    index('companies_code_start').on(sql`(lower(${table.entityCode})) collate "C"`),
    index('companies_id_start').on(sql`(${table.companyId}::text) collate "C"`),
    index('companies_name_trigrams').using('gin', sql`lower(${table.name}) gin_trgm_ops`),
    index('companies_name_grams').using('gin', sql`text_grams(lower(${table.name}))`),
  ],
)

export const incidents = pgTable(
  'incidents',
  {
    incidentId: integer('incident_id').primaryKey().generatedAlwaysAsIdentity(),
    jiraId: text('jira_id').notNull().unique(),
    priorityType: text('priority_type')
      .$type<PriorityType>()
      .notNull()
      .references(() => priorities.priorityType),
    severity: text('severity')
      .$type<Severity>()
      .notNull()
      .references(() => severities.systemKey),
    status: text('status').notNull(),
    isInternal: boolean('is_internal').notNull().default(false),
    /** False keeps it off the status page, although its messages are mailed to subscribers outside (ADR 74). */
    isOnStatusPage: boolean('is_on_status_page').notNull().default(true),
    details: text('details').notNull().default(''),
    /** Configuration items at fault, if the source names them. */
    cis: text('cis').array().notNull().default(sql`'{}'`),
    affectedUsers: integer('affected_users'),
    /**
     * Number of affected companies that the source reported. If more companies are listed, their number is
     * used instead.
     */
    reportedCompanyCount: integer('reported_company_count'),
    startDate: moment('start_date').notNull(),
    endDate: moment('end_date'),
    slaEndDate: moment('sla_end_date').notNull(),
    jiraInfo: jsonb('jira_info').$type<Record<string, unknown>>().notNull().default({}),
    slackInfo: jsonb('slack_info').$type<Record<string, unknown>>().notNull().default({}),
    /** When the source last updated this record, so that a late event does not overwrite newer values. */
    sourceUpdatedAt: moment('source_updated_at'),
    /** Digest of the last ingested record; ingesting the same record again changes nothing. */
    recordHash: text('record_hash'),
    /** Source of the status report from which the incident was declared in Aviary. */
    declaredFrom: text('declared_from'),
    /** Counts the edits of an incident declared in Aviary. */
    version: version(),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    index('incidents_start').on(table.startDate, table.incidentId),
    index('incidents_open').on(table.endDate, table.status),
    // The search for similar incidents: those with a CI, and those with words of the beginning of their details.
    index('incidents_cis').using('gin', table.cis),
    index('incidents_words').using('gin', sql`to_tsvector('simple', left(${table.details}, 1000))`),
  ],
)

const incidentId = () =>
  integer('incident_id')
    .notNull()
    .references(() => incidents.incidentId, { onDelete: 'cascade' })

/** Former ids of incidents that were handed over to the tracker; addresses with them keep working. */
export const incidentAliases = pgTable('incident_aliases', {
  alias: text('alias').primaryKey(),
  incidentId: incidentId(),
})

export const incidentServices = pgTable(
  'incident_services',
  {
    incidentId: incidentId(),
    service: text('service')
      .notNull()
      .references(() => services.systemName),
  },
  (table) => [
    primaryKey({ columns: [table.incidentId, table.service] }),
    // Ordered by id, so that the newest incidents of a service are read without the others.
    index('incident_services_newest').on(table.service, table.incidentId),
  ],
)

export const incidentDataCenters = pgTable(
  'incident_data_centers',
  {
    incidentId: incidentId(),
    dataCenter: text('data_center')
      .notNull()
      .references(() => dataCenters.systemName),
  },
  (table) => [
    primaryKey({ columns: [table.incidentId, table.dataCenter] }),
    index('incident_data_centers_data_center').on(table.dataCenter),
  ],
)

export const incidentCompanies = pgTable(
  'incident_companies',
  {
    incidentId: incidentId(),
    companyId: integer('company_id')
      .notNull()
      .references(() => companies.companyId),
  },
  (table) => [
    primaryKey({ columns: [table.incidentId, table.companyId] }),
    index('incident_companies_company').on(table.companyId),
  ],
)

export const incidentMessages = pgTable(
  'incident_messages',
  {
    messageId: integer('message_id').primaryKey().generatedAlwaysAsIdentity(),
    incidentId: incidentId(),
    /** The source's id of the message, so that it is ingested only once; null if posted in Aviary. */
    sourceKey: text('source_key'),
    title: text('title').notNull(),
    messageType: text('message_type').notNull(),
    createdDate: moment('created_date').notNull(),
    createdBy: text('created_by').notNull(),
    body: jsonb('body').$type<Record<string, string>>().notNull(),
    /** Further fields of the form as JSON: impact, root cause, e-mail fields, … */
    particulars: jsonb('particulars').$type<Record<string, unknown>>().notNull().default({}),
    /** Time by which this message promises the next one. */
    nextUpdateDue: moment('next_update_due'),
    version: version(),
    updatedAt: moment('updated_at'),
    updatedBy: text('updated_by'),
  },
  (table) => [
    unique('incident_messages_source').on(table.incidentId, table.sourceKey),
    index('incident_messages_created').on(table.incidentId, table.createdDate),
  ],
)

/** Versions of a message before each edit. Kept when the message is deleted, because its mails are kept too. */
export const messageChanges = pgTable(
  'message_changes',
  {
    messageId: integer('message_id').notNull(),
    /** The version that the edit replaced. */
    prevVersion: integer('prev_version').notNull(),
    prevTitle: text('prev_title').notNull(),
    prevMessageType: text('prev_message_type').notNull(),
    prevBody: jsonb('prev_body').$type<Record<string, string>>().notNull(),
    prevNextUpdateDue: moment('prev_next_update_due'),
    changedBy: text('changed_by').notNull(),
    changedAt: moment('changed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.messageId, table.prevVersion] })],
)

/**
 * Promised updates that somebody put off, one row for each message. A row counts only while the message still
 * promises `promised`.
 */
export const putOffUpdates = pgTable('put_off_updates', {
  messageId: integer('message_id')
    .primaryKey()
    .references(() => incidentMessages.messageId, { onDelete: 'cascade' }),
  /** `next_update_due` of the message when the update was put off. */
  promised: moment('promised').notNull(),
  /** When the update is due instead. */
  due: moment('due').notNull(),
  note: text('note').notNull().default(''),
  putOffBy: text('put_off_by').notNull(),
  putOffAt: moment('put_off_at').notNull(),
})

/** Reminders of missed updates: unique, so that several processes send each one once (ADR 71). */
export const reminders = pgTable(
  'reminders',
  {
    reminderId: rowNumber('reminder_id').primaryKey().generatedAlwaysAsIdentity(),
    incidentId: incidentId(),
    /** When the missed update was due. */
    due: moment('due').notNull(),
    /** Counts the reminders of this update from 1. */
    number: integer('number').notNull(),
    isLast: boolean('is_last').notNull(),
    sentAt: moment('sent_at').notNull(),
    /** Its mails; null if it went to nobody by mail. */
    broadcastId: integer('broadcast_id'),
    /** Its event for channels; null if no channel hears of it. */
    eventId: rowNumber('event_id'),
    /** When what was still unsent of it was stopped, because the update came or a newer reminder followed. */
    closedAt: moment('closed_at'),
  },
  (table) => [
    uniqueIndex('reminders_number').on(table.incidentId, table.due, table.number),
    index('reminders_open').on(table.incidentId).where(sql`${table.closedAt} is null`),
  ],
)

/** Open forms for a message on an incident. Each page reports its form every few seconds. */
export const messageWriters = pgTable(
  'message_writers',
  {
    incidentId: incidentId(),
    email: text('email').notNull(),
    formId: uuid('form_id').notNull(),
    since: moment('since').notNull(),
    seenAt: moment('seen_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.incidentId, table.email, table.formId] })],
)

/** The latest report of one source (a monitor, an alert) about a service in a data center. */
export const statusReports = pgTable(
  'status_reports',
  {
    source: text('source').notNull(),
    service: text('service')
      .notNull()
      .references(() => services.systemName),
    dataCenter: text('data_center')
      .notNull()
      .references(() => dataCenters.systemName),
    status: text('status')
      .$type<Severity>()
      .notNull()
      .references(() => severities.systemKey),
    reportedAt: moment('reported_at').notNull(),
    /** The source's explanation of the status, and a link to the source's page about it (http or https). */
    summary: text('summary'),
    link: text('link'),
  },
  (table) => [
    primaryKey({ columns: [table.source, table.service, table.dataCenter] }),
    index('status_reports_cell').on(table.service, table.dataCenter),
  ],
)

/** Every status change of a cell. The newest row of a cell is its status. */
export const statusHistory = pgTable(
  'status_history',
  {
    id: rowNumber('id').primaryKey().generatedAlwaysAsIdentity(),
    service: text('service')
      .notNull()
      .references(() => services.systemName),
    dataCenter: text('data_center')
      .notNull()
      .references(() => dataCenters.systemName),
    status: text('status').$type<CellStatus>().notNull(),
    changedAt: moment('changed_at').notNull(),
  },
  (table) => [index('status_history_cell').on(table.service, table.dataCenter, table.changedAt, table.id)],
)
