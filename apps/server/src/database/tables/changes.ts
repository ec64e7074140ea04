import { sql } from 'drizzle-orm'
import { bit, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { moment, rowNumber } from './columns.ts'

/** What was changed in the provider's services, by people (`manual`) or by machines (`auto`): ten million of them. */
export const changeRecords = pgTable(
  'changes',
  {
    changeId: rowNumber('change_id').primaryKey().generatedAlwaysAsIdentity(),
    /** Who told of it, and what it calls the change: taking it in again updates it. */
    source: text('source').notNull(),
    sourceKey: text('source_key').notNull(),
    changeType: text('change_type').$type<'manual' | 'auto'>().notNull(),
    ticketId: text('ticket_id'),
    summary: text('summary').notNull(),
    description: text('description').notNull(),
    status: text('status'),
    catalogType: text('catalog_type'),
    plannedStart: moment('planned_start'),
    plannedEnd: moment('planned_end'),
    actualStart: moment('actual_start'),
    actualEnd: moment('actual_end'),
    submittedBy: text('submitted_by'),
    submittedOn: moment('submitted_on'),
    /** When its source first told of it. */
    createdOn: moment('created_on').notNull(),
    /** Decided: actual start, else planned start, else submitted on; where none is known, when its source told of it. */
    effectiveAt: moment('effective_at')
      .notNull()
      .generatedAlwaysAs(sql`coalesce(actual_start, planned_start, submitted_on, created_on)`),
    dataCenters: text('data_centers').array().notNull(),
    services: text('services').array().notNull(),
    cis: text('cis').array().notNull(),
    masterApprovalEntityId: text('master_approval_entity_id'),
    companyId: text('company_id'),
    githubOwner: text('github_owner'),
    githubRepo: text('github_repo'),
    githubSha: text('github_sha'),
    githubTag: text('github_tag'),
    /** When the source last changed it, so that a late event does not undo a newer one. */
    sourceUpdatedAt: moment('source_updated_at'),
    /** Digest of the record it was last made from: the same record again changes nothing. */
    recordHash: text('record_hash').notNull(),
    /** All that `any` looks in, in lower case, a line each: whatever a keyword is looked for in is in here. */
    searchText: text('search_text')
      .notNull()
      .generatedAlwaysAs(
        sql`lower(coalesce(ticket_id, '') || E'\n' || summary || E'\n' || description || E'\n' || coalesce(submitted_by, '') || E'\n' || coalesce(catalog_type, '') || E'\n' || coalesce(master_approval_entity_id, '') || E'\n' || coalesce(company_id, '') || E'\n' || coalesce(github_owner, '') || '/' || coalesce(github_repo, '') || E'\n' || coalesce(github_sha, '') || E'\n' || coalesce(github_tag, ''))`,
      ),
  },
  (table) => [
    unique('changes_source').on(table.source, table.sourceKey),
    index('changes_time').on(table.changeType, table.effectiveAt, table.changeId),
    // What may be under way long after it began: all that took more than the shortest window looked at before an incident.
    index('changes_long')
      .on(table.effectiveAt, sql`coalesce(actual_end, submitted_on, 'infinity'::timestamptz)`)
      .where(
        sql`actual_start is not null and (coalesce(actual_end, submitted_on) is null or coalesce(actual_end, submitted_on) - actual_start > interval '1 hour')`,
      ),
    index('changes_trigrams').using('gin', sql`${table.searchText} gin_trgm_ops`),
  ],
)

/**
 * The data centers, services and CIs that changes name, per change type: so a mark stands for one list of changes. The
 * marks of CIs are also what the search for CIs finds.
 */
export const changeMarks = pgTable(
  'change_marks',
  {
    markId: integer('mark_id').primaryKey().generatedAlwaysAsIdentity(),
    changeType: text('change_type').$type<'manual' | 'auto'>().notNull(),
    kind: text('kind').$type<'data_centers' | 'services' | 'cis'>().notNull(),
    name: text('name').notNull(),
  },
  (table) => [
    unique('change_marks_name').on(table.kind, table.name, table.changeType),
    // The search for CIs: in the order in which they are listed, whatever their case.
    index('change_marks_cis')
      .on(sql`(lower(${table.name})) collate "C"`, sql`${table.name} collate "C"`)
      .where(sql`${table.kind} = 'cis'`),
  ],
)

/**
 * The changes of each mark in the order of time: a page is read from this index as far as it is needed, wherever it lies.
 * Without foreign keys: rows come and go with their change in the same statement, and there are some forty million.
 */
export const markedChanges = pgTable(
  'marked_changes',
  {
    markId: integer('mark_id').notNull(),
    effectiveAt: moment('effective_at').notNull(),
    changeId: rowNumber('change_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.markId, table.effectiveAt, table.changeId] })],
)

/** The bits of a set of letters. */
export const LETTER_BITS = 8192

/**
 * The single letters and the pairs of letters that stand in the `search_text` of the changes of one hour and type (ADR
 * 25): what a keyword is looked for by that is too short for trigrams. May hold too many, never too few.
 */
export const changeLetters = pgTable(
  'change_letters',
  {
    changeType: text('change_type').$type<'manual' | 'auto'>().notNull(),
    hour: moment('hour').notNull(),
    letters: bit('letters', { dimensions: LETTER_BITS }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.changeType, table.hour] })],
)

/**
 * Changes whose letters `change_letters` may not have yet: all between two places in the order of time, within one hour.
 * Only added to by a trigger, in the transaction that writes the changes: so no writer waits for another one.
 */
export const unreadChanges = pgTable(
  'unread_changes',
  {
    unreadId: rowNumber('unread_id').primaryKey().generatedAlwaysAsIdentity(),
    changeType: text('change_type').$type<'manual' | 'auto'>().notNull(),
    firstAt: moment('first_at').notNull(),
    firstId: rowNumber('first_id').notNull(),
    lastAt: moment('last_at').notNull(),
    lastId: rowNumber('last_id').notNull(),
  },
  (table) => [index('unread_changes_time').on(table.firstAt, table.unreadId)],
)
