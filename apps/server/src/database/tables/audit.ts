import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { moment, rowNumber } from './columns.ts'

/**
 * Who did what when. Rows are only added; retention moves the oldest into archives. A trigger lets the address of an
 * erased person give way to a pseudonym, and nothing else change.
 */
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
  /**
   * For each e-mail address of the row, in their order, the salt of its digest, or `erased:` and the digest. Null: the
   * hash covers the addresses themselves, as earlier versions sealed.
   */
  addressSalts: text('address_salts').array(),
})

/** People whose addresses were erased; the number is that of their pseudonym and tells nothing else. */
export const erasedPeople = pgTable('erased_people', {
  number: integer('number').primaryKey().generatedAlwaysAsIdentity(),
  erasedAt: moment('erased_at').notNull(),
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
