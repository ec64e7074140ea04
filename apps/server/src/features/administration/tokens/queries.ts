import { TOKEN_WARNS_DAYS } from '@aviary/contract/administration/rules'
import { and, asc, count, eq, gt, isNull, lte, ne } from 'drizzle-orm'
import type { Db } from '../../../database/open.ts'
import { serviceTokens } from '../../../database/tables/access.ts'

export type TokenRow = typeof serviceTokens.$inferSelect

export const listServiceTokens = (db: Db): Promise<TokenRow[]> =>
  db.select().from(serviceTokens).orderBy(asc(serviceTokens.name))

/** Locks the token until the transaction ends. */
export async function lockServiceToken(db: Db, tokenId: number): Promise<TokenRow | undefined> {
  const [row] = await db.select().from(serviceTokens).where(eq(serviceTokens.tokenId, tokenId)).for('update')
  return row
}

/** Locks the token of that name until the transaction ends. */
export async function lockServiceTokenNamed(db: Db, name: string): Promise<TokenRow | undefined> {
  const [row] = await db.select().from(serviceTokens).where(eq(serviceTokens.name, name)).for('update')
  return row
}

/** Returns the new token, or undefined if the name is taken. */
export const createToken = async (db: Db, row: typeof serviceTokens.$inferInsert) =>
  (await db.insert(serviceTokens).values(row).onConflictDoNothing().returning())[0]

export const isTokenNameTaken = async (db: Db, name: string, exceptTokenId: number): Promise<boolean> =>
  (
    await db
      .select({ tokenId: serviceTokens.tokenId })
      .from(serviceTokens)
      .where(and(eq(serviceTokens.name, name), ne(serviceTokens.tokenId, exceptTokenId)))
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

/** Live tokens whose end is near enough to warn of it. */
export async function countTokensEnding(db: Db, now: Date): Promise<number> {
  const warnsUntil = new Date(now.getTime() + TOKEN_WARNS_DAYS * 24 * 60 * 60_000)
  const [row] = await db
    .select({ tokens: count() })
    .from(serviceTokens)
    .where(
      and(
        isNull(serviceTokens.revokedAt),
        gt(serviceTokens.expiresAt, now),
        lte(serviceTokens.expiresAt, warnsUntil),
      ),
    )
  return row?.tokens ?? 0
}
