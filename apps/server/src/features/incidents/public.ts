export { takeInAffectedCompanies, takeInIncidents } from './take-in.ts';
export { findDataCentersOf, findIncident, findServicesOf, type IncidentRow } from './queries.ts';
