import { createRole, createUser, listUsers } from '@aviary/contract/administration/endpoints'
import type { CallInput } from '@aviary/contract/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../../testing/app.ts'

let server: TestApp
let admin: Person
let everybody: string[]
beforeAll(async () => {
  server = await openTestApp()
  admin = await server.signInAs('administrator')
  const roles = await Promise.all(['Zebra keeper', 'Aardvark keeper'].map(makeRole))
  for (const [index, role_ids] of [[roles[0]], [roles[1]], roles, []].entries())
    await admin.call(createUser, {
      body: { email: `P${index}_100%@zoo.example`, role_ids: role_ids.flatMap((id) => id ?? []) },
    })
  everybody = await emails({})
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const makeRole = async (display_name: string) =>
  (await admin.call(createRole, { body: { display_name, action_ids: [], is_admin: false } })).body.role
    .role_id

type Asked = CallInput<typeof listUsers>['query'] & object
const list = async (query: Asked) => (await admin.call(listUsers, { query })).body
const emails = async (query: Asked) => (await list(query)).users.map(({ email }) => email)

test('without parameters everybody is listed by address', async () => {
  expect(everybody).toEqual(everybody.toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)))
  expect(await list({})).toMatchObject({ total: everybody.length, all: everybody.length })
})

test('pages follow each other without a gap', async () => {
  const pages = [await list({ response_size: 3 }), await list({ start_at: 3, response_size: 200 })]
  expect(pages.flatMap(({ users }) => users.map(({ email }) => email))).toEqual(everybody)
  expect(pages.map(({ total }) => total)).toEqual([everybody.length, everybody.length])
  expect(await list({ start_at: 10_000, response_size: 3 })).toMatchObject({
    ...{ users: [], total: everybody.length },
  })
})

test('a search finds parts of addresses and of roles to the letter, in any case', async () => {
  expect(await list({ search: 'p1_100%@ZOO' })).toMatchObject({
    ...{ users: [{ email: 'P1_100%@zoo.example' }], total: 1, all: everybody.length },
  })
  expect(await emails({ search: 'aardVARK' })).toEqual(['P1_100%@zoo.example', 'P2_100%@zoo.example'])
  expect(await emails({ search: 'p_100' })).toEqual([])
  expect(await emails({ email: 'p2_100%@zoo.example' })).toEqual(['P2_100%@zoo.example'])
  expect(await emails({ email: 'p2_100%@zoo' })).toEqual([])
})

test('sorting by roles puts those without any last, in both directions', async () => {
  const zoo = { search: '@zoo.example', sort_col: 'roles' } as const
  const [p0, p1, p2, p3] = await emails({ search: '@zoo.example' })
  expect(await emails(zoo)).toEqual([p1, p2, p0, p3])
  expect(await emails({ ...zoo, sort_direction: 'DESC' })).toEqual([p0, p2, p1, p3])
  expect(await emails({ ...zoo, sort_direction: 'DESC', start_at: 1, response_size: 2 })).toEqual([p2, p1])
  const byActions = await list({ sort_col: 'actions' })
  const texts = byActions.users.map(({ actions_display }) => actions_display.join(', ').toLowerCase())
  const held = texts.filter((text) => text !== '')
  expect(held.length).toBeGreaterThan(2)
  expect(texts.slice(0, held.length)).toEqual(held.toSorted())
})

test('what cannot be meant is refused', async () => {
  for (const query of [
    { response_size: 0 },
    { response_size: 201 },
    { start_at: -1 },
    { sort_col: 'version' },
  ])
    expect((await admin.call(listUsers, { query: query as Asked })).status, JSON.stringify(query)).toBe(400)
})
