import {
  createSecurityUser,
  deleteSecurityUser,
  listSecurityUsers,
  updateSecurityUser,
} from '@aviary/contract/security/user-endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../../testing/app.ts'
import { type Signed, signInWith } from '../../../../testing/people.ts'
import { securityUsers } from '../../../database/tables/security.ts'

let server: TestApp
let person: Signed
beforeAll(async () => {
  server = await openTestApp()
  person = await signInWith(server, ['view_manage_security_users'], ['Security Users'])
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const create = (companyId: number, email: string) =>
  person.call(createSecurityUser, { body: { company_id: companyId, email } })
const list = async (query: object = {}) => (await person.call(listSecurityUsers, { query })).body

test('creates a security user as active, edits and deletes it', async () => {
  const { body } = await create(41, 'Security@Customer.example')
  expect(body.user).toMatchObject({
    id: body.user_id,
    company_id: 41,
    email: 'Security@Customer.example',
    active: 'Y',
    modified_date: null,
  })
  const edited = await person.call(updateSecurityUser, {
    body: { id: body.user_id, company_id: 41, email: 'other@customer.example', active: 'N', version: 1 },
  })
  expect(edited.body.user).toMatchObject({
    active: 'N',
    modified_date: server.now().toISOString(),
    version: 2,
  })
  const outdated = await person.call(updateSecurityUser, {
    body: { id: body.user_id, company_id: 41, email: 'mine@customer.example', version: 1 },
  })
  expect([outdated.status, outdated.problem.current]).toEqual([409, edited.body.user])
  const deleted = await person.call(deleteSecurityUser, { body: { user_id: body.user_id } })
  expect(deleted.body).toEqual({ user_id: body.user_id })
  expect((await list({ company_id: 41 })).users).toEqual([])
})

test('an address is unique in a company, in any case, and may belong to several companies', async () => {
  const { body } = await create(42, 'one@customer.example')
  const again = await create(42, 'ONE@customer.example')
  expect([again.status, again.problem.detail]).toEqual([
    400,
    'body.email: ONE@customer.example is a security user of company 42 already',
  ])
  const elsewhere = (await create(43, 'one@customer.example')).body.user
  const moved = await person.call(updateSecurityUser, {
    body: { id: elsewhere.id, company_id: 42, email: 'One@customer.example' },
  })
  expect(moved.status).toBe(400)
  expect((await list({ company_id: 42 })).users).toEqual([body.user])
  expect((await list({ company_id: 43 })).users).toEqual([elsewhere])
  // The database lowercases this name differently from JavaScript.
  await create(47, 'ασ@customer.example')
  const { body: greek } = await create(47, 'other@customer.example')
  const same = { id: greek.user.id, company_id: 47, email: 'ΑΣ@customer.example' }
  expect((await person.call(updateSecurityUser, { body: same })).status).toBe(400)
})

test.each([
  [{ company_id: 'x' }, 'body.company_id: Use a whole number'],
  [{ company_id: undefined }, 'body.company_id: Company ID is required'],
  [{ company_id: 0 }, 'body.company_id: Use a whole number above zero'],
  [{ company_id: 2.5 }, 'body.company_id: Use a whole number'],
  [{ company_id: 2 ** 31 }, 'body.company_id: There is no such company'],
  [{ email: 'no address' }, 'body.email: Invalid Email'],
])('%j is refused', async (changes, detail) => {
  const body = { company_id: 44, email: 'bad@customer.example', ...changes }
  const refused = await person.call(createSecurityUser, { body })
  expect([refused.status, refused.problem.detail]).toEqual([400, detail])
  expect((await list({ company_id: 44 })).total).toBe(0)
})

test('lists 200 per page, by company and address; a search has no wildcards', async () => {
  await server.db.insert(securityUsers).values(
    Array.from({ length: 450 }, (_, index) => ({
      companyId: 1000 + (index % 3),
      email: index === 7 ? 'odd_50%@many.example' : `user${String(index).padStart(3, '0')}@many.example`,
      createdDate: server.now(),
    })),
  )
  const first = await list({ email: '@MANY.' })
  expect([first.users.length, first.more_results, first.total]).toEqual([200, true, 450])
  const third = await list({ email: '@many.', start_at: 400 })
  expect([third.users.length, third.more_results]).toEqual([50, false])
  const all = [first, await list({ email: '@many.', start_at: 200 }), third].flatMap(({ users }) => users)
  const order = all.map(({ company_id, email }) => `${company_id} ${email}`)
  expect(order).toEqual(order.toSorted())
  expect(new Set(order).size).toBe(450)
  expect((await list({ email: '_50%' })).users.map(({ email }) => email)).toEqual(['odd_50%@many.example'])
  expect((await list({ email: '%' })).total).toBe(1)
  expect((await list({ company_id: 1001 })).total).toBe(150)
  expect((await person.call(listSecurityUsers, { query: { response_size: 201 } })).status).toBe(400)
})
