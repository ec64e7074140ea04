import * as endpoints from '@aviary/contract/administration/endpoints'
import type { PersonSession } from '@aviary/contract/administration/schemas'
import { type Call, type Route, serve } from '../../../http/call.ts'
import { Forbidden, fault, NotFound } from '../../../http/errors.ts'
import { deleteAccountsOf } from '../../chat/public.ts'
import { SESSION_IDLES_MS } from '../../session/public.ts'
import type { LiveSession } from './queries.ts'
import * as queries from './queries.ts'

export const sessionListRoutes: Route[] = [
  serve(endpoints.listSessions, async (call) => {
    const { userId } = call.person()
    const requestedUser = call.query.user_id ?? userId
    if (requestedUser !== userId) refuseOthers(call)
    const livePeriod = { now: call.now, idleSince: new Date(call.now.getTime() - SESSION_IDLES_MS) }
    const rows = await queries.listLiveSessions(
      call.db,
      livePeriod,
      requestedUser === 'all' ? undefined : requestedUser,
    )
    const { idHash } = call.session()
    return { sessions: rows.map((row) => presentSession(row, idHash)) }
  }),

  serve(endpoints.endSession, async (call) => {
    const { session_id: sessionId, all_of_user_id: allOfUserId } = call.body
    if ((sessionId === undefined) === (allOfUserId === undefined))
      throw fault('session_id', 'name either one session or, as all_of_user_id, a person')
    return {
      ended:
        sessionId === undefined ? await endAll(call, allOfUserId as number) : await endOne(call, sessionId),
    }
  }),
]

async function endOne(call: Call<typeof endpoints.endSession>, sessionId: string): Promise<number> {
  const session = await queries.getSessionByPublicId(call.db, sessionId)
  // Another person's session is answered like an unknown session, so that nobody learns whether it exists.
  if (!session || (session.userId !== call.person().userId && !call.person().authorization.is_admin))
    throw new NotFound('There is no such session; it may have ended')
  await queries.deleteSessionByHash(call.db, session.idHash)
  call.endsSession(session.idHash)
  call.audit({ session_of: session.email })
  await endChats(call, session.userId)
  return 1
}

async function endAll(call: Call<typeof endpoints.endSession>, userId: number): Promise<number> {
  if (userId !== call.person().userId) refuseOthers(call)
  const ended = await queries.deleteOtherSessions(call.db, userId, call.session().idHash)
  for (const idHash of ended) call.endsSession(idHash)
  call.audit({ sessions_of_user_id: userId, ended: ended.length })
  await endChats(call, userId)
  return ended.length
}

/** Who ends the sessions of somebody else wants them out: from a linked chat account they would go on acting. */
async function endChats(call: Call<typeof endpoints.endSession>, userId: number): Promise<void> {
  if (userId === call.person().userId) return
  const ended = await deleteAccountsOf(call.db, userId)
  if (ended.length > 0) call.audit({ ended_chat_account_ids: ended.map(({ accountId }) => accountId) })
}

function refuseOthers(call: Call): void {
  if (!call.person().authorization.is_admin)
    throw new Forbidden('The sessions of others are for administrators')
}

const presentSession = (row: LiveSession, currentHash: string): PersonSession => ({
  session_id: row.publicId,
  user_id: row.userId,
  email: row.email,
  created_date: row.createdAt.toISOString(),
  last_seen_date: row.lastSeenAt.toISOString(),
  expires_date: row.expiresAt.toISOString(),
  user_agent: row.userAgent,
  is_current: row.idHash === currentHash,
})
