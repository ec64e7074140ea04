export { toEventFacts, toEventText } from './event-text.ts'
export { type SiteLinks, tellIncident, tellMerge, tellOfWrite } from './incident-events/tell-incident.ts'
export { toPublicMaintenance, wasMaintenancePublished } from './maintenance.ts'
export { getPublicId, openPublicIds, type ToPublicId } from './public-id.ts'
