import { and, asc, count, eq, gt, lt } from 'drizzle-orm'
import type { Db } from '../../database/open.ts'
import { users } from '../../database/tables/access.ts'
import { chatAccounts, chatCodes, chatDrafts } from '../../database/tables/chat.ts'

export const listAccountsOf = (db: Db, userId: number) =>
  db
    .select()
    .from(chatAccounts)
    .where(eq(chatAccounts.userId, userId))
    .orderBy(asc(chatAccounts.linkedAt), asc(chatAccounts.accountId))

export const countAccountsOf = async (db: Db, userId: number): Promise<number> =>
  (await db.select({ accounts: count() }).from(chatAccounts).where(eq(chatAccounts.userId, userId)))[0]
    ?.accounts ?? 0

/** An account of a chat, as the chat signs it. */
export type ChatUser = { chat: 'slack'; team: string; chatUser: string }

const isAccount = ({ chat, team, chatUser }: ChatUser) =>
  and(eq(chatAccounts.chat, chat), eq(chatAccounts.team, team), eq(chatAccounts.chatUser, chatUser))

/** The link of a chat account, with the address of its person; undefined if there is none. */
export const getAccount = async (db: Db, user: ChatUser) =>
  (
    await db
      .select({ accountId: chatAccounts.accountId, userId: users.userId, email: users.email })
      .from(chatAccounts)
      .innerJoin(users, eq(users.userId, chatAccounts.userId))
      .where(isAccount(user))
  )[0]

/** Inserts a link, or gives the account to its new person. */
export const upsertAccount = async (db: Db, row: typeof chatAccounts.$inferInsert): Promise<void> => {
  await db
    .insert(chatAccounts)
    .values(row)
    .onConflictDoUpdate({
      target: [chatAccounts.chat, chatAccounts.team, chatAccounts.chatUser],
      set: { userId: row.userId, name: row.name, linkedAt: row.linkedAt },
    })
}

/** Deletes a link of this person and returns it; undefined if there is none. */
export const deleteAccountOf = async (db: Db, userId: number, accountId: number) =>
  (
    await db
      .delete(chatAccounts)
      .where(and(eq(chatAccounts.userId, userId), eq(chatAccounts.accountId, accountId)))
      .returning()
  )[0]

/** Ends all links and codes of a person, and returns the deleted links. */
export async function deleteAccountsOf(db: Db, userId: number) {
  await db.delete(chatCodes).where(eq(chatCodes.userId, userId))
  return db
    .delete(chatAccounts)
    .where(eq(chatAccounts.userId, userId))
    .returning({ accountId: chatAccounts.accountId })
}

export const upsertCode = (db: Db, row: typeof chatCodes.$inferInsert) =>
  db
    .insert(chatCodes)
    .values(row)
    .onConflictDoUpdate({
      target: chatCodes.userId,
      set: { codeHash: row.codeHash, expiresAt: row.expiresAt },
    })

/** Deletes a code that holds and returns whose it is: of two who send it at once one gets it. */
export const consumeCode = async (db: Db, codeHash: string, now: Date) =>
  (
    await db
      .delete(chatCodes)
      .where(and(eq(chatCodes.codeHash, codeHash), gt(chatCodes.expiresAt, now)))
      .returning({ userId: chatCodes.userId })
  )[0]

export const deleteExpiredCodes = (db: Db, now: Date) =>
  db.delete(chatCodes).where(lt(chatCodes.expiresAt, now))

export const createDraft = (db: Db, row: typeof chatDrafts.$inferInsert) => db.insert(chatDrafts).values(row)

/** A draft that this account wrote after that time; undefined if there is none. */
export const getDraft = async (
  db: Db,
  draft: { draftId: string; accountId: number; after: Date },
): Promise<typeof chatDrafts.$inferSelect | undefined> =>
  (
    await db
      .select()
      .from(chatDrafts)
      .where(
        and(
          eq(chatDrafts.draftId, draft.draftId),
          eq(chatDrafts.accountId, draft.accountId),
          gt(chatDrafts.createdAt, draft.after),
        ),
      )
  )[0]

export const deleteDraft = (db: Db, { draftId, accountId }: { draftId: string; accountId: number }) =>
  db.delete(chatDrafts).where(and(eq(chatDrafts.draftId, draftId), eq(chatDrafts.accountId, accountId)))

export const deleteDraftsBefore = (db: Db, before: Date) =>
  db.delete(chatDrafts).where(lt(chatDrafts.createdAt, before))
