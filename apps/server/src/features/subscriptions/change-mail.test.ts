import {
  getDeliveredMail,
  listBroadcasts,
  listDeliveries,
  retryDeliveries,
} from '@aviary/contract/deliveries/endpoints'
import { explainMailed, getCommHistory } from '@aviary/contract/subscribers/endpoints'
import {
  type ChosenSubscriptions,
  getUserSubscriptions,
  subscribe,
} from '@aviary/contract/subscriptions/endpoints'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { signInWith } from '../../../testing/people.ts'
import { deliverAll } from '../../../testing/security.ts'
import { deliveries } from '../../database/tables/mail.ts'

let server: TestApp
let sue: Person
let helper: Person
/** Reads the ledger. */
let reader: Person
beforeAll(async () => {
  server = await openTestApp({ environment: { INTERNAL_MAIL_DOMAINS: 'acme.example' } })
  sue = await server.signInAs('subscriber')
  helper = await server.signInAs('administrator')
  reader = await server.signInAs('support')
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

const NOTHING: ChosenSubscriptions = {
  P1: { services: [], data_centers: [], alert_types: [] },
  P2: { services: [], data_centers: [], alert_types: [] },
  notifications: { data_centers: [], notification_types: [] },
}
const MAINTENANCE = { data_centers: ['us2', 'eu'], notification_types: ['Maintenance Update'] }

type Submission = { by: Person; email: string; locale?: string; chosen: Partial<ChosenSubscriptions> }

async function submit({ by, email, locale = 'en', chosen }: Submission) {
  const body = { email, locale, subscriptions: { ...NOTHING, ...chosen } }
  expect((await by.call(subscribe, { body })).status).toBe(200)
}

async function typeId(name: string): Promise<number> {
  const { body } = await helper.call(getUserSubscriptions, { query: { email: sue.email } })
  return Number(body.subscriptionOptions.P1.alert_types.find((type) => type.name === name)?.id)
}

test('somebody whose subscriptions another person changed is mailed what, by whom, and where to see it', async () => {
  await submit({ by: sue, email: sue.email, chosen: { notifications: MAINTENANCE } })
  expect(await server.db.$count(deliveries)).toBe(0)
  const P1 = {
    services: ['Analysis/Intelligence'],
    data_centers: ['us2'],
    alert_types: [await typeId('Update')],
  }
  const notifications = { ...MAINTENANCE, data_centers: ['us2'] }
  await submit({ by: helper, email: sue.email, chosen: { P1, notifications } })

  const [arrived, ...others] = await deliverAll(server)
  expect(others).toEqual([])
  expect(arrived?.to).toBe(sue.email)
  expect(arrived?.mail.subject).toBe('Your subscriptions were changed')
  const text = arrived?.mail.text ?? ''
  expect(text).toContain('Changed by: ada.admin@acme.example')
  expect(text).toContain('P1 · Services: Added: Analysis')
  expect(text).toContain('P1 · Alert types: Added: Update')
  expect(text).toContain('Maintenance · Data centers: Removed: EMEA')
  expect(text).not.toContain('Notification types')
  expect(text).toMatch(/See and change your subscriptions: http\S+\/subscriptions\n/)
  expect(text).toContain('somebody else changed what Aviary mails you about')
  // What ends all subscriptions has no place in a mail that no subscription asked for.
  expect(arrived?.raw).not.toMatch(/unsubscribe/i)
  expect(arrived?.mail.html).toContain('Removed: EMEA')
})

test('the mail is in the language of who gets it, whoever made the change', async () => {
  await submit({ by: sue, email: sue.email, locale: 'ja', chosen: { notifications: MAINTENANCE } })
  await submit({ by: helper, email: sue.email, locale: 'de', chosen: {} })
  const [arrived] = await deliverAll(server)
  expect(arrived?.mail.subject).toBe('通知の購読内容が変更されました')
  expect(arrived?.mail.text).toContain('メンテナンス · 通知の種類: 削除: Maintenance Update')
})

test('one’s own change, one that changes nothing and one that is refused are told to nobody', async () => {
  await submit({ by: helper, email: helper.email, chosen: { notifications: MAINTENANCE } })
  await submit({ by: sue, email: sue.email, chosen: { notifications: MAINTENANCE } })
  await submit({ by: helper, email: sue.email.toUpperCase(), chosen: { notifications: MAINTENANCE } })
  const body = { email: sue.email, subscriptions: NOTHING }
  expect((await reader.call(subscribe, { body })).status).toBe(403)
  expect(await server.db.$count(deliveries)).toBe(0)
})

test('an address outside the house is not told what internal alert types are called', async () => {
  const alert_types = [await typeId('Update'), await typeId('Internal Update')]
  const P1 = { services: ['Expense'], data_centers: ['us2'], alert_types }
  await submit({ by: helper, email: 'ana@example.com', chosen: { P1 } })
  await submit({ by: helper, email: 'bo@acme.example', chosen: { P1 } })
  const arrived = await deliverAll(server)
  const textTo = (address: string) => arrived.find(({ to }) => to === address)?.mail.text
  expect(textTo('ana@example.com')).toContain('Alert types: Added: Update\n')
  expect(textTo('bo@acme.example')).toContain('Alert types: Added: Update, Internal Update\n')
})

test('an address outside the house gets no mail of a change that it may not be told of', async () => {
  const update = await typeId('Update')
  const P1 = { services: ['Expense'], data_centers: ['us2'] }
  const withInternal = [update, await typeId('Internal Update')]
  await submit({ by: helper, email: 'ida@example.com', chosen: { P1: { ...P1, alert_types: withInternal } } })
  await deliverAll(server)
  await submit({ by: helper, email: 'ida@example.com', chosen: { P1: { ...P1, alert_types: [update] } } })
  expect(await deliverAll(server)).toEqual([])
})

test('the ledger and the history have it, for who may read what one person was sent', async () => {
  await submit({ by: helper, email: 'ana@example.com', chosen: { notifications: MAINTENANCE } })
  await deliverAll(server, {
    onRcptTo: (_address, _session, done) =>
      done(Object.assign(new Error('no such user'), { responseCode: 550 })),
  })
  const sent = { message_type: 'Subscriptions Changed', email: 'ana@example.com', state: 'failed' }
  const found = await reader.call(listDeliveries, { query: { email: 'ana@example.com' } })
  expect(found.body.deliveries).toEqual([expect.objectContaining(sent)])
  const { delivery_id, broadcast_id, reference } = found.body.deliveries[0] ?? {}
  const mail = await reader.call(getDeliveredMail, { params: { id: delivery_id ?? 0 } })
  expect(mail.body.mail.text).toContain('Changed by: ada.admin@acme.example')
  const history = await reader.call(getCommHistory, { query: { email: 'ana@example.com' } })
  expect(history.body.comms.map(({ comm_type }) => comm_type)).toContain('subscription_change')
  const why = await reader.call(explainMailed, {
    query: { email: 'ana@example.com', broadcast_id: broadcast_id ?? 0 },
  })
  expect(why.status).toBe(409)

  const manager = await signInWith(server, ['view_incident_management_page', 'edit_notifications'])
  expect((await manager.call(listBroadcasts, { query: {} })).body.broadcasts).toEqual([])
  expect((await manager.call(listDeliveries, { query: { reference } })).body.deliveries).toEqual([])
  const retry = { body: { broadcast_id: broadcast_id ?? 0 } }
  expect((await manager.call(retryDeliveries, retry)).status).toBe(404)
  const rights = ['view_subscriber_comm_history', 'edit_notifications'] as const
  expect((await (await signInWith(server, [...rights])).call(retryDeliveries, retry)).status).toBe(403)
  expect((await helper.call(retryDeliveries, retry)).body).toEqual({ retried: 1 })
})
