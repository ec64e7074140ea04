import type * as endpoints from '@aviary/contract/security/email-endpoints'
import type { Call } from '../../../../http/call.ts'
import { lockImport } from '../../imports/queries.ts'
import { formatIds } from '../format-ids.ts'
import type { EmailSelection } from './queries.ts'
import * as queries from './queries.ts'

/** An audit row lists the companies of at most this many emails, and this many runs of ids. */
const MAX_SHOWN = 1_000

/**
 * Deletes the selected emails that are not sent, and counts the sent ones, which stay. If a whole import is
 * selected, the staged emails of the deleted emails can be promoted again. A repeated call deletes nothing
 * more.
 */
export async function deleteUnsent(call: Call<typeof endpoints.deleteUnsentEmails>) {
  const { db, body } = call
  const { ids, import_id: importId } = body
  const selection: EmailSelection = importId === undefined ? { ids: ids ?? [] } : { importId }
  if (importId !== undefined) {
    // Takes the locks in the same order as a promotion, so that the two cannot deadlock.
    await lockImport(db, importId, 'key share')
    await queries.lockStaged(db, importId)
  }
  const locked = await queries.lockSelected(db, selection)
  const unsent = locked.filter(({ is_sent }) => !is_sent)
  const deletedIds = unsent.map(({ id }) => id)
  await queries.deleteEmails(db, deletedIds)
  const promotable = importId === undefined ? 0 : await queries.releaseStaged(db, importId, deletedIds)
  const answer = { deleted: unsent.length, sent: locked.length - unsent.length, promotable }
  call.audit({
    ...(importId === undefined ? {} : { import_id: importId }),
    sec_comm_ids: [...new Set(unsent.map(({ sec_comm_id }) => sec_comm_id))].slice(0, MAX_SHOWN),
    email_ids: formatIds(deletedIds, MAX_SHOWN),
    ...answer,
    ...(unsent.length > MAX_SHOWN
      ? {}
      : { companies: Object.fromEntries(unsent.map(({ id, company_id }) => [id, company_id])) }),
  })
  if (unsent.length > 0) call.changed('security')
  return answer
}
