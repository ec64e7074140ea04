import { randomUUID } from 'node:crypto'
import { and, asc, count, eq, gt, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { Db } from '../../database/open.ts'
import { users } from '../../database/tables/access.ts'
import { chatAccounts, chatCodes, chatDrafts, chatTakenMessages } from '../../database/tables/chat.ts'

export const listAccountsOf = (db: Db, userId: number) =>
  db
    .select()
    .from(chatAccounts)
    .where(eq(chatAccounts.userId, userId))
    .orderBy(asc(chatAccounts.linkedAt), asc(chatAccounts.accountId))

/** Links that have ended may be deleted: whoever sends a command is told either way. */
export const deleteAccountsBefore = (db: Db, before: Date) =>
  db.delete(chatAccounts).where(lt(chatAccounts.linkedAt, before))

export const countAccountsOf = async (db: Db, userId: number): Promise<number> =>
  (await db.select({ accounts: count() }).from(chatAccounts).where(eq(chatAccounts.userId, userId)))[0]
    ?.accounts ?? 0

/** An account of a chat, as the chat signs it. */
export type ChatUser = { chat: 'slack'; team: string; chatUser: string }

const isAccount = ({ chat, team, chatUser }: ChatUser) =>
  and(eq(chatAccounts.chat, chat), eq(chatAccounts.team, team), eq(chatAccounts.chatUser, chatUser))

/** The link of a chat account that was made after that time, with the address of its person. */
export const getAccount = async (db: Db, user: ChatUser, after: Date) =>
  (
    await db
      .select({ accountId: chatAccounts.accountId, userId: users.userId, email: users.email })
      .from(chatAccounts)
      .innerJoin(users, eq(users.userId, chatAccounts.userId))
      .where(and(isAccount(user), gt(chatAccounts.linkedAt, after)))
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

/** Whose a draft is: nobody else may see or make it. */
type OfPerson = { draftId: string; accountId: number; userId: number }

const isDraft = ({ draftId, accountId, userId }: OfPerson) =>
  and(eq(chatDrafts.draftId, draftId), eq(chatDrafts.accountId, accountId), eq(chatDrafts.userId, userId))

export type DraftRow = typeof chatDrafts.$inferSelect

/** Undefined if there is none, or it was shown to another account or person. */
export const getDraft = async (db: Db, draft: OfPerson): Promise<DraftRow | undefined> =>
  (await db.select().from(chatDrafts).where(isDraft(draft)))[0]

/**
 * Counts a press of a draft that was shown after that time, or that was pressed and nobody knows what became of it.
 * False if it is neither.
 */
export const pressDraft = async (db: Db, draft: OfPerson, after: Date): Promise<boolean> =>
  (
    await db
      .update(chatDrafts)
      .set({ state: 'PRESSED', pressing: sql`${chatDrafts.pressing} + 1` })
      .where(
        and(
          isDraft(draft),
          or(
            eq(chatDrafts.state, 'PRESSED'),
            and(eq(chatDrafts.state, 'SHOWN'), gt(chatDrafts.createdAt, after)),
          ),
        ),
      )
      .returning({ draftId: chatDrafts.draftId })
  ).length > 0

/** False if the draft was pressed, and not only shown. */
export const cancelDraft = async (db: Db, draft: OfPerson): Promise<boolean> =>
  (
    await db
      .update(chatDrafts)
      .set({ state: 'CANCELLED' })
      .where(and(isDraft(draft), inArray(chatDrafts.state, ['SHOWN', 'CANCELLED'])))
      .returning({ draftId: chatDrafts.draftId })
  ).length > 0

/** The call of a draft was made, whatever other presses say. */
export const markDraftDone = (db: Db, draft: OfPerson, doneAt: Date) =>
  db
    .update(chatDrafts)
    .set({ state: 'DONE', doneAt })
    .where(and(isDraft(draft), ne(chatDrafts.state, 'DONE')))

/** The call of a press was refused: once no other press is under way, the draft is as before. */
export const endRefusedPress = (db: Db, draft: OfPerson) =>
  db
    .update(chatDrafts)
    .set({
      pressing: sql`${chatDrafts.pressing} - 1`,
      state: sql`case when ${chatDrafts.pressing} = 1 then 'SHOWN' else ${chatDrafts.state} end`,
    })
    .where(and(isDraft(draft), eq(chatDrafts.state, 'PRESSED')))

export const deleteDraftsBefore = (db: Db, before: Date) =>
  db.delete(chatDrafts).where(lt(chatDrafts.createdAt, before))

/** A message of a chat: its channel, and its id there. */
export type ChatMessage = { chat: 'slack'; team: string; channel: string; ts: string }

const isMessage = ({ chat, team, channel, ts }: ChatMessage) =>
  and(
    eq(chatTakenMessages.chat, chat),
    eq(chatTakenMessages.team, team),
    eq(chatTakenMessages.channel, channel),
    eq(chatTakenMessages.ts, ts),
  )

/**
 * Begins to take a message, and returns the name of the attempt; undefined if it was taken, or somebody began after
 * `before` and has not ended.
 */
export async function startTaking(
  db: Db,
  message: ChatMessage,
  { now, before }: { now: Date; before: Date },
): Promise<string | undefined> {
  const [started] = await db
    .insert(chatTakenMessages)
    .values({ ...message, attempt: randomUUID(), takenAt: now })
    .onConflictDoUpdate({
      target: [
        chatTakenMessages.chat,
        chatTakenMessages.team,
        chatTakenMessages.channel,
        chatTakenMessages.ts,
      ],
      set: { takenAt: now },
      setWhere: sql`${chatTakenMessages.messageId} is null and ${chatTakenMessages.takenAt} < ${before.toISOString()}`,
    })
    .returning({ attempt: chatTakenMessages.attempt })
  return started?.attempt
}

export const endTaking = (db: Db, message: ChatMessage, messageId: number) =>
  db.update(chatTakenMessages).set({ messageId }).where(isMessage(message))

/** After a refusal: the message can be taken again. */
export const undoTaking = (db: Db, message: ChatMessage) =>
  db.delete(chatTakenMessages).where(and(isMessage(message), isNull(chatTakenMessages.messageId)))
