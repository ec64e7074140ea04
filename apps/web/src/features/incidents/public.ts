export { DetailsLink, RootCause, SeverityMark, TrackerLink } from './incident-cells.tsx'
