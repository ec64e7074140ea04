import { listAlertTypes } from '@aviary/contract/messages/endpoints'
import { clearUuid, getUserSubscriptions, subscribe } from '@aviary/contract/subscriptions/endpoints'
import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { openToken, type Token } from '../../../testing/tokens.ts'
import { auditLog } from '../../database/tables/audit.ts'
import { broadcasts, subscribers } from '../../database/tables/mail.ts'

// Subscriptions that service tokens write for the people whose addresses they name.

let server: TestApp
let admin: Person
let writer: Token
let types: { id: number; name: string }[]
beforeAll(async () => {
  server = await openTestApp()
  admin = await server.signInAs('administrator')
  writer = await openToken(server, 'crm', ['write:subscriptions'])
  types = (await admin.call(listAlertTypes)).body.payload.P1.alert_types
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const idOf = (name: string) => types.find((type) => type.name === name)?.id ?? 0
const none = { services: [], data_centers: [], alert_types: [] }
const choice = (...names: string[]) => ({
  P1: { services: ['Expense'], data_centers: ['us2'], alert_types: names.map(idOf) },
  P2: none,
  notifications: { data_centers: [], notification_types: [] },
})
const submit = (token: Token, email: string, changes: object = {}) =>
  token.call(subscribe, { body: { email, subscriptions: choice('Update'), ...changes } })
const read = (token: Token, email: string) => token.call(getUserSubscriptions, { query: { email } })
const lastMail = async () =>
  (await server.db.select().from(broadcasts).orderBy(desc(broadcasts.broadcastId)).limit(1))[0]

test('a token subscribes an address outside, whose owner is told without its name', async () => {
  const email = 'ana@customer.example'
  const { status, body } = await submit(writer, email, { locale: 'de' })
  expect([status, body.userSubscriptions]).toEqual([200, choice('Update')])
  expect((await read(writer, email)).body.userSubscriptions).toEqual(choice('Update'))
  const [subscriber] = await server.db.select().from(subscribers).where(eq(subscribers.email, email))
  expect(subscriber?.locale).toBe('de')
  const mail = await lastMail()
  expect(mail).toMatchObject({ kind: 'subscription_change', createdBy: 'token:crm', audience: 'EXTERNAL' })
  expect(JSON.stringify(mail?.contents)).not.toContain('crm')
  const [row] = await server.db.select().from(auditLog).where(eq(auditLog.actionName, 'Update Subscriptions'))
  expect(row).toMatchObject({ userEmail: 'token:crm', context: { email, before: null } })
})

test('colleagues are told which token changed what they get', async () => {
  await submit(writer, 'bo@acme.example')
  expect(JSON.stringify((await lastMail())?.contents)).toContain('token:crm')
})

test('internal alert types are chosen with read:internal, and kept without it', async () => {
  const email = 'cy@acme.example'
  const internal = choice('Update', 'Internal Update')
  const refused = await submit(writer, email, { subscriptions: internal })
  expect([refused.status, refused.problem.detail]).toEqual([
    400,
    expect.stringContaining('there is no P1 alert type'),
  ])
  const insider = await openToken(server, 'insider', ['write:subscriptions', 'read:internal'])
  expect((await submit(insider, email, { subscriptions: internal })).status).toBe(200)
  expect(JSON.stringify((await read(writer, email)).body)).not.toContain('Internal Update')
  const changed = await submit(writer, email, { subscriptions: choice('Service Restored') })
  expect(changed.body.userSubscriptions.P1.alert_types).toEqual([idOf('Service Restored')])
  expect((await read(insider, email)).body.userSubscriptions.P1.alert_types.toSorted()).toEqual(
    [idOf('Service Restored'), idOf('Internal Update')].toSorted(),
  )
})

test('a token of another scope, or without a key, subscribes nobody', async () => {
  const email = 'dee@customer.example'
  const reader = await openToken(server, 'reader', ['read:subscribers', 'write:messages'])
  expect((await submit(reader, email)).status).toBe(403)
  expect((await read(reader, email)).status).toBe(403)
  const { status } = await writer.call(subscribe, {
    body: { email, subscriptions: choice('Update') },
    headers: { 'idempotency-key': '' },
  })
  expect(status).toBe(400)
  expect((await writer.call(clearUuid, { body: { email } })).status).toBe(401)
  expect(await server.db.select().from(subscribers).where(eq(subscribers.email, email))).toEqual([])
})

test('a repeat with the same key mails nobody again', async () => {
  const key = { 'idempotency-key': 'subscribe-eve' }
  const body = { email: 'eve@customer.example', subscriptions: choice('Update') }
  expect((await writer.call(subscribe, { body, headers: key })).status).toBe(200)
  const before = await lastMail()
  expect((await writer.call(subscribe, { body, headers: key })).status).toBe(200)
  expect((await lastMail())?.broadcastId).toBe(before?.broadcastId)
})
