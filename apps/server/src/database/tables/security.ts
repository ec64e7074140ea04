import { sql } from 'drizzle-orm'
import {
  boolean,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { moment, version } from './columns.ts'

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

export const securityIncidents = pgTable('security_incidents', {
  secId: integer('sec_id').primaryKey().generatedAlwaysAsIdentity(),
  title: text('title').notNull(),
  description: text('description').notNull(),
  status: text('status').notNull(),
  startDate: moment('start_date').notNull(),
  endDate: moment('end_date'),
  createdAt: moment('created_at').notNull(),
  version: version(),
})

/** Types of comms, which an installation can change without code. */
export const commTypes = pgTable('comm_types', {
  id: integer('id').primaryKey(),
  displayName: text('display_name').notNull(),
  internalName: text('internal_name').notNull().unique(),
  position: integer('position').notNull().default(0),
  /** Null while in use. */
  retiredAt: moment('retired_at'),
  version: version(),
})

/** Communications (comms) about a security incident. */
export const securityComms = pgTable(
  'security_comms',
  {
    secCommId: integer('sec_comm_id').primaryKey().generatedAlwaysAsIdentity(),
    secId: integer('sec_id')
      .notNull()
      .references(() => securityIncidents.secId),
    commType: integer('comm_type')
      .notNull()
      .references(() => commTypes.id),
    description: text('description').notNull(),
    status: text('status').notNull(),
    isHidden: boolean('is_hidden').notNull().default(false),
    createdDate: moment('created_date').notNull(),
    version: version(),
  },
  (table) => [index('security_comms_incident').on(table.secId)],
)

/**
 * Recipients of a company's security mails, unique per company and address. They need no subscription and no
 * sign-in.
 */
export const securityUsers = pgTable(
  'security_users',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    /** Id of the company; no foreign key, because the company need not have been ingested. */
    companyId: integer('company_id').notNull(),
    email: text('email').notNull(),
    isActive: boolean('is_active').notNull().default(true),
    createdDate: moment('created_date').notNull(),
    modifiedDate: moment('modified_date'),
    version: version(),
  },
  (table) => [
    uniqueIndex('security_users_company_email').on(table.companyId, sql`lower(${table.email})`),
    index('security_users_email').using('gin', sql`lower(${table.email}) gin_trgm_ops`),
  ],
)

/**
 * A mail to the security users of one company. A trigger forbids changing its company and comm, and its text
 * once it was sent. Neither code nor a manual statement can send one company's text to another (ADR 24).
 */
export const securityEmails = pgTable(
  'security_emails',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    secCommId: integer('sec_comm_id')
      .notNull()
      .references(() => securityComms.secCommId),
    companyId: integer('company_id').notNull(),
    subject: text('subject').notNull(),
    /** Sanitized HTML. */
    body: text('body').notNull(),
    uploadSource: text('upload_source').notNull(),
    sentDate: moment('sent_date'),
    createdBy: text('created_by').notNull(),
    createdDate: moment('created_date').notNull(),
    /** The import that the email was promoted from, which may be deleted by now; null if it was written by hand. */
    importId: integer('import_id'),
    version: version(),
  },
  (table) => [
    index('security_emails_comm').on(table.secCommId, table.id),
    index('security_emails_import').on(table.importId, table.id).where(sql`${table.importId} is not null`),
  ],
)

/** An uploaded mail-merge file. */
export const securityImports = pgTable(
  'security_imports',
  {
    importId: integer('import_id').primaryKey().generatedAlwaysAsIdentity(),
    secCommId: integer('sec_comm_id')
      .notNull()
      .references(() => securityComms.secCommId),
    title: text('title').notNull(),
    filename: text('filename').notNull(),
    isHidden: boolean('is_hidden').notNull().default(false),
    /** The file's header row. */
    columns: text('columns').array().notNull(),
    /** Bytes of the file. */
    size: integer('size').notNull(),
    /** SHA-256 of the file, so that a comm does not get the same file twice. */
    digest: text('digest').notNull(),
    createdBy: text('created_by').notNull(),
    createdDate: moment('created_date').notNull(),
    /** Numbers of staged and of promoted emails, counted by triggers. */
    staged: integer('staged').notNull().default(0),
    promoted: integer('promoted').notNull().default(0),
    version: version(),
  },
  (table) => [uniqueIndex('security_imports_file').on(table.secCommId, table.digest)],
)

/** The bytes of an uploaded file, in parts of equal size except the last. */
export const securityImportParts = pgTable(
  'security_import_parts',
  {
    importId: integer('import_id')
      .notNull()
      .references(() => securityImports.importId, { onDelete: 'cascade' }),
    place: integer('place').notNull(),
    content: bytes('content').notNull(),
  },
  (table) => [primaryKey({ columns: [table.importId, table.place] })],
)

/**
 * An email made from a row of a mail-merge file, before and after its promotion to a security email. A
 * trigger forbids changing its import, company and comm, and its text once it was promoted.
 */
export const stagedEmails = pgTable(
  'staged_emails',
  {
    stagingId: integer('staging_id').primaryKey().generatedAlwaysAsIdentity(),
    importId: integer('import_id')
      .notNull()
      .references(() => securityImports.importId),
    secCommId: integer('sec_comm_id').notNull(),
    companyId: integer('company_id').notNull(),
    subject: text('subject').notNull(),
    /** Sanitized HTML. */
    body: text('body').notNull(),
    /** Position of the email's row in the file: the line, and the byte range with an exclusive end. */
    line: integer('line'),
    sourceFrom: integer('source_from'),
    sourceTo: integer('source_to'),
    /**
     * Id of the email that this staged email became. Kept when only that email is deleted, so that the staged email
     * is not promoted again; cleared when all unsent emails of the import are deleted together.
     */
    emailId: integer('email_id'),
    version: version(),
  },
  (table) => [
    // One email per company and file.
    uniqueIndex('staged_emails_company').on(table.importId, table.companyId),
    index('staged_emails_import').on(table.importId, table.stagingId),
  ],
)
