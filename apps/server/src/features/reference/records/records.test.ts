import { listServices } from '@aviary/contract/reference/endpoints'
import {
  createAlias,
  createReferenceRecord,
  deleteReferenceRecord,
  listReferenceRecords,
  orderReferenceRecords,
  retireReferenceRecord,
  updateReferenceRecord,
} from '@aviary/contract/reference/record-endpoints'
import type { EditedReferenceRecord, NewReferenceRecord } from '@aviary/contract/reference/record-schemas'
import type { ReferenceKind } from '@aviary/contract/reference/rules'
import { getStatus } from '@aviary/contract/status/endpoints'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../../testing/app.ts'
import { incidentRecord, ingest } from '../../../../testing/ingest.ts'
import { lastAudit } from '../../../../testing/queries.ts'

let server: TestApp
let person: Person
beforeEach(async () => {
  await server?.close()
  server = await openTestApp()
  person = await server.signInAs('administrator')
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const list = async (kind: ReferenceKind) =>
  (await person.call(listReferenceRecords, { query: { kind } })).body.records
const find = async (kind: ReferenceKind, key: string) =>
  (await list(kind)).find((record) => record.key === key)
const createService = (name: string, aliases: string[] = []) =>
  person.call(createReferenceRecord, { body: { record: { kind: 'service', name, aliases } } })
const updateService = (key: string, fields: { name: string; aliases?: string[]; version?: number }) =>
  person.call(updateReferenceRecord, { body: { record: { kind: 'service', key, aliases: [], ...fields } } })
const retire = (
  kind: 'service' | 'data_center' | 'maintenance_flag',
  key: string,
  is_retired: 'Y' | 'N' = 'Y',
) => person.call(retireReferenceRecord, { body: { kind, key, is_retired } })

test('a new service is the last one, in the list, in the matrix and in the audit log', async () => {
  const { status, body } = await createService('Payroll', ['PAY', 'pay roll service'])
  expect(status).toBe(200)
  expect(body.record).toEqual({
    ...{ kind: 'service', key: 'Payroll', version: 1, is_retired: 'N', is_used: 'N' },
    ...{ name: 'Payroll', aliases: ['pay', 'pay roll service'], former_names: [], is_on_status_page: 'Y' },
  })
  expect((await list('service')).at(-1)).toEqual(body.record)
  expect((await person.call(listServices)).body.services.at(-1)).toEqual({
    name: 'Payroll',
    system_name: 'Payroll',
  })
  expect((await person.call(getStatus)).body.Payroll?.us2).toBe('NA')
  expect((await lastAudit(server))?.context).toMatchObject({ before: null, after: body.record })
})

test('a renamed service keeps its key, and remembers its former names', async () => {
  const { body } = await updateService('Expense', { name: 'Spend', version: 1 })
  expect(body.record).toMatchObject({ key: 'Expense', name: 'Spend', version: 2 })
  expect(body.record).toMatchObject({
    former_names: [{ name: 'Expense', until: server.now().toISOString() }],
  })
  expect((await person.call(listServices)).body.services[0]).toMatchObject({ name: 'Spend' })
})

test.each([
  ['service', 'Expense', {}],
  ['data_center', 'us2', { short_name: '' }],
] as const)(
  'a %s is kept off the status page, and stays so unless a write says otherwise',
  async (kind, key, more) => {
    const { name } = (await find(kind, key)) ?? { name: '' }
    const update = async (fields: { is_on_status_page?: 'Y' | 'N' }) => {
      const record = { kind, key, name, aliases: [], ...more, ...fields } as EditedReferenceRecord
      return (await person.call(updateReferenceRecord, { body: { record } })).body.record
    }
    expect(await find(kind, key)).toMatchObject({ is_on_status_page: 'Y', version: 1 })
    expect(await update({ is_on_status_page: 'N' })).toMatchObject({ is_on_status_page: 'N', version: 2 })
    expect((await lastAudit(server))?.context).toMatchObject({
      before: { is_on_status_page: 'Y' },
      after: { is_on_status_page: 'N' },
    })
    expect(await update({})).toMatchObject({ is_on_status_page: 'N' })
    expect(await find(kind, key)).toMatchObject({ is_on_status_page: 'N' })
    expect(await update({ is_on_status_page: 'Y' })).toMatchObject({ is_on_status_page: 'Y' })
  },
)

test('a new record is kept off the status page from its first moment', async () => {
  const records: NewReferenceRecord[] = [
    { kind: 'service', name: 'Payroll', aliases: [], is_on_status_page: 'N' },
    { kind: 'data_center', name: 'Oslo', short_name: '', aliases: [], is_on_status_page: 'N' },
  ]
  for (const record of records) {
    const { body } = await person.call(createReferenceRecord, { body: { record } })
    expect(body.record).toMatchObject({ is_on_status_page: 'N' })
  }
})

test('of two editors the second gets the record as it is now', async () => {
  await updateService('Expense', { name: 'Spend', version: 1 })
  const second = await updateService('Expense', { name: 'Costs', version: 1 })
  expect(second.status).toBe(409)
  expect(second.problem.current).toMatchObject({ key: 'Expense', name: 'Spend', version: 2 })
})

test.each<[string, { name: string; aliases?: string[] }, RegExp]>([
  ['another name', { name: 'Travel' }, /'Travel' is already a name of the service/],
  ['a name in other case', { name: ' tRavel' }, /'tRavel' is already a name of the service 'Travel'/],
  ['a system name', { name: 'analysis / intelligence' }, /already a name of the service 'Analysis'/],
  ['an alias of another', { name: 'Trips' }, /'Trips' is an alias of the service 'Travel' already/],
  ['an alias that is a name', { name: 'Pay', aliases: ['TRAVEL'] }, /'TRAVEL' is already a name of the/],
  ['an alias of two', { name: 'Pay', aliases: ['trips'] }, /'trips' is an alias of the service 'Travel'/],
  ['an alias twice', { name: 'Pay', aliases: ['Roll', 'roll'] }, /'roll' is listed twice/],
  ['a name that objects have', { name: 'constructor' }, /'constructor' cannot be a key/],
])('refuses %s', async (_, { name, aliases }, detail) => {
  await person.call(createAlias, { body: { kind: 'service', alias: 'Trips', key: 'Travel' } })
  const before = await list('service')
  const { status, problem } = await createService(name, aliases)
  expect([status, problem.detail]).toEqual([400, expect.stringMatching(detail)])
  expect(await list('service')).toEqual(before)
})

test('an alias of an alias is refused, and the answer names the record', async () => {
  await person.call(createAlias, { body: { kind: 'service', alias: 'Trips', key: 'Travel' } })
  const chained = await person.call(createAlias, {
    body: { kind: 'service', alias: 'Journeys', key: 'trips' },
  })
  expect([chained.status, chained.problem.detail]).toEqual([
    400,
    "body.key: 'trips' is an alias of 'Travel' already; name 'Travel' instead",
  ])
  const nobody = await person.call(createAlias, { body: { kind: 'service', alias: 'X', key: 'Nothing' } })
  expect(nobody.status).toBe(404)
})

test('a retired service leaves the lists and the matrix, and comes back', async () => {
  await retire('service', 'Travel')
  expect((await find('service', 'Travel'))?.is_retired).toBe('Y')
  expect((await list('service')).at(-1)?.key).toBe('Travel')
  const names = async () => (await person.call(listServices)).body.services.map(({ name }) => name)
  expect(await names()).not.toContain('Travel')
  expect(Object.keys((await person.call(getStatus)).body)).not.toContain('Travel')
  await retire('service', 'Travel', 'N')
  expect((await names())[1]).toBe('Travel')
})

test('the last service cannot be retired, every flag can', async () => {
  for (const { key } of (await list('service')).slice(1)) await retire('service', key)
  const last = await retire('service', 'Expense')
  expect([last.status, last.problem.detail]).toEqual([
    409,
    "The service 'Expense' is the last service in use; create another one first",
  ])
  for (const { key } of await list('maintenance_flag'))
    expect((await retire('maintenance_flag', key)).status).toBe(200)
})

test('a key made from a long name ends with a whole character', async () => {
  const name = `${'x'.repeat(89)}𠮷𠮷`
  const { body } = await person.call(createReferenceRecord, {
    body: { record: { kind: 'data_center', name, short_name: '', aliases: [] } },
  })
  expect(body.record.key).toBe('x'.repeat(89))
})

test('an order names every record in use once', async () => {
  await retire('service', 'Travel')
  const keys = (await list('service')).filter(({ is_retired }) => is_retired === 'N').map(({ key }) => key)
  const order = (list: string[]) =>
    person.call(orderReferenceRecords, { body: { kind: 'service', keys: list } })
  const turned = await order(keys.toReversed())
  expect(turned.body.records.map(({ key }) => key)).toEqual([...keys.toReversed(), 'Travel'])
  expect((await person.call(listServices)).body.services[0]?.system_name).toBe(keys.at(-1))
  for (const list of [keys.slice(1), [...keys, 'Travel'], [...keys.slice(1), keys[1] ?? '']]) {
    const refused = await order(list)
    expect([refused.status, refused.problem.detail]).toEqual([409, expect.stringMatching(/not retired once/)])
  }
})

test('only a service that nothing names can be deleted', async () => {
  const remove = (key: string) => person.call(deleteReferenceRecord, { body: { kind: 'service', key } })
  await ingest(server, 'incidents', [incidentRecord('OPI-1', { affected_services: ['Expense'] })])
  expect((await find('service', 'Expense'))?.is_used).toBe('Y')
  const used = await remove('Expense')
  expect([used.status, used.problem.detail]).toEqual([
    409,
    "Something names the service 'Expense': it can be retired, but not deleted",
  ])
  expect((await remove('Travel')).body).toEqual({ key: 'Travel' })
  expect(await find('service', 'Travel')).toBeUndefined()
  expect((await lastAudit(server))?.context).toMatchObject({ before: { name: 'Travel' }, after: null })
})

test('of two who create the same name at once, one is refused, and two cannot retire the last two', async () => {
  const created = await Promise.all([createService('Payroll'), createService(' PAYROLL')])
  expect(created.map(({ status }) => status).toSorted()).toEqual([200, 400])
  for (const { key } of (await list('service')).slice(2)) await retire('service', key)
  const retired = await Promise.all([retire('service', 'Expense'), retire('service', 'Travel')])
  expect(retired.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test('a name that was taken back by a deletion is free, with its aliases', async () => {
  await createService('Payroll', ['pay'])
  await person.call(deleteReferenceRecord, { body: { kind: 'service', key: 'Payroll' } })
  expect((await createService('Pay', ['payroll'])).body.record).toMatchObject({ key: 'Pay', version: 1 })
})

test('an alias moves with an edit, and a name of its own is none', async () => {
  await createService('Payroll', ['pay'])
  const { body } = await updateService('Payroll', {
    name: 'Salaries',
    aliases: ['PAY', 'salaries', 'Payroll'],
  })
  expect(body.record).toMatchObject({ name: 'Salaries', aliases: ['pay'] })
  await updateService('Payroll', { name: 'Salaries' })
  expect((await updateService('Travel', { name: 'Travel', aliases: ['Pay'] })).status).toBe(200)
})
