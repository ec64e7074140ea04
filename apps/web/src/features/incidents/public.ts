export { IncidentEnd, IncidentId, RootCause, SeverityWord } from './incident-cells.tsx'
export { useActiveIncidentsWithoutMessages } from './use-active-incidents.ts'
export { useIncident } from './use-incident.ts'
export { useIncidentActions } from './use-incident-actions.ts'
