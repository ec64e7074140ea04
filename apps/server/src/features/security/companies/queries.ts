import { SECURITY_RECIPIENTS_SHOWN } from '@aviary/contract/constants'
import { and, sql } from 'drizzle-orm'
import type { Db } from '../../../database/open.ts'
import { integers, isAnyOf } from '../../../database/parameters.ts'
import { companies } from '../../../database/tables/incidents.ts'
import { securityUsers } from '../../../database/tables/security.ts'

/** Active security users by company; a company without any is left out. */
export async function countRecipients(db: Db, companyIds: readonly number[]): Promise<Map<number, number>> {
  const result = await db
    .select({ companyId: securityUsers.companyId, people: sql<number>`count(*)::int` })
    .from(securityUsers)
    .where(and(isAnyOf(securityUsers.companyId, companyIds), securityUsers.isActive))
    .groupBy(securityUsers.companyId)
  return new Map(result.map(({ companyId, people }) => [companyId, people]))
}

type CompanyRecipients = { company_id: number; total: number; emails: string[] }

/**
 * The first addresses of each company's active users, and the number of all its active users; a company
 * without any is left out.
 */
export async function listRecipients(db: Db, companyIds: readonly number[]): Promise<CompanyRecipients[]> {
  const result = await db.execute<CompanyRecipients>(sql`
    select company_id, max(total)::int as total,
      array_agg(email order by place) filter (where place <= ${SECURITY_RECIPIENTS_SHOWN}) as emails
    from (
      select company_id, email, row_number() over (partition by company_id order by lower(email)) as place,
        count(*) over (partition by company_id) as total
      from ${securityUsers} where company_id = any(${integers(companyIds)}) and is_active
    ) users
    group by company_id order by company_id`)
  return result.rows
}

/** Company names by id; a company that is not in the catalogue is left out. */
export async function listCompanyNames(db: Db, companyIds: readonly number[]): Promise<Map<number, string>> {
  const result = await db
    .select({ companyId: companies.companyId, name: companies.name })
    .from(companies)
    .where(isAnyOf(companies.companyId, companyIds))
  return new Map(result.map(({ companyId, name }) => [companyId, name]))
}

/** How many of the companies are not in the catalogue. */
export async function countUnknownCompanies(db: Db, companyIds: readonly number[]): Promise<number> {
  const result = await db.execute<{ unknown: number }>(sql`
    select count(*)::int as unknown from unnest(${integers(companyIds)}) c (company_id)
    where not exists (select from ${companies} k where k.company_id = c.company_id)`)
  return result.rows[0]?.unknown ?? 0
}
