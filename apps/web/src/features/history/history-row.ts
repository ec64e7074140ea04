import type { Incident } from '@aviary/contract/incidents/schemas'
import { bodyPreview } from '@aviary/contract/messages/body'
import type { NamesOverTime } from '../../shared/names.ts'
import { naturalKey } from '../../shared/natural-order.ts'

/** An incident with its displayed, sortable and searchable values, computed once to filter 20,000 rows quickly. */
export type HistoryRow = {
  incident: Incident
  idKey: string
  start: number
  end: number | null
  services: string
  dataCenters: string
  rootCause: string
  searchable: string
}

export function toHistoryRow(incident: Incident, allNames: NamesOverTime): HistoryRow {
  const names = allNames.at(incident.startDate)
  const services = incident.affectedServices.map(names.service).join(', ')
  const dataCenters = incident.affectedDataCenters.map(names.dataCenter).join(', ')
  const rootCause = bodyPreview(incident.rca ?? '', Number.POSITIVE_INFINITY)
  return {
    incident,
    idKey: naturalKey(incident.jiraId),
    start: Date.parse(incident.startDate),
    end: incident.endDate ? Date.parse(incident.endDate) : null,
    services,
    dataCenters,
    rootCause,
    searchable: [incident.jiraId, services, dataCenters, rootCause].join('\n').toLowerCase(),
  }
}

export function filterHistory(rows: readonly HistoryRow[], text: string): readonly HistoryRow[] {
  const filterText = text.trim().toLowerCase()
  return filterText === '' ? rows : rows.filter(({ searchable }) => searchable.includes(filterText))
}
