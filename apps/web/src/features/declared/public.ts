export { DeclareIncident } from './DeclareIncident.tsx'
export { LazyOwnActions } from './LazyOwnActions.ts'
