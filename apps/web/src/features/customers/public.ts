export { CompanyOptions } from './CompanyOptions.tsx'
