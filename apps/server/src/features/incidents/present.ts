import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import { isInternalTitle, rootCauseMessage } from '@aviary/contract/incidents/rules'
import type { Incident, IncidentMessage } from '@aviary/contract/incidents/schemas'
import { type PriorityType, toYesNo } from '@aviary/contract/rules'
import type { Db } from '../../database/open.ts'
import { allWithoutDeepTags } from '../../html/body-limits.ts'
import type { Sees } from '../../http/withhold.ts'
import { listHolders } from '../incident-roles/public.ts'
import { listNextUpdates, type NextUpdate } from './next-update/queries.ts'
import type { IncidentRow } from './queries.ts'
import * as queries from './queries.ts'

type MessageRow = Awaited<ReturnType<typeof queries.listIncidentMessages>>[number]

/** The body in the requested language, else in English, else in any other. */
const chooseBody = (locale: string, body: Record<string, string>): string =>
  [locale, FALLBACK_LOCALE, ...Object.keys(body)]
    .filter((key) => Object.hasOwn(body, key))
    .map((key) => body[key])[0] ?? ''

export function presentMessage(row: MessageRow, priorityType: PriorityType, locale: string): IncidentMessage {
  const body = allWithoutDeepTags(row.body)
  return {
    message_id: row.messageId,
    title: row.title,
    message_type: row.messageType,
    priorityType,
    created_date: row.createdDate.toISOString(),
    created_epoch: Math.floor(row.createdDate.getTime() / 1000),
    body,
    message: chooseBody(locale, body),
  }
}

/**
 * Returns a lookup for the services and data centers of incidents: one query reads all services, another all
 * data centers.
 */
export async function getIncidentPlaces(db: Db, incidentIds: number[]) {
  const services = namesByIncident(await queries.listIncidentServices(db, incidentIds))
  const dataCenters = namesByIncident(await queries.listIncidentDataCenters(db, incidentIds))
  return (incidentId: number) => ({
    services: services.get(incidentId) ?? [],
    dataCenters: dataCenters.get(incidentId) ?? [],
  })
}

type Presentation = { locale: string; now: Date; sees: Sees }

/** Messages without those of internal types, for callers who see nothing internal. */
export const selectVisible = <M extends { title: string; messageType: string }>(
  messages: readonly M[],
  sees: Sees,
): M[] =>
  messages.filter(
    ({ title, messageType }) =>
      sees('read:internal') || !(isInternalTitle(title) || isInternalTitle(messageType)),
  )

/**
 * Incidents in the camelCase form of the landing page; each kind of related rows is read in one query for all
 * incidents.
 */
export async function presentIncidents(
  db: Db,
  rows: readonly IncidentRow[],
  { locale, now, sees }: Presentation,
): Promise<Incident[]> {
  if (rows.length === 0) return []
  const ids = toIds(rows)
  const partsOf = await getParts(db, ids, now)
  const messagesOf = presentMessages(selectVisible(await queries.listIncidentMessages(db, ids), sees), locale)
  return rows.map((row) => presentIncident(row, partsOf(row.incidentId), messagesOf(row)))
}

/** Incidents without their messages. Reads only the root-cause messages, which fill `rca`. */
export async function presentWithoutMessages(
  db: Db,
  rows: readonly IncidentRow[],
  { locale, now }: Presentation,
): Promise<Incident[]> {
  if (rows.length === 0) return []
  const ids = toIds(rows)
  const partsOf = await getParts(db, ids, now)
  const rootCausesOf = presentMessages(await queries.listRootCauses(db, ids), locale)
  return rows.map((row) => ({
    ...presentIncident(row, partsOf(row.incidentId), rootCausesOf(row)),
    messages: [],
  }))
}

const toIds = (rows: readonly IncidentRow[]) => rows.map((row) => row.incidentId)

type Parts = {
  services: string[]
  dataCenters: string[]
  nextUpdate: NextUpdate | undefined
  roles: Incident['roles']
}

/** Returns a lookup for the parts of incidents that other tables store. */
async function getParts(db: Db, incidentIds: number[], now: Date): Promise<(id: number) => Parts> {
  const placesOf = await getIncidentPlaces(db, incidentIds)
  const nextUpdates = await listNextUpdates(db, { now, incidentIds })
  const nextById = new Map(nextUpdates.map((next) => [next.incidentId, next]))
  const holders = Map.groupBy(await listHolders(db, incidentIds), ({ incidentId }) => incidentId)
  return (id) => ({
    ...placesOf(id),
    nextUpdate: nextById.get(id),
    roles: (holders.get(id) ?? []).map(({ incidentId: _, ...role }) => role),
  })
}

function presentIncident(row: IncidentRow, parts: Parts, messages: IncidentMessage[]): Incident {
  return {
    opi: row.jiraId,
    jiraId: row.jiraId,
    affectedCompanies: row.companyCount,
    affectedDataCenters: parts.dataCenters,
    affectedServices: parts.services,
    affectedUsers: row.affectedUsers,
    details: row.details,
    startDate: row.startDate.toISOString(),
    endDate: row.endDate?.toISOString() ?? null,
    slaEndTime: row.slaEndDate.toISOString(),
    status: row.status,
    symbol: row.severity,
    rca: rootCauseMessage(messages)?.message ?? null,
    messages,
    isInternal: toYesNo(row.isInternal),
    priorityType: row.priorityType,
    nextUpdateDue: parts.nextUpdate?.due.toISOString() ?? null,
    ...presentPutOff(parts.nextUpdate),
    roles: parts.roles,
  }
}

const presentPutOff = (next: NextUpdate | undefined): Pick<Incident, 'nextUpdatePutOff'> =>
  next?.putOffBy
    ? {
        nextUpdatePutOff: {
          promised: next.promised.toISOString(),
          putOffBy: next.putOffBy,
          note: next.note ?? '',
        },
      }
    : {}

type IncidentKey = { incidentId: number; priorityType: PriorityType }

/** Returns a lookup for the messages of an incident, in the order of `messages`. */
export function presentMessages(messages: readonly MessageRow[], locale: string) {
  const byIncident = Map.groupBy(messages, (message) => message.incidentId)
  return (incident: IncidentKey): IncidentMessage[] =>
    (byIncident.get(incident.incidentId) ?? []).map((message) =>
      presentMessage(message, incident.priorityType, locale),
    )
}

function namesByIncident(rows: readonly { incidentId: number; name: string }[]): Map<number, string[]> {
  const namesById = new Map<number, string[]>()
  for (const { incidentId, name } of rows) {
    const names = namesById.get(incidentId)
    if (names) names.push(name)
    else namesById.set(incidentId, [name])
  }
  return namesById
}
