export { useHistoricIncidents } from './use-history.ts'
