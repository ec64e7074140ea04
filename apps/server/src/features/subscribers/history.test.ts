import { MAX_COMMS } from '@aviary/contract/constants'
import { retryDeliveries } from '@aviary/contract/deliveries/endpoints'
import { createMessage } from '@aviary/contract/messages/endpoints'
import { getCommHistory, subscriberExists } from '@aviary/contract/subscribers/endpoints'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { incidentRecord, ingest } from '../../../testing/ingest.ts'
import { startWorker } from '../../../testing/mailing.ts'
import { planEvent, subscribeToMaintenance } from '../../../testing/maintenance.ts'
import { runOn } from '../../../testing/queries.ts'
import { startSmtp } from '../../../testing/smtp.ts'
import { subscribe } from '../../../testing/subscribers.ts'
import { waitFor } from '../../../testing/wait-for.ts'
import { broadcasts, deliveries } from '../../database/tables/mail.ts'
import { createBroadcast, stopBroadcast } from '../../mail/public.ts'

const NOW = new Date('2026-08-20T12:00:00Z')
const MINUTE = 60_000
const later = (ms: number) => new Date(NOW.getTime() + ms)

let server: TestApp
let support: Person
let manager: Person
beforeAll(async () => {
  server = await openTestApp({ now: NOW })
  support = await server.signInAs('support')
  manager = await server.signInAs('incident_manager')
  await ingest(server, 'incidents', [
    incidentRecord('OPI-1', { affected_services: ['Expense', 'Travel'], data_centers: ['us2', 'eu'] }),
  ])
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const getHistory = async (email: string) => (await support.call(getCommHistory, { query: { email } })).body
const listEvents = async (email: string) =>
  (await getHistory(email)).comms.map(({ email_event, response }) => `${email_event} ${response}`.trim())

async function post(): Promise<number> {
  const { body } = await manager.call(createMessage, {
    body: {
      jira_id: 'OPI-1',
      priority_type: 'P1',
      message_type: 'Update',
      body: '<p>We look</p>',
      broadcast: 'Y',
      email_template_data: { current_status: 'Looking', next_update: '13:00 UTC' },
    },
  })
  return body.broadcast_id ?? 0
}

test('finds a subscriber by the whole address, in any case', async () => {
  await subscribe(server, 'Ana@Example.com')
  await subscribe(server, 'Jürgen@bücher.example')
  const exists = async (email: string) =>
    (await support.call(subscriberExists, { query: { email } })).body.exists
  for (const email of ['Ana@Example.com', 'ana@example.com', 'ANA@EXAMPLE.COM', 'jürgen@bücher.example'])
    expect(await exists(email), email).toBe(true)
  for (const email of ['an@example.com', 'ana@example.co', 'an_@example.com', '%@example.com'])
    expect(await exists(email), email).toBe(false)
})

test.each(['', 'ana', 'ana@', 'a\u0000b@c.de', "' or true --", `${'a'.repeat(400)}@c.de`])(
  'an invalid address is refused: %j',
  async (email) => {
    for (const endpoint of [subscriberExists, getCommHistory]) {
      const { status, problem } = await support.call(endpoint, { query: { email } })
      expect([status, problem.detail]).toEqual([
        400,
        expect.stringMatching(/Invalid Email|control|NUL|character/),
      ])
    }
  },
)

test('shows the events of each mail, newest first, with the words of the mail server and who retried it', async () => {
  let refusal: { code: number; words: string } | undefined = { code: 451, words: 'try later' }
  const smtp = await startSmtp({
    onRcptTo: (_address, _session, done) =>
      done(refusal ? Object.assign(new Error(refusal.words), { responseCode: refusal.code }) : null),
  })
  await subscribe(server, 'bo@example.com')
  const broadcastId = await post()
  expect(await listEvents('BO@example.com')).toEqual(['queued'])

  server.setNow(later(MINUTE))
  const worker = await startWorker(server, { smtpUrl: smtp.url })
  await waitFor(async () =>
    expect(await listEvents('bo@example.com')).toEqual([
      expect.stringMatching(/^deferred .*451 try later/),
      'queued',
    ]),
  )
  refusal = { code: 550, words: 'no such mailbox' }
  server.setNow(later(10 * MINUTE))
  await runOn(server, `notify aviary_changed, '{"topics":["mails"],"sessions":[],"from":"test"}'`)
  await waitFor(async () =>
    expect((await listEvents('bo@example.com'))[0]).toMatch(/^failed .*550 no such mailbox/),
  )

  refusal = undefined
  server.setNow(later(20 * MINUTE))
  const retried = await manager.call(retryDeliveries, { body: { broadcast_id: broadcastId } })
  expect(retried.status).toBe(200)
  await waitFor(async () => expect((await listEvents('bo@example.com'))[0]).toMatch(/^sent 250/))
  await worker.stop()
  await smtp.close()
  expect(await listEvents('bo@example.com')).toEqual([
    expect.stringMatching(/^sent 250/),
    `retried ${manager.email}`,
    expect.stringMatching(/^failed .*550 no such mailbox/),
    expect.stringMatching(/^deferred .*451 try later/),
    'queued',
  ])
  const { comms, is_cut } = await getHistory('bo@example.com')
  expect(is_cut).toBe(false)
  expect(comms[0]).toMatchObject({
    event_title: 'OPI-1',
    message_type: 'Update',
    application: 'Aviary',
    event_time: later(20 * MINUTE).toISOString(),
    comm_type: 'incident_message',
    data_centers: ['us2', 'eu'],
    services: ['Expense', 'Travel'],
    created_on: NOW.toISOString(),
    broadcast_id: broadcastId,
  })
  const times = comms.map(({ event_time }) => event_time)
  expect(times).toEqual(times.toSorted().reverse())
})

test('shows when a mail was stopped', async () => {
  server.setNow(NOW)
  await subscribe(server, 'cy@example.com')
  const broadcastId = await post()
  await stopBroadcast(server.db, broadcastId, later(MINUTE))
  const { comms } = await getHistory('cy@example.com')
  expect(comms.map(({ email_event, event_time }) => [email_event, event_time])).toEqual([
    ['stopped', later(MINUTE).toISOString()],
    ['queued', NOW.toISOString()],
  ])
})

test('keeps the history of an address after its subscriber is deleted', async () => {
  await subscribe(server, 'dee@example.com')
  await post()
  await runOn(server, `delete from subscribers where email = 'dee@example.com'`)
  expect(await listEvents('dee@example.com')).toEqual(['queued'])
  const exists = await support.call(subscriberExists, { query: { email: 'dee@example.com' } })
  expect(exists.body.exists).toBe(false)
  expect(await listEvents('nobody-ever@example.com')).toEqual([])
})

test('shows the places of a mail as it was sent; for an old mail, those of its incident or event today', async () => {
  await subscribe(server, 'eve@example.com')
  await subscribeToMaintenance(server, 'fay@example.com', { dataCenters: ['us2', 'eu'] })
  await post()
  const eventId = await planEvent(server, { dataCenters: ['us2', 'eu'] })
  await createBroadcast(
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
        dataCenters: ['us2'],
        notificationType: 'Maintenance Announcement',
        domains: undefined,
      },
    },
    NOW,
  )
  await ingest(server, 'incidents', [
    incidentRecord('OPI-1', { affected_services: ['Imaging'], data_centers: ['china'] }),
  ])
  const getPlaces = async (email: string) => {
    const { comms } = await getHistory(email)
    return comms.map(({ comm_type, services, data_centers }) => ({ comm_type, services, data_centers }))
  }
  expect(await getPlaces('eve@example.com')).toEqual([
    { comm_type: 'incident_message', services: ['Expense', 'Travel'], data_centers: ['us2', 'eu'] },
  ])
  expect(await getPlaces('fay@example.com')).toEqual([
    { comm_type: 'notification', services: [], data_centers: ['us2'] },
  ])
  await server.db.update(broadcasts).set({ criteria: null })
  expect(await getPlaces('eve@example.com')).toEqual([
    { comm_type: 'incident_message', services: ['Imaging'], data_centers: ['china'] },
  ])
  expect(await getPlaces('fay@example.com')).toEqual([
    { comm_type: 'notification', services: [], data_centers: ['eu', 'us2'] },
  ])
})

test(`shows the newest ${MAX_COMMS} events and says when there are more`, async () => {
  const email = 'many@example.com'
  const fill = (people: number) =>
    server.db.execute(sql`
      with made as (
        insert into ${broadcasts} (kind, reference, message_type, audience, contents, created_by, created_at)
        select 'incident_message', 'OPI-' || n, 'Update', 'EXTERNAL', '{}', 'x', now() from generate_series(1, ${people}) n
        returning broadcast_id
      )
      insert into ${deliveries} (broadcast_id, email, locale, state, created_at, sent_at)
      select broadcast_id, ${email}, 'en', 'sent', timestamptz '2026-01-01' + broadcast_id * interval '1 minute',
        timestamptz '2026-01-01' + broadcast_id * interval '1 minute' from made`)
  await fill(MAX_COMMS / 2)
  const whole = await getHistory(email)
  expect([whole.comms.length, whole.is_cut]).toEqual([MAX_COMMS, false])
  await fill(1)
  const cut = await getHistory(email)
  expect([cut.comms.length, cut.is_cut]).toEqual([MAX_COMMS, true])
  expect(cut.comms.slice(0, 3).map(({ email_event }) => email_event)).toEqual(['sent', 'queued', 'sent'])
  expect((cut.comms[0]?.event_time ?? '') > (whole.comms[0]?.event_time ?? '')).toBe(true)
})
