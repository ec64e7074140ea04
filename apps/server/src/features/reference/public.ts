export {
  getKnownNames as findKnownNames,
  InvalidRecords,
  type KnownNames,
  refuseUnknown,
} from './known-names.ts'
export { namesOf } from './names-of.ts'
export {
  getDataCenterNames as findDataCenterNames,
  getServiceNames as findServiceNames,
  listDataCenters as findDataCenters,
  listLanguages as findLanguages,
  listMaintenanceFlags as findMaintenanceFlags,
  listPriorities as findPriorities,
  listServices as findServices,
} from './queries.ts'
export { seedReference } from './seed.ts'
