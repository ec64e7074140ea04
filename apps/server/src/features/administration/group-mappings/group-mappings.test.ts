import {
  createGroupMapping,
  createRole,
  deleteGroupMapping,
  deleteRole,
  listGroupMappings,
  listRoles,
  updateGroupMapping,
} from '@aviary/contract/administration/endpoints'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../../testing/app.ts'
import { signInWith } from '../../../../testing/people.ts'
import { lastAudit } from '../../../../testing/queries.ts'

let server: TestApp
let admin: Person
let roles: { support: number; operator: number; administrator: number }
beforeAll(async () => {
  server = await openTestApp({
    environment: {
      OIDC_ISSUER: 'http://127.0.0.1:9',
      OIDC_CLIENT_ID: 'aviary',
      OIDC_GROUPS_CLAIM: 'realm.groups',
    },
  })
  admin = await server.signInAs('administrator')
  const all = (await admin.call(listRoles)).body.roles
  const idOf = (name: string) => all.find(({ system_name }) => system_name === name)?.role_id ?? 0
  roles = {
    support: idOf('support'),
    operator: idOf('operator'),
    administrator: idOf('administrator'),
  }
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const list = async () => (await admin.call(listGroupMappings)).body

test('a mapping is created, changed and deleted, each with its audit row', async () => {
  const created = await admin.call(createGroupMapping, {
    body: { group_name: '  /Ops team ', role_ids: [roles.support, roles.support] },
  })
  expect(created.body.mapping).toEqual({
    mapping_id: expect.any(Number),
    group_name: '/Ops team',
    role_ids: [roles.support],
    roles_display: ['Support'],
    version: 1,
  })
  const { mapping } = created.body
  expect(await lastAudit(server)).toMatchObject({
    actionName: 'Create Group Mapping',
    userEmail: admin.email,
    context: { before: null, after: mapping },
  })
  expect(await list()).toEqual({ mappings: [mapping], groups_claim: 'realm.groups' })
  const changed = await admin.call(updateGroupMapping, {
    body: { ...mapping, group_name: '/ops', role_ids: [roles.operator, roles.support] },
  })
  expect(changed.body.mapping).toMatchObject({ group_name: '/ops', version: 2 })
  expect(await lastAudit(server)).toMatchObject({
    actionName: 'Update Group Mapping',
    context: { before: mapping, after: changed.body.mapping },
  })
  const { mapping_id } = mapping
  expect((await admin.call(deleteGroupMapping, { body: { mapping_id } })).body).toEqual({ mapping_id })
  expect(await lastAudit(server)).toMatchObject({
    actionName: 'Delete Group Mapping',
    context: { before: changed.body.mapping, after: null },
  })
  expect((await list()).mappings).toEqual([])
  expect((await admin.call(deleteGroupMapping, { body: { mapping_id } })).status).toBe(404)
})

test('a group has one mapping, matched by exact case, and the second of two edits is refused', async () => {
  const role_ids = [roles.support]
  const { mapping } = (await admin.call(createGroupMapping, { body: { group_name: 'one', role_ids } })).body
  const again = await admin.call(createGroupMapping, { body: { group_name: 'one', role_ids } })
  expect([again.status, again.problem.detail]).toEqual([400, 'body.group_name: Group Already Exists'])
  const other = (await admin.call(createGroupMapping, { body: { group_name: 'ONE', role_ids } })).body.mapping
  const renamed = await admin.call(updateGroupMapping, { body: { ...other, group_name: 'one' } })
  expect([renamed.status, renamed.problem.detail]).toEqual([400, 'body.group_name: Group Already Exists'])
  const edit = { ...mapping, role_ids: [roles.operator] }
  expect((await admin.call(updateGroupMapping, { body: edit })).status).toBe(200)
  const second = await admin.call(updateGroupMapping, { body: { ...mapping, group_name: 'two' } })
  expect([second.status, second.problem.current]).toEqual([409, expect.objectContaining({ version: 2 })])
})

test('an invalid name, an unknown role or an unknown mapping is refused and changes nothing', async () => {
  const before = await list()
  for (const [body, detail] of [
    [{ group_name: ' ', role_ids: [roles.support] }, 'body.group_name'],
    [{ group_name: 'x'.repeat(301), role_ids: [roles.support] }, 'body.group_name'],
    [{ group_name: 'new', role_ids: [] }, 'body.role_ids: choose at least one role'],
    [{ group_name: 'new', role_ids: [99_999] }, 'body.role_ids: there is no role 99999'],
    [{ group_name: 'new', role_ids: Array.from({ length: 1_001 }, (_, at) => at + 1) }, 'body.role_ids'],
  ] as const) {
    const { status, problem } = await admin.call(createGroupMapping, {
      body: { group_name: body.group_name, role_ids: [...body.role_ids] },
    })
    expect([status, problem.detail]).toEqual([400, expect.stringContaining(detail)])
  }
  expect(await list()).toEqual(before)
})

test('only administrators map groups, not everybody who may edit people and roles', async () => {
  const manager = await signInWith(server, ['edit_user', 'edit_role', 'delete_role', 'view_admin_roles_tile'])
  const { mapping } = (
    await admin.call(createGroupMapping, { body: { group_name: 'guarded', role_ids: [roles.support] } })
  ).body
  for (const role of [manager.roleId, roles.administrator]) {
    const body = { group_name: 'mine', role_ids: [role] }
    expect((await manager.call(createGroupMapping, { body })).status).toBe(403)
    const { mapping_id } = mapping
    expect((await manager.call(updateGroupMapping, { body: { mapping_id, ...body } })).status).toBe(403)
  }
  const { mapping_id } = mapping
  expect((await manager.call(deleteGroupMapping, { body: { mapping_id } })).status).toBe(403)
  expect((await manager.call(listGroupMappings)).status).toBe(403)
  expect((await list()).mappings).toContainEqual(mapping)
})

test('deleting a role removes it from its mappings', async () => {
  const { role } = (await admin.call(createRole, { body: { display_name: 'Short-lived' } })).body
  const { mapping } = (
    await admin.call(createGroupMapping, { body: { group_name: 'left', role_ids: [role.role_id] } })
  ).body
  await admin.call(deleteRole, { body: { role_id: role.role_id } })
  const left = (await list()).mappings.find(({ mapping_id }) => mapping_id === mapping.mapping_id)
  expect(left).toMatchObject({ role_ids: [], roles_display: [] })
})

test('at most a thousand mappings are allowed', async () => {
  await server.db.execute(sql`insert into group_mappings (group_name)
    select 'many ' || number from generate_series(1, 1000) number`)
  const refused = await admin.call(createGroupMapping, {
    body: { group_name: 'one too many', role_ids: [roles.support] },
  })
  expect([refused.status, refused.problem.detail]).toEqual([
    409,
    'There are 1000 mappings already: delete what you do not use',
  ])
})
