export { ingestCompanies as takeInCompanies } from './take-in.ts'
