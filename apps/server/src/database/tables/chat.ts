import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { users } from './access.ts'
import { moment } from './columns.ts'
import { incidentMessages } from './incidents.ts'

/** Accounts of chats that act as a person; each acts as one. */
export const chatAccounts = pgTable(
  'chat_accounts',
  {
    accountId: integer('account_id').primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.userId, { onDelete: 'cascade' }),
    chat: text('chat').$type<'slack'>().notNull(),
    /** Id of the workspace, as the chat signs it. */
    team: text('team').notNull(),
    /** Id of the account in the workspace, which never names another person. */
    chatUser: text('chat_user').notNull(),
    /** As the chat named the account when it was linked. */
    name: text('name').notNull(),
    linkedAt: moment('linked_at').notNull(),
  },
  (table) => [
    uniqueIndex('chat_accounts_chat_user').on(table.chat, table.team, table.chatUser),
    index('chat_accounts_user').on(table.userId),
  ],
)

/** Codes that link a chat account: at most one of each person, and only its SHA-256. */
export const chatCodes = pgTable('chat_codes', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.userId, { onDelete: 'cascade' }),
  codeHash: text('code_hash').notNull().unique(),
  expiresAt: moment('expires_at').notNull(),
})

/** Messages of a chat that were taken into the story of an incident, each once. */
export const chatTakenMessages = pgTable(
  'chat_taken_messages',
  {
    chat: text('chat').$type<'slack'>().notNull(),
    team: text('team').notNull(),
    channel: text('channel').notNull(),
    /** Id of the message in its channel. */
    ts: text('ts').notNull(),
    /** The same for all tries until one has an outcome, so that a second one makes no second message. */
    attempt: text('attempt').notNull(),
    /** Null while it is being taken. */
    messageId: integer('message_id').references(() => incidentMessages.messageId, { onDelete: 'cascade' }),
    takenAt: moment('taken_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.chat, table.team, table.channel, table.ts] }),
    index('chat_taken_messages_message').on(table.messageId),
  ],
)

/** Calls that were shown in a chat and are made when their button is pressed; deleted after a day. */
export const chatDrafts = pgTable(
  'chat_drafts',
  {
    draftId: text('draft_id').primaryKey(),
    accountId: integer('account_id')
      .notNull()
      .references(() => chatAccounts.accountId, { onDelete: 'cascade' }),
    /** Whom the account acted as when the call was shown: the only one who may make it. */
    userId: integer('user_id')
      .notNull()
      .references(() => users.userId, { onDelete: 'cascade' }),
    /** Name of the call, and its body without the audit data. */
    call: text('call').notNull(),
    body: jsonb('body').$type<Record<string, unknown>>().notNull(),
    /** PRESSED: the call is being made, or its process has ended before it said how. */
    state: text('state').$type<'SHOWN' | 'PRESSED' | 'DONE' | 'CANCELLED'>().notNull(),
    /** Presses whose call is being made. */
    pressing: integer('pressing').notNull().default(0),
    createdAt: moment('created_at').notNull(),
    doneAt: moment('done_at'),
  },
  (table) => [
    index('chat_drafts_account').on(table.accountId),
    index('chat_drafts_user').on(table.userId),
    index('chat_drafts_created').on(table.createdAt),
  ],
)
