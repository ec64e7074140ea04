export { mergeRoles } from './merge.ts'
export { presentRoles } from './present.ts'
export { listHolders, listRoleChanges, renameHolder } from './queries.ts'
