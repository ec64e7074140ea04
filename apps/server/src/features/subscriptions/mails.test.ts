import {
  type ChosenSubscriptions,
  getUserSubscriptions,
  subscribe,
} from '@aviary/contract/subscriptions/endpoints'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { deliveries } from '../../database/tables/mail.ts'
import { countRecipients, createBroadcast, type NotificationCriteria } from '../../mail/public.ts'

type Notifications = ChosenSubscriptions['notifications']

const NO_ALERTS = { services: [], data_centers: [], alert_types: [] }
const UPDATE = 'Maintenance Update'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
  await choose('both@example.com', { data_centers: ['us2', 'eu'], notification_types: [UPDATE] })
  await choose('inside@acme.example', { data_centers: ['us2'], notification_types: [UPDATE] }, 'ja')
  await choose('elsewhere@example.com', { data_centers: ['apj1'], notification_types: [UPDATE] })
  await choose('other-type@example.com', {
    data_centers: ['us2'],
    notification_types: ['Maintenance Complete', 'Personalized Open'],
  })
  await choose('nothing@example.com', { data_centers: [], notification_types: [] })
  await chooseAlertsOnly('alerts-only@example.com')
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

async function choose(email: string, notifications: Notifications, locale = 'en') {
  const helper = await server.signInAs('administrator')
  const subscriptions = { P1: NO_ALERTS, P2: NO_ALERTS, notifications }
  const { status } = await helper.call(subscribe, { body: { email, locale, subscriptions } })
  expect(status).toBe(200)
}

/** Chooses every option of P1 and P2, and no notification. */
async function chooseAlertsOnly(email: string) {
  const helper = await server.signInAs('administrator')
  const { P1, P2 } = (await helper.call(getUserSubscriptions, { query: { email } })).body.subscriptionOptions
  const toLists = ({ services, data_centers, alert_types }: typeof P1) => ({
    services: services.map(({ id }) => String(id)),
    data_centers: data_centers.map(({ id }) => String(id)),
    alert_types: alert_types.map(({ id }) => Number(id)),
  })
  const notifications = { data_centers: [], notification_types: [] }
  const subscriptions = { P1: toLists(P1), P2: toLists(P2), notifications }
  expect((await helper.call(subscribe, { body: { email, subscriptions } })).status).toBe(200)
}

const criteria = (changes: Partial<NotificationCriteria> = {}): NotificationCriteria => ({
  category: 'notifications',
  dataCenters: ['us2', 'china'],
  notificationType: UPDATE,
  domains: undefined,
  ...changes,
})

async function sendNotification(filters: NotificationCriteria): Promise<string[]> {
  const { broadcastId, recipients } = await createBroadcast(
    server.db,
    {
      kind: 'notification',
      reference: 'MNT-1',
      notificationId: 1,
      messageType: filters.notificationType,
      audience: filters.domains ? 'INTERNAL' : 'EXTERNAL',
      series: { list: 'notifications', thread: 'maintenance.1' },
      contents: { en: { subject: 'A subject', html: '', text: '' } },
      internalDomains: [],
      createdBy: 'oleg.operator@acme.example',
      criteria: filters,
    },
    server.now(),
  )
  const result = await server.db.select().from(deliveries).where(eq(deliveries.broadcastId, broadcastId))
  expect(result).toHaveLength(recipients)
  return result.map(({ email }) => email).toSorted()
}

test('a notification is mailed to people who chose its type and one of its data centers', async () => {
  expect(await sendNotification(criteria())).toEqual(['both@example.com', 'inside@acme.example'])
  expect(await sendNotification(criteria({ dataCenters: ['eu'] }))).toEqual(['both@example.com'])
  expect(await sendNotification(criteria({ notificationType: 'Maintenance Complete' }))).toEqual([
    'other-type@example.com',
  ])
  expect(await sendNotification(criteria({ notificationType: 'Maintenance Cancelled' }))).toEqual([])
  expect(await sendNotification(criteria({ dataCenters: ['china'] }))).toEqual([])
})

test('an INTERNAL notification reaches internal domains only', async () => {
  expect(await sendNotification(criteria({ domains: ['acme.example'] }))).toEqual(['inside@acme.example'])
  expect(await sendNotification(criteria({ domains: [] }))).toEqual([])
})

test('recipients are counted by language, with English where there is no text in theirs', async () => {
  expect(await countRecipients(server.db, criteria(), ['en', 'ja'])).toEqual([
    { locale: 'en', people: 1 },
    { locale: 'ja', people: 1 },
  ])
  expect(await countRecipients(server.db, criteria(), ['en'])).toEqual([{ locale: 'en', people: 2 }])
})

test('narrowed choices apply to the next mail', async () => {
  await choose('both@example.com', { data_centers: ['eu'], notification_types: [UPDATE] })
  expect(await sendNotification(criteria())).toEqual(['inside@acme.example'])
})
