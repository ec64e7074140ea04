import { CHAT_LINK_DAYS } from '@aviary/contract/chat/rules'
import type { Db } from '../../database/open.ts'
import * as queries from './queries.ts'

export { linkAccount } from './link.ts'
export {
  type ChatMessage,
  type ChatUser,
  cancelDraft,
  createDraft,
  type DraftRow,
  deleteAccountsOf,
  endRefusedPress,
  endTaking,
  getDraft,
  markDraftDone,
  pressDraft,
  startTaking,
  undoTaking,
} from './queries.ts'

const DAY_MS = 24 * 3_600_000
/** Drafts are kept longer than they can be pressed, so that a late press is told what became of them. */
const DRAFTS_KEPT_MS = DAY_MS

const linkedAfter = (now: Date): Date => new Date(now.getTime() - CHAT_LINK_DAYS * DAY_MS)

/** The link of a chat account, with the address of its person; undefined if there is none, or it has ended. */
export const findAccount = (db: Db, user: queries.ChatUser, now: Date) =>
  queries.getAccount(db, user, linkedAfter(now))

/** Deletes codes and links that have ended, and old drafts. */
export async function deleteOldChatRows(db: Db, now: Date): Promise<void> {
  await queries.deleteExpiredCodes(db, now)
  await queries.deleteAccountsBefore(db, linkedAfter(now))
  await queries.deleteDraftsBefore(db, new Date(now.getTime() - DRAFTS_KEPT_MS))
}
