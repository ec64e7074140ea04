export { joinDisplayNames } from './display-names.ts'
export { getKnownNames, type KnownNames, type NameList } from './known-names.ts'
export { InvalidRecords, toKnownRecords } from './known-records.ts'
export { severityKey } from './name-key.ts'
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
