export { seedSecurity } from './seed.ts'
