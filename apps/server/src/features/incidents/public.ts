export { findDataCentersOf, findIncident, findServicesOf, type IncidentRow } from './queries.ts'
export { takeInAffectedCompanies, takeInIncidents } from './take-in.ts'
