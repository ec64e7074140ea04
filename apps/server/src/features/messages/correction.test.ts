import { listBroadcasts, listDeliveries, retryDeliveries } from '@aviary/contract/deliveries/endpoints'
import {
  correctMessage,
  getMailedMessage,
  previewCorrection,
} from '@aviary/contract/messages/correction-endpoints'
import { createMessage, updateMessage } from '@aviary/contract/messages/endpoints'
import { explainMailed } from '@aviary/contract/subscribers/endpoints'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { incidentRecord, ingest } from '../../../testing/ingest.ts'
import { startWorker, type TestWorker } from '../../../testing/mailing.ts'
import { signInWith } from '../../../testing/people.ts'
import { runOn } from '../../../testing/queries.ts'
import { startSmtp, type TestSmtp } from '../../../testing/smtp.ts'
import { subscribe } from '../../../testing/subscribers.ts'
import { waitFor } from '../../../testing/wait-for.ts'
import { incidents } from '../../database/tables/incidents.ts'
import { deliveryQueue, subscribers } from '../../database/tables/mail.ts'

const NOW = new Date('2026-08-20T12:00:00Z')
const REFUSED = 'gone@example.com'

let server: TestApp
let manager: Person
let smtp: TestSmtp
let worker: TestWorker | undefined
beforeAll(async () => {
  server = await openTestApp({ now: NOW, environment: { INTERNAL_MAIL_DOMAINS: 'acme.example' } })
  manager = await server.signInAs('incident_manager')
  await ingest(server, 'incidents', [incidentRecord('OPI-1', { affected_services: ['Expense'] })])
  smtp = await startSmtp({
    onRcptTo: ({ address }, _session, done) =>
      done(
        address === REFUSED ? Object.assign(new Error('no such person'), { responseCode: 550 }) : undefined,
      ),
  })
})
beforeEach(async () => {
  await runOn(server, 'truncate subscribers cascade; truncate delivery_queue; truncate broadcasts cascade')
  smtp.received.length = 0
  const types = ['Update', 'Internal Update']
  await subscribe(server, 'ana@example.com', { alertTypes: types })
  await subscribe(server, 'bo@acme.example', { alertTypes: types, locale: 'ja' })
  await subscribe(server, 'cy@acme.example', { alertTypes: types, locale: 'de' })
})
afterEach(async () => {
  await worker?.stop()
  worker = undefined
})
afterAll(async () => {
  await smtp.close()
  expect(server.errors).toEqual([])
  await server.close()
})

const INCIDENT = { jira_id: 'OPI-1', priority_type: 'P1' as const }
const EN = '<p>Travel is down in eu2</p>'
const JA = '<p>eu2 で停止しています</p>'

async function post(changes: object = {}): Promise<number> {
  const draft = {
    ...{ ...INCIDENT, message_type: 'Update', body: { en: EN, ja: JA }, broadcast: 'Y' as const },
    email_template_data: { current_status: 'Looking', next_update: '13:00 UTC' },
    ...changes,
  }
  return (await manager.call(createMessage, { body: draft })).body.message.id
}
const send = async () => {
  worker ??= await startWorker(server, { smtpUrl: smtp.url })
  await waitFor(async () =>
    expect(await server.db.select().from(deliveryQueue).where(eq(deliveryQueue.state, 'queued'))).toEqual([]),
  )
}
const edit = (id: number, changes: object = {}) => ({
  ...{ ...INCIDENT, message_id: id, message_type: 'Update', language: 'en', version: 1 },
  body: '<p>Travel is slow in eu2</p>',
  ...changes,
})
const preview = (id: number, changes: object = {}, person = manager) =>
  person.call(previewCorrection, { body: edit(id, changes) })
const correct = (id: number, changes: object = {}, { person = manager, key = '' } = {}) =>
  person.call(correctMessage, {
    body: { recipients: 2, ...edit(id, changes) },
    ...(key && { headers: { 'idempotency-key': key } }),
  })
const mailed = async (id: number) =>
  (await manager.call(getMailedMessage, { query: { jira_id: 'OPI-1', message_id: String(id) } as never }))
    .body
const receivedBy = () => smtp.received.map(({ to }) => to).toSorted()
const listSent = async () =>
  (await manager.call(listBroadcasts, { query: { reference: 'OPI-1' } })).body.broadcasts
const readMailTo = async (address: string) => smtp.read(smtp.received.findIndex(({ to }) => to === address))

test('exactly those who got a text that changes are mailed what changed, in the language of their mail', async () => {
  const id = await post()
  await send()
  expect(await mailed(id)).toEqual({
    ...{ people: 3, waiting: 0, audience: 'EXTERNAL', mailed_date: NOW.toISOString() },
  })
  // One person subscribes and one leaves: neither changes who got the text.
  await subscribe(server, 'late@example.com')
  await server.db.delete(subscribers).where(eq(subscribers.email, 'ana@example.com'))
  smtp.received.length = 0

  const { body } = await preview(id)
  expect(body).toMatchObject({
    ...{ audience: 'EXTERNAL', total: 2, waiting: 0 },
    recipients: [{ locale: 'en', people: 2 }],
    unaffected: [{ locale: 'ja', people: 1 }],
  })
  expect((await correct(id)).status).toBe(200)
  await send()
  expect(receivedBy()).toEqual(['ana@example.com', 'cy@acme.example'])
  const mail = await readMailTo('cy@acme.example')
  expect(mail.subject).toBe('Outage: Expense in us2')
  expect(mail.text).toContain('Correction: Outage: Expense in us2 — Update')
  expect(mail.text).toContain('Corrects our message of: Aug 20, 2026, 12:00 UTC')
  expect(mail.text).toContain('What changed:\nTravel is [removed: down][added: slow]')
  expect(mail.text).toContain('Next Update: 13:00 UTC')
  expect(mail.html).toMatch(/<del [^>]*>down<\/del><ins [^>]*>slow<\/ins>/)
  expect(mail.subject).toBe(body.mails[0]?.subject)
  expect(await mailed(id)).toMatchObject({ people: 3, waiting: 0 })

  const sent = await listSent()
  expect(sent.map(({ is_correction, message_id }) => [is_correction, message_id])).toEqual([
    [true, id],
    [false, id],
  ])
})

test('a correction in Japanese and English reaches everybody, each in their language', async () => {
  const id = await post()
  await send()
  smtp.received.length = 0
  const body = { en: '<p>Travel is slow in eu2</p>', ja: '<p>eu2 で遅くなっています</p>' }
  expect((await preview(id, { body })).body).toMatchObject({ total: 3, unaffected: [] })
  expect((await correct(id, { body, recipients: 3 })).status).toBe(200)
  await send()
  expect(receivedBy()).toEqual(['ana@example.com', 'bo@acme.example', 'cy@acme.example'])
  const mail = await readMailTo('bo@acme.example')
  expect(mail.subject).toBe('障害：Expense（us2）')
  expect(mail.text).toContain('訂正: 障害：Expense（us2） — 更新情報')
  expect(mail.text).toContain('eu2 で遅くなっています')
  expect(mail.text).toContain('変更点:\neu2 で[削除: 停止してい][追加: 遅くなってい]ます')
})

test('another number than was confirmed, or another version, changes and mails nothing', async () => {
  const id = await post()
  await send()
  const wrong = await correct(id, { recipients: 3 })
  expect([wrong.status, wrong.problem.detail]).toEqual([
    409,
    'The correction would now reach 2 people, not 3. Check it again',
  ])
  expect((await correct(id, { version: 2 })).status).toBe(409)
  expect(await listSent()).toHaveLength(1)
  expect((await correct(id, {}, { key: 'once' })).status).toBe(200)
  const again = await correct(id, {}, { key: 'once' })
  expect([again.status, (await listSent()).length]).toEqual([200, 2])
  expect((await correct(id)).status).toBe(409)
})

test('two corrections at the same time: one is mailed, the other is told', async () => {
  const id = await post()
  await send()
  const both = await Promise.all([correct(id), correct(id, { body: '<p>Travel is fine</p>' })])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await listSent()).toHaveLength(2)
})

test('who waits gets the correction only, or, if their text stays as it is, the mail that waits', async () => {
  const id = await post()
  expect(await mailed(id)).toMatchObject({ people: 0, waiting: 3 })
  expect((await preview(id)).body).toMatchObject({ total: 2, waiting: 2 })
  expect((await correct(id)).status).toBe(200)
  await send()
  expect(receivedBy()).toEqual(['ana@example.com', 'bo@acme.example', 'cy@acme.example'])
  expect((await readMailTo('bo@acme.example')).text).not.toContain('訂正')
  expect((await readMailTo('ana@example.com')).text).toContain('Correction: ')
})

test('who never got the text is not mailed, and their failed mail cannot be sent again', async () => {
  await subscribe(server, REFUSED)
  const id = await post()
  await send()
  await waitFor(async () => expect((await listSent())[0]?.progress.failed).toBe(1))
  expect(await mailed(id)).toMatchObject({ people: 3, waiting: 0 })
  expect((await correct(id)).status).toBe(200)
  await send()
  const [correction, original] = await listSent()
  expect(correction?.progress).toMatchObject({ sent: 2, failed: 0 })
  const retried = await manager.call(retryDeliveries, { body: { broadcast_id: original?.broadcast_id ?? 0 } })
  expect(retried.problem.detail).toBe('There is no failed mail to try again')
})

test('after an edit without mails the correction compares with what was mailed', async () => {
  const id = await post()
  await send()
  smtp.received.length = 0
  await manager.call(updateMessage, { body: edit(id, { body: '<p>Travel is odd in eu2</p>' }) })
  expect((await correct(id, { version: 2 })).status).toBe(200)
  await send()
  expect((await readMailTo('ana@example.com')).text).toContain('[removed: down][added: slow]')
  smtp.received.length = 0
  // A second correction goes to the same people, and compares with the first.
  expect((await correct(id, { version: 3, body: '<p>Travel is fast in eu2</p>' })).status).toBe(200)
  await send()
  expect(receivedBy()).toEqual(['ana@example.com', 'cy@acme.example'])
  expect((await readMailTo('ana@example.com')).text).toContain('[removed: slow][added: fast]')
})

test('another promised time is in every mail, and replaces what was typed for it', async () => {
  const id = await post()
  await send()
  smtp.received.length = 0
  const changes = { body: { en: EN }, next_update_due: '2026-08-20T15:00:00Z', recipients: 3 }
  expect((await correct(id, changes)).status).toBe(200)
  await send()
  const { text } = await readMailTo('ana@example.com')
  expect(text).toMatch(/Next Update: .*15:00/)
  expect(text).not.toContain('13:00')
})

test.each(['', '14:00 UTC'])(
  'a promise taken back is in no mail, whether its text was made or typed: "%s"',
  async (typed) => {
    const id = await post({
      next_update_due: '2026-08-20T14:00:00Z',
      email_template_data: { current_status: 'Looking', next_update: typed },
    })
    await send()
    smtp.received.length = 0
    const changes = { body: { en: EN }, next_update_due: null, recipients: 3 }
    expect((await correct(id, changes)).status).toBe(200)
    await send()
    const { text } = await readMailTo('ana@example.com')
    expect(text).not.toContain('Next Update')
    expect(text).toContain('[removed: Aug 20, 2026, 14:00 UTC]')
  },
)

test('a promise that a correction made and another takes back does not bring the first text back', async () => {
  const id = await post({ email_template_data: { current_status: 'Looking', next_update: 'in an hour' } })
  await send()
  const due = { body: { en: EN }, next_update_due: '2026-08-20T14:00:00Z', recipients: 3 }
  expect((await correct(id, due)).status).toBe(200)
  await send()
  smtp.received.length = 0
  expect((await correct(id, { ...due, next_update_due: null, version: 2 })).status).toBe(200)
  await send()
  const { text } = await readMailTo('ana@example.com')
  expect(text).toContain('[removed: Aug 20, 2026, 14:00 UTC]')
  expect(text).not.toMatch(/Next Update|in an hour/)
})

test('the preview has the mails that somebody gets, and no other', async () => {
  const id = await post()
  await send()
  const shown = (await preview(id, { language: 'ja', body: { ja: '<p>遅延</p>' } })).body
  expect(shown.mails.map(({ locale }) => locale)).toEqual(['ja'])
  expect(shown.fallback_locales).toEqual([])
})

test('nothing that was mailed changes, or nobody was mailed: the answer says to edit without a correction', async () => {
  const id = await post()
  await send()
  // Readers of German were mailed the English text, which stays as it is.
  const german = await preview(id, { language: 'de', body: '<p>Travel ist langsam</p>' })
  expect([german.status, german.problem.detail]).toEqual([
    400,
    expect.stringContaining('no text that was mailed'),
  ])
  const same = await preview(id, { body: EN })
  expect([same.status, same.problem.detail]).toEqual([400, expect.stringContaining('Must Change A Value')])
  const quiet = await post({ broadcast: 'N', email_template_data: undefined })
  const unmailed = await preview(quiet)
  expect([unmailed.status, unmailed.problem.detail]).toEqual([
    400,
    expect.stringContaining('mailed to nobody'),
  ])
})

test('nothing internal is mailed to people outside', async () => {
  const id = await post()
  await send()
  const administrator = await server.signInAs('administrator')
  const internal = await preview(id, { message_type: 'Internal Update' }, administrator)
  expect([internal.status, internal.problem.detail]).toEqual([
    400,
    expect.stringContaining('people outside were mailed this, and this type is internal'),
  ])
  await server.db.update(incidents).set({ isInternal: true })
  const hidden = await preview(id)
  expect([hidden.status, hidden.problem.detail]).toEqual([
    400,
    expect.stringContaining('OPI-1 is internal now'),
  ])
  await server.db.update(incidents).set({ isInternal: false })
})

test('correcting needs the right to edit and the right to create', async () => {
  const id = await post()
  await send()
  for (const action of ['create_p1_message', 'edit_p1_message'] as const) {
    const person = await signInWith(server, [action])
    expect((await correct(id, {}, { person })).status).toBe(403)
    expect((await preview(id, {}, person)).status).toBe(403)
  }
  expect(await listSent()).toHaveLength(1)
})

test('the ledger shows both mails, and why the correction went to an address', async () => {
  const id = await post()
  await send()
  const { broadcast_id } = (await correct(id)).body
  await send()
  const support = await server.signInAs('support')
  const query = { reference: 'OPI-1', email: 'ana@example.com' }
  const rows = (await support.call(listDeliveries, { query })).body.deliveries
  expect(rows.map(({ is_correction, state }) => [is_correction, state])).toEqual([
    [true, 'sent'],
    [false, 'sent'],
  ])
  const explain = async (email: string) =>
    (await support.call(explainMailed, { query: { email, broadcast_id: String(broadcast_id) } as never }))
      .body
  expect(await explain('ana@example.com')).toMatchObject({
    rules: [{ rule: 'exists' }, { rule: 'corrected', passes: true }],
    ...{ is_reconstructed: false, changed_since: false },
  })
  expect((await explain('bo@acme.example')).rules[1]).toMatchObject({ rule: 'corrected', passes: false })
})

test('a repeated request answers as the first did; the same key with another text mails nothing', async () => {
  const id = await post()
  await send()
  const both = await Promise.all([correct(id, {}, { key: 'lost' }), correct(id, {}, { key: 'lost' })])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  expect(both[0].body).toEqual(both[1].body)
  const other = await correct(id, { body: '<p>Travel is odd</p>', version: 2 }, { key: 'lost' })
  expect(other.status).toBe(409)
  expect(await listSent()).toHaveLength(2)
})

test('between the confirmation and the correction the incident became internal: nothing is mailed', async () => {
  const id = await post()
  await send()
  const { total } = (await preview(id)).body
  await server.db.update(incidents).set({ isInternal: true })
  expect((await correct(id, { recipients: total })).status).toBe(400)
  await server.db.update(incidents).set({ isInternal: false })
  expect(await listSent()).toHaveLength(1)
  expect((await correct(id, { recipients: total })).status).toBe(200)
})
