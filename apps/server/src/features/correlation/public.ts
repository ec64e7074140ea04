export { listChangesBefore } from './changes-before.ts'
