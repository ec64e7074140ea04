import { type SQL, sql, type Table } from 'drizzle-orm'
import type { Db } from '../../../database/open.ts'
import { integers } from '../../../database/parameters.ts'
import {
  channelDeliveries,
  channelEvents,
  channelThreads,
  publishedIncidents,
} from '../../../database/tables/channels.ts'
import { followUpIssues, followUps } from '../../../database/tables/follow-ups.ts'
import { incidentRoleChanges } from '../../../database/tables/incident-roles.ts'
import {
  incidentAliases,
  incidentMessages,
  incidents,
  messageChanges,
} from '../../../database/tables/incidents.ts'
import { broadcasts, deliveryQueue } from '../../../database/tables/mail.ts'
import { maintenanceEvents, notifications } from '../../../database/tables/maintenance.ts'
import { postMortemReviews, postMortems, postMortemVersions } from '../../../database/tables/post-mortems.ts'
import type { Batch } from '../batch.ts'
import { namedByPostMortems } from '../changes/queries.ts'

/** Fewer than of other rows: each incident goes whole, with up to some hundred thousand rows. */
const INCIDENTS_AT_ONCE = 20

/** After `where`, of incidents. */
const isLongOver = (before: Date): SQL => sql`case when end_date is null
  then upper(status) not in ('ACTIVE', 'INVESTIGATION') and updated_at < ${before.toISOString()}
  else end_date < ${before.toISOString()} end`

/** Mails or events for channels that are still to be sent: `mails` and `events` stand after `where`. */
const isToBeSent = (mails: SQL, events: SQL): SQL => sql`
  exists (select from ${broadcasts} b join ${deliveryQueue} q using (broadcast_id) where q.due_at is not null and ${mails})
  or exists (select from ${channelEvents} e join ${channelDeliveries} d using (event_id)
    where d.due_at is not null and ${events})`

/** After `where`, of incidents. */
const isOldIncident = (before: Date): SQL => {
  const since = before.toISOString()
  return sql`${isLongOver(before)} and not (
    exists (select from ${followUps} f left join ${followUpIssues} i using (follow_up_id)
      where f.incident_id = incidents.incident_id and (f.state = 'OPEN'
        or greatest(f.created_at, f.closed_at, f.state_at) >= ${since}
        or (i.follow_up_id is not null and (i.state <> f.state or i.issue_key is null or i.failing_since is not null))))
    or exists (select from ${incidentRoleChanges} c where c.incident_id = incidents.incident_id and c.changed_at >= ${since})
    or exists (select from ${incidentMessages} m where m.incident_id = incidents.incident_id
      and (m.created_date >= ${since} or m.updated_at >= ${since}))
    or exists (select from ${publishedIncidents} p where p.incident_id = incidents.incident_id and p.is_public
      and coalesce(p.resolved_at >= ${since}, true))
    or exists (select from ${postMortems} w join ${postMortemVersions} v using (post_mortem_id)
      where w.incident_id = incidents.incident_id and v.saved_at >= ${since})
    or exists (select from ${postMortems} w join ${postMortemReviews} r using (post_mortem_id)
      where w.incident_id = incidents.incident_id and greatest(r.asked_at, r.answered_at) >= ${since})
    or ${isToBeSent(sql`b.incident_id = incidents.incident_id`, sql`e.incident_id = incidents.incident_id`)})`
}

type Old = { table: SQL; key: SQL; isOld: SQL; limit: number; parts: readonly Table[] }

/**
 * Locks old rows and what people may write of them, and returns their keys. Only a statement after the locks sees what
 * was written while the first one read.
 */
async function lockOld(db: Db, old: Old): Promise<SQL | undefined> {
  const { table, key, isOld, limit, parts } = old
  const locked = await db.execute<{ id: number }>(sql`
    select ${key} as id from ${table} where ${isOld} order by ${key} limit ${limit} for update skip locked`)
  if (locked.rows.length === 0) return undefined
  const isLocked = sql`${key} = any(${integers(locked.rows.map(({ id }) => id))})`
  for (const part of parts) await db.execute(sql`select from ${part} where ${isLocked} for update`)
  const { rows } = await db.execute<{ id: number }>(
    sql`select ${key} as id from ${table} where ${isLocked} and ${isOld}`,
  )
  return rows.length === 0 ? lockOld(db, old) : integers(rows.map(({ id }) => id))
}

/** Deletes incidents with everything that is theirs; rows that refer to them go by their foreign keys. */
export async function deleteIncidents(db: Db, { before, limit }: Batch): Promise<number> {
  const ids = await lockOld(db, {
    ...{ table: sql`${incidents}`, key: sql`incident_id`, isOld: isOldIncident(before) },
    limit: Math.min(limit, INCIDENTS_AT_ONCE),
    parts: [incidentMessages, followUps, postMortems],
  })
  if (!ids) return 0
  await db.execute(sql`
    delete from ${channelThreads} where lower(reference) in (
      select lower(jira_id) from ${incidents} where incident_id = any(${ids})
      union all select lower(alias) from ${incidentAliases} where incident_id = any(${ids}))`)
  await db.execute(sql`
    delete from ${messageChanges} where message_id in (
      select message_id from ${incidentMessages} where incident_id = any(${ids}))`)
  await db.execute(sql`
    delete from ${followUpIssues} where follow_up_id in (
      select follow_up_id from ${followUps} where incident_id = any(${ids}))`)
  const result = await db.execute(sql`delete from ${incidents} where incident_id = any(${ids})`)
  return result.rowCount ?? 0
}

/** Deletes earlier versions of messages that somebody deleted. */
export async function deleteVersionsOfDeleted(db: Db, { before, limit }: Batch): Promise<number> {
  const result = await db.execute(sql`
    delete from ${messageChanges} where (message_id, prev_version) in (
      select message_id, prev_version from ${messageChanges} old
      where changed_at < ${before.toISOString()}
        and not exists (select from ${incidentMessages} m where m.message_id = old.message_id)
      limit ${limit})`)
  return result.rowCount ?? 0
}

export async function countIncidents(db: Db, before: Date): Promise<number> {
  const { rows } = await db.execute<{ rows: number }>(
    sql`select count(*)::int as rows from ${incidents} where ${isLongOver(before)}`,
  )
  return rows[0]?.rows ?? 0
}

/** After `where`, of maintenance events. */
const isOldMaintenance = (before: Date): SQL => {
  const since = before.toISOString()
  return sql`end_date < ${since}
    and event_id not in (${namedByPostMortems('maintenance')})
    and not exists (select from ${notifications} n where n.event_id = maintenance_events.event_id
      and greatest(n.end_date, n.send_time) >= ${since})
    and not (${isToBeSent(
      sql`b.notification_id in (select n.notification_id from ${notifications} n where n.event_id = maintenance_events.event_id)`,
      sql`e.maintenance_id = maintenance_events.event_id`,
    )})`
}

/** Deletes maintenance events; their notifications go by their foreign keys. */
export async function deleteMaintenance(db: Db, { before, limit }: Batch): Promise<number> {
  const ids = await lockOld(db, {
    ...{ table: sql`${maintenanceEvents}`, key: sql`event_id`, isOld: isOldMaintenance(before), limit },
    parts: [notifications],
  })
  if (!ids) return 0
  await db.execute(sql`
    delete from ${channelThreads} where reference in (select 'MNT-' || id from unnest(${ids}) id)`)
  const result = await db.execute(sql`delete from ${maintenanceEvents} where event_id = any(${ids})`)
  return result.rowCount ?? 0
}

export async function countMaintenance(db: Db, before: Date): Promise<number> {
  const { rows } = await db.execute<{ rows: number }>(
    sql`select count(*)::int as rows from ${maintenanceEvents} where end_date < ${before.toISOString()}`,
  )
  return rows[0]?.rows ?? 0
}
