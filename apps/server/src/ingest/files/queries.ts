import { sql } from 'drizzle-orm'
import type { Db } from '../../database/open.ts'
import { changeRecords } from '../../database/tables/changes.ts'
import { companies, incidents } from '../../database/tables/incidents.ts'

/** Whether the database has any incident, company or change. */
export async function hasRecords(db: Db): Promise<boolean> {
  const result = await db.execute<{ has: boolean }>(
    sql`select exists (select from ${incidents}) or exists (select from ${companies})
      or exists (select from ${changeRecords}) as has`,
  )
  return result.rows[0]?.has ?? false
}
