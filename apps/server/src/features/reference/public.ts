export { joinDisplayNames } from './display-names.ts'
export { exportReferenceLines } from './file/export-lines.ts'
export { type ImportedReference, importReferenceLines } from './file/import-lines.ts'
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
export { topicsOf } from './records/kinds.ts'
export { seedReference } from './seed.ts'
