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
    changeRecord('3', { cis: Array.from({ length: 60 }, (_, at) => `many ${at}`) }),
    changeRecord('4', { change_type: 'auto', cis: Array.from({ length: 60 }, (_, at) => `many ${at + 60}`) }),
  ])
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const find = async (entity: string, search_text: string, fields: object = {}) => {
  const found = await person.call(searchChangeEntity, { raw: { entity, search_text, ...fields } })
  return found.body.entities
}
const names = async (entity: string, search_text: string, fields: object = {}) =>
  (await find(entity, search_text, fields)).map(({ name }) => name)

test('finds CIs that changes of either type name, each once, those that start with the text first', async () => {
  expect(await names('cis', 'DB')).toEqual(['db-eu-1', 'DB-eu-2', 'web-db'])
  expect(await find('cis', '日')).toEqual([{ name: '日本', display_name: '日本' }])
  expect(await names('cis', 'nothing has it')).toEqual([])
})

test('leaves out what no change names any more', async () => {
  const named = (cis: string[]) => ingest(server, 'changes', [changeRecord('5', { cis })])
  await named(['retired one', 'retired two'])
  await named(['retired two'])
  expect(await names('cis', 'retired')).toEqual(['retired two'])
})

test('takes the signs of a pattern for what they are', async () => {
  expect(await names('cis', '%')).toEqual(['a%b'])
  expect(await names('cis', 'a_b')).toEqual(['a_b'])
  expect(await names('cis', '\\')).toEqual(['back\\slash'])
  expect(await names('cis', "'")).toEqual(["o'ci"])
})

test('gives a hundred at most, and as few as are asked for', async () => {
  expect(await names('cis', 'many')).toHaveLength(100)
  expect(await names('cis', 'many', { limit: 2 })).toEqual(['many 0', 'many 1'])
})

test('finds data centers and services by either of their names, whether or not changes name them', async () => {
  expect(await find('data_centers', 'emea')).toEqual([{ name: 'eu', display_name: 'EMEA' }])
  expect(await names('data_centers', 'EU')).toEqual(['eu', 'eu2'])
  expect(await names('services', 'in')).toEqual([
    'Invoice',
    'Analysis/Intelligence',
    'Billing',
    'Imaging',
    'Japan e-Bunsho for Invoice',
  ])
  expect(await names('services', 'intelligence')).toEqual(['Analysis/Intelligence'])
})

test.each([
  ['body.entity', { entity: 'companies', search_text: 'a' }],
  ['body.search_text', { entity: 'cis', search_text: '' }],
  ['body.search_text', { entity: 'cis', search_text: '  ' }],
  ['body.search_text', { entity: 'cis', search_text: 'x'.repeat(201) }],
  ['body.limit', { entity: 'cis', search_text: 'a', limit: 101 }],
  ['body.limit', { entity: 'cis', search_text: 'a', limit: 0 }],
])('refuses what is wrong with %s', async (path, body) => {
  const refused = await person.call(searchChangeEntity, { raw: body })
  expect(refused.status).toBe(400)
  expect(refused.problem.errors?.[0]?.path).toBe(path)
})
