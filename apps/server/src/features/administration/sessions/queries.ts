import { and, desc, eq, gt, ne } from 'drizzle-orm'
import type { Db } from '../../../database/open.ts'
import { sessions, users } from '../../../database/tables/access.ts'

type LivePeriod = { now: Date; idleSince: Date }

/**
 * Live sessions of one person, or of everybody if `userId` is undefined, most recently seen first. Never send
 * `idHash` to a browser.
 */
export const listLiveSessions = (db: Db, { now, idleSince }: LivePeriod, userId: number | undefined) =>
  db
    .select({
      idHash: sessions.idHash,
      publicId: sessions.publicId,
      userId: sessions.userId,
      email: users.email,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
      expiresAt: sessions.expiresAt,
      userAgent: sessions.userAgent,
    })
    .from(sessions)
    .innerJoin(users, eq(users.userId, sessions.userId))
    .where(
      and(
        gt(sessions.expiresAt, now),
        gt(sessions.lastSeenAt, idleSince),
        userId === undefined ? undefined : eq(sessions.userId, userId),
      ),
    )
    .orderBy(desc(sessions.lastSeenAt))

export type LiveSession = Awaited<ReturnType<typeof listLiveSessions>>[number]

export async function getSessionByPublicId(db: Db, publicId: string) {
  const [row] = await db
    .select({ idHash: sessions.idHash, userId: sessions.userId, email: users.email })
    .from(sessions)
    .innerJoin(users, eq(users.userId, sessions.userId))
    .where(eq(sessions.publicId, publicId))
    .for('update', { of: sessions })
  return row
}

export const deleteSessionByHash = (db: Db, idHash: string) =>
  db.delete(sessions).where(eq(sessions.idHash, idHash))

/** Ends all sessions of a person except one and returns their hashes. */
export const deleteOtherSessions = async (db: Db, userId: number, exceptHash: string): Promise<string[]> =>
  (
    await db
      .delete(sessions)
      .where(and(eq(sessions.userId, userId), ne(sessions.idHash, exceptHash)))
      .returning({ idHash: sessions.idHash })
  ).map(({ idHash }) => idHash)
