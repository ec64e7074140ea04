import { createMessage, listAlertTypes } from '@aviary/contract/messages/endpoints'
import { explainMailed, getAllUserSubscriptions } from '@aviary/contract/subscribers/endpoints'
import {
  clearUuid,
  getUserSubscriptions,
  subscribe as submit,
} from '@aviary/contract/subscriptions/endpoints'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callPlain, openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { incidentRecord, ingest } from '../../../testing/ingest.ts'
import { planEvent, subscribeToMaintenance } from '../../../testing/maintenance.ts'
import { signInWith } from '../../../testing/people.ts'
import { runOn } from '../../../testing/queries.ts'
import { subscribe } from '../../../testing/subscribers.ts'
import { broadcasts, deliveries } from '../../database/tables/mail.ts'
import { createBroadcast } from '../../mail/public.ts'

const NOW = new Date('2026-08-20T12:00:00Z')
const MINUTE = 60_000
const later = (ms: number) => new Date(NOW.getTime() + ms)

let server: TestApp
let support: Person
let administrator: Person
let manager: Person
beforeAll(async () => {
  server = await openTestApp({ now: NOW, environment: { INTERNAL_MAIL_DOMAINS: 'acme.example' } })
  support = await server.signInAs('support')
  administrator = await server.signInAs('administrator')
  manager = await server.signInAs('incident_manager')
  await ingest(server, 'incidents', [
    incidentRecord('OPI-1', { affected_services: ['Expense', 'Travel'], data_centers: ['us2'] }),
  ])
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const getExplanation = async (email: string, broadcast_id: number) =>
  (await support.call(explainMailed, { query: { email, broadcast_id } })).body

async function post(message_type = 'Update'): Promise<number> {
  server.setNow(later(MINUTE))
  const { body } = await manager.call(createMessage, {
    body: {
      jira_id: 'OPI-1',
      priority_type: 'P1',
      message_type,
      body: '<p>We look</p>',
      broadcast: 'Y',
      email_template_data: { current_status: 'Looking', next_update: '13:00 UTC' },
    },
  })
  server.setNow(NOW)
  return body.broadcast_id ?? 0
}

test('shows for each rule the conditions of the broadcast, the choices of the person and whether they pass', async () => {
  await subscribe(server, 'ana@example.com', { services: ['Imaging', 'Travel'] })
  const broadcastId = await post()
  expect(await getExplanation('ANA@example.com', broadcastId)).toEqual({
    broadcast_id: broadcastId,
    reference: 'OPI-1',
    message_type: 'Update',
    created_date: later(MINUTE).toISOString(),
    delivery_id: expect.any(Number),
    delivery_state: 'queued',
    subscriber_since: NOW.toISOString(),
    is_reconstructed: false,
    changed_since: false,
    rules: [
      { rule: 'exists', passes: true, wanted: [], chosen: [] },
      { rule: 'category', passes: true, wanted: ['P1'], chosen: ['P1'] },
      { rule: 'services', passes: true, wanted: ['Expense', 'Travel'], chosen: ['Imaging', 'Travel'] },
      { rule: 'data_centers', passes: true, wanted: ['us2'], chosen: ['us2'] },
      { rule: 'alert_types', passes: true, wanted: ['Update'], chosen: ['Update'] },
    ],
  })
})

test('shows the failing rule to people who were not mailed, in agreement with the mails', async () => {
  const people: [string, Parameters<typeof subscribe>[2], string[]][] = [
    ['a1@acme.example', {}, []],
    ['a2@example.com', {}, ['internal']],
    ['a3@acme.example', { category: 'P2' }, ['category', 'services', 'data_centers', 'alert_types']],
    ['a4@acme.example', { services: ['Imaging'] }, ['services']],
    ['a5@acme.example', { dataCenters: ['eu'] }, ['data_centers']],
    ['a6@acme.example', { alertTypes: ['Service Restored'] }, ['alert_types']],
    ['A7@ACME.example', {}, []],
    ['a8@sub.acme.example', {}, ['internal']],
  ]
  for (const [email, choice] of people)
    await subscribe(server, email, { alertTypes: ['Internal Update'], ...choice })
  const broadcastId = await post('Internal Update')
  for (const [email, , failing] of people) {
    const explanation = await getExplanation(email, broadcastId)
    const failed = explanation.rules.filter(({ passes }) => !passes).map(({ rule }) => rule)
    expect([email, failed, explanation.delivery_id === null]).toEqual([email, failing, failing.length > 0])
    expect([email, explanation.changed_since]).toEqual([email, false])
  }
  const { rules } = await getExplanation('a2@example.com', broadcastId)
  expect(rules.at(-1)).toEqual({
    rule: 'internal',
    passes: false,
    wanted: ['acme.example'],
    chosen: ['example.com'],
  })
})

async function announce(eventId: number, criteria: { dataCenters: string[] }): Promise<number> {
  const { broadcastId } = await createBroadcast(
    server.db,
    {
      kind: 'notification',
      notificationId: 1,
      reference: `MNT-${eventId}`,
      messageType: 'Maintenance Announcement',
      audience: 'EXTERNAL',
      series: { list: 'notifications', thread: 'maintenance.1' },
      contents: { en: { subject: 'Hello', html: '<p>Hello</p>', text: 'Hello' } },
      internalDomains: [],
      createdBy: manager.email,
      criteria: {
        category: 'notifications',
        notificationType: 'Maintenance Announcement',
        domains: undefined,
        ...criteria,
      },
    },
    later(MINUTE),
  )
  return broadcastId
}

test('shows other rules for a notification', async () => {
  await subscribeToMaintenance(server, 'bo@example.com', { types: ['Maintenance Complete'] })
  const explanation = await getExplanation(
    'bo@example.com',
    await announce(await planEvent(server), { dataCenters: ['us2'] }),
  )
  expect(explanation.delivery_id).toBeNull()
  expect(explanation.rules.slice(1)).toEqual([
    { rule: 'category', passes: true, wanted: ['notifications'], chosen: ['notifications'] },
    { rule: 'data_centers', passes: true, wanted: ['us2'], chosen: ['us2'] },
    {
      rule: 'notification_types',
      passes: false,
      wanted: ['Maintenance Announcement'],
      chosen: ['Maintenance Complete'],
    },
  ])
})

test('derives the rules of an old broadcast from its incident or event today, and says so', async () => {
  await subscribe(server, 'cy@example.com')
  const message = await post()
  const notification = await announce(await planEvent(server, { dataCenters: ['eu'] }), {
    dataCenters: ['us2'],
  })
  const lost = await announce(999_999, { dataCenters: ['us2'] })
  await server.db.update(broadcasts).set({ criteria: null })
  const explanation = await getExplanation('cy@example.com', message)
  expect([explanation.is_reconstructed, explanation.changed_since]).toEqual([true, false])
  expect(explanation.rules.map(({ rule, wanted }) => `${rule} ${wanted}`)).toEqual([
    'exists ',
    'category P1',
    'services Expense,Travel',
    'data_centers us2',
    'alert_types Update',
  ])
  const conditions = (await getExplanation('cy@example.com', notification)).rules.map(
    ({ rule, wanted: values }) => `${rule} ${values}`,
  )
  expect(conditions.slice(1)).toEqual([
    'category notifications',
    'data_centers eu',
    'notification_types Maintenance Announcement',
  ])
  expect((await getExplanation('cy@example.com', lost)).rules[2]).toEqual({
    rule: 'data_centers',
    passes: false,
    wanted: [],
    chosen: [],
  })
  await server.db.update(broadcasts).set({ incidentId: null }).where(eq(broadcasts.broadcastId, message))
  expect((await getExplanation('cy@example.com', message)).rules.map(({ rule }) => rule)).toEqual(['exists'])
})

const NOTHING = {
  P1: { services: [], data_centers: [], alert_types: [] },
  P2: { services: [], data_centers: [], alert_types: [] },
  notifications: { data_centers: [], notification_types: [] },
}

test('warns when choices have changed since, or may have', async () => {
  const email = 'dee@example.com'
  await subscribe(server, email)
  const broadcastId = await post()
  expect((await getExplanation(email, broadcastId)).changed_since).toBe(false)

  server.setNow(later(2 * MINUTE))
  await administrator.call(submit, { body: { email, locale: 'en', subscriptions: NOTHING } })
  server.setNow(NOW)
  const changed = await getExplanation(email, broadcastId)
  expect([changed.changed_since, changed.delivery_state]).toEqual([true, 'queued'])
  expect(changed.rules.filter(({ passes }) => !passes)).toHaveLength(4)

  await runOn(server, `delete from subscribers where email = '${email}'`)
  const unsubscribed = await getExplanation(email, broadcastId)
  expect(unsubscribed).toMatchObject({
    changed_since: true,
    delivery_state: 'queued',
    subscriber_since: null,
  })
  expect(unsubscribed.rules).toEqual([{ rule: 'exists', passes: false, wanted: [], chosen: [] }])
  expect((await getExplanation('nobody@example.com', broadcastId)).changed_since).toBe(false)
})

test('warns that a person without subscriptions may have been mailed by former ones', async () => {
  await subscribe(server, 'eve@example.com', { services: ['Imaging'] })
  const broadcastId = await post()
  await runOn(
    server,
    'delete from subscriptions using subscribers where subscribers.subscriber_id = subscriptions.subscriber_id and email = $$eve@example.com$$',
  )
  expect(await getExplanation('eve@example.com', broadcastId)).toMatchObject({
    delivery_id: null,
    changed_since: true,
  })
})

test('shows that a later subscriber did not exist yet', async () => {
  const broadcastId = await post()
  server.setNow(later(3 * MINUTE))
  await subscribe(server, 'fay@example.com')
  server.setNow(NOW)
  const explanation = await getExplanation('fay@example.com', broadcastId)
  expect(explanation).toMatchObject({
    delivery_id: null,
    changed_since: false,
    subscriber_since: later(3 * MINUTE).toISOString(),
  })
  expect(explanation.rules.filter(({ passes }) => !passes).map(({ rule }) => rule)).toEqual(['exists'])
})

test('returns 404 for an unknown broadcast', async () => {
  const query = { email: 'ana@example.com', broadcast_id: 2 ** 31 - 1 }
  const { status, problem } = await support.call(explainMailed, { query })
  expect([status, problem.detail]).toEqual([404, 'There is no broadcast 2147483647'])
  const refused = await support.call(explainMailed, { query: { ...query, broadcast_id: 'x' as never } })
  expect(refused.status).toBe(400)
})

test('hides internal types from readers without the right', async () => {
  const email = 'gus@acme.example'
  await subscribe(server, email, { alertTypes: ['Update', 'Internal Update'], locale: 'de' })
  const { P1 } = (await manager.call(listAlertTypes)).body.payload
  const getId = (name: string) => P1.alert_types.find((type) => type.name === name)?.id
  const reader = await signInWith(server, ['view_subscriber_comm_history'])
  const insider = await signInWith(server, ['view_subscriber_comm_history', 'view_is_internal_message'])
  const read = async ({ cookies }: { cookies: string }) =>
    (await callPlain(server.app, getAllUserSubscriptions, { query: { email }, headers: { cookie: cookies } }))
      .body
  expect(await read(reader)).toEqual({
    verified: false,
    locale: 'de',
    paused: null,
    subscriptions: {
      ...NOTHING,
      P1: { services: ['Expense'], data_centers: ['us2'], alert_types: [getId('Update')] },
    },
  })
  expect((await read(insider)).subscriptions.P1.alert_types).toEqual([
    getId('Update'),
    getId('Internal Update'),
  ])
  const broadcastId = await post()
  const rules = async ({ cookies }: { cookies: string }) =>
    (
      await callPlain(server.app, explainMailed, {
        query: { email, broadcast_id: broadcastId },
        headers: { cookie: cookies },
      })
    ).body.rules.find(({ rule }) => rule === 'alert_types')?.chosen
  expect(await rules(reader)).toEqual(['Update'])
  expect((await rules(insider))?.toSorted()).toEqual(['Internal Update', 'Update'])
})

test('an address is verified once its owner has signed in, even after signing out', async () => {
  const verified = async (email: string) =>
    (await support.call(getAllUserSubscriptions, { query: { email } })).body.verified
  const nobody = await support.call(getAllUserSubscriptions, { query: { email: 'hal@example.com' } })
  expect(nobody.body.locale).toBeNull()
  expect(await verified('hal@example.com')).toBe(false)
  expect(await verified(manager.email.toUpperCase())).toBe(true)
  await runOn(server, `insert into users (email, created_at) values ('Hal@example.com', now())`)
  expect(await verified('hal@example.com')).toBe(false)
  await runOn(
    server,
    `insert into audit_log (application_name, user_email, action_name, created_date) values ('Aviary', 'Hal@example.com', 'Sign In', now())`,
  )
  expect(await verified('hal@example.com')).toBe(true)
})

test('a reset ends the old links and keeps history and subscriptions', async () => {
  const oldUuid = await subscribe(server, 'ida@example.com')
  await post()
  const { status } = await support.call(clearUuid, { body: { email: 'ida@example.com' } })
  expect(status).toBe(200)
  const rows = await server.db.execute<{ uuid: string }>(
    `select uuid from subscribers where email = 'ida@example.com'`,
  )
  expect(rows.rows[0]?.uuid).not.toBe(oldUuid)
  const mails = await server.db.select().from(deliveries).where(eq(deliveries.email, 'ida@example.com'))
  expect(mails).toHaveLength(1)
})

test('an address with letters beyond ASCII is found, changed and reset like any other', async () => {
  const email = 'Jürgen@bücher.example'
  const oldUuid = await subscribe(server, email)
  const uuid = async () =>
    (await server.db.execute<{ uuid: string }>(`select uuid from subscribers where email = '${email}'`))
      .rows[0]?.uuid
  const answer = await support.call(getUserSubscriptions, { query: { email: email.toUpperCase() } })
  expect([answer.status, answer.body.userSubscriptions.P1.services]).toEqual([200, ['Expense']])
  const body = { email, locale: 'en', subscriptions: NOTHING }
  expect((await administrator.call(submit, { body })).status).toBe(200)
  expect((await support.call(clearUuid, { body: { email: email.toLowerCase() } })).status).toBe(200)
  expect(await uuid()).not.toBe(oldUuid)
})
