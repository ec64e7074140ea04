import type { Action } from '@aviary/contract/actions'
import {
  getDeliveredMail,
  listBroadcasts,
  listDeliveries,
  retryDeliveries,
} from '@aviary/contract/deliveries/endpoints'
import { listSecurityEmails } from '@aviary/contract/security/email-endpoints'
import {
  getSendingProgress,
  listSendableEmails,
  sendSecurityEmails,
} from '@aviary/contract/security/send-endpoints'
import { explainMailed, getCommHistory } from '@aviary/contract/subscribers/endpoints'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../../testing/app.ts'
import { signInWith } from '../../../../testing/people.ts'
import { addSecurityUsers, deliverAll, newComm, writeEmail } from '../../../../testing/security.ts'
import { broadcasts, deliveries } from '../../../database/tables/mail.ts'
import { createBroadcast } from '../../../mail/public.ts'

const LEDGER: Action[] = [
  'view_incident_management_page',
  'view_subscriber_comm_history',
  'edit_notifications',
]
const SECRET = /SEC-|zebra|Initial Notification|ana@one|security_email/

let server: TestApp
/** People who may open the ledger but not security mails: they lack the permission, the restricted page, or both. */
let outsiders: Person[] = []
let insider: Person
let broadcastId = 0
let deliveryIds: number[] = []
let reference = ''
let commId = 0
beforeAll(async () => {
  server = await openTestApp()
  const administrator = await server.signInAs('administrator')
  outsiders = [
    await signInWith(server, LEDGER),
    await signInWith(server, [...LEDGER, 'view_emails'], ['Comms', 'Compose Email']),
    await signInWith(server, [...LEDGER, 'view_compose_email'], ['Emails', 'Compose Email']),
  ]
  insider = await signInWith(server, [...LEDGER, 'view_emails'], ['Emails'])
  const comm = await newComm(administrator)
  commId = comm.commId
  reference = `SEC-${comm.secId}`
  await addSecurityUsers(server, 1, ['ana@one.example', 'bad@one.example'])
  const id = await writeEmail(administrator, commId, {
    company_id: 1,
    subject: 'zebra',
    body: '<p>zebra</p>',
  })
  await insider.call(sendSecurityEmails, { body: { email_ids: [id] } })
  await deliverAll(server, {
    onRcptTo: ({ address }, _session, done) =>
      address.startsWith('bad')
        ? done(Object.assign(new Error('no zebra here'), { responseCode: 550 }))
        : done(),
  })
  const [row] = await server.db.select().from(broadcasts).where(eq(broadcasts.securityEmailId, id))
  broadcastId = row?.broadcastId ?? 0
  deliveryIds = (await server.db.select().from(deliveries)).map(({ deliveryId }) => deliveryId)
  // Everybody may see this broadcast, so that a wrongly empty list fails the tests.
  await createBroadcast(
    server.db,
    {
      kind: 'notification',
      notificationId: 1,
      reference: 'MNT-1',
      messageType: 'Maintenance Announcement',
      audience: 'EXTERNAL',
      series: { list: 'notifications', thread: 'maintenance.1' },
      contents: { en: { subject: 'Upgrade', html: '<p>x</p>', text: 'x' } },
      internalDomains: [],
      createdBy: 'test',
      criteria: {
        category: 'notifications',
        dataCenters: ['us2'],
        notificationType: 'x',
        domains: undefined,
      },
    },
    server.now(),
  )
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const broadcastQueries = () => [{}, { reference }, { reference: reference.toLowerCase() }]
const deliveryQueries = () => [
  ...broadcastQueries(),
  { broadcast_id: broadcastId },
  { email: 'ana@one.example' },
  { email: 'a' },
  { company_id: 1 },
  { state: 'failed' as const },
  { state: 'sent' as const, company_id: 1 },
]

describe('without view_emails or its page', () => {
  test('no list of broadcasts or mails has a security mail, whatever the query', async () => {
    for (const person of outsiders) {
      for (const query of broadcastQueries()) {
        const { status, body } = await person.call(listBroadcasts, { query })
        expect([status, JSON.stringify(body)]).toEqual([200, expect.not.stringMatching(SECRET)])
        expect(body.broadcasts.length).toBe('reference' in query ? 0 : 1)
        expect(body.more_results).toBe(false)
      }
      for (const query of deliveryQueries()) {
        const { status, body } = await person.call(listDeliveries, { query })
        expect([status, body]).toEqual([200, { deliveries: [], more_results: false }])
      }
      const paged = await person.call(listBroadcasts, { query: { response_size: 1 } })
      expect(paged.body.more_results).toBe(false)
    }
  })

  test('a mail and its broadcast are not found', async () => {
    for (const person of outsiders) {
      for (const id of deliveryIds) {
        const { status, problem } = await person.call(getDeliveredMail, { params: { id } })
        expect([status, problem.detail]).toEqual([404, `There is no mail ${id}`])
      }
      const explanation = await person.call(explainMailed, {
        query: { email: 'ana@one.example', broadcast_id: broadcastId },
      })
      expect([explanation.status, explanation.problem.detail]).toEqual([
        404,
        `There is no broadcast ${broadcastId}`,
      ])
    }
  })

  test('the history of an address and explanations of other mails reveal nothing', async () => {
    const [other] = await server.db.select().from(broadcasts).where(eq(broadcasts.kind, 'notification'))
    for (const person of outsiders) {
      const history = await person.call(getCommHistory, { query: { email: 'ana@one.example' } })
      expect(history.body).toEqual({ comms: [], is_cut: false })
      const explanation = await person.call(explainMailed, {
        query: { email: 'ana@one.example', broadcast_id: other?.broadcastId ?? 0 },
      })
      expect(explanation.body).toMatchObject({
        delivery_id: null,
        subscriber_since: null,
        changed_since: false,
      })
    }
  })

  test('a failed mail cannot be retried', async () => {
    for (const person of outsiders) {
      const { status, problem } = await person.call(retryDeliveries, { body: { broadcast_id: broadcastId } })
      expect([status, problem.detail]).toEqual([404, `There is no broadcast ${broadcastId}`])
    }
    const nobody = await signInWith(server, ['view_emails'])
    const refused = await nobody.call(retryDeliveries, { body: { broadcast_id: broadcastId } })
    expect([refused.status, refused.problem.detail]).toEqual([
      403,
      "This needs the restricted page 'Emails' besides the action view_emails",
    ])
  })

  test('emails are listed without the progress of their mails', async () => {
    const [, , writer] = outsiders
    const query = { sec_comm_id: commId }
    const read = async (person?: Person) => (await person?.call(listSecurityEmails, { query }))?.body.emails
    expect(await read(writer)).toMatchObject([{ subject: 'zebra', was_sent: 'Y', progress: null }])
    expect(await read(insider)).toMatchObject([{ subject: 'zebra', progress: { sent: 1, failed: 1 } }])
  })

  test('sendable emails and the progress of a sending are refused', async () => {
    for (const person of outsiders)
      for (const endpoint of [listSendableEmails, getSendingProgress])
        expect((await person.call(endpoint, { query: { sec_comm_id: commId } })).status).toBe(403)
  })
})

describe('with view_emails and its page', () => {
  test('the ledger shows security mails like others', async () => {
    const listed = (await insider.call(listBroadcasts, { query: { reference } })).body.broadcasts
    expect(listed).toMatchObject([
      {
        broadcast_id: broadcastId,
        kind: 'security_email',
        reference,
        message_type: 'Initial Notification',
        subject: 'zebra',
        progress: { sent: 1, failed: 1 },
      },
    ])
    for (const query of deliveryQueries()) {
      const { body } = await insider.call(listDeliveries, { query })
      expect(body.deliveries.length).toBeGreaterThan(0)
      expect(
        body.deliveries.every((delivery) => delivery.reference === reference && delivery.company_id === 1),
      ).toBe(true)
    }
    const [id = 0] = deliveryIds
    const { body } = await insider.call(getDeliveredMail, { params: { id } })
    expect(body.mail).toMatchObject({ subject: 'zebra', text: expect.stringContaining('zebra') })
    expect(JSON.stringify(body.mail)).not.toMatch(/unsubscribe|subscriptions/i)
  })

  test('the history of an address shows them', async () => {
    const { body } = await insider.call(getCommHistory, { query: { email: 'ANA@one.example' } })
    expect(body.comms.map((comm) => [comm.comm_type, comm.event_title, comm.email_event])).toEqual([
      ['security_email', reference, 'sent'],
      ['security_email', reference, 'queued'],
    ])
    expect(body.comms[0]).toMatchObject({ services: [], data_centers: [] })
  })

  test('an explanation says that subscriptions do not matter', async () => {
    const explanation = await insider.call(explainMailed, {
      query: { email: 'ana@one.example', broadcast_id: broadcastId },
    })
    expect([explanation.status, explanation.problem.detail]).toEqual([
      409,
      'A security mail goes to the active security users of its company, whatever they subscribe to',
    ])
  })

  test('a failed mail can be retried, even without any other right', async () => {
    const only = await signInWith(server, ['view_emails'], ['Emails'])
    const retried = await only.call(retryDeliveries, { body: { broadcast_id: broadcastId } })
    expect(retried.body).toEqual({ retried: 1 })
    const arrived = await deliverAll(server)
    expect(arrived.map(({ to, mail }) => [to, mail.subject])).toEqual([['bad@one.example', 'zebra']])
    const other = await server.db.select().from(broadcasts).where(eq(broadcasts.kind, 'notification'))
    const refused = await only.call(retryDeliveries, { body: { broadcast_id: other[0]?.broadcastId ?? 0 } })
    expect(refused.status).toBe(403)
  })
})
