import type { Action } from '@aviary/contract/actions'
import {
  createAction,
  createRole,
  createUser,
  deleteAction,
  deleteRole,
  deleteUser,
  listActions,
  listRoles,
  listUsers,
  updateAction,
  updateRole,
  updateUser,
} from '@aviary/contract/administration/endpoints'
import { getUserId } from '@aviary/contract/session/endpoints'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { signInWith } from '../../../testing/people.ts'
import { lastAudit } from '../../../testing/queries.ts'
import { actions } from '../../database/tables/access.ts'

let server: TestApp
let other: TestApp
let admin: Person
beforeAll(async () => {
  server = await openTestApp()
  other = await openTestApp({ databaseUrl: server.databaseUrl })
  admin = await server.signInAs('administrator')
})
afterAll(async () => {
  expect([...server.errors, ...other.errors]).toEqual([])
  await other.close()
  await server.close()
})

let count = 0
const newName = (what: string) => {
  count += 1
  return `${what} ${count}`
}

const userOf = async (email: string) => {
  const { users } = (await admin.call(listUsers)).body
  const found = users.find((user) => user.email === email)
  if (!found) throw new Error(`There is no ${email}`)
  return found
}
const roleOf = async (systemName: string) => {
  const found = (await admin.call(listRoles)).body.roles.find((role) => role.system_name === systemName)
  if (!found) throw new Error(`There is no ${systemName}`)
  return found
}
const actionOf = async (systemName: string) => {
  const found = (await admin.call(listActions)).body.actions.find((one) => one.system_name === systemName)
  if (!found) throw new Error(`There is no ${systemName}`)
  return found
}
const makeUser = async (body: { email?: string; role_ids?: number[] } = {}) =>
  (await admin.call(createUser, { body: { email: `u${Math.random()}@acme.example`, ...body } })).body.user
const makeAction = async (display_name: string) =>
  (await admin.call(createAction, { body: { display_name } })).body.action
const makeRole = async (actions: Action[], isAdmin = false) => {
  const action_ids = await Promise.all(actions.map(async (name) => (await actionOf(name)).action_id))
  const body = { display_name: newName('Role'), action_ids, is_admin: isAdmin }
  return (await admin.call(createRole, { body })).body.role
}
const rightsOf = async (person: Person) => (await person.call(getUserId)).body.data.authorization

test('an administrator creates a user with roles, and the answer lists the actions these allow', async () => {
  const role = await makeRole(['view_charts', 'view_dora'])
  const email = 'New.Person@acme.example'
  const { status, body } = await admin.call(createUser, { body: { email, role_ids: [role.role_id] } })
  expect(status).toBe(200)
  expect(body.user).toEqual({
    user_id: expect.any(Number),
    email,
    role_ids: [role.role_id],
    roles_display: [role.display_name],
    hand_role_ids: [role.role_id],
    provider_role_ids: [],
    actions_display: ['Open charts', 'Open the impact lookup'],
    is_admin: false,
    restricted_page_access: [],
    version: 1,
  })
  expect(await lastAudit(server)).toMatchObject({
    actionName: 'Create User',
    userEmail: admin.email,
    context: { before: null, after: { email } },
  })
})

test('an e-mail must be valid and identifies one person in any case', async () => {
  await makeUser({ email: 'taken@acme.example' })
  const again = await admin.call(createUser, { body: { email: 'TAKEN@acme.example' } })
  expect([again.status, again.problem.detail]).toEqual([400, 'body.email: Email Already Exists'])
  const bad = await admin.call(createUser, { body: { email: 'not an address' } })
  expect([bad.status, bad.problem.detail]).toEqual([400, 'body.email: Invalid Email'])
})

test('a role given or taken applies to the next call on every process, without a new sign-in', async () => {
  const person = await signInWith(server, [])
  expect((await rightsOf(person)).allowed_actions).toEqual([])
  const role = await makeRole(['view_charts'])
  await admin.call(updateUser, { body: { user_id: person.userId, role_ids: [role.role_id] } })
  expect((await rightsOf(person)).allowed_actions).toEqual(['view_charts'])
  const { action_id } = await actionOf('view_dora')
  await admin.call(updateRole, { body: { role_id: role.role_id, action_ids: [action_id] } })
  expect((await rightsOf(person)).allowed_actions).toEqual(['view_dora'])
  await admin.call(deleteRole, { body: { role_id: role.role_id } })
  expect((await rightsOf(person)).allowed_actions).toEqual([])
})

test('deleting a user or changing their e-mail ends their sessions', async () => {
  const [gone, renamed] = [await signInWith(server, []), await signInWith(server, [])]
  await admin.call(deleteUser, { body: { user_id: gone.userId } })
  expect((await gone.call(getUserId)).status).toBe(401)
  await admin.call(updateUser, { body: { user_id: renamed.userId, email: 'renamed@acme.example' } })
  expect((await renamed.call(getUserId)).status).toBe(401)
})

test('people can give only roles they hold, and edit only users who hold no others', async () => {
  const manager = await signInWith(server, ['edit_user', 'delete_user', 'view_admin_users_tile'])
  const foreign = await makeRole(['view_charts'])
  const refused = await manager.call(createUser, {
    body: { email: 'x1@acme.example', role_ids: [foreign.role_id] },
  })
  expect([refused.status, refused.problem.detail]).toEqual([
    403,
    `You do not hold the role '${foreign.display_name}' and so cannot give it`,
  ])
  const user = await makeUser()
  const given = await manager.call(updateUser, {
    body: { user_id: user.user_id, role_ids: [manager.roleId] },
  })
  expect(given.body.user.role_ids).toEqual([manager.roleId])
  const strong = await makeUser({ role_ids: [foreign.role_id] })
  for (const attempt of [
    manager.call(updateUser, { body: { user_id: strong.user_id, role_ids: [] } }),
    manager.call(updateUser, { body: { user_id: strong.user_id, email: 'mine@acme.example' } }),
    manager.call(deleteUser, { body: { user_id: strong.user_id } }),
  ]) {
    const { status, problem } = await attempt
    expect([status, problem.detail]).toEqual([403, expect.stringContaining('roles that you do not hold')])
  }
  expect(await userOf(strong.email)).toEqual(strong)
})

test('nobody gains rights through a role, its actions or its administrator flag', async () => {
  const person = await signInWith(server, ['edit_user', 'edit_role', 'edit_action'])
  const { role_id: administrators } = await roleOf('administrator')
  const { action_id } = await actionOf('delete_user')
  for (const attempt of [
    person.call(updateUser, { body: { user_id: person.userId, role_ids: [person.roleId, administrators] } }),
    person.call(updateRole, { body: { role_id: person.roleId, is_admin: true } }),
    person.call(updateRole, { body: { role_id: person.roleId, action_ids: [action_id] } }),
    person.call(createRole, { body: { display_name: 'Mine', action_ids: [action_id] } }),
    person.call(createRole, { body: { display_name: 'Mine', is_admin: true } }),
    person.call(updateRole, { body: { role_id: administrators, description: 'x' } }),
    person.call(updateUser, {
      body: { user_id: person.userId, restricted_page_access: ['Security Incidents'] },
    }),
  ])
    expect((await attempt).status).toBe(403)
  expect(await rightsOf(person)).toMatchObject({
    is_admin: false,
    allowed_actions: expect.not.arrayContaining(['delete_user']),
  })
})

test('a right that was just revoked cannot be passed on, also on another process', async () => {
  const person = await signInWith(server, ['edit_role', 'view_charts'])
  const { action_id } = await actionOf('view_charts')
  const target = await makeRole([])
  const [taken, given] = await Promise.all([
    admin.call(updateRole, { body: { role_id: person.roleId, action_ids: [] } }),
    person.call(updateRole, { body: { role_id: target.role_id, action_ids: [action_id] } }),
  ])
  expect(taken.status).toBe(200)
  // Both answers are correct: the two requests run in any order, and the grant succeeds only before the
  // revocation.
  expect([200, 403]).toContain(given.status)
  const again = await person.call(updateRole, { body: { role_id: target.role_id, action_ids: [action_id] } })
  expect(again.status).toBe(403)
})

test('the last administrator can be neither deleted nor demoted, nor their role', async () => {
  const { role_id: administrators } = await roleOf('administrator')
  const ada = await userOf(admin.email)
  for (const attempt of [
    admin.call(updateUser, { body: { user_id: ada.user_id, role_ids: [] } }),
    admin.call(updateRole, { body: { role_id: administrators, is_admin: false } }),
    admin.call(deleteRole, { body: { role_id: administrators } }),
  ]) {
    const { status, problem } = await attempt
    expect([status, problem.detail]).toEqual([
      403,
      'This would leave no administrator: make somebody else one first',
    ])
  }
  const self = await admin.call(deleteUser, { body: { user_id: ada.user_id } })
  expect([self.status, self.problem.detail]).toEqual([403, 'You cannot delete yourself'])
  expect((await userOf(admin.email)).is_admin).toBe(true)
})

test('when two administrators demote each other at once, one of them stays', async () => {
  const { role_id: administrators } = await roleOf('administrator')
  const second = await signInWith(other, [])
  await admin.call(updateUser, { body: { user_id: second.userId, role_ids: [administrators] } })
  const ada = await userOf(admin.email)
  const answers = await Promise.all([
    admin.call(updateUser, { body: { user_id: second.userId, role_ids: [] } }),
    second.call(updateUser, { body: { user_id: ada.user_id, role_ids: [] } }),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403])
  const { users } = (await (answers[0].status === 200 ? admin : second).call(listUsers)).body
  expect(users.filter((user) => user.is_admin)).toHaveLength(1)
  if (answers[1].status === 200)
    await second.call(updateUser, { body: { user_id: ada.user_id, role_ids: [administrators] } })
})

test('the system name of a role is its name in lower case with underscores, and is unique', async () => {
  const { body } = await admin.call(createRole, { body: { display_name: '  Night  Shift Lead ' } })
  expect(body.role).toMatchObject({ display_name: 'Night  Shift Lead', system_name: 'night_shift_lead' })
  const again = await admin.call(createRole, { body: { display_name: 'night shift lead' } })
  expect([again.status, again.problem.detail]).toEqual([400, 'body.display_name: Role Name Already Exists'])
})

test('the second of two concurrent edits is refused with the current record', async () => {
  const role = await makeRole([])
  await admin.call(updateRole, { body: { role_id: role.role_id, description: 'first', version: 1 } })
  const second = await admin.call(updateRole, {
    body: { role_id: role.role_id, description: 'second', version: 1 },
  })
  expect([second.status, second.problem.current]).toEqual([
    409,
    expect.objectContaining({ description: 'first', version: 2 }),
  ])
})

test('an action that shares its name can still be edited, but no other action can take that name', async () => {
  const [first, second] = [await makeAction('Twin'), await makeAction('Other twin')]
  // Older releases could leave two actions with the same name.
  await server.db.update(actions).set({ displayName: 'Twin' }).where(eq(actions.actionId, second.action_id))
  const edit = (action_id: number, changes: object) =>
    admin.call(updateAction, { body: { action_id, ...changes } })
  const described = await edit(second.action_id, { display_name: 'Twin', description: 'The second one' })
  expect([described.status, described.body.action?.description]).toEqual([200, 'The second one'])
  expect((await edit(first.action_id, { description: 'The first one' })).status).toBe(200)
  expect((await edit(first.action_id, { display_name: 'TWIN' })).status).toBe(400)
})

test('an action can be created, renamed and deleted; a built-in one cannot be deleted, and system names stay', async () => {
  const made = (await admin.call(createAction, { body: { display_name: 'Feed the birds' } })).body.action
  expect(made).toMatchObject({ system_name: 'feed_the_birds', is_built_in: false })
  const edited = await admin.call(updateAction, {
    body: { action_id: made.action_id, display_name: 'Feed them' },
  })
  expect(edited.body.action).toMatchObject({ display_name: 'Feed them', system_name: 'feed_the_birds' })
  const twice = await admin.call(createAction, { body: { display_name: 'open CHARTS' } })
  const renamed = await admin.call(updateAction, {
    body: { action_id: made.action_id, display_name: 'Open charts' },
  })
  expect([twice, renamed].map(({ status, problem }) => [status, problem.detail])).toEqual([
    [400, "body.display_name: Action Name Already Exists: 'open CHARTS' is view_charts"],
    [400, "body.display_name: Action Name Already Exists: 'Open charts' is view_charts"],
  ])
  expect((await admin.call(deleteAction, { body: { action_id: made.action_id } })).status).toBe(200)
  const { action_id } = await actionOf('view_charts')
  const refused = await admin.call(deleteAction, { body: { action_id } })
  expect([refused.status, refused.problem.detail]).toEqual([409, expect.stringContaining('built in')])
})

test('an unknown id is named in the answer and changes nothing', async () => {
  const user = await makeUser()
  const unknown = await admin.call(updateUser, { body: { user_id: user.user_id, role_ids: [99_999] } })
  expect([unknown.status, unknown.problem.detail]).toEqual([400, 'body.role_ids: there is no role 99999'])
  const role = await makeRole([])
  const action = await admin.call(updateRole, { body: { role_id: role.role_id, action_ids: [99_999] } })
  expect([action.status, action.problem.detail]).toEqual([400, 'body.action_ids: there is no action 99999'])
  expect((await admin.call(deleteUser, { body: { user_id: 99_999 } })).status).toBe(404)
  expect(await userOf(user.email)).toEqual(user)
})
