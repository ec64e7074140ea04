export { DetailsLink, IncidentEnd, RootCause, SeverityMark, TrackerLink } from './incident-cells.tsx'
export { useOpenIncidents } from './use-open-incidents.ts'
