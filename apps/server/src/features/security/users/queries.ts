import { and, asc, eq, sql } from 'drizzle-orm'
import { lockUntilEnd } from '../../../database/locks.ts'
import type { Db } from '../../../database/open.ts'
import { literally } from '../../../database/parameters.ts'
import { refreshStatistics } from '../../../database/statistics.ts'
import { securityUsers } from '../../../database/tables/security.ts'
import type { Page } from '../../../http/paging.ts'

export type SecurityUserRow = typeof securityUsers.$inferSelect

/** `email` matches any part of an address, ignores case and has no wildcards. */
type UserFilters = { companyId: number | undefined; email: string | undefined }

const matches = ({ companyId, email }: UserFilters) =>
  and(
    companyId === undefined ? undefined : eq(securityUsers.companyId, companyId),
    email ? sql`lower(${securityUsers.email}) like lower(${`%${literally(email)}%`})` : undefined,
  )

export const listSecurityUsers = (
  db: Db,
  filters: UserFilters,
  { startAt, size }: Page,
): Promise<SecurityUserRow[]> =>
  db
    .select()
    .from(securityUsers)
    .where(matches(filters))
    .orderBy(asc(securityUsers.companyId), sql`lower(${securityUsers.email})`)
    .limit(size)
    .offset(startAt)

export const countSecurityUsers = (db: Db, filters: UserFilters): Promise<number> =>
  db.$count(securityUsers, matches(filters))

export async function lockSecurityUser(db: Db, id: number): Promise<SecurityUserRow | undefined> {
  const [row] = await db.select().from(securityUsers).where(eq(securityUsers.id, id)).for('update')
  return row
}

/** Creates a security user; undefined if the company already has this address, ignoring case. */
export async function createSecurityUser(
  db: Db,
  row: typeof securityUsers.$inferInsert,
): Promise<SecurityUserRow | undefined> {
  const [inserted] = await db.insert(securityUsers).values(row).onConflictDoNothing().returning()
  return inserted
}

export async function getConflictingUserId(
  db: Db,
  { id, companyId, email }: { id: number; companyId: number; email: string },
): Promise<number | undefined> {
  const [other] = await db
    .select({ id: securityUsers.id })
    .from(securityUsers)
    .where(
      and(
        eq(securityUsers.companyId, companyId),
        sql`lower(${securityUsers.email}) = lower(${email}) and ${securityUsers.id} <> ${id}`,
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

export const deleteSecurityUser = (db: Db, id: number) =>
  db.delete(securityUsers).where(eq(securityUsers.id, id))

/** A row of a file; `isActive` is null if the row does not state it. */
export type NewUser = { companyId: number; email: string; isActive: boolean | null }

/** Makes uploads run one after the other: two concurrent uploads could deadlock on each other's rows. */
export const lockUploads = (db: Db) => lockUntilEnd(db, { text: 'security users' })

/** Adds new users and updates existing ones. `rows` must not contain the same address of a company twice. */
export async function ingestSecurityUsers(
  db: Db,
  rows: readonly NewUser[],
  now: Date,
): Promise<{ added: number; changed: number }> {
  const column = <K extends keyof NewUser>(key: K) => sql.param(rows.map((row) => row[key]))
  const timestamp = now.toISOString()
  const result = await db.execute<{ added: number; changed: number }>(sql`
    with taken as (
      insert into ${securityUsers} as u (company_id, email, is_active, created_date)
      select r.company_id, r.email, coalesce(r.is_active, old.is_active, true), ${timestamp}::timestamptz
      from unnest(${column('companyId')}::int[], ${column('email')}::text[], ${column('isActive')}::boolean[])
        as r (company_id, email, is_active)
      left join ${securityUsers} old on old.company_id = r.company_id and lower(old.email) = lower(r.email)
      order by r.company_id, lower(r.email)
      on conflict (company_id, lower(email)) do update
        set email = excluded.email, is_active = excluded.is_active, modified_date = ${timestamp}::timestamptz,
          version = u.version + 1
        where (u.email, u.is_active) is distinct from (excluded.email, excluded.is_active)
      returning xmax = 0 as is_new
    )
    select count(*) filter (where is_new)::int as added, count(*) filter (where not is_new)::int as changed
    from taken`)
  return result.rows[0] ?? { added: 0, changed: 0 }
}

/**
 * Refreshes the planner's statistics within the transaction, because the next rows are looked up among those
 * inserted so far.
 */
export const refreshUserStatistics = (db: Db, rows: number) => refreshStatistics(db, securityUsers, rows)
