import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../../database/open.ts'
import { securityUsers } from '../../../database/tables/security.ts'

export type SecurityUserRow = typeof securityUsers.$inferSelect

/** `email`: part of an address, whatever its case, taken literally. */
type Wanted = { companyId: number | undefined; email: string | undefined }
type Page = { startAt: number; size: number }

const fits = ({ companyId, email }: Wanted) =>
  and(
    companyId === undefined ? undefined : eq(securityUsers.companyId, companyId),
    email ? sql`lower(${securityUsers.email}) like ${`%${literally(email.toLowerCase())}%`}` : undefined,
  )

const literally = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

export const findSecurityUsers = (
  db: Db,
  wanted: Wanted,
  { startAt, size }: Page,
): Promise<SecurityUserRow[]> =>
  db
    .select()
    .from(securityUsers)
    .where(fits(wanted))
    .orderBy(asc(securityUsers.companyId), sql`lower(${securityUsers.email})`)
    .limit(size)
    .offset(startAt)

export const countSecurityUsers = (db: Db, wanted: Wanted): Promise<number> =>
  db.$count(securityUsers, fits(wanted))

export async function lockSecurityUser(db: Db, id: number): Promise<SecurityUserRow | undefined> {
  const [row] = await db.select().from(securityUsers).where(eq(securityUsers.id, id)).for('update')
  return row
}

/** Undefined when the company has this address already, whatever its case. */
export async function insertSecurityUser(
  db: Db,
  row: typeof securityUsers.$inferInsert,
): Promise<SecurityUserRow | undefined> {
  const [inserted] = await db.insert(securityUsers).values(row).onConflictDoNothing().returning()
  return inserted
}

export async function findOther(
  db: Db,
  { id, companyId, email }: { id: number; companyId: number; email: string },
): Promise<number | undefined> {
  const [other] = await db
    .select({ id: securityUsers.id })
    .from(securityUsers)
    .where(
      and(
        eq(securityUsers.companyId, companyId),
        sql`lower(${securityUsers.email}) = ${email.toLowerCase()} and ${securityUsers.id} <> ${id}`,
      ),
    )
  return other?.id
}

type Fields = Pick<SecurityUserRow, 'companyId' | 'email' | 'isActive'> & { modifiedDate: Date }

export async function updateSecurityUser(db: Db, id: number, fields: Fields): Promise<SecurityUserRow> {
  const [updated] = await db
    .update(securityUsers)
    .set({ ...fields, version: sql`${securityUsers.version} + 1` })
    .where(eq(securityUsers.id, id))
    .returning()
  if (!updated) throw new Error('The security user is gone although it was locked')
  return updated
}

export const removeSecurityUser = (db: Db, id: number) =>
  db.delete(securityUsers).where(eq(securityUsers.id, id))
