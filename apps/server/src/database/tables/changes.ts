import { sql } from 'drizzle-orm'
import { bit, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { moment, rowNumber } from './columns.ts'

/** Changes to the provider's services, made by people (`manual`) or machines (`auto`). Built for ten million rows. */
export const changeRecords = pgTable(
  'changes',
  {
    changeId: rowNumber('change_id').primaryKey().generatedAlwaysAsIdentity(),
    /**
     * The sender. Together with the sender's own id of the change (`source_key`) it identifies the row:
     * ingesting that id again updates the row.
     */
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
    /** When the source first reported the change. */
    createdOn: moment('created_on').notNull(),
    /** Actual start, else planned start, else submission, else the source's first report. */
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
    /** When the source last updated this record, so that a late event does not overwrite newer values. */
    sourceUpdatedAt: moment('source_updated_at'),
    /** Digest of the last ingested record; ingesting the same record again changes nothing. */
    recordHash: text('record_hash').notNull(),
    /** Everything a keyword search looks in, in lower case, one line per field. */
    searchText: text('search_text')
      .notNull()
      .generatedAlwaysAs(
        sql`lower(coalesce(ticket_id, '') || E'\n' || summary || E'\n' || description || E'\n' || coalesce(submitted_by, '') || E'\n' || coalesce(catalog_type, '') || E'\n' || coalesce(master_approval_entity_id, '') || E'\n' || coalesce(company_id, '') || E'\n' || coalesce(github_owner, '') || '/' || coalesce(github_repo, '') || E'\n' || coalesce(github_sha, '') || E'\n' || coalesce(github_tag, ''))`,
      ),
  },
  (table) => [
    unique('changes_source').on(table.source, table.sourceKey),
    index('changes_time').on(table.changeType, table.effectiveAt, table.changeId),
    // Serves the search for changes that began before the searched hours and were under way when an incident
    // began. They last longer than the shortest search (1 hour), so shorter changes are not indexed.
    index('changes_long')
      .on(table.effectiveAt, sql`coalesce(actual_end, submitted_on, 'infinity'::timestamptz)`)
      .where(
        sql`actual_start is not null and (coalesce(actual_end, submitted_on) is null or coalesce(actual_end, submitted_on) - actual_start > interval '1 hour')`,
      ),
    index('changes_trigrams').using('gin', sql`${table.searchText} gin_trgm_ops`),
  ],
)

/**
 * Data centers, services and CIs named by changes, one row per name and change type. The CI search also reads
 * this table.
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
    // Serves the CI search, sorted case-insensitively.
    index('change_marks_cis')
      .on(sql`(lower(${table.name})) collate "C"`, sql`${table.name} collate "C"`)
      .where(sql`${table.kind} = 'cis'`),
  ],
)

/**
 * The changes of each mark in time order, so that one page of results is one index range. There are some
 * forty million rows and no foreign keys, because each row is written and deleted together with its change.
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

/** Bits per bitmap in `change_letters`. */
export const LETTER_BITS = 8192

/**
 * Bitmap of the single letters and letter pairs in the `search_text` of one hour and change type (ADR 25).
 * Serves keywords too short for trigrams. Bits may be set without a matching text, but none is missing except
 * for the ranges in `unread_changes`.
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
 * Ranges of changes, each within one hour, whose letters may be missing in `change_letters`. A trigger
 * inserts them in the writing transaction; updating the bitmap there would make writers wait for each other.
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

/**
 * Number of changes per hour (ADR 90), of one type (`mark_id` 0) or of a data center or service by its mark. CIs
 * have none: there are thousands, with few changes each. The true number is this count plus those of
 * `changes_per_hour_deltas`; hours before `changes_per_hour_progress.counted_from` are not counted yet.
 */
export const changesPerHour = pgTable(
  'changes_per_hour',
  {
    changeType: text('change_type').$type<'manual' | 'auto'>().notNull(),
    markId: integer('mark_id').notNull(),
    hour: moment('hour').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.changeType, table.markId, table.hour] })],
)

/** The counts of `changes_per_hour`, added up by day in UTC, for pictures of months and years. */
export const changesPerDay = pgTable(
  'changes_per_day',
  {
    changeType: text('change_type').$type<'manual' | 'auto'>().notNull(),
    markId: integer('mark_id').notNull(),
    day: moment('day').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.changeType, table.markId, table.day] })],
)

/**
 * Changes of the counts that are not added yet, several for one hour. Triggers insert them in the writing
 * transaction; updating the counts there would make writers wait for each other.
 */
export const changesPerHourDeltas = pgTable(
  'changes_per_hour_deltas',
  {
    changeType: text('change_type').$type<'manual' | 'auto'>().notNull(),
    markId: integer('mark_id').notNull(),
    hour: moment('hour').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [index('changes_per_hour_deltas_hour').on(table.changeType, table.markId, table.hour)],
)

/** One row. Changes from before the table existed are counted in the background, newest first. */
export const changesPerHourProgress = pgTable('changes_per_hour_progress', {
  /** All hours from here on are counted; `-infinity` once all are. */
  countedFrom: moment('counted_from').notNull(),
})
