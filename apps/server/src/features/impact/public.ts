export { ingestCiDependencies, ingestCis } from './ingest/ingest.ts'
