export { ingestReports, ingestStatus } from './ingest.ts'
export { refreshStatus } from './refresh.ts'
