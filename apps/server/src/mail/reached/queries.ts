import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../database/open.ts'
import { literally } from '../../database/parameters.ts'
import { companies } from '../../database/tables/incidents.ts'
import type { Page } from '../../http/paging.ts'
import { activeLocale, type Criteria, selectRecipients, withCompany } from '../queries.ts'

type Filter = Page & { search: string; internalDomains: readonly string[] }

export type Reached = { email: string; locale: string; company: string | null }

const beginsWith = (text: string): SQL => sql`lower(${literally(text)}) || '%'`
const contains = (text: string): SQL => sql`'%' || lower(${literally(text)}) || '%'`

/** The recipients of a broadcast if it were sent now, by address. */
export async function listReached(
  db: Db,
  criteria: Criteria,
  { internalDomains, search, ...page }: Filter,
): Promise<Reached[]> {
  const all = selectRecipients(criteria, activeLocale)
  const pageOf = sql`order by lower(email) offset ${page.startAt} limit ${page.size}`
  // Without a search, selects the page first, so that companies are looked up only for the domains on it.
  const result = await db.execute<Reached>(
    search === ''
      ? sql`
        with ${withCompany(sql`${all} ${pageOf}`, internalDomains)}
        select email, locale, name as company from recipients left join ${companies} using (company_id)
        order by lower(email)`
      : sql`
        with ${withCompany(all, internalDomains)}
        select email, locale, name as company from recipients left join ${companies} using (company_id)
        where lower(email) like ${beginsWith(search)} or lower(name) like ${contains(search)} ${pageOf}`,
  )
  return result.rows
}

export type ReachedCompany = { company_id: number; name: string; people: number }
export type ReachedCompanies = {
  companies: ReachedCompany[]
  total_companies: number
  all_companies: number
  without_company: number
}

/**
 * The companies of the recipients, by name. Recipients whose company was not ingested count as without a
 * company.
 */
export async function listReachedCompanies(
  db: Db,
  criteria: Criteria,
  { internalDomains, search, ...page }: Filter,
): Promise<ReachedCompanies> {
  const result = await db.execute<ReachedCompanies>(sql`
    with ${withCompany(selectRecipients(criteria, activeLocale), internalDomains)}, counted as materialized (
      select c.company_id, c.name, n.people
      from (select company_id, count(*)::int as people from recipients group by company_id) n
        left join ${companies} c using (company_id)
    ), page as (
      select company_id, name, people from counted
      where company_id is not null and lower(name) like ${contains(search)}
      order by lower(name), company_id offset ${page.startAt} limit ${page.size}
    )
    select (select coalesce(json_agg(page order by lower(name), company_id), '[]') from page) as companies,
      (select count(company_id)::int from counted) as total_companies,
      (select count(*)::int from ${companies}) as all_companies,
      (select coalesce(sum(people), 0)::int from counted where company_id is null) as without_company`)
  const [row] = result.rows
  if (!row) throw new Error('A statement without a from gave no row')
  return row
}
