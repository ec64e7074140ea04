export { toEventFacts, toEventText } from './event-text.ts'
export { toPublicMaintenance, wasMaintenancePublished } from './maintenance.ts'
export { getPublicId } from './public-id.ts'
