import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { moment, version } from './columns.ts'
import { companies } from './incidents.ts'

/** Links by which customers read their own status page; deleted when they are ended. */
export const customerLinks = pgTable(
  'customer_links',
  {
    linkId: integer('link_id').primaryKey().generatedAlwaysAsIdentity(),
    companyId: integer('company_id')
      .notNull()
      .references(() => companies.companyId),
    /** Whom it is for, for staff. */
    name: text('name').notNull(),
    /** SHA-256 of the secret in the address. */
    tokenHash: text('token_hash').notNull().unique(),
    mostDevices: integer('most_devices').notNull(),
    createdBy: text('created_by').notNull(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    /** How often it was refused on a further device. */
    refused: integer('refused').notNull().default(0),
    lastRefusedAt: moment('last_refused_at'),
    version: version(),
  },
  (table) => [index('customer_links_company').on(table.companyId)],
)

/** Browsers on which a link was opened, by the secret in their cookie. */
export const customerDevices = pgTable(
  'customer_devices',
  {
    /** SHA-256 of the secret in the cookie. */
    cookieHash: text('cookie_hash').primaryKey(),
    linkId: integer('link_id')
      .notNull()
      .references(() => customerLinks.linkId, { onDelete: 'cascade' }),
    openedAt: moment('opened_at').notNull(),
    /** When it last read the page, to the hour. */
    lastSeenAt: moment('last_seen_at').notNull(),
  },
  (table) => [index('customer_devices_link').on(table.linkId)],
)
