export { allWithoutDeepTags, refuseHeavyBody, withoutDeepTags } from './body-limits.ts'
export { openMarkup, optionsOf } from './body-markup.ts'
export { requireIncident as demandIncident } from './demand-incident.ts'
export { getPlacesOf as findPlacesOf, presentMessage, presentMessages } from './present.ts'
export {
  getIncident as findIncident,
  type IncidentRow,
  isActiveAt,
  listActiveIncidentsIn as findActiveIncidentsIn,
  listDataCentersOf as findDataCentersOf,
  listMessagesOf as findMessagesOf,
  listServicesOf as findServicesOf,
} from './queries.ts'
export { cleanBody, isReadable, sanitizeBody } from './sanitize.ts'
export {
  ingestAffectedCompanies as takeInAffectedCompanies,
  ingestIncidents as takeInIncidents,
} from './take-in.ts'
