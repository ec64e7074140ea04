import { sql } from 'drizzle-orm'
import type { Db } from '../../database/open.ts'
import { companies, incidents } from '../../database/tables/incidents.ts'

/** Highest number of an incident in a project of the tracker; 0 if the project has none. */
export async function getHighestNumber(db: Db, project: string): Promise<number> {
  const result = await db.execute<{ highest: number }>(sql`
    select coalesce(max(split_part(jira_id, '-', 2)::int), 0) as highest from ${incidents}
    where split_part(jira_id, '-', 1) = ${project} and jira_id ~ '^[^-]+-[0-9]{1,8}$'`)
  return result.rows[0]?.highest ?? 0
}

/** Ids of companies, the lowest first. */
export const listCompanyIds = async (db: Db, limit: number): Promise<number[]> =>
  (
    await db.select({ id: companies.companyId }).from(companies).orderBy(companies.companyId).limit(limit)
  ).map(({ id }) => id)
