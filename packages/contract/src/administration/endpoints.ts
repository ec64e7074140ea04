import { z } from 'zod'
import { administrator, requires, signedIn } from '../access.ts'
import { USERS_LARGEST_PAGE } from '../constants.ts'
import { endpoint, write } from '../endpoint.ts'
import { optionalPaging, rowId, rowIdText, sortDirection } from '../wire.ts'
import { USER_SORT_COLUMNS } from './rules.ts'
import {
  actionFields,
  adminAction,
  adminRole,
  adminUser,
  groupMapping,
  groupMappingFields,
  personSession,
  roleFields,
  userFields,
  versionField,
} from './schemas.ts'

// Spec 3 §7: these calls are below `/auth/production`, not below `/api`.
const rpc = (name: string) => ({ path: `/auth/production/${name}`, isOutsideApi: true as const })

export const listUsers = endpoint({
  method: 'GET',
  ...rpc('get_users'),
  summary:
    'Who may sign in, with their roles and what these allow: everybody, those who are searched for, or a page of them',
  access: requires('view_admin_users_tile'),
  query: z.object({
    search: z
      .string()
      .trim()
      .max(320)
      .default('')
      .describe('A part of the e-mail address or of the name of a role, in any case.'),
    email: z.string().trim().max(320).optional().describe('Only this address, in any case.'),
    sort_col: z
      .enum(USER_SORT_COLUMNS)
      .default('email')
      .describe('What the users are sorted by; those who are alike in it, by their address.'),
    sort_direction: sortDirection.default('ASC'),
    ...optionalPaging(USERS_LARGEST_PAGE),
  }),
  answer: z.object({
    users: z.array(adminUser),
    total: z.number().int().describe('Number of those who are searched for, on all pages.'),
    all: z.number().int().describe('Number of all users.'),
  }),
})

export const createUser = endpoint({
  method: 'POST',
  ...rpc('create_user'),
  summary: 'Lets somebody in; only roles that the caller holds can be given',
  access: requires('edit_user'),
  audits: 'Create User',
  body: write({
    email: userFields.email,
    role_ids: userFields.role_ids.default([]),
    restricted_page_access: userFields.restricted_page_access.default([]),
  }),
  answer: z.object({ user: adminUser }),
})

export const updateUser = endpoint({
  method: 'PUT',
  ...rpc('edit_user'),
  summary: "Changes somebody's e-mail, roles or restricted pages; it acts on their next request",
  access: requires('edit_user'),
  audits: 'Edit User',
  body: write({
    user_id: rowId,
    email: userFields.email.optional(),
    role_ids: userFields.role_ids
      .optional()
      .describe('All that the person shall hold: what the sign-in provider gives cannot be left out.'),
    hand_role_ids: userFields.role_ids
      .optional()
      .describe(
        'Those given by hand; decides over `role_ids`. When left out: all that the provider does not give, and of the others those that were.',
      ),
    restricted_page_access: userFields.restricted_page_access.optional(),
    ...versionField,
  }),
  answer: z.object({ user: adminUser }),
})

export const deleteUser = endpoint({
  method: 'DELETE',
  ...rpc('delete_user'),
  summary: 'Takes the right to sign in away and ends all sessions of the person',
  access: requires('delete_user'),
  audits: 'Delete User',
  body: write({ user_id: rowId }),
  answer: z.object({ user_id: z.number().int() }),
})

export const listRoles = endpoint({
  method: 'GET',
  ...rpc('get_roles'),
  summary: 'The roles and the actions they hold',
  access: requires('view_admin_roles_tile', 'view_admin_users_tile'),
  answer: z.object({ roles: z.array(adminRole) }),
})

export const createRole = endpoint({
  method: 'POST',
  ...rpc('create_role'),
  summary: 'Creates a role; only actions that the caller holds can be in it',
  access: requires('edit_role'),
  audits: 'Create Role',
  body: write({
    display_name: roleFields.display_name,
    description: roleFields.description.default(''),
    action_ids: roleFields.action_ids.default([]),
    is_admin: roleFields.is_admin.default(false),
  }),
  answer: z.object({ role: adminRole }),
})

export const updateRole = endpoint({
  method: 'PUT',
  ...rpc('edit_role'),
  summary: "Changes a role's name, description or actions; it acts on everybody's next request",
  access: requires('edit_role'),
  audits: 'Edit Role',
  body: write({
    role_id: rowId,
    display_name: roleFields.display_name.optional(),
    description: roleFields.description.optional(),
    action_ids: roleFields.action_ids.optional(),
    is_admin: roleFields.is_admin.optional(),
    ...versionField,
  }),
  answer: z.object({ role: adminRole }),
})

export const deleteRole = endpoint({
  method: 'DELETE',
  ...rpc('delete_role'),
  summary: 'Deletes a role; whoever held it loses what only it allowed',
  access: requires('delete_role'),
  audits: 'Delete Role',
  body: write({ role_id: rowId }),
  answer: z.object({ role_id: z.number().int() }),
})

export const listActions = endpoint({
  method: 'GET',
  ...rpc('get_actions'),
  summary: 'The named actions',
  access: requires('view_admin_actions_tile', 'view_admin_roles_tile'),
  answer: z.object({ actions: z.array(adminAction) }),
})

export const createAction = endpoint({
  method: 'POST',
  ...rpc('create_action'),
  summary: 'Creates a named action',
  access: requires('edit_action'),
  audits: 'Create Action',
  body: write({ display_name: actionFields.display_name, description: actionFields.description.default('') }),
  answer: z.object({ action: adminAction }),
})

export const updateAction = endpoint({
  method: 'PUT',
  ...rpc('edit_action'),
  summary: 'Changes how an action is called and described; its system name stays',
  access: requires('edit_action'),
  audits: 'Edit Action',
  body: write({
    action_id: rowId,
    display_name: actionFields.display_name.optional(),
    description: actionFields.description.optional(),
    ...versionField,
  }),
  answer: z.object({ action: adminAction }),
})

export const deleteAction = endpoint({
  method: 'DELETE',
  ...rpc('delete_action'),
  summary: 'Deletes an action that is not built in',
  access: requires('delete_action'),
  audits: 'Delete Action',
  body: write({ action_id: rowId }),
  answer: z.object({ action_id: z.number().int() }),
})

export const listGroupMappings = endpoint({
  method: 'GET',
  path: '/group_mappings/',
  summary: 'Groups of the sign-in provider and the roles they give at each sign-in',
  access: administrator,
  answer: z.object({
    mappings: z.array(groupMapping),
    groups_claim: z
      .string()
      .nullable()
      .describe('Where groups are looked for (OIDC_GROUPS_CLAIM); null when nowhere: no mapping acts then.'),
  }),
})

export const createGroupMapping = endpoint({
  method: 'POST',
  path: '/group_mappings/',
  summary: 'Has a group give roles; it acts when its people sign in next',
  access: administrator,
  audits: 'Create Group Mapping',
  body: write(groupMappingFields),
  answer: z.object({ mapping: groupMapping }),
})

export const updateGroupMapping = endpoint({
  method: 'PUT',
  path: '/group_mappings/',
  summary: 'Changes the group or the roles it gives; it acts when people sign in next',
  access: administrator,
  audits: 'Update Group Mapping',
  body: write({ mapping_id: rowId, ...groupMappingFields, ...versionField }),
  answer: z.object({ mapping: groupMapping }),
})

export const deleteGroupMapping = endpoint({
  method: 'DELETE',
  path: '/group_mappings/',
  summary: 'The group gives nothing any more; who has roles by it loses them at the next sign-in',
  access: administrator,
  audits: 'Delete Group Mapping',
  body: write({ mapping_id: rowId }),
  answer: z.object({ mapping_id: z.number().int() }),
})

export const listSessions = endpoint({
  method: 'GET',
  path: '/sessions/',
  summary: "The caller's own sessions; an administrator sees those of one person, or of all",
  access: signedIn,
  query: z.object({ user_id: z.union([z.literal('all'), rowIdText]).optional() }),
  answer: z.object({ sessions: z.array(personSession) }),
})

export const endSession = endpoint({
  method: 'DELETE',
  path: '/sessions/',
  summary: "Ends one session, or all of a person but the caller's own; others' only as an administrator",
  access: signedIn,
  audits: 'End Session',
  body: write({ session_id: z.uuid().optional(), all_of_user_id: rowId.optional() }).meta({
    oneOf: [{ required: ['session_id'] }, { required: ['all_of_user_id'] }],
  }),
  answer: z.object({ ended: z.number().int() }),
})
