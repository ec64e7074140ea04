import { asc, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../database/open.ts'
import { texts } from '../../../database/parameters.ts'
import { companies } from '../../../database/tables/incidents.ts'
import { companyDomains } from '../../../database/tables/reference.ts'

export type CompanyDomainRow = typeof companyDomains.$inferSelect & { companyName: string | null }

const select = (db: Db, where?: SQL): Promise<CompanyDomainRow[]> =>
  db
    .select({
      domain: companyDomains.domain,
      unicodeDomain: companyDomains.unicodeDomain,
      companyId: companyDomains.companyId,
      version: companyDomains.version,
      companyName: companies.name,
    })
    .from(companyDomains)
    .leftJoin(companies, eq(companies.companyId, companyDomains.companyId))
    .where(where)
    .orderBy(asc(companyDomains.domain))

export const listCompanyDomains = (db: Db) => select(db)

export const getCompanyDomain = async (db: Db, domain: string) =>
  (await select(db, eq(companyDomains.domain, domain)))[0]

export type NewCompanyDomain = { domain: string; unicodeDomain: string; companyId: number }

/** False if the domain is on the list already. */
export const createCompanyDomain = async (db: Db, row: NewCompanyDomain): Promise<boolean> =>
  (await db.insert(companyDomains).values(row).onConflictDoNothing().returning()).length > 0

export const updateCompanyDomain = (db: Db, domain: string, companyId: number) =>
  db
    .update(companyDomains)
    .set({ companyId, version: sql`${companyDomains.version} + 1` })
    .where(eq(companyDomains.domain, domain))

export const deleteCompanyDomains = (db: Db, domains: readonly string[]) =>
  db.delete(companyDomains).where(sql`${companyDomains.domain} = any(${texts(domains)})`)

/** Creates domains; a domain that is already listed gets the company in `rows`. Returns how many rows changed. */
export async function upsertCompanyDomains(db: Db, rows: readonly NewCompanyDomain[]): Promise<number> {
  if (rows.length === 0) return 0
  const json = JSON.stringify(rows)
  const result = await db.execute(sql`
    insert into ${companyDomains} as d (domain, unicode_domain, company_id)
    select r.domain, r."unicodeDomain", r."companyId"
    from jsonb_to_recordset(${json}::jsonb) as r (domain text, "unicodeDomain" text, "companyId" int)
    on conflict (domain) do update set company_id = excluded.company_id, version = d.version + 1
    where d.company_id <> excluded.company_id`)
  return result.rowCount ?? 0
}
