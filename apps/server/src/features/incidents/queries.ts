import { ROOT_CAUSE_TITLES } from '@aviary/contract/incidents/rules'
import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../database/open.ts'
import { isAnyOf, rowsOf } from '../../database/parameters.ts'
import {
  companies,
  incidentAliases,
  incidentCompanies,
  incidentDataCenters,
  incidentMessages,
  incidentServices,
  incidents,
} from '../../database/tables/incidents.ts'
import { dataCenters, services } from '../../database/tables/reference.ts'
import type { Page } from '../../http/paging.ts'

/**
 * The contract's `isActive` in SQL; a test compares the two. The first condition follows from the second, and lets
 * PostgreSQL find the few incidents without an end in the past by an index.
 */
export const isActiveAt = (
  now: Date,
) => sql<boolean>`((${incidents.endDate} is null or ${incidents.endDate} >= ${now.toISOString()})
  and case when ${incidents.endDate} is null then upper(${incidents.status}) in ('ACTIVE', 'INVESTIGATION')
  else ${incidents.startDate} <= ${now.toISOString()} and ${incidents.endDate} >= ${now.toISOString()} end)`

export type IncidentRow = typeof incidents.$inferSelect & { companyCount: number }

// Qualifies incident_id: unqualified, it would mean the column of the inner table.
const companyCount = sql<number>`greatest(coalesce(${incidents}.reported_company_count, 0),
  (select count(*)::int from ${incidentCompanies} affected where affected.incident_id = incidents.incident_id))`

export async function listIncidents(
  db: Db,
  page: Page & { isActive: boolean; withInternal: boolean; now: Date },
): Promise<IncidentRow[]> {
  // Selects the ids first, so that companies are not counted for the incidents before this page. Counting them made
  // late pages ten times slower.
  const onPage = db
    .select({ incidentId: incidents.incidentId })
    .from(incidents)
    .where(
      and(
        eq(isActiveAt(page.now), page.isActive),
        page.withInternal ? undefined : eq(incidents.isInternal, false),
      ),
    )
    .orderBy(desc(incidents.startDate), desc(incidents.incidentId))
    .offset(page.startAt)
    .limit(page.size)
  const rows = await db
    .select({ row: incidents, companyCount })
    .from(incidents)
    .where(inArray(incidents.incidentId, onPage))
    .orderBy(desc(incidents.startDate), desc(incidents.incidentId))
  return rows.map(({ row, companyCount: count }) => ({ ...row, companyCount: count }))
}

/**
 * The next time at which the list of active incidents changes without a write: a planned start, or one
 * millisecond after an end. An incident is active up to and including its end.
 */
export async function getNextBoundary(db: Db, now: Date): Promise<Date | undefined> {
  const timestamp = now.toISOString()
  const result = await db.execute<{ next: string | null }>(sql`
    select min(boundary) as next from (
      select start_date as boundary from ${incidents} where end_date is not null and start_date > ${timestamp}
      union all
      select end_date + interval '1 millisecond' from ${incidents} where end_date >= ${timestamp}
    ) boundaries`)
  const next = result.rows[0]?.next
  return next ? new Date(next) : undefined
}

async function getIncidentWhere(db: Db, condition: SQL): Promise<IncidentRow | undefined> {
  const [result] = await db.select({ row: incidents, companyCount }).from(incidents).where(condition)
  return result && { ...result.row, companyCount: result.companyCount }
}

export const getIncident = (db: Db, jiraId: string) => getIncidentWhere(db, eq(incidents.jiraId, jiraId))

/** Finds an incident by its former id: an `AVI-…` incident gets a new id when it is moved to the issue tracker. */
export const getIncidentByAlias = (db: Db, alias: string) =>
  getIncidentWhere(
    db,
    inArray(
      incidents.incidentId,
      db
        .select({ id: incidentAliases.incidentId })
        .from(incidentAliases)
        .where(eq(incidentAliases.alias, alias)),
    ),
  )

/** A channel of a chat: its name, and its id as it stands in its address. */
export type ChatChannel = { name: string; id: string }

/** Ids of the open incidents whose source names this chat channel. */
export const listIdsInChatChannel = async (db: Db, { name, id }: ChatChannel, now: Date): Promise<string[]> =>
  (
    await db
      .select({ jiraId: incidents.jiraId })
      .from(incidents)
      .where(
        and(
          isActiveAt(now),
          // Two workspaces may have channels of one name: the id counts where the source gave an address.
          sql`case when ${incidents.slackInfo} ->> 'channel_url' ~ '/[A-Z0-9]{5,}$'
            then ${id} <> '' and right(${incidents.slackInfo} ->> 'channel_url', length(${id}) + 1) = '/' || ${id}
            else ${name} <> '' and lower(ltrim(${incidents.slackInfo} ->> 'channel', '#')) = ${name.toLowerCase()}
            end`,
        ),
      )
      .orderBy(desc(incidents.startDate))
      .limit(2)
  ).map(({ jiraId }) => jiraId)

export const lockIncident = async (db: Db, incidentId: number) =>
  (await db.select().from(incidents).where(eq(incidents.incidentId, incidentId)).for('no key update'))[0]

export const setOnStatusPage = (db: Db, incidentId: number, isOnStatusPage: boolean) =>
  db.update(incidents).set({ isOnStatusPage }).where(eq(incidents.incidentId, incidentId))

/** Incidents that are active at `now` in one of the data centers, oldest first. */
export const listActiveIncidentsIn = (db: Db, names: readonly string[], now: Date) =>
  db
    .select()
    .from(incidents)
    .where(
      and(
        isActiveAt(now),
        inArray(
          incidents.incidentId,
          db
            .select({ incidentId: incidentDataCenters.incidentId })
            .from(incidentDataCenters)
            .where(inArray(incidentDataCenters.dataCenter, [...names])),
        ),
      ),
    )
    .orderBy(asc(incidents.startDate), asc(incidents.incidentId))

export const listIncidentsByJiraId = (db: Db, jiraIds: string[]) =>
  db
    .select({
      incidentId: incidents.incidentId,
      jiraId: incidents.jiraId,
      cis: incidents.cis,
      recordHash: incidents.recordHash,
      sourceUpdatedAt: incidents.sourceUpdatedAt,
    })
    .from(incidents)
    .where(inArray(incidents.jiraId, jiraIds))

export const listIncidentServices = (db: Db, incidentIds: number[]) =>
  db
    .select({ incidentId: incidentServices.incidentId, name: incidentServices.service })
    .from(incidentServices)
    .innerJoin(services, eq(services.systemName, incidentServices.service))
    .where(isAnyOf(incidentServices.incidentId, incidentIds))
    .orderBy(asc(services.position))

export const listIncidentDataCenters = (db: Db, incidentIds: number[]) =>
  db
    .select({ incidentId: incidentDataCenters.incidentId, name: incidentDataCenters.dataCenter })
    .from(incidentDataCenters)
    .innerJoin(dataCenters, eq(dataCenters.systemName, incidentDataCenters.dataCenter))
    .where(isAnyOf(incidentDataCenters.incidentId, incidentIds))
    .orderBy(asc(dataCenters.position))

export const listIncidentMessages = (db: Db, incidentIds: number[]) =>
  db
    .select()
    .from(incidentMessages)
    .where(isAnyOf(incidentMessages.incidentId, incidentIds))
    .orderBy(desc(incidentMessages.createdDate), desc(incidentMessages.messageId))

export const listRootCauses = (db: Db, incidentIds: number[]) =>
  db
    .select()
    .from(incidentMessages)
    .where(
      and(
        isAnyOf(incidentMessages.incidentId, incidentIds),
        inArray(incidentMessages.title, ROOT_CAUSE_TITLES),
      ),
    )
    .orderBy(desc(incidentMessages.createdDate), desc(incidentMessages.messageId))

export const listAffectedCompanies = (db: Db, incidentId: number, page: Page) =>
  db
    .select({
      name: companies.name,
      id: companies.companyId,
      entity_code: companies.entityCode,
      data_center: companies.dataCenter,
    })
    .from(incidentCompanies)
    .innerJoin(companies, eq(companies.companyId, incidentCompanies.companyId))
    .where(eq(incidentCompanies.incidentId, incidentId))
    .orderBy(asc(companies.name), asc(companies.companyId))
    .offset(page.startAt)
    .limit(page.size)

/** Creates or updates incidents by their Jira id. */
export async function upsertIncidents(db: Db, records: readonly (typeof incidents.$inferInsert)[]) {
  const { columns, rows } = rowsOf(incidents, records)
  const result = await db.execute<{ incident_id: number; jira_id: string }>(sql`
    insert into ${incidents} as stored (${columns}) select ${columns} from ${rows}
    on conflict (jira_id) do update set
      priority_type = excluded.priority_type,
      severity = excluded.severity,
      status = excluded.status,
      is_internal = excluded.is_internal,
      details = excluded.details,
      cis = excluded.cis,
      affected_users = coalesce(excluded.affected_users, stored.affected_users),
      reported_company_count = coalesce(excluded.reported_company_count, stored.reported_company_count),
      start_date = excluded.start_date,
      end_date = excluded.end_date,
      sla_end_date = excluded.sla_end_date,
      jira_info = stored.jira_info || excluded.jira_info,
      slack_info = stored.slack_info || excluded.slack_info,
      source_updated_at = coalesce(excluded.source_updated_at, stored.source_updated_at),
      record_hash = excluded.record_hash,
      updated_at = excluded.updated_at
    returning incident_id, jira_id`)
  return result.rows.map((row) => ({ incidentId: row.incident_id, jiraId: row.jira_id }))
}

/** Deletes the services and data centers of incidents, because those of the ingested record replace them. */
export async function deletePlaces(db: Db, incidentIds: number[]) {
  await db.delete(incidentServices).where(isAnyOf(incidentServices.incidentId, incidentIds))
  await db.delete(incidentDataCenters).where(isAnyOf(incidentDataCenters.incidentId, incidentIds))
}

export async function createIncidentServices(
  db: Db,
  created: readonly { incidentId: number; service: string }[],
): Promise<void> {
  if (created.length === 0) return
  const { columns, rows } = rowsOf(incidentServices, created)
  await db.execute(sql`
    insert into ${incidentServices} (${columns}) select ${columns} from ${rows} on conflict do nothing`)
}

export async function createIncidentDataCenters(
  db: Db,
  created: readonly { incidentId: number; dataCenter: string }[],
): Promise<void> {
  if (created.length === 0) return
  const { columns, rows } = rowsOf(incidentDataCenters, created)
  await db.execute(sql`
    insert into ${incidentDataCenters} (${columns}) select ${columns} from ${rows} on conflict do nothing`)
}

export async function upsertMessages(
  db: Db,
  messages: readonly (typeof incidentMessages.$inferInsert)[],
): Promise<void> {
  if (messages.length === 0) return
  const { columns, rows } = rowsOf(incidentMessages, messages)
  await db.execute(sql`
    insert into ${incidentMessages} (${columns}) select ${columns} from ${rows}
    on conflict (incident_id, source_key) do update
    set title = excluded.title, message_type = excluded.message_type, created_date = excluded.created_date,
      body = excluded.body`)
}

/** Adds companies to incidents; returns how many are new. */
export async function createAffectedCompanies(
  db: Db,
  created: readonly { incidentId: number; companyId: number }[],
): Promise<number> {
  if (created.length === 0) return 0
  const { columns, rows } = rowsOf(incidentCompanies, created)
  const { rowCount } = await db.execute(sql`
    insert into ${incidentCompanies} (${columns}) select ${columns} from ${rows} on conflict do nothing`)
  return rowCount ?? 0
}

export const listKnownCompanyIds = async (db: Db, ids: number[]): Promise<Set<number>> => {
  const rows = await db
    .select({ companyId: companies.companyId })
    .from(companies)
    .where(isAnyOf(companies.companyId, ids))
  return new Set(rows.map((row) => row.companyId))
}
