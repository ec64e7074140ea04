import { randomUUID } from 'node:crypto'
import type { Action } from '@aviary/contract/actions'
import { eq, sql } from 'drizzle-orm'
import { actions, roleActions, roles, users } from '../src/database/tables/access.ts'
import { createUser, createUserRole, newSecret, sha256 } from '../src/features/session/public.ts'
import { createSession } from '../src/features/session/queries.ts'
import { callAs, type Person, type TestApp } from './app.ts'

export type Signed = Person & { userId: number; roleId: number }

/** Signs in a new person with exactly these permissions and restricted pages. */
export async function signInWith(
  server: TestApp,
  held: Action[],
  pages: readonly string[] = [],
): Promise<Signed> {
  const name = `holder-${randomUUID()}`
  const email = `${name}@acme.example`
  const user = await createUser(server.db, email, server.now())
  if (!user) throw new Error('The user exists')
  await server.db
    .update(users)
    .set({ restrictedPageAccess: [...pages] })
    .where(eq(users.userId, user.userId))
  const [role] = await server.db.insert(roles).values({ systemName: name, displayName: name }).returning()
  for (const action of held) {
    await server.db.execute(sql`insert into ${roleActions} (role_id, action_id)
      select r.role_id, a.action_id from ${roles} r, ${actions} a
      where r.system_name = ${name} and a.system_name = ${action}`)
  }
  await createUserRole(server.db, user.userId, name)
  const { sessionId, antiForgeryToken } = await signInAgain(server, user.userId)
  const signed = {
    email,
    cookies: `aviary_session=${sessionId}; tokens=${antiForgeryToken}`,
    antiForgeryToken,
  }
  return { ...signed, call: callAs(server.app, signed), userId: user.userId, roleId: role?.roleId ?? 0 }
}

/** Opens a session of a person now, as a sign-in does. */
export async function signInAgain(server: TestApp, userId: number) {
  const [sessionId, antiForgeryToken] = [newSecret(), newSecret()]
  await createSession(server.db, {
    idHash: sha256(sessionId),
    userId,
    antiForgeryToken,
    createdAt: server.now(),
    lastSeenAt: server.now(),
    expiresAt: new Date(server.now().getTime() + 12 * 3600_000),
  })
  return { sessionId, antiForgeryToken }
}
