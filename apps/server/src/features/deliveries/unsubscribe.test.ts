import { askToUnsubscribe, unsubscribe } from '@aviary/contract/deliveries/endpoints'
import { changedEvent } from '@aviary/contract/push/endpoints'
import { clearUuid, getUserSubscriptions, subscribe } from '@aviary/contract/subscriptions/endpoints'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callPlain, type Person } from '../../../testing/app.ts'
import { openEventStream } from '../../../testing/event-stream.ts'
import { type ListeningApp, openListeningApp } from '../../../testing/listening.ts'
import { auditLog } from '../../database/tables/audit.ts'
import { subscribers } from '../../database/tables/mail.ts'

let server: ListeningApp
let sue: Person
beforeAll(async () => {
  server = await openListeningApp()
  sue = await server.signInAs('subscriber')
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const NO_ALERTS = { services: [], data_centers: [], alert_types: [] }
const CHOSEN = { data_centers: ['us2'], notification_types: ['Maintenance Update'] }
const NOTHING = { data_centers: [], notification_types: [] }

/** Subscribes, and answers what the links in the mails name. */
async function subscribed(): Promise<string> {
  const subscriptions = { P1: NO_ALERTS, P2: NO_ALERTS, notifications: CHOSEN }
  expect((await sue.call(subscribe, { body: { email: sue.email, subscriptions } })).status).toBe(200)
  const [row] = await server.db.select().from(subscribers)
  return row?.uuid ?? ''
}

const stored = async () =>
  (await sue.call(getUserSubscriptions, { query: { email: sue.email } })).body.userSubscriptions.notifications
const ask = async (uuid: string) => {
  const { status, body, headers } = await callPlain(server.app, askToUnsubscribe, { params: { uuid } })
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  return String(body)
}
const press = async (uuid: string) =>
  String(
    (
      await callPlain(server.app, unsubscribe, {
        params: { uuid },
        body: 'List-Unsubscribe=One-Click',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
    ).body,
  )
const unsubscribed = () => server.db.select().from(auditLog).where(eq(auditLog.actionName, 'Unsubscribe'))

test('the link of a mail asks, and offers to choose less instead; following it changes nothing', async () => {
  const uuid = await subscribed()
  const page = await ask(uuid)
  expect(page).toContain('<form method="post">')
  expect(page).toContain('<a href="/subscriptions">Choose what you hear about</a> instead')
  expect(await stored()).toEqual(CHOSEN)
})

test('one press ends every subscription and is audited once, however often it is pressed', async () => {
  const uuid = await subscribed()
  const page = await press(uuid)
  expect(page).toContain('You are unsubscribed')
  expect(page).toContain('href="/subscriptions"')
  expect(await stored()).toEqual(NOTHING)
  await Promise.all([press(uuid), press(uuid)])
  expect(await unsubscribed()).toMatchObject([{ userEmail: sue.email, context: { after: [] } }])
})

test('an open subscriptions page hears of it', async () => {
  const uuid = await subscribed()
  const stream = await openEventStream(server.url, sue.cookies)
  await stream.next()
  await press(uuid)
  expect(changedEvent.parse((await stream.next())?.data).topics).toEqual(['subscriptions'])
  await subscribed()
  expect(changedEvent.parse((await stream.next())?.data).topics).toEqual(['subscriptions'])
  await stream.leave()
})

test('after the profile was cleared the links of old mails say that they are no longer valid', async () => {
  const old = await subscribed()
  await sue.call(clearUuid, { body: { email: sue.email } })
  for (const page of [await ask(old), await press(old)]) {
    expect(page).toContain('This link is no longer valid')
    expect(page).toContain('href="/subscriptions"')
  }
  expect(await stored()).toEqual(CHOSEN)
  expect(await ask(await subscribed())).toContain('<form method="post">')
})

test('unsubscribing and submitting at the same moment end in one of the two, without a deadlock', async () => {
  const uuid = await subscribed()
  const done = await Promise.all([press(uuid), subscribed(), press(uuid), subscribed(), press(uuid)])
  expect(done).toHaveLength(5)
  expect([CHOSEN, NOTHING]).toContainEqual(await stored())
})
