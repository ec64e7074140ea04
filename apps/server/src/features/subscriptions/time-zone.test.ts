import { askToUnsubscribe, saveMailChoices } from '@aviary/contract/deliveries/endpoints'
import { getUserSubscriptions, subscribe } from '@aviary/contract/subscriptions/endpoints'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { callPlain, openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { toForm } from '../../../testing/contract-checks.ts'
import { lastAudit, runOn } from '../../../testing/queries.ts'
import { subscribe as addSubscriber } from '../../../testing/subscribers.ts'
import { auditLog } from '../../database/tables/audit.ts'

let server: TestApp
let sue: Person
let helper: Person
beforeAll(async () => {
  server = await openTestApp()
  sue = await server.signInAs('subscriber')
  helper = await server.signInAs('administrator')
})
beforeEach(() => runOn(server, 'truncate subscribers cascade'))
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const NOTHING = {
  P1: { services: [], data_centers: [], alert_types: [] },
  P2: { services: [], data_centers: [], alert_types: [] },
  notifications: { data_centers: [], notification_types: [] },
}
const submit = (person: Person, fields: object = {}) =>
  person.call(subscribe, { body: { email: sue.email, locale: 'en', subscriptions: NOTHING, ...fields } })
const stored = async () =>
  (await sue.call(getUserSubscriptions, { query: { email: sue.email } })).body.time_zone

test('a person chooses a zone, which stays when a client sends none, and ends with null', async () => {
  expect(await stored()).toBeNull()
  expect((await submit(sue, { time_zone: 'Europe/Berlin' })).body.time_zone).toBe('Europe/Berlin')
  expect((await lastAudit(server))?.context).toMatchObject({ after: { time_zone: 'Europe/Berlin' } })
  expect((await submit(sue)).body.time_zone).toBe('Europe/Berlin')
  expect(await stored()).toBe('Europe/Berlin')
  expect((await submit(sue, { time_zone: null })).body.time_zone).toBeNull()
  expect((await lastAudit(server))?.context).toMatchObject({
    before: { time_zone: 'Europe/Berlin' },
    after: { time_zone: null },
  })
  expect(await stored()).toBeNull()
})

test('nobody chooses the zone of somebody else', async () => {
  await submit(sue, { time_zone: 'Europe/Berlin' })
  expect((await submit(helper, { time_zone: 'Asia/Tokyo' })).body.time_zone).toBe('Europe/Berlin')
  expect(await stored()).toBe('Europe/Berlin')
})

test.each([
  '',
  '+02:00',
  'Mars/Olympus',
  'Europe/Berlin ',
  'CET; drop',
  `${'A/'.repeat(40)}A`,
  'A'.repeat(10_000),
])('the zone %.40j is refused', async (time_zone) => {
  const { status, problem } = await submit(sue, { time_zone })
  expect([status, problem.detail]).toEqual([400, expect.stringContaining('time_zone')])
  expect(await stored()).toBeNull()
})

test('the page behind the link in a mail has the choice, too', async () => {
  const uuid = await addSubscriber(server, 'ana@example.com', { locale: 'de', timeZone: 'Europe/Berlin' })
  const read = async () => String((await callPlain(server.app, askToUnsubscribe, { params: { uuid } })).body)
  const selected = async () =>
    [...(await read()).matchAll(/<option value="([^"]*)" selected>/g)].map(([, zone]) => zone)
  const save = async (fields: Record<string, string[]>) => {
    const as_of = [/name="as_of" value="([^"]+)"/.exec(await read())?.[1] ?? '']
    const { status, body } = await callPlain(server.app, saveMailChoices, {
      params: { uuid },
      body: toForm({ ...fields, as_of }),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    return { status, page: String(body) }
  }
  expect(await read()).toContain('<h2 id="time_zone_title">Zeitzone</h2>')
  expect(await selected()).toEqual(['Europe/Berlin'])
  // A page that was opened before there was the choice.
  expect((await save({})).status).toBe(303)
  expect(await selected()).toEqual(['Europe/Berlin'])
  expect((await save({ time_zone: ['Asia/Tokyo'] })).status).toBe(303)
  expect(await selected()).toEqual(['Asia/Tokyo'])
  expect((await lastAudit(server))?.context).toMatchObject({
    ...{ before: { time_zone: 'Europe/Berlin' }, after: { time_zone: 'Asia/Tokyo' } },
  })
  const audits = await server.db.$count(auditLog)
  expect((await save({ time_zone: ['Asia/Tokyo'] })).status).toBe(303)
  expect(await server.db.$count(auditLog)).toBe(audits)
  for (const zone of ['Mars/Olympus', 'A'.repeat(10_000), '"><script>']) {
    const refused = await save({ time_zone: [zone] })
    expect([refused.status, refused.page.includes(zone)]).toEqual([400, false])
  }
  const incomplete = await save({ 'P1.services': ['Expense'], time_zone: ['Europe/Paris'] })
  expect(incomplete.status).toBe(400)
  expect(incomplete.page).toContain('<option value="Europe/Paris" selected>')
  expect(await selected()).toEqual(['Asia/Tokyo'])
  expect((await save({ time_zone: [''] })).status).toBe(303)
  expect(await selected()).toEqual([''])
})
