import type { CompanyIncident } from '@aviary/contract/customers/endpoints'
import {
  INTERMEDIATE_ROOT_CAUSE_TITLE,
  isOpenStatus,
  latestTitled,
  ROOT_CAUSE_TITLE,
} from '@aviary/contract/incidents/rules'
import { bodyPreview } from '@aviary/contract/messages/body'
import type { NamesOverTime } from '../../shared/names.ts'
import { naturalKey } from '../../shared/natural-order.ts'

/** An incident with its displayed and sortable values. Times and durations in milliseconds. */
export type CompanyRow = {
  incident: CompanyIncident
  idKey: string
  isOpen: boolean
  start: number
  end: number | null
  duration: number | null
  services: string
  intermediate: string
  rootCause: string
}

function toRow(incident: CompanyIncident, names: NamesOverTime): CompanyRow {
  const start = Date.parse(incident.start_date)
  const end = incident.end_date ? Date.parse(incident.end_date) : null
  const getLatestText = (title: string) =>
    bodyPreview(latestTitled(incident.messages, title)?.message ?? '', Number.POSITIVE_INFINITY)
  return {
    incident,
    idKey: naturalKey(incident.jira_id),
    isOpen: isOpenStatus(incident.status),
    start,
    end,
    duration: end === null ? null : end - start,
    services: incident.affected_services.map(names.at(incident.start_date).service).join(', '),
    intermediate: getLatestText(INTERMEDIATE_ROOT_CAUSE_TITLE),
    rootCause: getLatestText(ROOT_CAUSE_TITLE),
  }
}

/** Rows by incident number, highest first; the table keeps this order among equal values. */
export function toRows(incidents: readonly CompanyIncident[], names: NamesOverTime): readonly CompanyRow[] {
  const rows = new Map(incidents.map((incident) => [incident.jira_id, toRow(incident, names)]))
  return [...rows.values()].sort((a, b) => (a.idKey < b.idKey ? 1 : -1))
}
