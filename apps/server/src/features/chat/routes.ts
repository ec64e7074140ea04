import * as endpoints from '@aviary/contract/chat/endpoints'
import { CHAT_CODE_MINUTES, CHAT_LINK_DAYS } from '@aviary/contract/chat/rules'
import { type Route, serve } from '../../http/call.ts'
import { NotFound } from '../../http/errors.ts'
import { hashOfChatCode, newChatCode } from './codes.ts'
import * as queries from './queries.ts'

/** `isSlackOn`: whether this server takes commands from Slack. */
export const chatRoutes = ({ isSlackOn }: { isSlackOn: boolean }): Route[] => [
  serve(endpoints.listChatAccounts, async ({ db, person }) => ({
    accounts: (await queries.listAccountsOf(db, person().userId)).map((row) => ({
      ...{ account_id: row.accountId, chat: row.chat, name: row.name, team: row.team },
      linked_date: row.linkedAt.toISOString(),
      expires_date: new Date(row.linkedAt.getTime() + CHAT_LINK_DAYS * 24 * 3_600_000).toISOString(),
    })),
    is_slack_on: isSlackOn,
  })),

  serve(endpoints.createChatCode, async ({ db, now, person }) => {
    const code = newChatCode()
    const expiresAt = new Date(now.getTime() + CHAT_CODE_MINUTES * 60_000)
    await queries.upsertCode(db, { userId: person().userId, codeHash: hashOfChatCode(code), expiresAt })
    return { code, expires_date: expiresAt.toISOString() }
  }),

  serve(endpoints.deleteChatAccount, async (call) => {
    const { db, body, person } = call
    const deleted = await queries.deleteAccountOf(db, person().userId, body.account_id)
    if (!deleted) throw new NotFound('There is no such link; it may have ended')
    const { accountId, chat, team, chatUser, name } = deleted
    call.audit({ chat, team, chatUser, name })
    call.changed('rights')
    return { account_id: accountId }
  }),
]
