import { sql } from 'drizzle-orm'
import type { Db } from '../src/database/open.ts'
import { maintenanceDataCenters, maintenanceEvents } from '../src/database/tables/maintenance.ts'
import { templates } from '../src/database/tables/reference.ts'

/** Adds `rows` maintenance events and as many message templates. */
export async function fillLists(db: Db, rows: number): Promise<void> {
  await db.execute(sql`
    insert into ${maintenanceEvents} (title, is_internal, jira_ids, start_date, end_date, comm_src, created_by, created_date)
    select 'Upgrade of storage unit ' || n, n % 7 = 0, array['CHG-' || n], timestamptz '2026-01-01' + n * interval '1 hour',
      timestamptz '2026-01-01' + n * interval '1 hour' + interval '3 hours', 'bench', 'oleg.operator@acme.example', now()
    from generate_series(1, ${rows}) n`)
  await db.execute(sql`
    insert into ${maintenanceDataCenters} (event_id, data_center)
    select event_id, 'us2' from ${maintenanceEvents} where comm_src = 'bench'
    union all select event_id, 'eu' from ${maintenanceEvents} where comm_src = 'bench' and event_id % 2 = 0`)
  await db.execute(sql`
    insert into ${templates} (template_type, title, body, message_type, affected_service, created_by, created_date)
    select 'message', 'What we say of case ' || n, '<p>' || repeat('Some users cannot work as usual. ', 20) || n || '</p>',
      'Update', 'Expense', 'ines.incident@acme.example', now()
    from generate_series(1, ${rows}) n`)
}
