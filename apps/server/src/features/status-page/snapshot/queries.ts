import { isInternalTitle } from '@aviary/contract/incidents/rules'
import { and, asc, desc, eq, gt, inArray, isNull, min, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../database/open.ts'
import { isAnyOf } from '../../../database/parameters.ts'
import { publishedIncidents } from '../../../database/tables/channels.ts'
import { BLOCK, serviceCompanies } from '../../../database/tables/impact.ts'
import {
  companies,
  incidentCompanies,
  incidentMessages,
  incidents,
} from '../../../database/tables/incidents.ts'
import { broadcasts } from '../../../database/tables/mail.ts'
import { maintenanceEvents, notifications } from '../../../database/tables/maintenance.ts'
import { alertTypes, dataCenters, services } from '../../../database/tables/reference.ts'
import { wasSentOutside } from '../../published/public.ts'

export type IncidentRow = Awaited<ReturnType<typeof listIncidents>>[number]

const selectIncidents = (db: Db, { since, concern }: { since: Date; concern: SQL | undefined }) =>
  db
    .select({
      incidentId: publishedIncidents.incidentId,
      priorityType: incidents.priorityType,
      severity: publishedIncidents.severity,
      isResolved: publishedIncidents.isResolved,
      startedAt: publishedIncidents.startedAt,
      resolvedAt: publishedIncidents.resolvedAt,
      nextUpdateAt: publishedIncidents.nextUpdateAt,
      updatedAt: publishedIncidents.updatedAt,
      services: publishedIncidents.services,
      dataCenters: publishedIncidents.dataCenters,
    })
    .from(publishedIncidents)
    .innerJoin(incidents, eq(incidents.incidentId, publishedIncidents.incidentId))
    .where(
      and(
        eq(publishedIncidents.isPublic, true),
        eq(incidents.isInternal, false),
        or(isNull(publishedIncidents.resolvedAt), gt(publishedIncidents.resolvedAt, since)),
        concern,
      ),
    )
    .orderBy(desc(publishedIncidents.startedAt), desc(publishedIncidents.incidentId))

/** Published incidents that are open, or were resolved after `since`, and may be shown to anybody; newest first. */
export const listIncidents = (db: Db, since: Date) =>
  selectIncidents(db, { since, concern: eq(incidents.isOnStatusPage, true) })

const names = (companyId: number): SQL => sql`exists (select from ${incidentCompanies} named
  where named.incident_id = ${incidents.incidentId} and named.company_id = ${companyId})`
const namesNobody = sql`not exists (select from ${incidentCompanies} named
  where named.incident_id = ${incidents.incidentId})`

/**
 * The same for one company: incidents that name it, and incidents on the status page that name no company and take
 * place everywhere or where the company is. What names other companies only is theirs.
 */
export const listIncidentsOfCompany = (
  db: Db,
  { companyId, dataCenter, since }: { companyId: number; dataCenter: string | null; since: Date },
) =>
  selectIncidents(db, {
    since,
    concern: or(
      names(companyId),
      and(
        eq(incidents.isOnStatusPage, true),
        namesNobody,
        or(
          sql`cardinality(${publishedIncidents.dataCenters}) = 0`,
          sql`${dataCenter}::text = any(${publishedIncidents.dataCenters})`,
        ),
      ),
    ),
  })

/** Which of the incidents name the company. */
export async function listNaming(
  db: Db,
  companyId: number,
  incidentIds: readonly number[],
): Promise<number[]> {
  const rows = await db
    .select({ incidentId: incidentCompanies.incidentId })
    .from(incidentCompanies)
    .where(
      and(eq(incidentCompanies.companyId, companyId), isAnyOf(incidentCompanies.incidentId, incidentIds)),
    )
  return rows.map(({ incidentId }) => incidentId)
}

export type MessageRow = Awaited<ReturnType<typeof listMessages>>[number]

/** The messages of incidents that people outside were sent and may still read, newest first. */
export async function listMessages(db: Db, incidentIds: readonly number[]) {
  const rows = await db
    .select({
      incidentId: incidentMessages.incidentId,
      messageId: incidentMessages.messageId,
      version: incidentMessages.version,
      type: incidentMessages.messageType,
      translations: alertTypes.translations,
      body: incidentMessages.body,
      createdDate: incidentMessages.createdDate,
    })
    .from(incidentMessages)
    .innerJoin(incidents, eq(incidents.incidentId, incidentMessages.incidentId))
    .leftJoin(
      alertTypes,
      and(
        eq(alertTypes.priorityType, incidents.priorityType),
        eq(alertTypes.name, incidentMessages.messageType),
      ),
    )
    .where(and(isAnyOf(incidentMessages.incidentId, incidentIds), wasSentOutside))
    .orderBy(desc(incidentMessages.createdDate), desc(incidentMessages.messageId))
  return rows.filter(({ type }) => !isInternalTitle(type))
}

export type EventRow = Awaited<ReturnType<typeof listEvents>>[number]

/** Maintenance that ends after `since`, in the order of its starts; published or not. */
export const listEvents = (db: Db, since: Date) =>
  db
    .select({
      eventId: maintenanceEvents.eventId,
      version: maintenanceEvents.version,
      startDate: maintenanceEvents.startDate,
      endDate: maintenanceEvents.endDate,
      createdDate: maintenanceEvents.createdDate,
      cancelledAt: maintenanceEvents.cancelledAt,
      dataCenters: sql<string[]>`array(select d.data_center from maintenance_data_centers d
        where d.event_id = ${maintenanceEvents}.event_id order by 1)`,
    })
    .from(maintenanceEvents)
    .where(
      and(
        gt(maintenanceEvents.endDate, since),
        eq(maintenanceEvents.isInternal, false),
        eq(maintenanceEvents.isTest, false),
      ),
    )
    .orderBy(asc(maintenanceEvents.startDate), asc(maintenanceEvents.eventId))

export type NotificationRow = Awaited<ReturnType<typeof listNotifications>>[number]

/** The notifications of events that were mailed to people outside, newest first. */
export const listNotifications = (db: Db, eventIds: readonly number[]) =>
  db
    .select({
      eventId: notifications.eventId,
      notificationId: notifications.notificationId,
      version: notifications.version,
      type: notifications.type,
      title: notifications.title,
      subject: notifications.subject,
      body: notifications.body,
      publishedAt: broadcasts.createdAt,
    })
    .from(notifications)
    .innerJoin(broadcasts, eq(broadcasts.broadcastId, notifications.broadcastId))
    .where(
      and(
        isAnyOf(notifications.eventId, eventIds),
        eq(broadcasts.audience, 'EXTERNAL'),
        eq(notifications.isInternal, false),
        eq(notifications.isTest, false),
      ),
    )
    .orderBy(desc(broadcasts.createdAt), desc(notifications.notificationId))

const selectServices = (db: Db, shown: SQL | undefined) =>
  db
    .select({ systemName: services.systemName, name: services.displayName })
    .from(services)
    .where(and(isNull(services.retiredAt), shown))
    .orderBy(asc(services.position))

/** Services in use that may be shown to anybody, in their order. */
export const listShownServices = (db: Db) => selectServices(db, eq(services.isOnStatusPage, true))

/** Services in use that may be shown to anybody, or on which the company depends. */
export const listServicesOfCompany = (db: Db, companyId: number) =>
  selectServices(
    db,
    or(
      eq(services.isOnStatusPage, true),
      sql`exists (select from ${serviceCompanies} used join ${companies} company on company.company_id = ${companyId}
        where used.service = ${services.systemName} and used.block = company.number / ${BLOCK}
          and get_bit(used.companies, company.number % ${BLOCK}) = 1)`,
    ),
  )

const selectDataCenters = (db: Db, shown: SQL | undefined) =>
  db
    .select({ systemName: dataCenters.systemName, name: dataCenters.displayName })
    .from(dataCenters)
    .where(and(isNull(dataCenters.retiredAt), shown))
    .orderBy(asc(dataCenters.position))

/** Data centers in use that may be shown to anybody, in their order. */
export const listShownDataCenters = (db: Db) => selectDataCenters(db, eq(dataCenters.isOnStatusPage, true))

/** The data center that a company is in, if it is in use. */
export const listDataCentersOfCompany = (db: Db, dataCenter: string | null) =>
  selectDataCenters(db, sql`${dataCenters.systemName} = ${dataCenter}`)

/** When something was first mailed to people outside; null if nothing was. */
export async function getFirstPublication(db: Db): Promise<Date | null> {
  const [row] = await db
    .select({ at: min(broadcasts.createdAt) })
    .from(broadcasts)
    .where(
      and(
        eq(broadcasts.audience, 'EXTERNAL'),
        inArray(broadcasts.kind, ['incident_message', 'notification']),
      ),
    )
  return row?.at ?? null
}

/** When something about incidents was last published or taken back; null if nothing ever was. */
export async function getLastUpdate(db: Db): Promise<Date | null> {
  const [row] = await db
    .select({ at: publishedIncidents.updatedAt })
    .from(publishedIncidents)
    .innerJoin(incidents, eq(incidents.incidentId, publishedIncidents.incidentId))
    .where(and(eq(incidents.isOnStatusPage, true), gt(publishedIncidents.updatedAt, new Date(0))))
    .orderBy(desc(publishedIncidents.updatedAt))
    .limit(1)
  return row?.at ?? null
}
