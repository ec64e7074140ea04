import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../database/open.ts'
import { integers } from '../../../database/parameters.ts'
import { commTypes, securityComms, securityEmails } from '../../../database/tables/security.ts'
import type { Page } from '../../../http/paging.ts'

export type EmailRow = typeof securityEmails.$inferSelect

type EmailFilters = { secCommId?: number | undefined; id?: number | undefined; importId?: number | undefined }

const matches = ({ secCommId, id, importId }: EmailFilters) =>
  and(
    secCommId === undefined ? undefined : eq(securityEmails.secCommId, secCommId),
    id === undefined ? undefined : eq(securityEmails.id, id),
    importId === undefined ? undefined : eq(securityEmails.importId, importId),
  )

export const listEmails = (db: Db, filters: EmailFilters, { startAt, size }: Page): Promise<EmailRow[]> =>
  db
    .select()
    .from(securityEmails)
    .where(matches(filters))
    .orderBy(desc(securityEmails.id))
    .limit(size)
    .offset(startAt)

export const countEmails = (db: Db, filters: EmailFilters): Promise<number> =>
  db.$count(securityEmails, matches(filters))

export async function lockEmail(db: Db, id: number): Promise<EmailRow | undefined> {
  const [row] = await db.select().from(securityEmails).where(eq(securityEmails.id, id)).for('update')
  return row
}

export async function createEmail(db: Db, row: typeof securityEmails.$inferInsert): Promise<EmailRow> {
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

export const deleteEmail = (db: Db, id: number) => db.delete(securityEmails).where(eq(securityEmails.id, id))

/** The columns needed to check whether an email can be sent. */
export type LockedEmail = Pick<EmailRow, 'id' | 'companyId' | 'version' | 'sentDate'>

const isAmong = (ids: readonly number[]): SQL => sql`${securityEmails.id} = any(${integers(ids)})`

/**
 * Locks emails until the transaction ends, in ascending order of their ids, so that concurrent sends run one
 * after the other.
 */
export const lockEmails = (db: Db, ids: readonly number[]): Promise<LockedEmail[]> =>
  db
    .select({
      id: securityEmails.id,
      companyId: securityEmails.companyId,
      version: securityEmails.version,
      sentDate: securityEmails.sentDate,
    })
    .from(securityEmails)
    .where(isAmong(ids))
    .orderBy(securityEmails.id)
    .for('update')

export type EmailToSend = Pick<EmailRow, 'id' | 'subject' | 'body'> & { secId: number; commType: string }

/** The texts of emails, with the security incident and the type of their comm. */
export const listEmailsToSend = (db: Db, ids: readonly number[]): Promise<EmailToSend[]> =>
  db
    .select({
      id: securityEmails.id,
      subject: securityEmails.subject,
      body: securityEmails.body,
      secId: securityComms.secId,
      commType: commTypes.displayName,
    })
    .from(securityEmails)
    .innerJoin(securityComms, eq(securityComms.secCommId, securityEmails.secCommId))
    .innerJoin(commTypes, eq(commTypes.id, securityComms.commType))
    .where(isAmong(ids))

export const markSent = (db: Db, ids: readonly number[], now: Date) =>
  db
    .update(securityEmails)
    .set({ sentDate: now, version: sql`${securityEmails.version} + 1` })
    .where(isAmong(ids))

export const countCommEmails = (db: Db, secCommId: number): Promise<number> =>
  db.$count(securityEmails, eq(securityEmails.secCommId, secCommId))
