export { seedTemplates } from './seed.ts'
