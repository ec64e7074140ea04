import type * as endpoints from '@aviary/contract/customers/endpoints'
import type { Db } from '../../database/open.ts'
import type { Sees } from '../../http/withhold.ts'
import {
  getIncidentPlaces,
  listIncidentMessages,
  presentMessages,
  selectVisible,
} from '../incidents/public.ts'
import type { listIncidentsByCompany } from './queries.ts'

type Row = Awaited<ReturnType<typeof listIncidentsByCompany>>[number]

const seconds = (date: Date): number => Math.floor(date.getTime() / 1000)

export async function presentCompanyIncidents(
  db: Db,
  rows: readonly Row[],
  { locale, sees }: { locale: string; sees: Sees },
): Promise<endpoints.CompanyIncident[]> {
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.incidentId)
  const placesOf = await getIncidentPlaces(db, ids)
  const messagesOf = presentMessages(selectVisible(await listIncidentMessages(db, ids), sees), locale)
  return rows.map((row) => ({
    jira_id: row.jiraId,
    severity: row.severity,
    status: row.status,
    start_date: row.startDate.toISOString(),
    end_date: row.endDate?.toISOString() ?? null,
    start_epoch: seconds(row.startDate),
    end_epoch: row.endDate ? seconds(row.endDate) : null,
    affected_services: placesOf(row.incidentId).services,
    messages: messagesOf(row),
  }))
}
