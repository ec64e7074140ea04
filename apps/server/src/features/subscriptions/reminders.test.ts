import { unsubscribe } from '@aviary/contract/deliveries/endpoints'
import { getUserSubscriptions, subscribe } from '@aviary/contract/subscriptions/endpoints'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { callPlain, openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { chooseReminders } from '../../../testing/missed-updates.ts'
import { lastAudit } from '../../../testing/queries.ts'
import { deliverAll } from '../../../testing/security.ts'

let server: TestApp
let sue: Person
let helper: Person
beforeAll(async () => {
  server = await openTestApp()
  sue = await server.signInAs('subscriber')
  helper = await server.signInAs('administrator')
})
beforeEach(() =>
  server.db.execute(
    sql`truncate delivery_events, delivery_queue, deliveries, broadcasts, subscribers, subscriptions cascade`,
  ),
)
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const read = async (email = sue.email) =>
  (await helper.call(getUserSubscriptions, { query: { email } })).body.reminders

const NOTHING = {
  P1: { services: [], data_centers: [], alert_types: [] },
  P2: { services: [], data_centers: [], alert_types: [] },
  notifications: { data_centers: [], notification_types: [] },
}
const submit = (person: Person, email: string, fields: object = {}) =>
  person.call(subscribe, { body: { email, locale: 'en', subscriptions: NOTHING, ...fields } })

test('reminders are chosen by priority, and stay when a client sends none', async () => {
  expect(await read()).toEqual([])
  expect((await submit(sue, sue.email, { reminders: ['P2', 'P1'] })).body.reminders).toEqual(['P1', 'P2'])
  expect((await lastAudit(server))?.context).toMatchObject({
    before: null,
    after: { reminders: ['P1', 'P2'] },
  })
  expect((await submit(sue, sue.email)).body.reminders).toEqual(['P1', 'P2'])
  expect(await read()).toEqual(['P1', 'P2'])
  await submit(sue, sue.email, { reminders: [] })
  expect(await read()).toEqual([])
})

test('are for staff only', async () => {
  expect(await read('guest@customer.example')).toBeNull()
  const refused = await submit(helper, 'guest@customer.example', { reminders: ['P1'] })
  expect([refused.status, refused.problem.detail]).toEqual([400, expect.stringContaining('own domains only')])
  expect((await submit(helper, 'guest@customer.example', { reminders: [] })).body.reminders).toBeNull()
})

test('a person is mailed what somebody else changed in them', async () => {
  await chooseReminders(sue, ['P1'], 'de')
  await submit(helper, sue.email, { reminders: ['P2'] })
  const [arrived] = await deliverAll(server)
  expect(arrived?.mail.text).toContain('Erinnerungen an verpasste Updates: Hinzugefügt: P2\nEntfernt: P1')
})

test('the link in a mail ends them, and the change is audited', async () => {
  await chooseReminders(sue, ['P1'])
  const { rows } = await server.db.execute<{ uuid: string }>(sql`select uuid from subscribers`)
  const params = { uuid: rows[0]?.uuid ?? '' }
  expect((await callPlain(server.app, unsubscribe, { params })).status).toBe(200)
  expect(await read()).toEqual([])
  expect(await lastAudit(server)).toMatchObject({
    actionName: 'Unsubscribe',
    userEmail: sue.email,
    context: { reminders: ['P1'] },
  })
  const { pkey } = (await lastAudit(server)) ?? {}
  await callPlain(server.app, unsubscribe, { params })
  expect((await lastAudit(server))?.pkey).toBe(pkey)
})
