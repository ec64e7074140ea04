import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import { rootCauseMessage } from '@aviary/contract/incidents/rules'
import type { Incident, IncidentMessage } from '@aviary/contract/incidents/schemas'
import type { Severity } from '@aviary/contract/status/rules'
import { type PriorityType, toYesNo } from '@aviary/contract/wire'
import type { Db } from '../../database/open.ts'
import { findDataCentersOf, findMessagesOf, findServicesOf, type IncidentRow } from './queries.ts'

type MessageRow = Awaited<ReturnType<typeof findMessagesOf>>[number]

/** The body in the wanted language, else in English, else in whichever there is. */
const bodyIn = (locale: string, body: Record<string, string>): string =>
  [locale, FALLBACK_LOCALE, ...Object.keys(body)]
    .filter((key) => Object.hasOwn(body, key))
    .map((key) => body[key])[0] ?? ''

export function presentMessage(row: MessageRow, priorityType: PriorityType, locale: string): IncidentMessage {
  return {
    message_id: row.messageId,
    title: row.title,
    message_type: row.messageType,
    priorityType,
    created_date: row.createdDate.toISOString(),
    created_epoch: Math.floor(row.createdDate.getTime() / 1000),
    body: row.body,
    message: bodyIn(locale, row.body),
  }
}

/** The services and data centers of incidents, read in one query each. */
export async function findPlacesOf(db: Db, incidentIds: number[]) {
  const services = namesByIncident(await findServicesOf(db, incidentIds))
  const dataCenters = namesByIncident(await findDataCentersOf(db, incidentIds))
  return (incidentId: number) => ({
    services: services.get(incidentId) ?? [],
    dataCenters: dataCenters.get(incidentId) ?? [],
  })
}

/** Incidents in the camelCase form of the landing page, with their lists read in one query each. */
export async function presentIncidents(
  db: Db,
  rows: readonly IncidentRow[],
  locale: string,
): Promise<Incident[]> {
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.incidentId)
  const placesOf = await findPlacesOf(db, ids)
  const messages = Map.groupBy(await findMessagesOf(db, ids), (message) => message.incidentId)
  return rows.map((row) => {
    const priorityType = row.priorityType as PriorityType // the foreign key allows no other
    const presented = (messages.get(row.incidentId) ?? []).map((message) =>
      presentMessage(message, priorityType, locale),
    )
    const places = placesOf(row.incidentId)
    return {
      opi: row.jiraId,
      jiraId: row.jiraId,
      affectedCompanies: row.companyCount,
      affectedDataCenters: places.dataCenters,
      affectedServices: places.services,
      affectedUsers: row.affectedUsers,
      details: row.details,
      startDate: row.startDate.toISOString(),
      endDate: row.endDate?.toISOString() ?? null,
      slaEndTime: row.slaEndDate.toISOString(),
      status: row.status,
      symbol: row.severity as Severity, // the foreign key allows no other
      rca: rootCauseMessage(presented)?.message ?? null,
      messages: presented,
      isInternal: toYesNo(row.isInternal),
      priorityType,
    }
  })
}

function namesByIncident(rows: readonly { incidentId: number; name: string }[]): Map<number, string[]> {
  const found = new Map<number, string[]>()
  for (const { incidentId, name } of rows) {
    const names = found.get(incidentId)
    if (names) names.push(name)
    else found.set(incidentId, [name])
  }
  return found
}
