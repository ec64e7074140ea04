import {
  getDeliveredMail,
  listBroadcasts,
  listDeliveries,
  saveMailChoices,
} from '@aviary/contract/deliveries/endpoints'
import { createMessage, listNotReached } from '@aviary/contract/messages/endpoints'
import {
  explainMailed,
  getAllUserSubscriptions,
  getCommHistory,
  listPausedSubscribers,
  resumeMails,
} from '@aviary/contract/subscribers/endpoints'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { bounceReport, sendReport } from '../../../testing/bounces.ts'
import { incidentRecord, ingest } from '../../../testing/ingest.ts'
import { startWorker } from '../../../testing/mailing.ts'
import { runOn } from '../../../testing/queries.ts'
import { untilDelivered } from '../../../testing/security.ts'
import { startSmtp } from '../../../testing/smtp.ts'
import { subscribe } from '../../../testing/subscribers.ts'
import { deliveries } from '../../database/tables/mail.ts'

const NOW = new Date('2026-08-20T12:00:00Z')
const DAY = 24 * 60 * 60_000

let server: TestApp
let manager: Person
let support: Person
beforeAll(async () => {
  server = await openTestApp({ now: NOW })
  manager = await server.signInAs('incident_manager')
  support = await server.signInAs('support')
  await ingest(server, 'incidents', [incidentRecord('OPI-1', { affected_services: ['Expense'] })])
})
beforeEach(async () => {
  server.setNow(NOW)
  await runOn(server, 'truncate subscribers, deliveries, delivery_queue, broadcasts cascade')
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

async function post(): Promise<number> {
  const { body } = await manager.call(createMessage, {
    body: {
      ...{ jira_id: 'OPI-1', priority_type: 'P1', message_type: 'Update', body: '<p>We look</p>' },
      broadcast: 'Y',
      email_template_data: { current_status: 'Looking', next_update: '13:00 UTC' },
    },
  })
  return body.broadcast_id ?? 0
}

/** Posts a message and delivers its mails; returns the envelope senders and Message-IDs by recipient. */
async function mail(options: { bounceAddress?: string } = { bounceAddress: 'bounces@acme.example' }) {
  const broadcastId = await post()
  const senders: Record<string, string> = {}
  const smtp = await startSmtp({
    onRcptTo: ({ address }, { envelope: { mailFrom } }, done) => {
      senders[address] = mailFrom ? mailFrom.address : ''
      done()
    },
  })
  const worker = await startWorker(server, { smtpUrl: smtp.url, ...options })
  await untilDelivered(server)
  await worker.stop()
  await smtp.close()
  const messageIds = smtp.received.map(({ to, raw }): [string, string] => [
    to,
    /^Message-ID: (.*)$/im.exec(raw)?.[1]?.trim() ?? '',
  ])
  return { broadcastId, senders, messageIds }
}

const ledger = async () =>
  (await support.call(listDeliveries, { query: {} })).body.deliveries.map(({ email, state, response }) => ({
    ...{ email, state, response },
  }))
const paused = async () => (await support.call(listPausedSubscribers, { query: {} })).body.subscribers

test('each mail has an address of its own for reports, which tells nothing', async () => {
  await subscribe(server, 'ana@example.com')
  await subscribe(server, 'bo@example.com')
  const { senders } = await mail()
  expect(Object.keys(senders).toSorted()).toEqual(['ana@example.com', 'bo@example.com'])
  for (const sender of Object.values(senders)) expect(sender).toMatch(/^bounces\+[0-9a-f]{32}@acme\.example$/)
  expect(new Set(Object.values(senders)).size).toBe(2)
})

test('a mail that came back stands in the ledger, the progress and the history, and its address is paused', async () => {
  await subscribe(server, 'ana@example.com', { locale: 'ja' })
  await subscribe(server, 'bo@example.com')
  const { broadcastId, senders } = await mail()
  const report = bounceReport({ to: senders['ana@example.com'] ?? '' })
  expect(await sendReport(server, report)).toMatchObject({
    ...{ status: 200 },
    body: {
      outcome: 'taken',
      detail: expect.stringMatching(/^Mail \d+ came back \(5\.1\.1\); its address is paused$/),
    },
  })
  const said = '550 5.1.1 <ana@example.com>: user unknown'
  expect(await ledger()).toEqual(
    expect.arrayContaining([
      { email: 'ana@example.com', state: 'bounced', response: said },
      expect.objectContaining({ email: 'bo@example.com', state: 'sent' }),
    ]),
  )
  const { broadcasts } = (await support.call(listBroadcasts, { query: {} })).body
  expect(broadcasts.find(({ broadcast_id }) => broadcast_id === broadcastId)?.progress).toEqual({
    ...{ queued: 0, sent: 1, deferred: 0, failed: 0, stopped: 0, bounced: 1 },
  })
  const { comms } = (await support.call(getCommHistory, { query: { email: 'ana@example.com' } })).body
  expect(comms.map(({ email_event, response }) => [email_event, response]).toSorted()).toEqual([
    ['bounced', said],
    ['queued', ''],
    ['sent', ''],
  ])
  expect(await paused()).toEqual([
    { email: 'ana@example.com', locale: 'ja', paused_date: NOW.toISOString(), reason: said },
  ])
  const { body } = await support.call(getAllUserSubscriptions, { query: { email: 'ANA@example.com' } })
  expect(body.paused).toEqual({ paused_date: NOW.toISOString(), reason: said })

  // The same report once more, as mail servers send it after a broken connection.
  expect(await sendReport(server, report)).toMatchObject({
    status: 200,
    body: { outcome: 'already received' },
  })

  const { senders: later } = await mail()
  expect(Object.keys(later)).toEqual(['bo@example.com'])
  const query = { jira_id: 'OPI-1', message_type: 'Update', search: '' }
  const { people } = (await manager.call(listNotReached, { query })).body
  expect(people).toEqual([{ email: 'ana@example.com', locale: 'ja', reason: 'paused' }])
  const explained = await support.call(explainMailed, {
    query: { email: 'ana@example.com', broadcast_id: broadcastId },
  })
  expect(explained.body.delivery_state).toBe('bounced')
  expect(explained.body.rules).toContainEqual({ rule: 'not_paused', passes: false, wanted: [], chosen: [] })
})

test('the mail as it was sent can still be read', async () => {
  await subscribe(server, 'ana@example.com')
  const { senders } = await mail()
  await sendReport(server, bounceReport({ to: senders['ana@example.com'] ?? '' }))
  const [delivery] = (await support.call(listDeliveries, { query: { state: 'bounced' } })).body.deliveries
  const { body } = await support.call(getDeliveredMail, { params: { id: delivery?.delivery_id ?? 0 } })
  expect(body.mail.text).toContain('We look')
})

test('a report is known by the address in the query, in other headers, or by the Message-ID it returns', async () => {
  await subscribe(server, 'ana@example.com')
  await subscribe(server, 'bo@example.com')
  await subscribe(server, 'cy@example.com')
  const { senders } = await mail()
  const upper = (senders['ana@example.com'] ?? '').toUpperCase()
  expect(await sendReport(server, bounceReport(), `?recipient=${encodeURIComponent(upper)}`)).toMatchObject({
    body: { outcome: 'taken' },
  })
  const delivered = `Delivered-To: ${senders['bo@example.com']}\r\n${bounceReport({ recipient: 'bo@example.com' })}`
  expect(await sendReport(server, delivered)).toMatchObject({ body: { outcome: 'taken' } })
  // Without a `bounceAddress`, the envelope sender is the sender of all mails, so only the Message-ID names the mail.
  await runOn(server, 'truncate deliveries, broadcasts cascade; update subscribers set paused_at = null')
  const { senders: plain, messageIds } = await mail({})
  expect(new Set(Object.values(plain))).toEqual(new Set(['status@acme.example']))
  const [[recipient, messageId] = ['', '']] = messageIds
  const byMessageId = bounceReport({ to: 'status@acme.example', messageId, recipient })
  expect(await sendReport(server, byMessageId)).toMatchObject({ body: { outcome: 'taken' } })
})

test.each([
  ['a delay', { action: 'delayed', status: '4.4.1' }],
  ['a delivery', { action: 'delivered', status: '2.0.0' }],
] as const)('a report of %s changes nothing', async (_, report) => {
  await subscribe(server, 'ana@example.com')
  const { senders } = await mail()
  expect(
    await sendReport(server, bounceReport({ to: senders['ana@example.com'] ?? '', ...report })),
  ).toMatchObject({
    status: 200,
    body: { outcome: 'not for Aviary', detail: 'It reports no mail that could not be delivered' },
  })
  expect(await ledger()).toMatchObject([{ state: 'sent' }])
  expect(await paused()).toEqual([])
})

test('an answer of a person, a made-up address and a foreign report change nothing', async () => {
  await subscribe(server, 'ana@example.com')
  const { senders } = await mail()
  const to = senders['ana@example.com'] ?? ''
  const away = `From: ana@example.com\r\nTo: ${to}\r\nSubject: Away\r\n\r\nI am away until Monday`
  const deep = Array.from(
    { length: 40 },
    (_, n) => `Content-Type: multipart/mixed; boundary="b${n}"\r\n\r\n--b${n}\r\n`,
  ).join('')
  for (const raw of [
    away,
    deep,
    'no mail',
    bounceReport({ to: `bounces+${'0'.repeat(32)}@acme.example` }),
    bounceReport(),
  ])
    expect(await sendReport(server, raw)).toMatchObject({ status: 200, body: { outcome: 'not for Aviary' } })
  expect(await ledger()).toMatchObject([{ state: 'sent' }])
})

test('an empty body and one that is too large are refused', async () => {
  expect((await sendReport(server, '')).status).toBe(400)
  expect((await sendReport(server, 'a'.repeat(5 * 1024 * 1024))).status).toBe(413)
})

test('five mails that came back for other reasons within two weeks pause the address, four do not', async () => {
  await subscribe(server, 'ana@example.com')
  const full = async (at: number) => {
    server.setNow(new Date(NOW.getTime() + at))
    // The clock has passed the end of earlier sessions.
    manager = await server.signInAs('incident_manager')
    support = await server.signInAs('support')
    const { senders } = await mail()
    await sendReport(server, bounceReport({ to: senders['ana@example.com'] ?? '', status: '4.2.2' }))
    return (await paused()).length
  }
  expect(await full(0)).toBe(0)
  for (const days of [15, 16, 17, 18]) expect(await full(days * DAY)).toBe(0)
  expect(await full(19 * DAY)).toBe(1)
})

test.each(['5.1.8', '5.1.0'])('status %s, about the sender, pauses nobody', async (status) => {
  await subscribe(server, 'ana@example.com')
  const { senders } = await mail()
  await sendReport(server, bounceReport({ to: senders['ana@example.com'] ?? '', status }))
  expect(await ledger()).toMatchObject([{ state: 'bounced' }])
  expect(await paused()).toEqual([])
})

async function pauseAna(): Promise<string> {
  const uuid = await subscribe(server, 'ana@example.com')
  const { senders } = await mail()
  await sendReport(server, bounceReport({ to: senders['ana@example.com'] ?? '' }))
  expect(await paused()).toHaveLength(1)
  return uuid
}

test('somebody with the right resumes the mails; a report of an earlier mail does not pause them again', async () => {
  await pauseAna()
  await subscribe(server, 'bo@example.com')
  const { senders } = await mail()
  const body = { email: 'Ana@example.com' }
  expect((await manager.call(resumeMails, { body })).status).toBe(403)
  const administrator = await server.signInAs('administrator')
  server.setNow(new Date(NOW.getTime() + 60_000))
  expect(await administrator.call(resumeMails, { body })).toMatchObject({
    status: 200,
    body: { email: 'ana@example.com' },
  })
  expect((await administrator.call(resumeMails, { body })).status).toBe(409)
  expect(await paused()).toEqual([])
  await sendReport(server, bounceReport({ to: senders['bo@example.com'] ?? '', recipient: 'BO@example.com' }))
  const resumedAgain = (await paused()).map(({ email }) => email)
  expect(resumedAgain).toEqual(['bo@example.com'])
})

test('saving the page behind the link of a mail resumes', async () => {
  const uuid = await pauseAna()
  const page = await server.app.inject({ url: `/api/unsubscribe/${uuid}/` })
  expect(page.body).toContain('sends you no mails at present, because mails to this address came back')
  const asOf = /name="as_of" value="([^"]+)"/.exec(page.body)?.[1] ?? ''
  const ticks = [...page.body.matchAll(/name="([\w.]+)" value="([^"]+)" checked/g)].map(
    ([, name = '', value = '']): [string, string] => [name, value],
  )
  const saved = await server.app.inject({
    method: 'POST',
    url: `/api${saveMailChoices.path.replace(':uuid', uuid)}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams([...ticks, ['as_of', asOf]]).toString(),
  })
  expect(saved.statusCode).toBe(303)
  expect(await paused()).toEqual([])
})

test('a report that is faster than the record of the sending is put off, not lost', async () => {
  await subscribe(server, 'ana@example.com')
  const { senders } = await mail()
  const report = bounceReport({ to: senders['ana@example.com'] ?? '' })
  const [row] = await server.db.select().from(deliveries)
  await server.db.execute(sql`update deliveries set state = 'queued'`)
  await server.db.execute(
    sql`insert into delivery_queue values (${row?.deliveryId}, ${row?.broadcastId}, 'queued', null, 'w')`,
  )
  expect((await sendReport(server, report)).status).toBe(503)
  await server.db.execute(sql`truncate delivery_queue`)
  await server.db.execute(sql`update deliveries set state = 'sent'`)
  expect(await sendReport(server, report)).toMatchObject({ status: 200, body: { outcome: 'taken' } })
})

test('one dead member of a mailing list pauses nobody', async () => {
  await subscribe(server, 'ana@example.com')
  const { senders } = await mail()
  const report = bounceReport({ to: senders['ana@example.com'] ?? '', recipient: 'dead@example.com' })
  expect(await sendReport(server, report)).toMatchObject({ status: 200, body: { outcome: 'not for Aviary' } })
  expect(await ledger()).toMatchObject([{ state: 'sent' }])
  expect(await paused()).toEqual([])
})

test('being refused by a rule, as on a list of bad senders, pauses nobody, however often', async () => {
  await subscribe(server, 'ana@example.com')
  for (let times = 0; times < 6; times += 1) {
    const { senders } = await mail()
    await sendReport(server, bounceReport({ to: senders['ana@example.com'] ?? '', status: '5.7.1' }))
  }
  const { senders } = await mail()
  await sendReport(server, bounceReport({ to: senders['ana@example.com'] ?? '', status: '4.2.2' }))
  expect((await ledger()).map(({ state }) => state)).toEqual(Array(7).fill('bounced'))
  expect(await paused()).toEqual([])
})

test('a mail that came back while it was tried again, and once more after that, counts as bounced', async () => {
  await subscribe(server, 'ana@example.com')
  const { broadcastId, senders } = await mail()
  const report = bounceReport({ to: senders['ana@example.com'] ?? '', status: '4.2.2' })
  await server.db.execute(sql`update deliveries set state = 'deferred'`)
  expect(await sendReport(server, report)).toMatchObject({ body: { outcome: 'taken' } })
  await server.db.execute(sql`update deliveries set state = 'sent'`)
  expect(await sendReport(server, report)).toMatchObject({ body: { outcome: 'taken' } })
  expect(await sendReport(server, report)).toMatchObject({ body: { outcome: 'already received' } })
  const { broadcasts } = (await support.call(listBroadcasts, { query: {} })).body
  const [broadcast] = broadcasts.filter(({ broadcast_id }) => broadcast_id === broadcastId)
  expect(broadcast?.progress).toMatchObject({ sent: 0, bounced: 1 })
})
