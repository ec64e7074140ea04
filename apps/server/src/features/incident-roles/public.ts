export { mergeRoles } from './merge.ts'
export { listHolders, listRoleChanges, renameHolder } from './queries.ts'
