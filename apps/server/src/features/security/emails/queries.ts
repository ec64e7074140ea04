import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../../database/open.ts'
import { securityEmails, securityUsers } from '../../../database/tables/security.ts'

export type EmailRow = typeof securityEmails.$inferSelect

type Wanted = { secCommId: number | undefined; id: number | undefined }
type Page = { startAt: number; size: number }

const fits = ({ secCommId, id }: Wanted) =>
  and(
    secCommId === undefined ? undefined : eq(securityEmails.secCommId, secCommId),
    id === undefined ? undefined : eq(securityEmails.id, id),
  )

export const findEmails = (db: Db, wanted: Wanted, { startAt, size }: Page): Promise<EmailRow[]> =>
  db
    .select()
    .from(securityEmails)
    .where(fits(wanted))
    .orderBy(desc(securityEmails.id))
    .limit(size)
    .offset(startAt)

export const countEmails = (db: Db, wanted: Wanted): Promise<number> =>
  db.$count(securityEmails, fits(wanted))

export async function lockEmail(db: Db, id: number): Promise<EmailRow | undefined> {
  const [row] = await db.select().from(securityEmails).where(eq(securityEmails.id, id)).for('update')
  return row
}

export async function insertEmail(db: Db, row: typeof securityEmails.$inferInsert): Promise<EmailRow> {
  const [inserted] = await db.insert(securityEmails).values(row).returning()
  if (!inserted) throw new Error('The email was not stored')
  return inserted
}

export async function updateEmail(
  db: Db,
  id: number,
  fields: Pick<EmailRow, 'subject' | 'body'>,
): Promise<EmailRow> {
  const [updated] = await db
    .update(securityEmails)
    .set({ ...fields, version: sql`${securityEmails.version} + 1` })
    .where(eq(securityEmails.id, id))
    .returning()
  if (!updated) throw new Error('The email is gone although it was locked')
  return updated
}

export const removeEmail = (db: Db, id: number) => db.delete(securityEmails).where(eq(securityEmails.id, id))

/** Active security users by company; a company without any is left out. */
export async function countRecipients(db: Db, companyIds: readonly number[]): Promise<Map<number, number>> {
  const found = await db
    .select({ companyId: securityUsers.companyId, people: sql<number>`count(*)::int` })
    .from(securityUsers)
    .where(and(inArray(securityUsers.companyId, [...companyIds]), securityUsers.isActive))
    .groupBy(securityUsers.companyId)
  return new Map(found.map(({ companyId, people }) => [companyId, people]))
}
