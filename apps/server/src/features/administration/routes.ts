import * as endpoints from '@aviary/contract/administration/endpoints'
import { type Route, serve } from '../../http/call.ts'
import { groupMappingRoutes } from './group-mappings/routes.ts'
import * as queries from './queries.ts'
import { sessionListRoutes } from './sessions/routes.ts'
import { personalTokenRoutes } from './tokens/personal-routes.ts'
import { serviceTokenRoutes } from './tokens/routes.ts'
import { listUsers } from './users/list-users.ts'
import { createAction, deleteAction, updateAction } from './write-action.ts'
import { createRole, deleteRole, updateRole } from './write-role.ts'
import { createUser, deleteUser, updateUser } from './write-user.ts'

export const administrationRoutes = (groupsClaim: string | undefined): Route[] => [
  serve(endpoints.listUsers, listUsers),
  serve(endpoints.createUser, createUser),
  serve(endpoints.updateUser, updateUser),
  serve(endpoints.deleteUser, deleteUser),
  serve(endpoints.listRoles, async ({ db }) => ({ roles: await queries.listRoles(db) })),
  serve(endpoints.createRole, createRole),
  serve(endpoints.updateRole, updateRole),
  serve(endpoints.deleteRole, deleteRole),
  serve(endpoints.listActions, async ({ db }) => ({ actions: await queries.listActions(db) })),
  serve(endpoints.createAction, createAction),
  serve(endpoints.updateAction, updateAction),
  serve(endpoints.deleteAction, deleteAction),
  ...groupMappingRoutes(groupsClaim),
  ...sessionListRoutes,
  ...serviceTokenRoutes,
  ...personalTokenRoutes,
]
