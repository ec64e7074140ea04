import { isInternalTitle } from '@aviary/contract/incidents/rules'
import type { Db } from '../../database/open.ts'
import type { Author } from '../../http/call.ts'
import { Conflict } from '../../http/errors.ts'
import type { ReadEdit } from './edit-message.ts'
import * as queries from './queries.ts'

/**
 * Requires the scope `broadcast:external` of a token whose edit changes what people outside read: of a message that
 * was sent to them, or of an internal one that becomes public.
 */
export async function requireOutsideForEdit(
  db: Db,
  { tokenId, requireScope }: Author,
  { before, after }: ReadEdit,
): Promise<void> {
  if (tokenId === undefined) return
  const isMadePublic = isInternalTitle(before.messageType) && !isInternalTitle(after.messageType)
  if (isMadePublic || (await queries.wasMessageSentOutside(db, before.messageId)))
    requireScope('broadcast:external')
}

/**
 * Throws Conflict if the number of recipients or channels differs from the confirmed one, because subscriptions
 * changed, mails failed or were retried, or channels were paused or resumed meanwhile.
 */
export function requireNumber(
  what: 'message' | 'correction',
  { confirmed, now }: { confirmed: number; now: number },
  whom: 'people' | 'channels' = 'people',
): void {
  if (confirmed !== now)
    throw new Conflict(`The ${what} would now reach ${now} ${whom}, not ${confirmed}. Check it again`)
}
