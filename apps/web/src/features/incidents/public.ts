export { DetailsLink, IncidentEnd, RootCause, SeverityMark, TrackerLink } from './incident-cells.tsx'
export { useActiveIncidentsWithoutMessages } from './use-active-incidents.ts'
