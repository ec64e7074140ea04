export { seesSecurityMails } from './emails/permission.ts'
export { seedSecurity } from './seed.ts'
