import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../database/open.ts'
import { texts } from '../../../database/parameters.ts'
import { incidentRoleChanges } from '../../../database/tables/incident-roles.ts'
import {
  incidentDataCenters,
  incidentMessages,
  incidentServices,
  incidents,
  messageChanges,
} from '../../../database/tables/incidents.ts'
import { services } from '../../../database/tables/reference.ts'
import { wasSentOutside } from '../../published/public.ts'

export type Asked = {
  from: Date
  to: Date
  /** Empty: all. */
  dataCenters: readonly string[]
  withInternal: boolean
  now: Date
}

/** Two numbers per measure, as PostgreSQL's `percentile_cont` answers them. */
type Parts = [number, number] | null

export type FigureRow = {
  service: string | null
  month: string | null
  incidents: number
  acknowledged: number
  acknowledge: Parts
  informed: number
  first_message: Parts
  resolved: number
  resolve: Parts
  made: number
  kept: number
  missed: number
  /** Epoch milliseconds at which a figure changes without a write; null if none does. */
  next: number | null
}

const isInternalType = sql`${incidentMessages.messageType} ilike '%internal%'`
/** The chosen incidents of messages; internal messages only for those who may see them. */
const fromMessages = (withInternal: boolean): SQL => sql`
  from chosen join ${incidentMessages} using (incident_id)
  where ${withInternal} or not (${isInternalType} or ${incidentMessages.title} ilike '%internal%')`

/** Null if there is no such moment; 0 if it was before the start. */
const secondsFromStart = (moment: SQL) =>
  sql`case when ${moment} is not null then greatest(0, extract(epoch from ${moment} - start_date))::float8 end`

const select = (now: Date): SQL => sql`
  select incident_id, is_internal, start_date,
    case when end_date <= ${now.toISOString()} then end_date end as end_date,
    case when end_date > ${now.toISOString()} then end_date end as planned_end,
    end_date is not null or upper(status) in ('ACTIVE', 'INVESTIGATION') as is_end_known,
    to_char(start_date at time zone 'UTC', 'YYYY-MM') as month
  from ${incidents}`

/** Incidents that began in the range and affect one of the data centers. */
const chosen = ({ from, to, dataCenters, withInternal, now }: Asked): SQL => sql`${select(now)}
  where start_date >= ${from.toISOString()} and start_date < ${to.toISOString()}
    and (${withInternal} or not is_internal)
    and (${dataCenters.length === 0} or incident_id in (
      select incident_id from ${incidentDataCenters} where data_center = any(${texts(dataCenters)})))`

/**
 * The promised time of a message: an edit replaces it only if it was made before that time. Only edited messages
 * have earlier versions to look at.
 */
const promisedTime = sql`case when ${incidentMessages.version} = 1 then ${incidentMessages.nextUpdateDue}
  else coalesce((
    select c.prev_next_update_due from ${messageChanges} c
    where c.message_id = ${incidentMessages.messageId} and c.prev_next_update_due <= c.changed_at
    order by c.prev_version limit 1), ${incidentMessages.nextUpdateDue}) end`

/**
 * Promises of the chosen incidents, kept by a later message or by the end (ADR 55 and 86). The window has the newest
 * message first: its frames, the messages later than each one, then only grow.
 */
const promises = ({ withInternal, now }: Pick<Asked, 'withInternal' | 'now'>): SQL => sql`
  select incident_id, count(*) filter (where is_kept or is_end_known) as made,
    count(*) filter (where is_kept) as kept,
    count(*) filter (where not is_kept and due < ${now.toISOString()} and is_end_known) as missed,
    min(due) filter (where not is_kept and due >= ${now.toISOString()}) as next
  from (
    select incident_id, due, is_end_known,
      coalesce(least(end_date, case when is_for_staff then next_message else next_for_customers end) <= due, false)
        as is_kept
    from (
      select incident_id, chosen.end_date, is_end_known, ${incidentMessages.createdDate} as written,
        is_internal or ${isInternalType} as is_for_staff, ${promisedTime} as due,
        min(${incidentMessages.createdDate}) over later as next_message,
        min(${incidentMessages.createdDate}) filter (where not (is_internal or ${isInternalType})) over later
          as next_for_customers
      ${fromMessages(withInternal)}
      window later as (partition by incident_id order by ${incidentMessages.createdDate} desc,
        ${incidentMessages.messageId} desc rows between unbounded preceding and 1 preceding)
    ) written
    where due is not null and (end_date is null or written < end_date)
  ) promised
  group by incident_id`

const percentiles = (column: SQL) => sql`percentile_cont(array[0.5, 0.9]) within group (order by ${column})`

/** The figures of each service and month, of each service (`month` null), and of all services (`service` null). */
export async function listFigures(db: Db, asked: Asked): Promise<FigureRow[]> {
  const { rows } = await db.execute<FigureRow>(sql`
    with chosen as materialized (${chosen(asked)}),
    written as (
      select incident_id, min(${incidentMessages.createdDate}) as at ${fromMessages(asked.withInternal)}
      group by incident_id
    ),
    sent_outside as (
      select incident_id, min(${incidentMessages.createdDate}) as at
      from chosen join ${incidentMessages} using (incident_id)
      where not is_internal and not ${isInternalType} and ${wasSentOutside}
      group by incident_id
    ),
    taken as (
      select incident_id, min(changed_at) as at from chosen join ${incidentRoleChanges} using (incident_id)
      where holder is not null
      group by incident_id
    ),
    promised as (${promises(asked)}),
    facts as (
      select chosen.incident_id, month, made, kept, missed, least(planned_end, next) as next,
        ${secondsFromStart(sql`least(written.at, taken.at)`)} as acknowledge,
        ${secondsFromStart(sql`sent_outside.at`)} as first_message,
        case when end_date > start_date then ${secondsFromStart(sql`end_date`)} end as resolve
      from chosen left join written using (incident_id) left join sent_outside using (incident_id)
        left join taken using (incident_id) left join promised using (incident_id)
    ),
    counted as (
      select null as service, facts.* from facts
      union all
      select placed.service, facts.* from facts join ${incidentServices} placed using (incident_id)
    )
    select service, month, count(*)::int as incidents,
      count(acknowledge)::int as acknowledged, ${percentiles(sql`acknowledge`)} as acknowledge,
      count(first_message)::int as informed, ${percentiles(sql`first_message`)} as first_message,
      count(resolve)::int as resolved, ${percentiles(sql`resolve`)} as resolve,
      coalesce(sum(made), 0)::int as made, coalesce(sum(kept), 0)::int as kept,
      coalesce(sum(missed), 0)::int as missed,
      extract(epoch from min(next))::float8 * 1000 as next
    from counted
    group by grouping sets ((service, month), (service))
    order by (select position from ${services} where system_name = service) nulls first, service nulls first,
      month nulls first`)
  return rows
}

/** Promises of one incident, as the charts count them. */
export async function countPromises(
  db: Db,
  incidentId: number,
  now: Date,
): Promise<{ kept: number; missed: number }> {
  const { rows } = await db.execute<{ kept: number; missed: number }>(sql`
    with chosen as materialized (${select(now)} where incident_id = ${incidentId}),
    promised as (${promises({ withInternal: true, now })})
    select kept::int as kept, missed::int as missed from promised`)
  return rows[0] ?? { kept: 0, missed: 0 }
}
