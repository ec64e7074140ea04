export { allWithoutDeepTags, refuseHeavyBody, withoutDeepTags } from './body-limits.ts'
export { openMarkup, optionsOf } from './body-markup.ts'
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
export { cleanBody, isReadable, sanitizeBody } from './sanitize.ts'
