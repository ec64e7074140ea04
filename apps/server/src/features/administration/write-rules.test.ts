import {
  createRole,
  createUser,
  listRoles,
  listUsers,
  updateRole,
  updateUser,
} from '@aviary/contract/administration/endpoints'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { signInWith } from '../../../testing/people.ts'
import { roleActions } from '../../database/tables/access.ts'
import { lockAdministration } from './queries.ts'

let server: TestApp
let admin: Person
beforeAll(async () => {
  server = await openTestApp()
  admin = await server.signInAs('administrator')
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const usersNow = async () => (await admin.call(listUsers)).body.users

test('a write that waited for the lock is refused if the right was revoked meanwhile', async () => {
  const person = await signInWith(server, ['edit_user'])
  const isWaiting = async () =>
    (
      await server.db.execute(sql`select from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`)
    ).rows.length
  const started: ReturnType<typeof create>[] = []
  const create = () => person.call(createUser, { body: { email: 'late@acme.example' } })
  await server.db.transaction(async (transaction) => {
    await lockAdministration(transaction)
    started.push(create())
    await expect.poll(isWaiting).toBe(1)
    await transaction.delete(roleActions).where(eq(roleActions.roleId, person.roleId))
  })
  const [answer] = await Promise.all(started)
  expect([answer?.status, answer?.problem.detail]).toEqual([403, 'This needs the action edit_user'])
  expect((await usersNow()).map(({ email }) => email)).not.toContain('late@acme.example')
})

test('nobody gains a page by changing another user to an address of their own', async () => {
  const manager = await signInWith(server, ['edit_user'])
  const body = { email: 'holder@acme.example', role_ids: [manager.roleId] }
  const { user } = (
    await admin.call(createUser, { body: { ...body, restricted_page_access: ['Security Incidents'] } })
  ).body
  const taken = await manager.call(updateUser, {
    body: { user_id: user.user_id, email: 'mine@acme.example' },
  })
  expect([taken.status, taken.problem.detail]).toEqual([
    403,
    "You do not have access to the page 'Security Incidents' and so cannot give it",
  ])
  expect(await usersNow()).toContainEqual(user)
  // Both edits are allowed: another letter case means the same person, and the new address gets no restricted
  // page.
  const [respelled, renamed] = [
    await manager.call(updateUser, { body: { user_id: user.user_id, email: 'Holder@acme.example' } }),
    await manager.call(updateUser, {
      body: { user_id: user.user_id, email: 'mine@acme.example', restricted_page_access: [] },
    }),
  ]
  expect([respelled.status, renamed.status]).toEqual([200, 200])
})

test('unknown fields are not written, and lists that are too long are refused', async () => {
  const person = await signInWith(server, ['edit_user', 'edit_role'])
  const audit_log_data = { application_name: 'Aviary', user_email: person.email, action_name: 'x' }
  const raised = await person.call(updateUser, {
    raw: { user_id: person.userId, is_admin: true, user_roles: [1], version: 1, audit_log_data },
  })
  expect(raised.body.user).toMatchObject({ is_admin: false, role_ids: [person.roleId] })
  for (const raw of [
    { user_id: person.userId, role_ids: Array.from({ length: 1_001 }, (_, at) => at + 1) },
    { user_id: person.userId, role_ids: [2 ** 31] },
    { user_id: person.userId, role_ids: [person.roleId, 'administrator'] },
    { user_id: person.userId, role_ids: null },
    { user_id: String(person.userId) },
    { user_id: person.userId, restricted_page_access: ['Everything'] },
  ])
    expect((await person.call(updateUser, { raw: { ...raw, audit_log_data } })).status).toBe(400)
  const twice = await person.call(updateUser, {
    body: { user_id: person.userId, role_ids: [person.roleId, person.roleId] },
  })
  expect(twice.body.user.role_ids).toEqual([person.roleId])
})

test('an empty or duplicate role name is refused on edit as on create', async () => {
  const made = (await admin.call(createRole, { body: { display_name: 'Day Shift' } })).body.role
  for (const [display_name, detail] of [
    ['   ', 'body.display_name'],
    ['SUPPORT', 'body.display_name: Role Name Already Exists'],
    ['x'.repeat(101), 'body.display_name'],
  ] as const) {
    const { status, problem } = await admin.call(updateRole, {
      body: { role_id: made.role_id, display_name },
    })
    expect([status, problem.detail]).toEqual([400, expect.stringContaining(detail)])
  }
  expect((await admin.call(listRoles)).body.roles).toContainEqual(made)
})

test('of many concurrent edits of one record one succeeds and the others are refused', async () => {
  const { role } = (await admin.call(createRole, { body: { display_name: 'Contended' } })).body
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      admin.call(updateRole, { body: { role_id: role.role_id, description: `${at}`, version: 1 } }),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)])
})
