import { isInternalTitle } from '@aviary/contract/incidents/rules'
import type { Audience } from '@aviary/contract/messages/rules'
import type { Db } from '../../database/open.ts'
import type { Author } from '../../http/author.ts'
import { Forbidden } from '../../http/errors.ts'
import type { ReadEdit } from './edit-message.ts'
import * as queries from './queries.ts'

// What tokens may not do to people outside, beyond the right to write messages.

/** Throws Forbidden if a token would mail people outside. */
export function requireOutside({ person }: Author, audience: Audience): void {
  if (person || audience === 'INTERNAL') return
  throw new Forbidden('No service token may send anything to people outside')
}

/** An edit changes what people outside read if the message was sent to them, and may let it reach them if it becomes public. */
export async function requireOutsideForEdit(
  db: Db,
  author: Author,
  { before, after }: ReadEdit,
): Promise<void> {
  if (author.person) return
  const isMadePublic = isInternalTitle(before.messageType) && !isInternalTitle(after.messageType)
  if (isMadePublic || (await queries.wasMessageSentOutside(db, before.messageId)))
    requireOutside(author, 'EXTERNAL')
}
