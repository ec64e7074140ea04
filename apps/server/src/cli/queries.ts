import { sql } from 'drizzle-orm'
import type { Db } from '../database/open.ts'

/**
 * Whether another Aviary (a server, a second import) uses this database. `db` must be the only connection of this
 * process.
 */
export async function isUsedByOthers(db: Db): Promise<boolean> {
  const result = await db.execute<{ is_used: boolean }>(sql`
    select exists (
      select from pg_stat_activity
      where application_name in ('aviary', 'aviary-changes') and pid <> pg_backend_pid()
        and datname = current_database()
    ) as is_used`)
  return result.rows[0]?.is_used ?? false
}
