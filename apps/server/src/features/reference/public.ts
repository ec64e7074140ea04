export {
  findKnownNames,
  InvalidRecords,
  type KnownNames,
  refuseUnknown,
} from './known-names.ts'
export { namesOf } from './names-of.ts'
export {
  findDataCenterNames,
  findDataCenters,
  findLanguages,
  findMaintenanceFlags,
  findPriorities,
  findServiceNames,
  findServices,
} from './queries.ts'
export { seedReference } from './seed.ts'
