import type { UnknownName } from '@aviary/contract/ingest/schemas'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { users } from './access.ts'
import { moment, rowNumber } from './columns.ts'

/** Always one row (id 1). */
export const banner = pgTable('banner', {
  id: integer('id').primaryKey(),
  display: boolean('display').notNull(),
  text: jsonb('text').$type<Record<string, string>>().notNull(),
  updatedAt: moment('updated_at').notNull(),
  updatedBy: text('updated_by').notNull(),
})

/** Stored answers of creates by idempotency key: a repeated create gets the same answer and is done once. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    caller: text('caller').notNull(),
    endpoint: text('endpoint').notNull(),
    key: text('key').notNull(),
    /** Digest of the request; reusing the key for another request is refused. */
    requestHash: text('request_hash').notNull(),
    status: integer('status'),
    answer: jsonb('answer'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.caller, table.endpoint, table.key] }),
    index('idempotency_keys_created').on(table.createdAt),
  ],
)

export const errorReports = pgTable(
  'error_reports',
  {
    id: rowNumber('id').primaryKey().generatedAlwaysAsIdentity(),
    userEmail: text('user_email').notNull(),
    report: jsonb('report').$type<Record<string, unknown>>().notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [index('error_reports_created').on(table.createdAt)],
)

/** Webhook deliveries already processed; a repeated one changes nothing. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    sender: text('sender').notNull(),
    deliveryKey: text('delivery_key').notNull(),
    receivedAt: moment('received_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.sender, table.deliveryKey] }),
    index('webhook_deliveries_received').on(table.receivedAt),
  ],
)

/**
 * Names that senders used but the reference data lack: the newest names of each source, with the number of
 * records that contained each name.
 */
export const unknownNames = pgTable(
  'unknown_names',
  {
    source: text('source').notNull(),
    kind: text('kind').$type<UnknownName['kind']>().notNull(),
    name: text('name').notNull(),
    records: rowNumber('records').notNull(),
    firstAt: moment('first_at').notNull(),
    lastAt: moment('last_at').notNull(),
    /** Last sender, spelled as in the audit log. */
    lastCaller: text('last_caller').notNull(),
    /** Whether somebody decided that this name needs no attention. */
    isIgnored: boolean('is_ignored').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.source, table.kind, table.name] }),
    index('unknown_names_newest').on(table.source, table.lastAt),
  ],
)

/** Facts about setting up this installation: at most one row (id 1). */
export const setup = pgTable('setup', {
  id: integer('id').primaryKey(),
  /** When somebody hid the list of setup steps that are still to do. */
  hiddenAt: moment('hidden_at'),
  hiddenBy: text('hidden_by'),
  /** When a mail server last accepted a test mail. */
  mailAcceptedAt: moment('mail_accepted_at'),
})

/** When each person last sent a test mail, accepted or not; all processes use it to limit test mails. */
export const testMails = pgTable('test_mails', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.userId, { onDelete: 'cascade' }),
  triedAt: moment('tried_at').notNull(),
})

/** Progress of the deletion of old rows, one row for each kind. */
export const retentionRuns = pgTable('retention_runs', {
  kind: text('kind').primaryKey(),
  /** Numbers of deleted rows that no audit row has yet, by kind of row: those of a run in progress, or of a stopped one. */
  unaudited: jsonb('unaudited').$type<Record<string, number>>().notNull().default({}),
  /** Rows from before this time were deleted; null: none yet. */
  goneBefore: moment('gone_before'),
  /** Rows ever deleted. */
  deleted: rowNumber('deleted').notNull().default(0),
  /** End of the last completed run; null while the kind is kept for good. */
  finishedAt: moment('finished_at'),
})
