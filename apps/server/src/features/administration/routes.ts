import * as endpoints from '@aviary/contract/administration/endpoints'
import { type Route, serve } from '../../http/call.ts'
import { groupMappingRoutes } from './group-mappings/routes.ts'
import * as queries from './queries.ts'
import { sessionListRoutes } from './sessions/routes.ts'
import { serviceTokenRoutes } from './tokens/routes.ts'
import { changeAction, dropAction, keepAction } from './write-action.ts'
import { changeRole, dropRole, keepRole } from './write-role.ts'
import { changeUser, dropUser, keepUser } from './write-user.ts'

export const administrationRoutes = (groupsClaim: string | undefined): Route[] => [
  serve(endpoints.listUsers, async ({ db }) => ({ users: await queries.findUsers(db) })),
  serve(endpoints.createUser, keepUser),
  serve(endpoints.editUser, changeUser),
  serve(endpoints.deleteUser, dropUser),
  serve(endpoints.listRoles, async ({ db }) => ({ roles: await queries.findRoles(db) })),
  serve(endpoints.createRole, keepRole),
  serve(endpoints.editRole, changeRole),
  serve(endpoints.deleteRole, dropRole),
  serve(endpoints.listActions, async ({ db }) => ({ actions: await queries.findActions(db) })),
  serve(endpoints.createAction, keepAction),
  serve(endpoints.editAction, changeAction),
  serve(endpoints.deleteAction, dropAction),
  ...groupMappingRoutes(groupsClaim),
  ...sessionListRoutes,
  ...serviceTokenRoutes,
]
