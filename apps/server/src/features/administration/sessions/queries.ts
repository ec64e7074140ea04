import { and, desc, eq, gt, ne } from 'drizzle-orm'
import type { Db } from '../../../database/open.ts'
import { sessions, users } from '../../../database/tables/access.ts'

type Alive = { now: Date; idleSince: Date }

/** The sessions that are not over, the last seen first: of one person, or of everybody. `idHash` is not for people. */
export const listLiveSessions = (db: Db, { now, idleSince }: Alive, userId: number | undefined) =>
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

/** Ends a person's sessions but one; answers their hashes. */
export const deleteSessionsBut = async (db: Db, userId: number, keptHash: string): Promise<string[]> =>
  (
    await db
      .delete(sessions)
      .where(and(eq(sessions.userId, userId), ne(sessions.idHash, keptHash)))
      .returning({ idHash: sessions.idHash })
  ).map(({ idHash }) => idHash)
