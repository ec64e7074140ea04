import { searchChangeEntity } from '@aviary/contract/changes/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { changeRecord, ingest } from '../../../testing/ingest.ts'

let server: TestApp
let person: Person

beforeAll(async () => {
  server = await openTestApp()
  person = await server.signInAs('subscriber')
  await ingest(server, 'changes', [
    changeRecord('1', { cis: ['db-eu-1', 'DB-eu-2', 'web-db', 'a%b', 'a_b', 'axb'] }),
    changeRecord('2', { change_type: 'auto', cis: ['db-eu-1', 'back\\slash', "o'ci", '日本'] }),
    changeRecord('3', { cis: Array.from({ length: 60 }, (_, index) => `many ${index}`) }),
    changeRecord('4', {
      change_type: 'auto',
      cis: Array.from({ length: 60 }, (_, index) => `many ${index + 60}`),
    }),
  ])
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const find = async (entity: string, search_text: string, fields: object = {}) => {
  const response = await person.call(searchChangeEntity, { raw: { entity, search_text, ...fields } })
  return response.body.entities
}
const findNames = async (entity: string, search_text: string, fields: object = {}) =>
  (await find(entity, search_text, fields)).map(({ name }) => name)

test('finds CIs of manual and automatic changes, each once, those that start with the text first', async () => {
  expect(await findNames('cis', 'DB')).toEqual(['db-eu-1', 'DB-eu-2', 'web-db'])
  expect(await find('cis', '日')).toEqual([{ name: '日本', display_name: '日本' }])
  expect(await findNames('cis', 'nothing has it')).toEqual([])
})

test('omits CIs that no change has any more', async () => {
  const updateCis = (cis: string[]) => ingest(server, 'changes', [changeRecord('5', { cis })])
  await updateCis(['retired one', 'retired two'])
  await updateCis(['retired two'])
  expect(await findNames('cis', 'retired')).toEqual(['retired two'])
})

test('matches the wildcards of LIKE literally', async () => {
  expect(await findNames('cis', '%')).toEqual(['a%b'])
  expect(await findNames('cis', 'a_b')).toEqual(['a_b'])
  expect(await findNames('cis', '\\')).toEqual(['back\\slash'])
  expect(await findNames('cis', "'")).toEqual(["o'ci"])
})

test('returns a hundred at most, or the requested limit', async () => {
  expect(await findNames('cis', 'many')).toHaveLength(100)
  expect(await findNames('cis', 'many', { limit: 2 })).toEqual(['many 0', 'many 1'])
})

test('finds data centers and services by system name or display name, with or without changes', async () => {
  expect(await find('data_centers', 'emea')).toEqual([{ name: 'eu', display_name: 'EMEA' }])
  expect(await findNames('data_centers', 'EU')).toEqual(['eu', 'eu2'])
  expect(await findNames('services', 'in')).toEqual([
    'Invoice',
    'Analysis/Intelligence',
    'Billing',
    'Imaging',
    'Japan e-Bunsho for Invoice',
  ])
  expect(await findNames('services', 'intelligence')).toEqual(['Analysis/Intelligence'])
})

test.each([
  ['body.entity', { entity: 'companies', search_text: 'a' }],
  ['body.search_text', { entity: 'cis', search_text: '' }],
  ['body.search_text', { entity: 'cis', search_text: '  ' }],
  ['body.search_text', { entity: 'cis', search_text: 'x'.repeat(201) }],
  ['body.limit', { entity: 'cis', search_text: 'a', limit: 101 }],
  ['body.limit', { entity: 'cis', search_text: 'a', limit: 0 }],
])('refuses an invalid %s', async (path, body) => {
  const response = await person.call(searchChangeEntity, { raw: body })
  expect(response.status).toBe(400)
  expect(response.problem.errors?.[0]?.path).toBe(path)
})
