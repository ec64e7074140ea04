export {
  ingestAffectedCompanies,
  ingestIncidents,
} from './ingest.ts'
export {
  createPutOffs,
  getOverdueUpdates,
  listNextUpdates,
  listPromises,
  type NextUpdate,
} from './next-update/queries.ts'
export { getIncidentPlaces, presentMessage, presentMessages, selectVisible } from './present.ts'
export {
  getIncident,
  type IncidentRow,
  isActiveAt,
  listActiveIncidentsIn,
  listIdsInChatChannel,
  listIncidentDataCenters,
  listIncidentMessages,
  listIncidentServices,
  lockIncident,
} from './queries.ts'
export { requireIncident, requireVisibleIncident } from './require-incident.ts'
export { mayPost, requireAccount, requirePosting } from './team.ts'
