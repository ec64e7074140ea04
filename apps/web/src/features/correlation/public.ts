export { ChangesBefore } from './ChangesBefore.tsx'
export { IncidentsAfter } from './IncidentsAfter.tsx'
