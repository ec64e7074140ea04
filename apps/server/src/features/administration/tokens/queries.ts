import { TOKEN_WARNS_DAYS } from '@aviary/contract/administration/rules'
import { and, asc, count, eq, gt, isNull, lte, ne, sql } from 'drizzle-orm'
import type { Db } from '../../../database/open.ts'
import { serviceTokens, users } from '../../../database/tables/access.ts'

export type TokenRow = typeof serviceTokens.$inferSelect
/** `owner`: the e-mail of the person, and `ownerSignedInAt` their last sign-in; null for a token of a system. */
export type OwnedToken = { row: TokenRow; owner: string | null; ownerSignedInAt: Date | null }

const selectOwned = (db: Db) =>
  db
    .select({ row: serviceTokens, owner: users.email, ownerSignedInAt: users.signedInAt })
    .from(serviceTokens)
    .leftJoin(users, eq(users.userId, serviceTokens.userId))

/** Tokens of systems and, after them, of people. */
export const listServiceTokens = (db: Db): Promise<OwnedToken[]> =>
  selectOwned(db).orderBy(sql`${users.email} nulls first`, asc(serviceTokens.name))

export const listPersonalTokens = (db: Db, userId: number): Promise<OwnedToken[]> =>
  selectOwned(db).where(eq(serviceTokens.userId, userId)).orderBy(asc(serviceTokens.name))

/** Locks the token until the transaction ends. `userId`: whose token it has to be. */
export async function lockServiceToken(
  db: Db,
  tokenId: number,
  userId?: number,
): Promise<OwnedToken | undefined> {
  const isOwn = userId === undefined ? undefined : eq(serviceTokens.userId, userId)
  const [token] = await selectOwned(db)
    .where(and(eq(serviceTokens.tokenId, tokenId), isOwn))
    .for('update', { of: serviceTokens })
  return token
}

/** Locks the person until the transaction ends, so that their tokens are counted one write after the other. */
export async function lockOwner(db: Db, userId: number): Promise<boolean> {
  const rows = await db
    .select({ userId: users.userId })
    .from(users)
    .where(eq(users.userId, userId))
    .for('no key update')
  return rows.length > 0
}

/** Deletes what a person's list need not keep: all but the newest tokens that cannot be used. */
export const deleteOldTokens = (db: Db, userId: number, { now, keep }: { now: Date; keep: number }) =>
  db.execute(sql`
    delete from ${serviceTokens} where token_id in (
      select token_id from ${serviceTokens}
      where user_id = ${userId} and (revoked_at is not null or expires_at <= ${now.toISOString()})
      order by token_id desc offset ${keep})`)

type OtherTokens = { userId: number; exceptTokenId: number | undefined; now: Date }

/** Tokens of the person that can be used now, besides the given one. */
export async function countLiveTokens(db: Db, { userId, exceptTokenId, now }: OtherTokens): Promise<number> {
  const [row] = await db
    .select({ tokens: count() })
    .from(serviceTokens)
    .where(
      and(
        eq(serviceTokens.userId, userId),
        ne(serviceTokens.tokenId, exceptTokenId ?? 0),
        isNull(serviceTokens.revokedAt),
        gt(serviceTokens.expiresAt, now),
      ),
    )
  return row?.tokens ?? 0
}

/** Locks the token of that name until the transaction ends. */
export async function lockServiceTokenNamed(db: Db, name: string): Promise<TokenRow | undefined> {
  const [row] = await db
    .select()
    .from(serviceTokens)
    .where(and(eq(serviceTokens.name, name), isNull(serviceTokens.userId)))
    .for('update')
  return row
}

/** Returns the new token, or undefined if the name is taken. */
export const createToken = async (db: Db, row: typeof serviceTokens.$inferInsert) =>
  (await db.insert(serviceTokens).values(row).onConflictDoNothing().returning())[0]

/** Whether another token of the same owner has the name. */
export const isTokenNameTaken = async (
  db: Db,
  name: string,
  { tokenId, userId }: Pick<TokenRow, 'tokenId' | 'userId'>,
): Promise<boolean> =>
  (
    await db
      .select({ tokenId: serviceTokens.tokenId })
      .from(serviceTokens)
      .where(
        and(
          eq(serviceTokens.name, name),
          ne(serviceTokens.tokenId, tokenId),
          userId === null ? isNull(serviceTokens.userId) : eq(serviceTokens.userId, userId),
        ),
      )
  ).length > 0

export async function updateToken(
  db: Db,
  tokenId: number,
  change: Partial<
    Pick<
      TokenRow,
      | 'name'
      | 'scopes'
      | 'tokenHash'
      | 'hint'
      | 'oldTokenHash'
      | 'oldUntil'
      | 'createdAt'
      | 'expiresAt'
      | 'revokedAt'
    >
  >,
): Promise<TokenRow> {
  const [row] = await db
    .update(serviceTokens)
    .set(change)
    .where(eq(serviceTokens.tokenId, tokenId))
    .returning()
  if (!row) throw new Error('The token is gone although it was locked')
  return row
}

/** Live tokens of systems whose end is near enough to warn operators of it; people see that of their own. */
export async function countTokensEnding(db: Db, now: Date): Promise<number> {
  const warnsUntil = new Date(now.getTime() + TOKEN_WARNS_DAYS * 24 * 60 * 60_000)
  const [row] = await db
    .select({ tokens: count() })
    .from(serviceTokens)
    .where(
      and(
        isNull(serviceTokens.userId),
        isNull(serviceTokens.revokedAt),
        gt(serviceTokens.expiresAt, now),
        lte(serviceTokens.expiresAt, warnsUntil),
      ),
    )
  return row?.tokens ?? 0
}
