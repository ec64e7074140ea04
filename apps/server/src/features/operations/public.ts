export { insertErrorReport } from './queries.ts'
