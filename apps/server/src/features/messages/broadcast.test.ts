import {
  askToUnsubscribe,
  getDeliveredMail,
  listBroadcasts,
  listDeliveries,
  unsubscribe,
} from '@aviary/contract/deliveries/endpoints'
import {
  createMessage,
  deleteMessage,
  listNotReached,
  previewMessage,
} from '@aviary/contract/messages/endpoints'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callPlain, openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { incidentRecord, ingest } from '../../../testing/ingest.ts'
import { subscribe } from '../../../testing/subscribers.ts'
import { broadcasts, deliveries, subscriptions } from '../../database/tables/mail.ts'
import { dataCenters } from '../../database/tables/reference.ts'

let server: TestApp
let manager: Person
let unsubscribing: string
beforeAll(async () => {
  server = await openTestApp({ environment: { INTERNAL_MAIL_DOMAINS: 'acme.example,Sub.Acme.Example' } })
  manager = await server.signInAs('incident_manager')
  await ingest(server, 'companies', [{ id: 7, name: 'Heron Ltd' }])
  await ingest(server, 'incidents', [
    incidentRecord('OPI-1', { affected_services: ['Expense', 'Travel'], data_centers: ['us2'] }),
    incidentRecord('OPI-2', { priority_type: 'P2' }),
    incidentRecord('OPI-3', { is_internal: 'Y' }),
  ])
  const types = ['Update', 'Internal Update']
  unsubscribing = await subscribe(server, 'ana@example.com', { alertTypes: types, companyId: 7 })
  await subscribe(server, 'bo@acme.example', {
    alertTypes: types,
    locale: 'ja',
    services: ['Travel', 'TAVS'],
  })
  await subscribe(server, 'cy@sub.acme.example', { alertTypes: types })
  await subscribe(server, 'dee@notacme.example', { alertTypes: types, dataCenters: ['eu'] })
  await subscribe(server, 'eve@example.com', { services: ['Imaging'] })
  await subscribe(server, 'fay@example.com', { alertTypes: ['Service Restored'] })
  await subscribe(server, 'gus@example.com', { category: 'P2' })
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const fields = { current_status: 'Looking', next_update: '13:00 UTC' }
const draft = (changes: object = {}) => ({
  jira_id: 'OPI-1',
  priority_type: 'P1' as const,
  message_type: 'Update',
  body: '<p>We look</p>',
  broadcast: 'Y' as const,
  email_template_data: fields,
  ...changes,
})
const preview = (changes: object = {}) => manager.call(previewMessage, { body: draft(changes) })
const sendAndListRecipients = async (changes: object) => {
  const { body } = await manager.call(createMessage, { body: draft(changes) })
  const answer = await manager.call(listDeliveries, { query: { broadcast_id: body.broadcast_id ?? 0 } })
  return answer.body.deliveries.map(({ email }) => email).toSorted()
}

test('the preview shows audience, languages and counts, and sending matches it', async () => {
  const { status, body } = await preview()
  expect(status).toBe(200)
  expect(body).toMatchObject({
    audience: 'EXTERNAL',
    total: 3,
    recipients: [{ locale: 'en', people: 3 }],
    fallback_locales: ['de', 'es', 'fr', 'ja', 'ko', 'pt', 'zh'],
  })
  expect(body.mails).toHaveLength(1)
  expect(body.mails[0]?.subject).toBe('Outage: Expense, Travel in us2')
  expect(body.mails[0]?.html).toContain('<p>We look</p>')
  expect(await server.db.select().from(broadcasts)).toEqual([])

  expect(await sendAndListRecipients({})).toEqual([
    'ana@example.com',
    'bo@acme.example',
    'cy@sub.acme.example',
  ])
})

test('an internal type reaches internal domains only and is marked internal', async () => {
  const internal = { message_type: 'Internal Update' }
  expect((await preview(internal)).body).toMatchObject({ audience: 'INTERNAL', total: 2 })
  expect(await sendAndListRecipients(internal)).toEqual(['bo@acme.example', 'cy@sub.acme.example'])
  const onInternalIncident = { ...internal, jira_id: 'OPI-3' }
  expect(await sendAndListRecipients(onInternalIncident)).toEqual(['cy@sub.acme.example'])
  const [mail] = (await preview(internal)).body.mails
  expect(mail?.text).toContain('INTERNAL: do not forward')
})

test('people who are not reached are listed with the reason', async () => {
  const query = { jira_id: 'OPI-1', message_type: 'Internal Update' }
  const { body } = await manager.call(listNotReached, { query })
  expect(body.people).toEqual([
    { email: 'ana@example.com', locale: 'en', reason: 'domain' },
    { email: 'dee@notacme.example', locale: 'en', reason: 'domain' },
    { email: 'eve@example.com', locale: 'en', reason: 'domain' },
    { email: 'fay@example.com', locale: 'en', reason: 'domain' },
    { email: 'gus@example.com', locale: 'en', reason: 'category' },
  ])
  const open = await manager.call(listNotReached, { query: { jira_id: 'OPI-1', message_type: 'Update' } })
  expect(open.body.people.map(({ email, reason }) => `${email} ${reason}`)).toEqual([
    'dee@notacme.example data_centers',
    'eve@example.com services',
    'fay@example.com alert_type',
    'gus@example.com category',
  ])
  const searched = { ...query, search: 'GUS', response_size: 1 }
  expect((await manager.call(listNotReached, { query: searched })).body).toMatchObject({
    people: [{ email: 'gus@example.com' }],
    more_results: false,
  })
})

test.each([
  [{ email_template_data: undefined }, 'body.email_template_data.current_status: Current Status required'],
  [
    { email_template_data: { ...fields, next_update: ' ' } },
    'body.email_template_data.next_update: Next Update required',
  ],
])('an empty e-mail field is refused: %j', async (changes, detail) => {
  const before = await server.db.select().from(deliveries)
  for (const refused of [await preview(changes), await manager.call(createMessage, { body: draft(changes) })])
    expect([refused.status, refused.problem.detail]).toEqual([400, detail])
  expect(await server.db.select().from(deliveries)).toHaveLength(before.length)
})

test('a broadcast sent twice with one Idempotency-Key is mailed once', async () => {
  const before = (await server.db.select().from(broadcasts)).length
  const send = () =>
    manager.call(createMessage, { body: draft(), headers: { 'idempotency-key': 'one-broadcast' } })
  const [first, second] = await Promise.all([send(), send()])
  expect(first.body.broadcast_id).toBe(second.body.broadcast_id)
  expect(await server.db.select().from(broadcasts)).toHaveLength(before + 1)
})

test('neither subject nor body carries injected headers or markup', async () => {
  await ingest(server, 'incidents', [
    incidentRecord('OPI-9\r\nBcc: x@evil.example', { affected_services: ['Expense'] }),
  ])
  const isUs2 = eq(dataCenters.systemName, 'us2')
  await server.db.update(dataCenters).set({ displayName: 'us2\r\nBcc: y@evil.example' }).where(isUs2)
  const { body } = await preview({
    jira_id: 'OPI-9\r\nBcc: x@evil.example',
    body: '<p style="display:none">a</p><img src="https://evil.example/x"><script>1</script><a href="javascript:x">b</a>',
    email_template_data: { current_status: '<img src=x onerror=1>', next_update: '%%aviary-unsubscribe%%' },
  })
  expect(body.mails[0]?.subject).toBe('Outage: Expense in us2 Bcc: y@evil.example')
  expect(body.mails[0]?.html).not.toMatch(/<script|<img|javascript:|display:none/)
  expect(body.mails[0]?.html).toContain('&lt;img src=x onerror=1&gt;')
  await server.db.update(dataCenters).set({ displayName: 'us2' }).where(isUs2)
})

test('the ledger finds deliveries by person, company and incident', async () => {
  const find = async (query: object) => (await manager.call(listDeliveries, { query })).body.deliveries
  const heard = await find({ email: 'ANA@example.com', reference: 'OPI-1' })
  expect(heard[0]).toMatchObject({
    reference: 'OPI-1',
    message_type: 'Update',
    email: 'ana@example.com',
    company_id: 7,
    company_name: 'Heron Ltd',
    locale: 'en',
    state: 'queued',
    sent_date: null,
  })
  expect((await find({ company_id: 7 })).every(({ email }) => email === 'ana@example.com')).toBe(true)
  expect(await find({ email: 'ana@example.com', reference: 'OPI-2' })).toEqual([])
  expect(await find({ email: 'ANA@ex', reference: 'opi-1' })).toEqual(heard)
  expect(await find({ email: 'na@example.com' })).toEqual([])
  for (const email of ['an_@example.com', 'an%', 'ana\\']) expect(await find({ email }), email).toEqual([])
  const ids = (await find({})).map(({ delivery_id }) => delivery_id)
  expect(ids).toEqual(ids.toSorted((a, b) => b - a))

  const support = await server.signInAs('support')
  const mail = await support.call(getDeliveredMail, { params: { id: heard[0]?.delivery_id ?? 0 } })
  expect(mail.body.mail.html).toContain('<p>We look</p>')
  expect(mail.body.mail.html).not.toContain(unsubscribing)
  const nobody = await server.signInAs('subscriber')
  expect((await nobody.call(listDeliveries)).status).toBe(403)
  expect((await manager.call(getDeliveredMail, { params: { id: 999_999 } })).status).toBe(404)
})

test('a deleted message keeps its broadcast in the ledger', async () => {
  const { body } = await manager.call(createMessage, { body: draft() })
  const { id } = body.message
  await manager.call(deleteMessage, { body: { message_id: id, jira_id: 'OPI-1', priority_type: 'P1' } })
  const { broadcasts: listed } = (await manager.call(listBroadcasts, { query: { reference: 'OPI-1' } })).body
  expect(listed.find(({ broadcast_id }) => broadcast_id === body.broadcast_id)).toMatchObject({
    message_id: null,
    progress: { queued: 3, sent: 0, deferred: 0, failed: 0, stopped: 0, bounced: 0 },
  })
})

test('one click unsubscribes; opening the link alone does not', async () => {
  const params = { uuid: unsubscribing }
  const page = await callPlain(server.app, askToUnsubscribe, { params })
  expect(String(page.headers['content-type'])).toContain('text/html')
  expect(String(page.body)).toContain('<form method="post"')
  const countSubscriptions = async () => (await server.db.select().from(subscriptions)).length
  const before = await countSubscriptions()
  const oneClick = { 'content-type': 'application/x-www-form-urlencoded' }
  const done = await callPlain(server.app, unsubscribe, {
    params,
    body: 'List-Unsubscribe=One-Click',
    headers: oneClick,
  })
  expect([done.status, await countSubscriptions()]).toEqual([200, before - 1])
  expect(await sendAndListRecipients({})).not.toContain('ana@example.com')
  const unknown = await callPlain(server.app, unsubscribe, { params: { uuid: 'nobody' } })
  expect(String(unknown.body)).toContain('no longer valid')
})
