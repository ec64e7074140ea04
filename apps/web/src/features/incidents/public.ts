export { IncidentEnd, IncidentId, RootCause, SeverityWord } from './incident-cells.tsx'
export { useActiveIncidentsWithoutMessages } from './use-active-incidents.ts'
