import { askToUnsubscribe, unsubscribe } from '@aviary/contract/deliveries/endpoints'
import { readChanged } from '@aviary/contract/push/rules'
import { clearUuid, getUserSubscriptions, subscribe } from '@aviary/contract/subscriptions/endpoints'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callPlain, type Person } from '../../../../testing/app.ts'
import { openEventStream } from '../../../../testing/event-stream.ts'
import { type ListeningApp, openListeningApp } from '../../../../testing/listening.ts'
import { runOn } from '../../../../testing/queries.ts'
import { auditLog } from '../../../database/tables/audit.ts'
import { subscribers } from '../../../database/tables/mail.ts'

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

/** Subscribes and returns the UUID that the links in mails contain. */
async function subscribeSue(): Promise<string> {
  const subscriptions = { P1: NO_ALERTS, P2: NO_ALERTS, notifications: CHOSEN }
  expect((await sue.call(subscribe, { body: { email: sue.email, subscriptions } })).status).toBe(200)
  const [row] = await server.db.select().from(subscribers)
  return row?.uuid ?? ''
}

const getStored = async () =>
  (await sue.call(getUserSubscriptions, { query: { email: sue.email } })).body.userSubscriptions.notifications
const openPage = async (uuid: string) => {
  const { status, body, headers } = await callPlain(server.app, askToUnsubscribe, { params: { uuid } })
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  return String(body)
}
const submitPage = async (uuid: string) =>
  String(
    (
      await callPlain(server.app, unsubscribe, {
        params: { uuid },
        body: 'List-Unsubscribe=One-Click',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
    ).body,
  )
const listAudits = () => server.db.select().from(auditLog).where(eq(auditLog.actionName, 'Unsubscribe'))

const END = (uuid: string) => `<form method="post" action="/api/unsubscribe/${uuid}/?form">`

test('the link of a mail asks for confirmation, offers to choose less, and changes nothing', async () => {
  const uuid = await subscribeSue()
  const before = await server.db.select().from(subscribers)
  const page = await openPage(uuid)
  expect(page).toContain(END(uuid))
  expect(page).toContain(`<form method="post" action="/api/unsubscribe/${uuid}/choices/"`)
  expect(await getStored()).toEqual(CHOSEN)
  expect(await server.db.select().from(subscribers)).toEqual(before)
})

test('one submission ends every subscription and is audited once, even if repeated', async () => {
  const uuid = await subscribeSue()
  const page = await submitPage(uuid)
  expect(page).toContain('You are unsubscribed')
  expect(page).not.toContain(END(uuid))
  expect(await getStored()).toEqual(NOTHING)
  await Promise.all([submitPage(uuid), submitPage(uuid)])
  expect(await listAudits()).toMatchObject([{ userEmail: sue.email, context: { after: [] } }])
})

test('an open subscriptions page is notified', async () => {
  const uuid = await subscribeSue()
  const stream = await openEventStream(server.url, sue.cookies)
  await stream.next()
  await submitPage(uuid)
  expect(readChanged((await stream.next())?.data)?.topics).toEqual(['subscriptions'])
  await subscribeSue()
  expect(readChanged((await stream.next())?.data)?.topics).toEqual(['subscriptions'])
  await stream.leave()
})

test('links of old mails are no longer valid after the profile was cleared', async () => {
  const oldUuid = await subscribeSue()
  await sue.call(clearUuid, { body: { email: sue.email } })
  const unknown = await openPage('unknown')
  expect(unknown).toContain('This link is no longer valid')
  expect(unknown).toContain('Use the link in a newer mail')
  for (const page of [await openPage(oldUuid), await submitPage(oldUuid)]) expect(page).toBe(unknown)
  expect(await getStored()).toEqual(CHOSEN)
  const newUuid = await subscribeSue()
  expect(await openPage(newUuid)).toContain(END(newUuid))
})

test('concurrent unsubscribing and subscribing end in one of the two states, without a deadlock', async () => {
  const uuid = await subscribeSue()
  const results = await Promise.all([
    submitPage(uuid),
    subscribeSue(),
    submitPage(uuid),
    subscribeSue(),
    submitPage(uuid),
  ])
  expect(results).toHaveLength(5)
  expect([CHOSEN, NOTHING]).toContainEqual(await getStored())
})

test("the page's own button leads back to the page, which says that everything is ended", async () => {
  const uuid = await subscribeSue()
  const url = `/api/unsubscribe/${uuid}/?form`
  const { statusCode, headers, body } = await server.app.inject({ method: 'POST', url })
  expect([statusCode, headers.location, body]).toEqual([303, `/api/unsubscribe/${uuid}/?ended`, ''])
  expect(await getStored()).toEqual(NOTHING)
  const open = async () => (await server.app.inject(String(headers.location))).body
  expect(await open()).toContain('You are unsubscribed')
  await subscribeSue()
  expect(await open()).not.toContain('You are unsubscribed')
})

test('the address of the form leads to the page', async () => {
  const { statusCode, headers } = await server.app.inject('/api/unsubscribe/a%20link/choices/')
  expect([statusCode, headers.location]).toEqual([302, '/api/unsubscribe/a%20link/'])
})

test('one click ends everything even if the page cannot be made', async () => {
  const uuid = await subscribeSue()
  await runOn(server, 'alter table services rename to services_away')
  const { status, body } = await callPlain(server.app, unsubscribe, { params: { uuid } })
  await runOn(server, 'alter table services_away rename to services')
  expect(status).toBe(200)
  expect(body).toContain('You are unsubscribed')
  expect(await getStored()).toEqual(NOTHING)
  expect(server.errors.splice(0)).toEqual([expect.stringContaining('page')])
})
