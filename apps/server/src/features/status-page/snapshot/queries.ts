import { isInternalTitle } from '@aviary/contract/incidents/rules'
import { and, asc, desc, eq, gt, inArray, isNull, min, or, sql } from 'drizzle-orm'
import type { Db } from '../../../database/open.ts'
import { isAnyOf } from '../../../database/parameters.ts'
import { publishedIncidents } from '../../../database/tables/channels.ts'
import { incidentMessages, incidents } from '../../../database/tables/incidents.ts'
import { broadcasts } from '../../../database/tables/mail.ts'
import { maintenanceEvents, notifications } from '../../../database/tables/maintenance.ts'
import { alertTypes, dataCenters, services } from '../../../database/tables/reference.ts'
import { wasSentOutside } from '../../published/public.ts'

export type IncidentRow = Awaited<ReturnType<typeof listIncidents>>[number]

/** Published incidents that are open, or were resolved after `since`; newest first. */
export const listIncidents = (db: Db, since: Date) =>
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
        eq(incidents.isOnStatusPage, true),
        eq(incidents.isInternal, false),
        or(isNull(publishedIncidents.resolvedAt), gt(publishedIncidents.resolvedAt, since)),
      ),
    )
    .orderBy(desc(publishedIncidents.startedAt), desc(publishedIncidents.incidentId))

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

/** Services in use that may be shown, in their order. */
export const listShownServices = (db: Db) =>
  db
    .select({ systemName: services.systemName, name: services.displayName })
    .from(services)
    .where(and(isNull(services.retiredAt), eq(services.isOnStatusPage, true)))
    .orderBy(asc(services.position))

/** Data centers in use that may be shown, in their order. */
export const listShownDataCenters = (db: Db) =>
  db
    .select({ systemName: dataCenters.systemName, name: dataCenters.displayName })
    .from(dataCenters)
    .where(and(isNull(dataCenters.retiredAt), eq(dataCenters.isOnStatusPage, true)))
    .orderBy(asc(dataCenters.position))

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
