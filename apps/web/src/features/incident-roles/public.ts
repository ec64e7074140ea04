export { IncidentRoles } from './IncidentRoles.tsx'
export { PersonSelect } from './PersonSelect.tsx'
