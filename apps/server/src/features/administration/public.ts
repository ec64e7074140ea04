export { grantRole, revokeRole } from './grant.ts'
export { setRolesAtSignIn } from './provider-roles/set-roles.ts'
export { countAdministrators, lockAdministration } from './queries.ts'
export { lacksAdministrator, NOBODY_IS_ADMINISTRATOR } from './without-administrator.ts'
