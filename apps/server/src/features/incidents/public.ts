export { findPlacesOf, presentMessage, presentMessages } from './present.ts'
export {
  findActiveIncidentsIn,
  findDataCentersOf,
  findIncident,
  findMessagesOf,
  findServicesOf,
  type IncidentRow,
} from './queries.ts'
export { sanitizeBody } from './sanitize.ts'
export { takeInAffectedCompanies, takeInIncidents } from './take-in.ts'
