import type { Db } from '../../database/open.ts'
import * as queries from './queries.ts'

export { linkAccount } from './link.ts'
export {
  type ChatUser,
  createDraft,
  deleteAccountsOf,
  deleteDraft,
  getAccount,
  getDraft,
} from './queries.ts'

/** Drafts are kept longer than they can be sent, so that a late press is told why nothing was sent. */
const DRAFTS_KEPT_MS = 24 * 3_600_000

/** Deletes codes that have ended, and old drafts. */
export async function deleteOldChatRows(db: Db, now: Date): Promise<void> {
  await queries.deleteExpiredCodes(db, now)
  await queries.deleteDraftsBefore(db, new Date(now.getTime() - DRAFTS_KEPT_MS))
}
