export {
  ingestAffectedCompanies,
  ingestIncidents,
} from './ingest.ts'
export { getIncidentPlaces, presentMessage, presentMessages } from './present.ts'
export {
  getIncident,
  getOverdueUpdates,
  type IncidentRow,
  isActiveAt,
  listActiveIncidentsIn,
  listIncidentDataCenters,
  listIncidentMessages,
  listIncidentServices,
} from './queries.ts'
export { requireIncident } from './require-incident.ts'
