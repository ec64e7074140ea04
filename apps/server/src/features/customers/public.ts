export { takeInCompanies } from './take-in.ts'
