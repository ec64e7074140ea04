export { joinDisplayNames } from './display-names.ts'
export { getKnownNames, type KnownNames, type NameList } from './known-names.ts'
export { InvalidRecords, toKnownRecords } from './known-records.ts'
export {
  getDataCenterNames,
  getServiceNames,
  listAllDataCenters,
  listAllServices,
  listDataCenters,
  listLanguages,
  listMaintenanceFlags,
  listPriorities,
  listRetiredFlags,
  listServices,
  lockNames,
} from './queries.ts'
export { seedReference } from './seed.ts'
