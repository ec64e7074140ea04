import type { Db } from '../apps/server/src/database/open.ts'
import {
  createUser,
  createUserRole,
  newSecret,
  SESSION_IDLES_MS,
  sha256,
} from '../apps/server/src/features/session/public.ts'
import { createSession } from '../apps/server/src/features/session/queries.ts'

export type SignedIn = { email: string; cookies: string; token: string }

/** Signs in many people, because each session has a limited share. */
export async function signInMany(db: Db, people: number): Promise<SignedIn[]> {
  const now = new Date()
  const signedIn: SignedIn[] = []
  for (let nth = 1; nth <= people; nth += 1) {
    const email = `load-${nth}@acme.example`
    const user = await createUser(db, email, now)
    if (!user) throw new Error(`${email} was there before`)
    await createUserRole(db, user.userId, 'support')
    const [sessionId, token] = [newSecret(), newSecret()]
    await createSession(db, {
      idHash: sha256(sessionId),
      userId: user.userId,
      antiForgeryToken: token,
      createdAt: now,
      lastSeenAt: now,
      expiresAt: new Date(now.getTime() + SESSION_IDLES_MS),
    })
    signedIn.push({ email, cookies: `aviary_session=${sessionId}; tokens=${token}`, token })
  }
  return signedIn
}
