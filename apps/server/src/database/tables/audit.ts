import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { moment, rowNumber } from './columns.ts'

/** Who did what when. Rows are only added; retention moves the oldest into archives. */
export const auditLog = pgTable(
  'audit_log',
  {
    pkey: rowNumber('pkey').primaryKey().generatedAlwaysAsIdentity(),
    applicationName: text('application_name').notNull(),
    userEmail: text('user_email').notNull(),
    actionName: text('action_name').notNull(),
    createdDate: moment('created_date').notNull(),
    context: jsonb('context').$type<Record<string, unknown>>(),
  },
  (table) => [
    index('audit_log_created').on(table.createdDate, table.pkey),
    index('audit_log_user').on(table.userEmail, table.createdDate, table.pkey),
    index('audit_log_action').on(table.actionName, table.createdDate, table.pkey),
    index('audit_log_application').on(table.applicationName, table.createdDate, table.pkey),
  ],
)

/** Ids of audit rows that still need a seal; sealing a row deletes its id here. */
export const auditUnsealed = pgTable('audit_unsealed', {
  pkey: rowNumber('pkey').primaryKey(),
})

/** The hash chain: each hash covers the previous hash and one row. Numbered without gaps in sealing order. */
export const auditSeals = pgTable('audit_seals', {
  sealNo: rowNumber('seal_no').primaryKey(),
  pkey: rowNumber('pkey').notNull().unique(),
  /** SHA-256, base64url. */
  hash: text('hash').notNull(),
})

/** Segments of the chain that retention moved from the log into files, oldest first. */
export const auditArchives = pgTable('audit_archives', {
  fromSeal: rowNumber('from_seal').primaryKey(),
  toSeal: rowNumber('to_seal').notNull(),
  /** Hash of the last row before this segment; null for the first segment. */
  previousHash: text('previous_hash'),
  lastHash: text('last_hash').notNull(),
  file: text('file').notNull(),
  /** Digest of the file, hexadecimal. */
  sha256: text('sha256').notNull(),
  archivedAt: moment('archived_at').notNull(),
})
