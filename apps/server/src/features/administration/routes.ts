import {
  createAction,
  createRole,
  createUser,
  deleteAction,
  deleteRole,
  deleteUser,
  editAction,
  editRole,
  editUser,
  listActions,
  listRoles,
  listUsers,
} from '@aviary/contract/administration/endpoints'
import { type Route, serve } from '../../http/call.ts'
import { groupMappingRoutes } from './group-mappings/routes.ts'
import { findActions, findRoles, findUsers } from './queries.ts'
import { sessionListRoutes } from './sessions/routes.ts'
import { serviceTokenRoutes } from './tokens/routes.ts'
import { changeAction, dropAction, keepAction } from './write-action.ts'
import { changeRole, dropRole, keepRole } from './write-role.ts'
import { changeUser, dropUser, keepUser } from './write-user.ts'

export const administrationRoutes = (groupsClaim: string | undefined): Route[] => [
  serve(listUsers, async ({ db }) => ({ users: await findUsers(db) })),
  serve(createUser, keepUser),
  serve(editUser, changeUser),
  serve(deleteUser, dropUser),
  serve(listRoles, async ({ db }) => ({ roles: await findRoles(db) })),
  serve(createRole, keepRole),
  serve(editRole, changeRole),
  serve(deleteRole, dropRole),
  serve(listActions, async ({ db }) => ({ actions: await findActions(db) })),
  serve(createAction, keepAction),
  serve(editAction, changeAction),
  serve(deleteAction, dropAction),
  ...groupMappingRoutes(groupsClaim),
  ...sessionListRoutes,
  ...serviceTokenRoutes,
]
