import { and, count, desc, eq, gt, lt, max, sql } from 'drizzle-orm'
import type { Db } from '../../database/open.ts'
import { customerDevices, customerLinks } from '../../database/tables/customer-links.ts'
import { companies } from '../../database/tables/incidents.ts'

type Row = typeof customerLinks.$inferSelect
export type LinkRow = Row & { devices: number; lastSeenAt: Date | null }

const selectLinks = (db: Db) =>
  db
    .select({
      link: customerLinks,
      devices: count(customerDevices.cookieHash),
      lastSeenAt: max(customerDevices.lastSeenAt),
    })
    .from(customerLinks)
    .leftJoin(customerDevices, eq(customerDevices.linkId, customerLinks.linkId))
    .groupBy(customerLinks.linkId)
    .$dynamic()

/** The links of a company, newest first, with the devices that opened them. */
export async function listLinks(db: Db, companyId: number): Promise<LinkRow[]> {
  const rows = await selectLinks(db)
    .where(eq(customerLinks.companyId, companyId))
    .orderBy(desc(customerLinks.createdAt), desc(customerLinks.linkId))
  return rows.map(toLink)
}

export async function getLinkById(db: Db, linkId: number): Promise<LinkRow | undefined> {
  const [row] = await selectLinks(db).where(eq(customerLinks.linkId, linkId))
  return row && toLink(row)
}

const toLink = ({ link, ...counted }: Awaited<ReturnType<typeof selectLinks>>[number]): LinkRow => ({
  ...link,
  ...counted,
})

/** Locks a link, so that of two who change it at once the second sees the change of the first. */
export const lockLinkById = (db: Db, linkId: number) =>
  db.select().from(customerLinks).where(eq(customerLinks.linkId, linkId)).for('update')

/** Locks a company, so that of links that are made at once none exceeds the limit; undefined if there is none. */
export async function lockCompany(db: Db, companyId: number) {
  const [company] = await db
    .select({ name: companies.name })
    .from(companies)
    .where(eq(companies.companyId, companyId))
    .for('no key update')
  return company
}

/** Links that have not ended by themselves. */
export const countLinks = (db: Db, companyId: number, now: Date): Promise<number> =>
  db.$count(customerLinks, and(eq(customerLinks.companyId, companyId), gt(customerLinks.expiresAt, now)))

export async function createLink(db: Db, link: typeof customerLinks.$inferInsert): Promise<Row> {
  const [row] = await db.insert(customerLinks).values(link).returning()
  if (!row) throw new Error('The link was not stored')
  return row
}

export async function updateLink(
  db: Db,
  linkId: number,
  fields: Pick<Row, 'name' | 'expiresAt' | 'mostDevices'>,
): Promise<void> {
  await db
    .update(customerLinks)
    .set({ ...fields, version: sql`${customerLinks.version} + 1` })
    .where(eq(customerLinks.linkId, linkId))
}

export async function deleteLink(db: Db, linkId: number): Promise<Row | undefined> {
  const [row] = await db.delete(customerLinks).where(eq(customerLinks.linkId, linkId)).returning()
  return row
}

/** Deletes links that ended by themselves before `since`. */
export const deleteExpiredLinks = (db: Db, since: Date) =>
  db.delete(customerLinks).where(lt(customerLinks.expiresAt, since))

const selectLink = (db: Db, tokenHash: string, now: Date) =>
  db
    .select({ link: customerLinks, company: companies.name })
    .from(customerLinks)
    .innerJoin(companies, eq(companies.companyId, customerLinks.companyId))
    .where(and(eq(customerLinks.tokenHash, tokenHash), gt(customerLinks.expiresAt, now)))
    .$dynamic()

/** The link with this secret and the name of its company; undefined if it has ended. */
export async function getLink(db: Db, tokenHash: string, now: Date) {
  const [found] = await selectLink(db, tokenHash, now)
  return found
}

/** The same, locked, so that of two that open it at once each counts the other. */
export async function lockLink(db: Db, tokenHash: string, now: Date) {
  const [found] = await selectLink(db, tokenHash, now).for('update', { of: customerLinks })
  return found
}

export const countDevices = (db: Db, linkId: number): Promise<number> =>
  db.$count(customerDevices, eq(customerDevices.linkId, linkId))

export async function createDevice(db: Db, device: typeof customerDevices.$inferInsert): Promise<void> {
  await db.insert(customerDevices).values(device)
}

export async function deleteDevice(db: Db, cookieHash: string): Promise<void> {
  await db.delete(customerDevices).where(eq(customerDevices.cookieHash, cookieHash))
}

export async function noteRefusal(db: Db, linkId: number, now: Date): Promise<void> {
  await db
    .update(customerLinks)
    .set({ refused: sql`${customerLinks.refused} + 1`, lastRefusedAt: now })
    .where(eq(customerLinks.linkId, linkId))
}

/** The device with this secret, its link and its company; undefined if the link has ended. */
export async function getDevice(db: Db, cookieHash: string, now: Date) {
  const [device] = await db
    .select({
      linkId: customerDevices.linkId,
      lastSeenAt: customerDevices.lastSeenAt,
      company: {
        companyId: companies.companyId,
        name: companies.name,
        dataCenter: companies.dataCenter,
      },
    })
    .from(customerDevices)
    .innerJoin(customerLinks, eq(customerLinks.linkId, customerDevices.linkId))
    .innerJoin(companies, eq(companies.companyId, customerLinks.companyId))
    .where(and(eq(customerDevices.cookieHash, cookieHash), gt(customerLinks.expiresAt, now)))
  return device
}

export async function noteDevice(db: Db, cookieHash: string, now: Date): Promise<void> {
  await db
    .update(customerDevices)
    .set({ lastSeenAt: now })
    .where(and(eq(customerDevices.cookieHash, cookieHash), lt(customerDevices.lastSeenAt, now)))
}
