export { insertAudit } from './queries.ts'
