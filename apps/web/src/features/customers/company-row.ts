import type { CompanyIncident } from '@aviary/contract/customers/endpoints'
import {
  INTERMEDIATE_ROOT_CAUSE_TITLE,
  isOpenStatus,
  latestTitled,
  ROOT_CAUSE_TITLE,
} from '@aviary/contract/incidents/rules'
import { bodyPreview } from '@aviary/contract/messages/body'
import { naturalKey } from '../../shared/natural-order.ts'

/** An incident of a company with what its row shows and sorts by. Times and durations in milliseconds. */
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

function toRow(incident: CompanyIncident, nameOf: (service: string) => string): CompanyRow {
  const start = Date.parse(incident.start_date)
  const end = incident.end_date ? Date.parse(incident.end_date) : null
  const textOf = (title: string) =>
    bodyPreview(latestTitled(incident.messages, title)?.message ?? '', Number.POSITIVE_INFINITY)
  return {
    incident,
    idKey: naturalKey(incident.jira_id),
    isOpen: isOpenStatus(incident.status),
    start,
    end,
    duration: end === null ? null : end - start,
    services: incident.affected_services.map(nameOf).join(', '),
    intermediate: textOf(INTERMEDIATE_ROOT_CAUSE_TITLE),
    rootCause: textOf(ROOT_CAUSE_TITLE),
  }
}

/** Rows by the number of their incident, highest first: what the table's own sort leaves equal stays in this order. */
export function toRows(
  incidents: readonly CompanyIncident[],
  nameOf: (service: string) => string,
): readonly CompanyRow[] {
  const rows = new Map(incidents.map((incident) => [incident.jira_id, toRow(incident, nameOf)]))
  return [...rows.values()].sort((a, b) => (a.idKey < b.idKey ? 1 : -1))
}
