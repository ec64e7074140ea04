import { listSimilarIncidents } from '@aviary/contract/correlation/endpoints'
import type { Scope } from '@aviary/contract/scopes'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callPlain, openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { incidentRecord, ingest } from '../../../testing/ingest.ts'
import { incidentMessages, incidents } from '../../database/tables/incidents.ts'
import { services } from '../../database/tables/reference.ts'

let server: TestApp
let reader: Person
beforeAll(async () => {
  server = await openTestApp({ now: new Date('2026-08-20T12:00:00Z') })
  reader = await server.signInAs('support')
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

type Fields = Record<string, unknown>

/** Ended incidents, one a day from August 1st on, that share nothing unless `fields` say so. */
const ingestIncidents = (records: Record<string, Fields>) =>
  ingest(
    server,
    'incidents',
    Object.entries(records).map(([id, fields], index) => {
      const day = `2026-08-${String(index + 1).padStart(2, '0')}`
      const times = { start_date: `${day}T10:00:00Z`, end_date: `${day}T11:30:00Z`, status: 'RESOLVED' }
      const nothing = { affected_services: [], data_centers: [], details: '' }
      return incidentRecord(id, { ...times, ...nothing, ...fields })
    }),
  )

const request = (jira_id: string) => reader.call(listSimilarIncidents, { query: { jira_id } })

const listIds = async (jira_id: string) => (await request(jira_id)).body.items.map((item) => item.jira_id)

const callWithScopes = async (jira_id: string, scopes: Scope[]) => {
  const authorization = `Bearer ${await server.createToken(scopes)}`
  return callPlain(server.app, listSimilarIncidents, { query: { jira_id }, headers: { authorization } })
}

test('lists the most alike first, with what they share, then the newest, and never the incident itself', async () => {
  const own = { cis: ['db-7', 'db-8'], affected_services: ['Expense', 'Travel'], data_centers: ['us2', 'eu'] }
  await ingestIncidents({
    'OPI-10': { affected_services: ['Travel'], details: 'Slow' },
    'OPI-11': { data_centers: ['us2', 'eu'] },
    'OPI-12': { affected_services: ['Travel'], details: 'Slow again' },
    'OPI-13': { details: 'Gateway <b>timeouts</b> in the checkout', is_internal: 'Y', priority_type: 'P2' },
    'OPI-14': { cis: ['db-8', 'db-9'], data_centers: ['china'] },
    'OPI-15': { details: 'The checkout is slow' },
    'OPI-16': { affected_services: ['Travel', 'Mobile'], data_centers: ['eu'] },
    'OPI-17': { ...own, details: 'CHECKOUT: Gateway timeouts!', start_date: '2026-08-01T09:00:00Z' },
  })
  const { body } = await request('OPI-17')
  expect(body.items.map(({ jira_id, shared }) => [jira_id, shared])).toEqual([
    ['OPI-14', { cis: ['db-8'], services: [], data_centers: [], words: [] }],
    ['OPI-16', { cis: [], services: ['Travel'], data_centers: ['eu'], words: [] }],
    ['OPI-13', { cis: [], services: [], data_centers: [], words: ['checkout', 'gateway', 'timeouts'] }],
    ['OPI-12', { cis: [], services: ['Travel'], data_centers: [], words: [] }],
    ['OPI-10', { cis: [], services: ['Travel'], data_centers: [], words: [] }],
  ])
  expect(body.items[2]).toMatchObject({
    ...{ jira_id: 'OPI-13', priority_type: 'P2', severity: 'OUTAGE', status: 'RESOLVED', is_internal: 'Y' },
    start_date: '2026-08-04T10:00:00.000Z',
    end_date: '2026-08-04T11:30:00.000Z',
    details: 'Gateway timeouts in the checkout',
    root_cause: null,
  })
})

test('lists ten', async () => {
  const alike = Array.from({ length: 12 }, (_, index) => [`OPI-${200 + index}`, { cis: ['lonely-ci'] }])
  await ingestIncidents(Object.fromEntries(alike))
  expect(await listIds('OPI-200')).toEqual(Array.from({ length: 10 }, (_, index) => `OPI-${211 - index}`))
})

test('hides internal incidents from tokens that see nothing internal', async () => {
  await ingestIncidents({
    'OPI-30': { cis: ['ci-30'] },
    'OPI-31': { cis: ['ci-30'], is_internal: 'Y' },
    'OPI-32': { affected_services: ['Request'], is_internal: 'Y' },
    'OPI-33': { affected_services: ['Request'], cis: ['ci-30'], details: 'Zebra crossing' },
    'OPI-34': { details: 'crossing zebra', is_internal: 'Y' },
  })
  const idsFor = async (scopes: Scope[]) =>
    (await callWithScopes('OPI-33', scopes)).body.items.map(({ jira_id }) => jira_id)
  expect(await idsFor(['read:incidents'])).toEqual(['OPI-30'])
  expect(await idsFor(['read:incidents', 'read:internal'])).toEqual(['OPI-31', 'OPI-30', 'OPI-32', 'OPI-34'])
  expect(await callWithScopes('OPI-31', ['read:incidents'])).toMatchObject({ status: 404 })
  expect(await callWithScopes('OPI-33', ['read:changes'])).toMatchObject({ status: 403 })
})

test('names the message with the root cause, the final one first, and no internal one to those who may not see it', async () => {
  await ingestIncidents({ 'OPI-40': { cis: ['ci-40'] }, 'OPI-41': { cis: ['ci-40'] } })
  const post = async (title: string, day: number, messageType = title) =>
    server.db.execute(sql`
      insert into ${incidentMessages} (incident_id, title, message_type, created_date, created_by, body)
      select incident_id, ${title}, ${messageType}, ${`2026-08-${day}T10:00:00Z`}, 'ines', '{"en":"It broke"}'::jsonb
      from ${incidents} where jira_id = 'OPI-41'`)
  const read = async (scopes: Scope[]) =>
    (await callWithScopes('OPI-40', scopes)).body.items.map(({ root_cause }) => root_cause?.title)
  await post('Update', 10)
  expect(await read(['read:incidents'])).toEqual([undefined])
  await post('Root Cause Analysis', 11)
  await post('Intermediate Root Cause Analysis', 12)
  await ingestIncidents({ 'OPI-42': {} })
  expect(await read(['read:incidents'])).toEqual(['Root Cause Analysis'])
  await server.db.execute(
    sql`update ${incidentMessages} set message_type = 'Internal Update' where title like '%Root%'`,
  )
  await ingestIncidents({ 'OPI-42': { details: 'another' } })
  expect(await read(['read:incidents'])).toEqual([undefined])
  expect(await read(['read:incidents', 'read:internal'])).toEqual(['Root Cause Analysis'])
})

test('compares by retired services too', async () => {
  await ingestIncidents({
    'OPI-50': { affected_services: ['TAVS'] },
    'OPI-51': { affected_services: ['TAVS'] },
  })
  await server.db.execute(sql`update ${services} set retired_at = now() where system_name = 'TAVS'`)
  expect((await request('OPI-50')).body.items).toMatchObject([
    { jira_id: 'OPI-51', shared: { services: ['TAVS'] } },
  ])
})

test('an incident that shares nothing is like no other', async () => {
  await ingestIncidents({
    'OPI-60': {},
    'OPI-61': { data_centers: ['china'] },
    'OPI-62': { data_centers: ['china'] },
  })
  for (const id of ['OPI-60', 'OPI-61']) expect(await listIds(id)).toEqual([])
})

test.each([
  ['German', 'Die Überweisung bleibt hängen', 'Hängen die Überweisungen? Eine Überweisung'],
  ['Japanese', '決済ゲートウェイ 応答しません', '応答しません：決済ゲートウェイ。'],
  ['quoted', `O'Brien''s \\ "lucky-number" & !(penguin) | <-> :*`, `lucky PENGUIN \\' `],
  ['with tags and very long words', `<p>walrus</p> ${'x'.repeat(3000)}`, undefined],
  ['with marks that are no letters', '😀😀😀😀 \u202e ---- ____ %%%% $$$$', undefined],
])('words in text that is %s', async (name, details, alike) => {
  const [one, two] = [`OPI-A${name.length}`, `OPI-B${name.length}`]
  await ingestIncidents({ [one]: { details }, [two]: { details: alike ?? 'walrus' } })
  expect(await listIds(one)).toEqual(alike ? [two] : [])
})

test('common words find nothing by themselves, rare ones do, once the database knows how common they are', async () => {
  const boring = Array.from({ length: 500 }, (_, index) => [
    `OPI-7${index + 1000}`,
    { details: 'mailbox overflow' },
  ])
  await ingestIncidents(
    Object.fromEntries(
      boring.map(([id, fields]) => [
        id,
        { ...(fields as Fields), start_date: '2026-07-01T10:00:00Z', end_date: '2026-07-01T10:00:00Z' },
      ]),
    ),
  )
  await ingestIncidents({
    'OPI-70': { details: 'mailbox overflow' },
    'OPI-71': { details: 'mailbox overflow by narwhal' },
    'OPI-72': { details: 'narwhal in a mailbox', affected_services: [] },
  })
  await server.db.execute(sql`analyze ${incidents}`)
  expect(await listIds('OPI-70')).toEqual([])
  expect(await listIds('OPI-71')).toEqual(['OPI-72'])
})

test('an unknown incident and malformed input are refused', async () => {
  expect(await request('OPI-404')).toMatchObject({
    status: 404,
    problem: { detail: 'There is no incident OPI-404' },
  })
  for (const id of ['', ' ', 'x'.repeat(51)]) expect((await request(id)).status).toBe(400)
  for (const id of ["'; drop table incidents", '%', '😀']) expect((await request(id)).status).toBe(404)
})
