export { ingestCompanies } from './ingest.ts'
