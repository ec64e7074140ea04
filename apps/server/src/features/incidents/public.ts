export { allWithoutDeepTags, refuseHeavyBody, withoutDeepTags } from './body-limits.ts'
export { openMarkup, optionsOf } from './body-markup.ts'
export { demandIncident } from './demand-incident.ts'
export { findPlacesOf, presentMessage, presentMessages } from './present.ts'
export {
  findActiveIncidentsIn,
  findDataCentersOf,
  findIncident,
  findMessagesOf,
  findServicesOf,
  type IncidentRow,
  isActiveAt,
} from './queries.ts'
export { cleanBody, isReadable, sanitizeBody } from './sanitize.ts'
export { takeInAffectedCompanies, takeInIncidents } from './take-in.ts'
