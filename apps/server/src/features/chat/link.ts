import { MOST_CHAT_ACCOUNTS } from '@aviary/contract/chat/rules'
import { announce } from '../../database/changes.ts'
import type { Db } from '../../database/open.ts'
import { InvalidInput } from '../../http/errors.ts'
import { createAudit } from '../audit/public.ts'
import { findPerson } from '../session/public.ts'
import { hashOfChatCode } from './codes.ts'
import * as queries from './queries.ts'

type Link = {
  user: queries.ChatUser
  name: string
  code: string
  /** Name of the chat in the audit row. */
  application: string
  requestId: string
  now: Date
}

/**
 * Links a chat account to the person whose code it sent; before, it may have been somebody else's. Returns the
 * person's address. Throws InvalidInput for a code that does not hold.
 */
export const linkAccount = (
  db: Db,
  { user, name, code, application, requestId, now }: Link,
): Promise<string> =>
  db.transaction(async (transaction) => {
    const owner = await queries.consumeCode(transaction, hashOfChatCode(code), now)
    const person = owner && (await findPerson(transaction, owner.userId))
    if (!person)
      throw new InvalidInput(
        'This code is unknown, used or more than ten minutes old: make a new one in Aviary',
      )
    const before = await queries.getAccount(transaction, user, new Date(0))
    const isNew = before?.userId !== person.userId
    if (isNew && (await queries.countAccountsOf(transaction, person.userId)) >= MOST_CHAT_ACCOUNTS)
      throw new InvalidInput(
        `You have ${MOST_CHAT_ACCOUNTS} chat accounts already: end a link in Aviary first`,
      )
    await queries.upsertAccount(transaction, { ...user, userId: person.userId, name, linkedAt: now })
    await createAudit(transaction, {
      ...{ applicationName: application, userEmail: person.email, actionName: 'Link Chat Account' },
      createdDate: now,
      context: { ...user, name, before: before ? { linked_to: before.email } : null, request_id: requestId },
    })
    await announce(transaction, { topics: ['rights'], sessions: [] })
    return person.email
  })
