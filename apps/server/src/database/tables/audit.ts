import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { moment, rowNumber } from './columns.ts'

/** Who did what, when. Rows are only added; retention moves the oldest into archives. */
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

/** Rows of the log that wait for their seal: written with the row, removed with its sealing. */
export const auditUnsealed = pgTable('audit_unsealed', {
  pkey: rowNumber('pkey').primaryKey(),
})

/** The chain: each hash is of the hash before it and of its row. Numbered without a gap, in the order of sealing. */
export const auditSeals = pgTable('audit_seals', {
  sealNo: rowNumber('seal_no').primaryKey(),
  pkey: rowNumber('pkey').notNull().unique(),
  /** SHA-256, base64url. */
  hash: text('hash').notNull(),
})

/** What retention took out of the log: a stretch of the chain from its then beginning, in a file. */
export const auditArchives = pgTable('audit_archives', {
  fromSeal: rowNumber('from_seal').primaryKey(),
  toSeal: rowNumber('to_seal').notNull(),
  /** The hash before the stretch; null at the very beginning. */
  previousHash: text('previous_hash'),
  lastHash: text('last_hash').notNull(),
  file: text('file').notNull(),
  /** Of the file, hexadecimal. */
  sha256: text('sha256').notNull(),
  archivedAt: moment('archived_at').notNull(),
})
