export { IncidentRoles } from './IncidentRoles.tsx'
