export { listEntries } from './list-entries.ts'
