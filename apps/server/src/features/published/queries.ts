import { and, eq, ne, sql } from 'drizzle-orm'
import type { Db } from '../../database/open.ts'
import { broadcasts } from '../../database/tables/mail.ts'

type Publication = { reference: string; exceptBroadcastId: number | undefined }

/** Whether a notification about a maintenance event was sent off to people outside, apart from one broadcast. */
export async function hasExternalNotification(
  db: Db,
  { reference, exceptBroadcastId }: Publication,
): Promise<boolean> {
  const rows = await db
    .select({ id: broadcasts.broadcastId })
    .from(broadcasts)
    .where(
      and(
        sql`lower(${broadcasts.reference}) = lower(${reference})`,
        eq(broadcasts.kind, 'notification'),
        eq(broadcasts.audience, 'EXTERNAL'),
        exceptBroadcastId === undefined ? undefined : ne(broadcasts.broadcastId, exceptBroadcastId),
      ),
    )
    .limit(1)
  return rows.length > 0
}

/** Whether the status page shows an incident once it is published: nothing of it, or not all of it, is kept off. */
export async function isIncidentOnStatusPage(db: Db, incidentId: number): Promise<boolean> {
  const { rows } = await db.execute<{ is_shown: boolean }>(sql`
    select i.is_on_status_page
      and coalesce((select bool_or(s.is_on_status_page and s.retired_at is null) from incident_services x
        join services s on s.system_name = x.service where x.incident_id = i.incident_id), true)
      and coalesce((select bool_or(d.is_on_status_page and d.retired_at is null) from incident_data_centers x
        join data_centers d on d.system_name = x.data_center where x.incident_id = i.incident_id), true) as is_shown
    from incidents i where i.incident_id = ${incidentId}`)
  return rows[0]?.is_shown ?? false
}

/** Whether the status page shows a maintenance event once it is published. */
export async function isMaintenanceOnStatusPage(db: Db, eventId: number): Promise<boolean> {
  const { rows } = await db.execute<{ is_shown: boolean }>(sql`
    select coalesce(bool_or(d.is_on_status_page and d.retired_at is null), true) as is_shown
    from maintenance_data_centers x join data_centers d on d.system_name = x.data_center
    where x.event_id = ${eventId}`)
  return rows[0]?.is_shown ?? false
}
