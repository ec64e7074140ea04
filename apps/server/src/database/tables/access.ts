import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  pgView,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { moment, version } from './columns.ts'

export const actions = pgTable('actions', {
  actionId: integer('action_id').primaryKey().generatedAlwaysAsIdentity(),
  systemName: text('system_name').notNull().unique(),
  displayName: text('display_name').notNull(),
  description: text('description').notNull().default(''),
  isBuiltIn: boolean('is_built_in').notNull().default(false),
  version: version(),
})

export const roles = pgTable('roles', {
  roleId: integer('role_id').primaryKey().generatedAlwaysAsIdentity(),
  systemName: text('system_name').notNull().unique(),
  displayName: text('display_name').notNull(),
  description: text('description').notNull().default(''),
  isAdmin: boolean('is_admin').notNull().default(false),
  version: version(),
})

export const roleActions = pgTable(
  'role_actions',
  {
    roleId: integer('role_id')
      .notNull()
      .references(() => roles.roleId, { onDelete: 'cascade' }),
    actionId: integer('action_id')
      .notNull()
      .references(() => actions.actionId, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.roleId, table.actionId] })],
)

export const users = pgTable(
  'users',
  {
    userId: integer('user_id').primaryKey().generatedAlwaysAsIdentity(),
    email: text('email').notNull(),
    restrictedPageAccess: text('restricted_page_access').array().notNull().default(sql`'{}'`),
    createdAt: moment('created_at').notNull(),
    /** Last sign-in; for an account that nobody has signed in to, when the row or the column was made. */
    signedInAt: moment('signed_in_at').notNull().defaultNow(),
    version: version(),
  },
  (table) => [uniqueIndex('users_email').on(sql`lower(${table.email})`)],
)

export const userRoles = pgTable(
  'user_roles',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.userId, { onDelete: 'cascade' }),
    roleId: integer('role_id')
      .notNull()
      .references(() => roles.roleId, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.userId, table.roleId] })],
)

/**
 * Roles that a person gets from groups of the sign-in provider, replaced at each sign-in; roles assigned by
 * hand are in `user_roles`. A trigger of `users` deletes these rows when the email address changes.
 */
export const providerRoles = pgTable(
  'provider_roles',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.userId, { onDelete: 'cascade' }),
    roleId: integer('role_id')
      .notNull()
      .references(() => roles.roleId, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.userId, table.roleId] })],
)

/** Every role a person holds; a role assigned both by hand and by the provider has two rows. */
export const heldRoles = pgView('held_roles', {
  userId: integer('user_id').notNull(),
  roleId: integer('role_id').notNull(),
}).existing()

/** Groups of the sign-in provider that give roles; `group_mapping_roles` lists the roles of each. */
export const groupMappings = pgTable('group_mappings', {
  mappingId: integer('mapping_id').primaryKey().generatedAlwaysAsIdentity(),
  /** Spelled as the provider spells it. */
  groupName: text('group_name').notNull().unique(),
  version: version(),
})

export const groupMappingRoles = pgTable(
  'group_mapping_roles',
  {
    mappingId: integer('mapping_id')
      .notNull()
      .references(() => groupMappings.mappingId, { onDelete: 'cascade' }),
    roleId: integer('role_id')
      .notNull()
      .references(() => roles.roleId, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.mappingId, table.roleId] })],
)

/**
 * Email addresses that the setting ADMINISTRATORS has made administrators. Each is promoted only once, even
 * if the user is deleted and returns.
 */
export const listedAdministrators = pgTable('listed_administrators', {
  /** In lower case. */
  email: text('email').primaryKey(),
  grantedAt: moment('granted_at').notNull(),
})

/** A person's settings, one row per application: `customer_impact_settings`, `change_history_settings`, … */
export const userPreferences = pgTable(
  'user_preferences',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.userId, { onDelete: 'cascade' }),
    application: text('application').notNull(),
    preferences: jsonb('preferences').$type<Record<string, unknown>>().notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.application] })],
)

/**
 * The cookie has the session's id, this table only its SHA-256, so nobody can sign in with a leaked table.
 */
export const sessions = pgTable(
  'sessions',
  {
    idHash: text('id_hash').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.userId, { onDelete: 'cascade' }),
    antiForgeryToken: text('anti_forgery_token').notNull(),
    createdAt: moment('created_at').notNull(),
    lastSeenAt: moment('last_seen_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    idToken: text('id_token'),
    /** Identifies the session in lists; it grants no access. */
    publicId: uuid('public_id').notNull().unique().defaultRandom(),
    /** User-Agent header at sign-in. */
    userAgent: text('user_agent'),
  },
  (table) => [index('sessions_user').on(table.userId), index('sessions_expiry').on(table.expiresAt)],
)

/** Sign-ins in progress: values to compare when the browser returns from the provider. */
export const signIns = pgTable('sign_ins', {
  state: text('state').primaryKey(),
  codeVerifier: text('code_verifier').notNull(),
  nonce: text('nonce').notNull(),
  nextPath: text('next_path').notNull(),
  expiresAt: moment('expires_at').notNull(),
})

/** Tokens of other systems, and personal ones, which have a user. */
export const serviceTokens = pgTable(
  'service_tokens',
  {
    tokenId: integer('token_id').primaryKey().generatedAlwaysAsIdentity(),
    /** Null for a token of another system. */
    userId: integer('user_id').references(() => users.userId, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    tokenHash: text('token_hash').notNull().unique(),
    /** The last four characters of the secret; null for tokens from before they were kept. */
    hint: text('hint'),
    /** The secret before the last one, which is accepted until then. */
    oldTokenHash: text('old_token_hash').unique(),
    oldUntil: moment('old_until'),
    /** Null where no person created it. */
    createdBy: text('created_by'),
    scopes: text('scopes').array().notNull(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at'),
    revokedAt: moment('revoked_at'),
    lastUsedAt: moment('last_used_at'),
  },
  (table) => [
    uniqueIndex('service_tokens_name').on(table.name).where(sql`${table.userId} is null`),
    uniqueIndex('service_tokens_personal_name').on(table.userId, table.name),
  ],
)

/**
 * What tokens previewed for people outside. A row is deleted by the write that it allows, and after minutes.
 */
export const tokenPreviews = pgTable(
  'token_previews',
  {
    tokenId: integer('token_id')
      .notNull()
      .references(() => serviceTokens.tokenId, { onDelete: 'cascade' }),
    /** Of the kind of write and its content. */
    contentHash: text('content_hash').notNull(),
    /** People that the write would reach. */
    total: integer('total').notNull(),
    previewedAt: moment('previewed_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tokenId, table.contentHash] }),
    index('token_previews_time').on(table.previewedAt),
  ],
)

/**
 * Values that all processes of a database share: signing keys of the demo sign-in, webhook secrets, and
 * records of what was seeded.
 */
export const secrets = pgTable('secrets', {
  name: text('name').primaryKey(),
  value: jsonb('value').notNull(),
})

/** Storage of the embedded sign-in provider. */
export const oidcRecords = pgTable(
  'oidc_records',
  {
    model: text('model').notNull(),
    id: text('id').notNull(),
    payload: jsonb('payload').$type<Record<string, unknown>>().notNull(),
    grantId: text('grant_id'),
    uid: text('uid'),
    expiresAt: moment('expires_at'),
  },
  (table) => [
    primaryKey({ columns: [table.model, table.id] }),
    index('oidc_records_grant').on(table.grantId),
    index('oidc_records_uid').on(table.uid),
  ],
)
