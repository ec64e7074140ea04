import { getBanner } from '@aviary/contract/banner/endpoints'
import { listMaintenanceFlags } from '@aviary/contract/maintenance/endpoints'
import {
  createMessage,
  listAlertTypes,
  listEmailComponents,
  previewMessage,
} from '@aviary/contract/messages/endpoints'
import { listLocales, listSeverities } from '@aviary/contract/reference/endpoints'
import {
  createReferenceRecord,
  deleteReferenceRecord,
  listReferenceRecords,
  orderReferenceRecords,
  retireReferenceRecord,
  updateReferenceRecord,
} from '@aviary/contract/reference/record-endpoints'
import type {
  EditedReferenceRecord,
  NewReferenceRecord,
  ReferenceRecordOf,
} from '@aviary/contract/reference/record-schemas'
import type { ReferenceKind } from '@aviary/contract/reference/rules'
import {
  createComm,
  createSecurityIncident,
  listCommTypes,
  updateComm,
} from '@aviary/contract/security/endpoints'
import { createTemplate, listTemplates } from '@aviary/contract/templates/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../../testing/app.ts'
import { incidentRecord, ingest } from '../../../../testing/ingest.ts'
import { subscribe } from '../../../../testing/subscribers.ts'
import { incidents } from '../../../database/tables/incidents.ts'
import { deliveries } from '../../../database/tables/mail.ts'

let server: TestApp
let person: Person
beforeAll(async () => {
  server = await openTestApp()
  person = await server.signInAs('administrator')
  await ingest(server, 'incidents', [incidentRecord('OPI-1')])
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const list = async <K extends ReferenceKind>(kind: K) =>
  (await person.call(listReferenceRecords, { query: { kind } })).body.records as ReferenceRecordOf<K>[]
const create = (record: NewReferenceRecord) => person.call(createReferenceRecord, { body: { record } })
const update = (record: EditedReferenceRecord) => person.call(updateReferenceRecord, { body: { record } })
const retire = (kind: 'alert_type' | 'comm_type', key: string) =>
  person.call(retireReferenceRecord, { body: { kind, key, is_retired: 'Y' } })
const alertType = async (name: string, priority = 'P1') => {
  const found = (await list('alert_type')).find(
    (type) => type.name === name && type.priority_type === priority,
  )
  if (!found) throw new Error(`There is no alert type ${name}`)
  return found
}

const DRAFT = {
  ...{ jira_id: 'OPI-1', priority_type: 'P1' as const, body: '<p>We look</p>' },
  broadcast: 'Y' as const,
}

test('a renamed alert type goes on in templates and subscriptions, and is mailed in the language of its readers', async () => {
  const before = await alertType('Service Restored')
  const template = {
    ...{ template_type: 'message' as const, title: 'Back', body: '<p>Back</p>' },
    ...{ message_type: 'Service Restored', affected_service: 'Expense' },
  }
  await person.call(createTemplate, { body: template })
  await subscribe(server, 'ana@example.com', { alertTypes: ['Service Restored'], locale: 'de' })
  const edited = {
    ...before,
    name: 'All clear',
    translations: { de: 'Entwarnung', fr: '' },
    email_fields: [
      { system_name: 'resolution', display_name: 'What helped', translations: { de: 'Was half' } },
    ],
  }
  expect((await update(edited)).body.record).toMatchObject({
    ...{ name: 'All clear', translations: { de: 'Entwarnung' }, version: 2 },
  })
  // A P2 alert type still has the old name, so the template keeps that name.
  expect((await person.call(listTemplates)).body.templates[0]?.message_type).toBe('Service Restored')
  const other = await alertType('Service Restored', 'P2')
  await update({ ...other, name: 'All clear' })
  expect((await person.call(listTemplates)).body.templates[0]).toMatchObject({
    ...{ message_type: 'All clear', version: 2 },
  })
  const { body } = await person.call(previewMessage, {
    body: {
      ...DRAFT,
      message_type: 'All clear',
      body: { en: '<p>Back</p>', de: '<p>Wieder da</p>' },
      email_template_data: { resolution: 'A restart' },
    },
  })
  const mail = body.mails.find(({ locale }) => locale === 'de')
  expect(mail?.subject).toBe('Ausfall: Expense in us2')
  expect(mail?.text).toContain('Ausfall: Expense in us2 — Entwarnung')
  expect(mail?.text).toContain('Was half')
  expect(body.mails.find(({ locale }) => locale === 'en')?.text).toContain(
    'Outage: Expense in us2 — All clear',
  )
  expect(body.recipients).toEqual([{ locale: 'de', people: 1 }])
  const { P1 } = (await person.call(listAlertTypes)).body.payload
  expect(P1.alert_types).toContainEqual({
    ...{ id: Number(before.key), name: 'All clear', translations: { de: 'Entwarnung' } },
  })
  const component = (await person.call(listEmailComponents)).body.services.find(
    ({ message_type, priority_type }) => message_type === 'All clear' && priority_type === 'P1',
  )
  expect(component).toMatchObject({
    ...{ display_names: ['What helped'], system_names: ['resolution'], translations: [{ de: 'Was half' }] },
  })
})

test.each<[string, { name: string; next: string }, RegExp]>([
  ['out of internal', { name: 'Internal Update', next: 'Quiet' }, /name: 'internal' must stay in the name/],
  ['into internal', { name: 'Update', next: 'Internal news' }, /'internal' in the name would make this type/],
  ['of a root cause', { name: 'Root Cause Analysis', next: 'Why' }, /'Root Cause Analysis' keeps its name/],
  ['to another name', { name: 'Update', next: 'initial notification' }, /already a name of the alert type/],
])('a rename %s is refused', async (_, { name, next }, detail) => {
  const { status, problem } = await update({ ...(await alertType(name)), name: next })
  expect([status, problem.detail]).toEqual([400, expect.stringMatching(detail)])
})

test('the types that history finds root causes by stay, others are retired but for the last one', async () => {
  const kept = await retire('alert_type', (await alertType('Root Cause Analysis')).key)
  expect([kept.status, kept.problem.detail]).toEqual([
    409,
    expect.stringMatching(/history finds root causes/),
  ])
  const created = await create({
    ...{ kind: 'alert_type', priority_type: 'P2', name: 'Heads-up', translations: {} },
    email_fields: [{ system_name: 'effect', display_name: 'Effect', translations: {} }],
  })
  const { key } = created.body.record
  expect((await retire('alert_type', key)).body.record.is_retired).toBe('Y')
  const { P2 } = (await person.call(listAlertTypes)).body.payload
  expect(P2.alert_types.map(({ name }) => name)).not.toContain('Heads-up')
  const removed = await person.call(deleteReferenceRecord, { body: { kind: 'alert_type', key } })
  expect(removed.body).toEqual({ key })
})

test.each<[string, object, RegExp]>([
  ['a language that there is not', { translations: { tlh: 'x' } }, /translations\.tlh: use some of de, es/],
  ['English beside the name', { translations: { en: 'x' } }, /translations\.en: use some of/],
  [
    'a field twice',
    { email_fields: ['a', 'a'].map((system_name) => ({ system_name, display_name: 'A', translations: {} })) },
    /email_fields\.1\.system_name: 'a' is listed twice/,
  ],
])('an alert type with %s is refused', async (_, fields, detail) => {
  const record = { kind: 'alert_type' as const, priority_type: 'P1' as const, name: 'New' }
  const { status, problem } = await create({ ...record, translations: {}, email_fields: [], ...fields })
  expect([status, problem.detail]).toEqual([400, expect.stringMatching(detail)])
})

test('a language that is off leaves the lists and the mails, and comes back', async () => {
  const japanese = (await list('locale')).find(({ key }) => key === 'ja')
  if (!japanese) throw new Error('There is no Japanese')
  await subscribe(server, 'bo@example.com', { locale: 'ja' })
  const offered = async () => (await person.call(listLocales)).body.data.map(({ system_key }) => system_key)
  await update({ ...japanese, is_active: 'N' })
  expect(await offered()).not.toContain('ja')
  await person.call(createMessage, {
    body: {
      ...{ ...DRAFT, message_type: 'Update' },
      email_template_data: { current_status: 'Looking', next_update: 'Soon' },
    },
  })
  const sent = await server.db.select().from(deliveries)
  expect(sent.map(({ email, locale }) => [email, locale])).toEqual([['bo@example.com', 'en']])
  await update({ ...japanese, version: undefined, is_active: 'Y' })
  expect(await offered()).toContain('ja')
  expect((await person.call(getBanner)).status).toBe(200)
  const english = await update({ kind: 'locale', key: 'en', name: 'English', is_active: 'N' })
  expect(english.problem.detail).toMatch(/English stays on/)
})

test('languages have an order, and a name only once', async () => {
  const keys = (await list('locale')).map(({ key }) => key)
  await person.call(orderReferenceRecords, {
    body: { kind: 'locale', keys: ['ja', ...keys.filter((key) => key !== 'ja')] },
  })
  expect((await person.call(listLocales)).body.data[0]?.system_key).toBe('ja')
  const taken = await update({ kind: 'locale', key: 'fr', name: 'deutsch', is_active: 'Y' })
  expect(taken.problem.detail).toMatch(/is already a name of the language 'Deutsch'/)
})

test('the hours of a priority count for incidents that come in from then on', async () => {
  await update({ kind: 'priority', key: 'P2', sla_minutes: 60 })
  await ingest(server, 'incidents', [incidentRecord('OPI-2', { priority_type: 'P2' })])
  const rows = await server.db.select().from(incidents)
  const minutes = rows.map((row) => (row.slaEndDate.getTime() - row.startDate.getTime()) / 60_000)
  expect(minutes).toEqual([240, 60])
})

test('a severity has another name and meaning', async () => {
  const outage = (await list('severity')).find(({ key }) => key === 'OUTAGE')
  if (!outage) throw new Error('There is no OUTAGE')
  await update({ ...outage, name: 'Down', description: 'Nobody can work' })
  const taken = await update({ ...outage, version: undefined, name: 'Degradation' })
  expect(taken.problem.detail).toMatch(/name: 'Degradation' already means PARTIAL_OUTAGE/)
  const { severity_list } = (await person.call(listSeverities)).body
  expect(severity_list.at(-1)).toMatchObject({
    ...{ system_key: 'OUTAGE', display_value: 'Down', description: 'Nobody can work' },
  })
})

test('a comm type that is retired is not offered, and comms that have it keep it', async () => {
  const { body } = await create({ kind: 'comm_type', name: 'Hotfix' })
  const { key } = body.record
  const { sec_id } = (
    await person.call(createSecurityIncident, {
      body: { title: 'Leak', description: 'A leak', status: 'Active', start_date: '2026-08-20T10:00:00Z' },
    })
  ).body
  const fields = { description: 'To all', status: 'Active', comm_type: Number(key) }
  const comm = (await person.call(createComm, { body: { sec_id, ...fields } })).body.comm
  expect((await list('comm_type')).find((type) => type.key === key)?.is_used).toBe('Y')
  await retire('comm_type', key)
  const types = (await person.call(listCommTypes)).body
  expect(types.comm_types.map(({ display_name }) => display_name)).not.toContain('Hotfix')
  expect(types.retired).toEqual([{ id: Number(key), display_name: 'Hotfix', internal_name: 'hotfix' }])
  const changed = await person.call(updateComm, {
    body: { ...fields, sec_comm_id: comm.sec_comm_id, description: 'To everybody' },
  })
  expect(changed.body.comm).toMatchObject({ description: 'To everybody', comm_type: Number(key) })
  const refused = await person.call(createComm, { body: { sec_id, ...fields } })
  expect(refused.status).toBe(400)
})

test('a maintenance flag gets a key from its name, and another one when that is taken', async () => {
  const names = ['Data move', 'Data-move!'].map((name) => ({ kind: 'maintenance_flag' as const, name }))
  const keys: string[] = []
  for (const record of names) keys.push((await create(record)).body.record.key)
  expect(keys).toEqual(['data_move', 'data_move_2'])
  const { flags } = (await person.call(listMaintenanceFlags)).body
  expect(flags.slice(-2).map(({ name }) => name)).toEqual(['Data move', 'Data-move!'])
})
