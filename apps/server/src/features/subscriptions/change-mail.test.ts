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
/** Person who may read the ledger. */
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

type Submission = { person: Person; email: string; locale?: string; chosen: Partial<ChosenSubscriptions> }

async function submit({ person, email, locale = 'en', chosen }: Submission) {
  const body = { email, locale, subscriptions: { ...NOTHING, ...chosen } }
  expect((await person.call(subscribe, { body })).status).toBe(200)
}

async function typeId(name: string): Promise<number> {
  const { body } = await helper.call(getUserSubscriptions, { query: { email: sue.email } })
  return Number(body.subscriptionOptions.P1.alert_types.find((type) => type.name === name)?.id)
}

test('a person is mailed what somebody else changed, who changed it and where to see it', async () => {
  await submit({ person: sue, email: sue.email, chosen: { notifications: MAINTENANCE } })
  expect(await server.db.$count(deliveries)).toBe(0)
  const P1 = {
    services: ['Analysis/Intelligence'],
    data_centers: ['us2'],
    alert_types: [await typeId('Update')],
  }
  const notifications = { ...MAINTENANCE, data_centers: ['us2'] }
  await submit({ person: helper, email: sue.email, chosen: { P1, notifications } })

  const [arrived, ...otherMails] = await deliverAll(server)
  expect(otherMails).toEqual([])
  expect(arrived?.to).toBe(sue.email)
  expect(arrived?.mail.subject).toBe('Your subscriptions were changed')
  const text = arrived?.mail.text ?? ''
  expect(text).toContain('Changed by: ada.admin@acme.example')
  expect(text).toContain('P1 · Services: Added: Analysis')
  expect(text).toContain('P1 · Alert types: Added: Update')
  expect(text).toContain('Maintenance · Data centers: Removed: EMEA')
  expect(text).not.toContain('Notification types')
  expect(text).toMatch(/See and change your subscriptions: http\S+\/subscriptions\n/)
  expect(text).toContain('somebody else changed which mails you get')
  // No unsubscribe link: no subscription causes this mail.
  expect(arrived?.raw).not.toMatch(/unsubscribe/i)
  expect(arrived?.mail.html).toContain('Removed: EMEA')
})

test('the mail is in the language of its recipient, whoever made the change', async () => {
  const P1 = { services: ['Expense'], data_centers: ['us2'], alert_types: [await typeId('Update')] }
  await submit({ person: sue, email: sue.email, locale: 'ja', chosen: { notifications: MAINTENANCE } })
  await submit({ person: helper, email: sue.email, locale: 'de', chosen: { P1 } })
  const [arrived] = await deliverAll(server)
  expect(arrived?.mail.subject).toBe('通知の購読内容が変更されました')
  expect(arrived?.mail.text).toContain('メンテナンス · 通知の種類: 削除: メンテナンスの更新')
  expect(arrived?.mail.text).toContain('P1 · アラートの種類: 追加: 更新情報')
})

test('a change of one’s own, no change and a refused change are not mailed', async () => {
  await submit({ person: helper, email: helper.email, chosen: { notifications: MAINTENANCE } })
  await submit({ person: sue, email: sue.email, chosen: { notifications: MAINTENANCE } })
  await submit({ person: helper, email: sue.email.toUpperCase(), chosen: { notifications: MAINTENANCE } })
  const body = { email: sue.email, subscriptions: NOTHING }
  expect((await reader.call(subscribe, { body })).status).toBe(403)
  expect(await server.db.$count(deliveries)).toBe(0)
})

test('an external address does not get the names of internal alert types', async () => {
  const alert_types = [await typeId('Update'), await typeId('Internal Update')]
  const P1 = { services: ['Expense'], data_centers: ['us2'], alert_types }
  await submit({ person: helper, email: 'ana@example.com', chosen: { P1 } })
  await submit({ person: helper, email: 'bo@acme.example', chosen: { P1 } })
  const arrived = await deliverAll(server)
  const getText = (address: string) => arrived.find(({ to }) => to === address)?.mail.text
  expect(getText('ana@example.com')).toContain('Alert types: Added: Update\n')
  expect(getText('bo@acme.example')).toContain('Alert types: Added: Update, Internal Update\n')
  // People outside do not learn who works here, and their link needs no sign-in.
  expect(getText('ana@example.com')).not.toContain('acme.example')
  expect(getText('ana@example.com')).toMatch(
    /See and change your subscriptions: http\S+\/api\/unsubscribe\/\S+\n/,
  )
  expect(getText('bo@acme.example')).toContain('Changed by: ada.admin@acme.example')
})

test('an external address gets no mail when only internal alert types changed', async () => {
  const update = await typeId('Update')
  const P1 = { services: ['Expense'], data_centers: ['us2'] }
  const withInternal = [update, await typeId('Internal Update')]
  await submit({
    person: helper,
    email: 'ida@example.com',
    chosen: { P1: { ...P1, alert_types: withInternal } },
  })
  await deliverAll(server)
  await submit({ person: helper, email: 'ida@example.com', chosen: { P1: { ...P1, alert_types: [update] } } })
  expect(await deliverAll(server)).toEqual([])
})

test('ledger and history show the mail to people with the right', async () => {
  await submit({ person: helper, email: 'ana@example.com', chosen: { notifications: MAINTENANCE } })
  await deliverAll(server, {
    onRcptTo: (_address, _session, done) =>
      done(Object.assign(new Error('no such user'), { responseCode: 550 })),
  })
  const expected = { message_type: 'Subscriptions Changed', email: 'ana@example.com', state: 'failed' }
  const answer = await reader.call(listDeliveries, { query: { email: 'ana@example.com' } })
  expect(answer.body.deliveries).toEqual([expect.objectContaining(expected)])
  const { delivery_id, broadcast_id, reference } = answer.body.deliveries[0] ?? {}
  const mail = await reader.call(getDeliveredMail, { params: { id: delivery_id ?? 0 } })
  expect(mail.body.mail.text).toContain('Maintenance · Data centers: Added: us2, EMEA')
  // The ledger does not show the link with which the person changes their subscriptions.
  expect(mail.body.mail.text).toMatch(/subscriptions: http\S+\/subscriptions\n/)
  const history = await reader.call(getCommHistory, { query: { email: 'ana@example.com' } })
  expect(history.body.comms.map(({ comm_type }) => comm_type)).toContain('subscription_change')
  const explanation = await reader.call(explainMailed, {
    query: { email: 'ana@example.com', broadcast_id: broadcast_id ?? 0 },
  })
  expect(explanation.status).toBe(409)

  const manager = await signInWith(server, ['view_incident_management_page', 'edit_notifications'])
  expect((await manager.call(listBroadcasts, { query: {} })).body.broadcasts).toEqual([])
  expect((await manager.call(listDeliveries, { query: { reference } })).body.deliveries).toEqual([])
  const retry = { body: { broadcast_id: broadcast_id ?? 0 } }
  expect((await manager.call(retryDeliveries, retry)).status).toBe(404)
  const rights = ['view_subscriber_comm_history', 'edit_notifications'] as const
  expect((await (await signInWith(server, [...rights])).call(retryDeliveries, retry)).status).toBe(403)
  expect((await helper.call(retryDeliveries, retry)).body).toEqual({ retried: 1 })
})
