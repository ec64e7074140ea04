import { listBroadcasts } from '@aviary/contract/deliveries/endpoints'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { incidentRecord, ingest } from '../../../testing/ingest.ts'
import { signInWith } from '../../../testing/people.ts'
import { lastAudit } from '../../../testing/queries.ts'
import { openStranger } from '../../../testing/requests.ts'
import { openReader, publish, renderStatusPage } from '../../../testing/status-page.ts'
import { subscribe } from '../../../testing/subscribers.ts'
import {
  deliveryQueue,
  subscribers,
  subscriptionRequests,
  subscriptions,
} from '../../database/tables/mail.ts'

const ANA = 'ana@example.com'
const STAFF = 'sue@acme.example'

let server: TestApp
let stranger: Awaited<ReturnType<typeof openStranger>>
beforeAll(async () => {
  server = await openTestApp({
    environment: { PUBLIC_STATUS: '/status', INTERNAL_MAIL_DOMAINS: 'acme.example' },
  })
  stranger = await openStranger(server)
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await stranger.stop()
  await server.close()
})
beforeEach(async () => {
  await stranger.forgetAll()
  await server.db.execute(sql`update services set is_on_status_page = true`)
})

const listChosen = () => server.db.select().from(subscriptions).orderBy(subscriptions.category)
const hide = (name: string) =>
  server.db.execute(sql`update services set is_on_status_page = false where system_name = ${name}`)
/** Ids by name, as the form of the status page has them. */
async function readIds(): Promise<Record<string, string>> {
  const { services, data_centers } = JSON.parse(await openReader(server).read('snapshot.json'))
  return Object.fromEntries([...services, ...data_centers].map(({ id, name }) => [name, id]))
}

test('whoever enters an address on the page and follows the link in the mail is subscribed to all', async () => {
  const page = await openReader(server).read('de/')
  expect(page).toContain('action="http://localhost:8080/api/subscription_requests/"')
  const sent = await stranger.ask({ email: [ANA], locale: ['de'] })
  expect([sent.statusCode, sent.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(sent.body).toContain('Wir haben eine E-Mail an diese Adresse gesendet')
  expect(sent.body).toContain('href="http://localhost:8080/status/de/"')
  const mail = await stranger.getMail(ANA)
  expect(mail.subject).toBe('Bestätigen Sie Ihr Abonnement der Status-E-Mails von Acme')
  const token = await stranger.getToken(ANA)
  expect((await stranger.open(token)).body).toContain(`<strong>${ANA}</strong>`)
  expect(await stranger.getSubscriber(ANA)).toBeUndefined()

  const { statusCode, headers } = await stranger.confirm(token)
  const subscriber = await stranger.getSubscriber(ANA)
  expect([statusCode, headers.location]).toEqual([303, `/api/unsubscribe/${subscriber?.uuid}/?saved`])
  expect(subscriber).toMatchObject({ locale: 'de', pausedAt: null })
  expect((await listChosen()).map(({ category }) => category)).toEqual(['P1', 'P2', 'notifications'])
  expect(await lastAudit(server)).toMatchObject({
    userEmail: ANA,
    actionName: 'Confirm Subscription',
    context: { via: 'status page' },
  })
  expect((await server.app.inject(String(headers.location))).body).toContain('Ihre Auswahl ist gespeichert')

  const done = await stranger.getMail(ANA, 2)
  expect(done.subject).toBe('Sie haben die Status-E-Mails von Acme abonniert')
  expect(done.text).toContain(`https://aviary.example/api/unsubscribe/${subscriber?.uuid}`)
  expect(stranger.received.at(-1)?.raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
})

test('only the first page has the form; its policy lets it and the script reach that address alone', async () => {
  const url = 'http://localhost:8080/api/subscription_requests/'
  const { headers, body } = await openReader(server).get('fr/')
  const header = String(headers['content-security-policy'])
  const [, meta = ''] = /http-equiv="content-security-policy" content="([^"]+)"/.exec(body) ?? []
  for (const policy of [header, meta.replaceAll('&#39;', "'")]) {
    expect(policy).toMatch(new RegExp(`connect-src 'self' ${url};`))
    expect(policy).toMatch(new RegExp(`form-action ${url}(;|$)`))
    expect(policy).toContain("default-src 'none'")
  }
  const history = await openReader(server).read('history/')
  expect(history.replaceAll('&#39;', "'")).toContain("form-action 'none'")
  expect(history).not.toContain('<form')
})

test('with more services than a form can show it has no choice', async () => {
  const countFields = async () => {
    const { files = [] } = await renderStatusPage(server)
    const page = files.find(({ name }) => name === 'index.html')?.content ?? ''
    return [page.split('<form').length - 1, page.split('name="service"').length - 1]
  }
  expect(await countFields()).toEqual([1, 14])
  await server.db.execute(sql`insert into services (system_name, display_name, position)
    select 'Many ' || n, 'Many ' || n, 100 + n from generate_series(1, 87) n`)
  expect(await countFields()).toEqual([1, 0])
  await server.db.execute(sql`delete from services where system_name like 'Many %'`)
})

test('the mail says that it is automatic, and has no way to unsubscribe before there is a subscription', async () => {
  await stranger.ask({ email: [ANA] })
  await stranger.getMail(ANA)
  const raw = stranger.received[0]?.raw
  expect(raw).toContain('Auto-Submitted: auto-generated')
  expect(raw).not.toMatch(/^List-Unsubscribe/im)
})

test('a choice of services and data centers is kept; boxes of one list alone are not enough', async () => {
  const { Expense = '', Travel = '', ...ids } = await readIds()
  const { rows } = await server.db.execute<{ name: string }>(
    sql`select display_name as name from data_centers where system_name = 'us2'`,
  )
  const us2 = ids[rows[0]?.name ?? ''] ?? ''
  const chosen = { chosen: ['1'], service: [Expense, Travel] }
  const refused = await stranger.ask({ email: [ANA], ...chosen })
  expect([refused.statusCode, refused.body]).toEqual([
    400,
    expect.stringContaining('Tick at least one service and one data center.'),
  ])
  await stranger.ask({ email: [ANA], ...chosen, data_center: [us2] })
  const token = await stranger.getToken(ANA)
  expect((await stranger.open(token)).body).toContain('<dd>Expense, Travel</dd>')
  await stranger.confirm(token)
  const [P1, , notifications] = await listChosen()
  expect(P1).toMatchObject({ dataCenters: ['us2'] })
  expect(P1?.services.toSorted()).toEqual(['Expense', 'Travel'])
  expect(notifications).toMatchObject({ dataCenters: ['us2'] })
})

describe('an address that is known already', () => {
  test('is told that it is subscribed, by a mail that leads to its own page, and nothing changes', async () => {
    const uuid = await subscribe(server, ANA)
    const before = await listChosen()
    await stranger.ask({ email: ['Ana@example.com'], locale: ['ja'] })
    const mail = await stranger.getMail('Ana@example.com')
    expect(mail.text).toContain(`https://aviary.example/api/unsubscribe/${uuid}`)
    expect(mail.text).not.toContain('subscription_requests')
    expect(await listChosen()).toEqual(before)
  })

  test('and paused is resumed by the link; what was chosen stays', async () => {
    const uuid = await subscribe(server, ANA)
    await server.db.update(subscribers).set({ pausedAt: server.now(), pauseReason: '550 unknown' })
    const before = await listChosen()
    await stranger.ask({ email: [ANA] })
    const answer = await stranger.confirm(await stranger.getToken(ANA))
    expect(answer.headers.location).toBe(`/api/unsubscribe/${uuid}/?saved`)
    expect(await stranger.getSubscriber(ANA)).toMatchObject({ pausedAt: null, resumedAt: server.now() })
    expect(await listChosen()).toEqual(before)
    expect(await lastAudit(server)).toMatchObject({ userEmail: ANA, actionName: 'Resume Mails' })
  })

  test('and has ended everything gets what it asks for now, in its language', async () => {
    await subscribe(server, ANA, { locale: 'fr' })
    await server.db.delete(subscriptions)
    await subscribe(server, 'somebody-else@example.com')
    await stranger.subscribe(ANA, { locale: ['pt'] })
    expect(await stranger.getSubscriber(ANA)).toMatchObject({ locale: 'pt' })
    expect(await listChosen()).toHaveLength(4)
  })

  test('as one of our own is led to the console', async () => {
    await stranger.ask({ email: [STAFF] })
    const mail = await stranger.getMail(STAFF)
    expect(mail.text).toContain('http://localhost:8080/subscriptions')
    expect(mail.text).not.toMatch(/subscription_requests|unsubscribe/)
    expect(await stranger.getSubscriber(STAFF)).toBeUndefined()
  })
})

describe('what such a subscriber is sent', () => {
  const mailsOf = async (message: () => Promise<unknown>) => {
    const before = stranger.countMails(ANA)
    await message()
    // Published last and to everybody. Mails go out two at a time, so this one need not arrive last.
    await ingest(server, 'incidents', [incidentRecord('OPI-9')])
    await publish(manager, 'OPI-9', { body: { en: '<p>The last one</p>' } })
    await expect.poll(() => server.db.$count(deliveryQueue), { timeout: 50_000 }).toBe(0)
    expect(stranger.received.filter(({ raw }) => raw.includes('The last one'))).toHaveLength(1)
    return stranger.countMails(ANA) - before - 1
  }
  let manager: Person
  beforeEach(async () => {
    manager = await server.signInAs('incident_manager')
    await hide('Imaging')
    await stranger.subscribe(ANA)
    await stranger.getMail(ANA, 2)
  })

  test('is what is published to people outside', async () => {
    await ingest(server, 'incidents', [incidentRecord('OPI-1')])
    expect(await mailsOf(() => publish(manager, 'OPI-1'))).toBe(1)
  })

  test('is no internal message, and nothing of an internal incident', async () => {
    await ingest(server, 'incidents', [
      incidentRecord('OPI-2'),
      incidentRecord('OPI-3', { is_internal: 'Y' }),
    ])
    const sent = await mailsOf(async () => {
      await publish(manager, 'OPI-2', { message_type: 'Internal Update' })
      await publish(manager, 'OPI-3', { message_type: 'Internal Update' })
    })
    expect(sent).toBe(0)
  })

  test('is nothing about what the status page does not show', async () => {
    await ingest(server, 'incidents', [incidentRecord('OPI-4', { affected_services: ['Imaging'] })])
    expect(await mailsOf(() => publish(manager, 'OPI-4'))).toBe(0)
  })

  test('is also an incident that is kept off the page: its receivers chose the service', async () => {
    await ingest(server, 'incidents', [incidentRecord('OPI-5')])
    await server.db.execute(sql`update incidents set is_on_status_page = false where jira_id = 'OPI-5'`)
    expect(await mailsOf(() => publish(manager, 'OPI-5'))).toBe(1)
  })
})

test('the own page of people outside names what the status page shows and what they chose, nothing else', async () => {
  await hide('Imaging')
  await hide('Travel')
  const read = async (uuid: string) => (await server.app.inject(`/api/unsubscribe/${uuid}/`)).body
  const page = await read(await subscribe(server, ANA, { services: ['Travel'] }))
  expect(page).toContain('value="Travel" checked')
  expect(page).toContain('value="Expense"')
  expect(page).not.toContain('Imaging')
  expect(await read(await subscribe(server, STAFF))).toContain('Imaging')
})

test('the ledger has these mails, for who may see what one person was sent; the link is in none of them', async () => {
  await stranger.ask({ email: [ANA] })
  const token = await stranger.getToken(ANA)
  const kindsFor = async (person: Person) =>
    (await person.call(listBroadcasts, {})).body.broadcasts.map(({ kind }) => kind)
  expect(await kindsFor(await server.signInAs('support'))).toEqual(['subscription_request'])
  expect(await kindsFor(await signInWith(server, ['view_incident_management_page']))).toEqual([])
  const { rows } = await server.db.execute(
    sql`select b::text, r::text from broadcasts b, subscription_requests r`,
  )
  expect(token).not.toBe('')
  expect(JSON.stringify(rows)).not.toContain(token)
})

test('requests are forgotten a day after their mail', async () => {
  const start = server.now()
  await stranger.ask({ email: [ANA] })
  server.setNow(new Date(start.getTime() + 24 * 60 * 60_000))
  await server.tick()
  expect(await server.db.select().from(subscriptionRequests)).toHaveLength(1)
  server.setNow(new Date(start.getTime() + 24 * 60 * 60_000 + 1))
  await server.tick()
  expect(await server.db.select().from(subscriptionRequests)).toEqual([])
  server.setNow(start)
})

describe('where nobody may subscribe', () => {
  test.each([
    ['without a status page', {}],
    ['with PUBLIC_SUBSCRIBE=false', { PUBLIC_STATUS: '/status', PUBLIC_SUBSCRIBE: 'false' }],
  ])('%s there is no form, and the calls answer that there is nothing', async (_, environment) => {
    const other = await openTestApp({ environment })
    const url = '/api/subscription_requests/'
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const payload = 'email=ana%40example.com'
    const asked = await other.app.inject({ method: 'POST', url, headers: form, payload })
    const confirmed = await other.app.inject({ method: 'POST', url: `${url}abc/` })
    const opened = await other.app.inject(`${url}abc/`)
    expect([asked, confirmed, opened].map(({ statusCode }) => statusCode)).toEqual([404, 404, 404])
    const page = await other.app.inject('/status/')
    expect(page.body).not.toContain('<form')
    await other.close()
  })
})
