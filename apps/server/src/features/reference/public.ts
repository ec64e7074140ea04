export {
  getKnownNames,
  InvalidRecords,
  type KnownNames,
  refuseUnknown,
} from './known-names.ts'
export { namesOf } from './names-of.ts'
export {
  getDataCenterNames,
  getServiceNames,
  listDataCenters,
  listLanguages,
  listMaintenanceFlags,
  listPriorities,
  listServices,
} from './queries.ts'
export { seedReference } from './seed.ts'
