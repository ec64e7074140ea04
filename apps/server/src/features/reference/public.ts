export { joinDisplayNames } from './display-names.ts'
export {
  getKnownNames,
  InvalidRecords,
  type KnownNames,
  refuseUnknown,
} from './known-names.ts'
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
