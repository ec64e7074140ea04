export {
  ingestAffectedCompanies,
  ingestIncidents,
} from './ingest.ts'
export { getPlacesOf, presentMessage, presentMessages } from './present.ts'
export {
  getIncident,
  type IncidentRow,
  isActiveAt,
  listActiveIncidentsIn,
  listDataCentersOf,
  listMessagesOf,
  listServicesOf,
} from './queries.ts'
export { requireIncident } from './require-incident.ts'
