export { takeInAffectedCompanies, takeInIncidents } from './take-in.ts';
export { findIncident, type IncidentRow } from './queries.ts';
