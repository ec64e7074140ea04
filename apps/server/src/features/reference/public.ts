export {
  findKnownNames,
  InvalidRecords,
  type KnownNames,
  type RecordFault,
  refuseUnknown,
} from './known-names.ts'
export {
  findDataCenters,
  findLocales,
  findMaintenanceFlags,
  findPriorities,
  findServices,
} from './queries.ts'
export { seedReference } from './seed.ts'
