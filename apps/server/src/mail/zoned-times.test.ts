import { getDeliveredMail, listDeliveries } from '@aviary/contract/deliveries/endpoints'
import { correctMessage } from '@aviary/contract/messages/correction-endpoints'
import { createMessage } from '@aviary/contract/messages/endpoints'
import { createNotification } from '@aviary/contract/notifications/endpoints'
import { listTimeZones } from '@aviary/contract/time-zone'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../testing/app.ts'
import { incidentRecord, ingest } from '../../testing/ingest.ts'
import { planEvent, subscribeToMaintenance } from '../../testing/maintenance.ts'
import { chooseReminders, openMissed } from '../../testing/missed-updates.ts'
import { runOn } from '../../testing/queries.ts'
import { deliverAll } from '../../testing/security.ts'
import { subscribe } from '../../testing/subscribers.ts'
import { broadcasts } from '../database/tables/mail.ts'
import { personalize, renderContent } from './content.ts'
import { fillTemplate, openTemplates } from './mime.ts'
import type { Fact } from './parts.ts'
import { inTimeZone } from './zoned-times.ts'

const NOW = new Date('2026-08-20T12:00:00Z')
let server: TestApp
let manager: Person
beforeAll(async () => {
  server = await openTestApp({ now: NOW })
  manager = await server.signInAs('incident_manager')
  await ingest(server, 'incidents', [incidentRecord('OPI-1', { start_date: '2026-08-20T11:30:00Z' })])
})
beforeEach(() =>
  runOn(server, 'truncate subscribers cascade; truncate delivery_queue; truncate broadcasts cascade'),
)
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const MESSAGE = { jira_id: 'OPI-1', priority_type: 'P1' as const, message_type: 'Update' }
const TYPED = 'Since Aug 20, 2026, 11:30 UTC'
/** Typed with an element of its own, which must not reach the mail. */
const EN = `<p>${TYPED}</p><p><time datetime="x">then</time></p>`

async function post(fields: object = {}) {
  const { status, body } = await manager.call(createMessage, {
    body: {
      ...{ ...MESSAGE, broadcast: 'Y', body: { en: EN, de: '<p>Wir suchen</p>' } },
      email_template_data: { current_status: 'Looking' },
      next_update_due: '2026-08-20T22:15:00Z',
      ...fields,
    },
  })
  expect(status).toBe(200)
  return body.message.id
}
const factsOf = (text = '') => text.split('\n').filter((line) => /UTC/.test(line))

test('a mail states its times in the zone of its reader, too, in their language', async () => {
  await subscribe(server, 'berlin@example.com', { locale: 'de', timeZone: 'Europe/Berlin' })
  await subscribe(server, 'tokyo@example.com', { timeZone: 'Asia/Tokyo' })
  await subscribe(server, 'utc@example.com')
  await subscribe(server, 'gone@example.com', { timeZone: 'Mars/Olympus' })
  await post()
  const mails = new Map((await deliverAll(server)).map(({ to, mail }) => [to, mail]))
  expect(factsOf(mails.get('berlin@example.com')?.text)).toEqual([
    'Beginn: 20. Aug. 2026, 11:30 UTC · 20. Aug. 2026, 13:30 MESZ',
    'Nächstes Update: 20. Aug. 2026, 22:15 UTC · 21. Aug. 2026, 00:15 MESZ',
  ])
  expect(mails.get('berlin@example.com')?.html).toContain(
    '20. Aug. 2026, 22:15 UTC · 21. Aug. 2026, 00:15 MESZ',
  )
  expect(factsOf(mails.get('tokyo@example.com')?.text)).toEqual([
    TYPED,
    'Started: Aug 20, 2026, 11:30 UTC · Aug 20, 2026, 20:30 GMT+9',
    'Next Update: Aug 20, 2026, 22:15 UTC · Aug 21, 2026, 07:15 GMT+9',
  ])
  // What somebody typed stays as it was typed.
  expect(mails.get('tokyo@example.com')?.html).toContain(`${TYPED}</p>`)
  expect(mails.get('tokyo@example.com')?.html).toContain('then')
  expect(mails.get('tokyo@example.com')?.html).not.toContain('datetime="x"')
  for (const address of ['utc@example.com', 'gone@example.com'])
    expect(factsOf(mails.get(address)?.text)).toEqual([
      ...[TYPED, 'Started: Aug 20, 2026, 11:30 UTC', 'Next Update: Aug 20, 2026, 22:15 UTC'],
    ])
})

test('a text that was typed for the next update is no time', async () => {
  await subscribe(server, 'tokyo@example.com', { timeZone: 'Asia/Tokyo' })
  await post({ email_template_data: { current_status: 'Looking', next_update: 'at 22:15 UTC' } })
  const [received] = await deliverAll(server)
  expect(received?.mail.text).toMatch(/^[^·\n]*: at 22:15 UTC$/m)
})

test('the ledger shows the mail as it went out, whatever the reader chose since, and keeps one text', async () => {
  await subscribe(server, 'tokyo@example.com', { timeZone: 'Asia/Tokyo' })
  await subscribe(server, 'utc@example.com')
  await post()
  await runOn(server, "update subscribers set time_zone = 'Europe/Paris'")
  const sent = await deliverAll(server)
  const support = await server.signInAs('support')
  const listed = await support.call(listDeliveries, { query: { reference: 'OPI-1' } as never })
  for (const { delivery_id: id, email } of listed.body.deliveries) {
    const { mail } = (await support.call(getDeliveredMail, { params: { id: String(id) } as never })).body
    expect(factsOf(mail.text)).toEqual(factsOf(sent.find(({ to }) => to === email)?.mail.text))
  }
  expect(sent.filter(({ raw }) => raw.includes('GMT+9')).map(({ to }) => to)).toEqual(['tokyo@example.com'])
  const [stored] = await server.db.select().from(broadcasts)
  expect(JSON.stringify(stored?.contents)).not.toContain('GMT+9')
})

test('a correction is in the zone that the reader has now', async () => {
  await subscribe(server, 'tokyo@example.com')
  const message_id = await post()
  await deliverAll(server)
  await runOn(server, "update subscribers set time_zone = 'Asia/Tokyo'")
  const { status } = await manager.call(correctMessage, {
    body: { ...MESSAGE, message_id, language: 'en', version: 1, recipients: 1, body: '<p>All is well</p>' },
  })
  expect(status).toBe(200)
  const [corrected] = await deliverAll(server)
  expect(factsOf(corrected?.mail.text)).toContain(
    'Corrects our message of: Aug 20, 2026, 12:00 UTC · Aug 20, 2026, 21:00 GMT+9',
  )
})

test('maintenance keeps Pacific time and UTC, and has the zone of the reader, too', async () => {
  const operator = await server.signInAs('operator')
  const start = new Date('2026-11-21T18:00:00Z')
  const mwin_id = await planEvent(server, { start })
  await subscribeToMaintenance(server, 'berlin@example.com', { locale: 'de' })
  await runOn(server, "update subscribers set time_zone = 'Europe/Berlin'")
  const created_by = operator.email
  const { status } = await operator.call(createNotification, {
    body: {
      ...{ mwin_id, n_type: 'Maintenance Announcement', title: 'Storage upgrade', created_by },
      ...{ broadcast: 'Y', is_test: 'N', comm_src: 'test', subject: 'Storage', body: '<p>Slow</p>' },
      send_time: server.now().toISOString(),
    } as never,
  })
  expect([status, await server.sendDue()]).toEqual([200, { sent: 1, failed: 0 }])
  const [received] = await deliverAll(server)
  expect(factsOf(received?.mail.text)).toContain(
    'Starts: 2026-11-21 10:00 PST (2026-11-21 18:00 UTC) · Nov 21, 2026, 19:00 GMT+1',
  )
})

test('a line of the body that reads like a fact stays as it was typed, in the text part, too', async () => {
  await subscribe(server, 'tokyo@example.com', { timeZone: 'Asia/Tokyo' })
  await post({ body: { en: '<p>Started: Aug 20, 2026, 11:30 UTC</p><p>It goes on</p>' } })
  const [received] = await deliverAll(server)
  expect(factsOf(received?.mail.text).slice(0, 2)).toEqual([
    'Started: Aug 20, 2026, 11:30 UTC',
    'Started: Aug 20, 2026, 11:30 UTC · Aug 20, 2026, 20:30 GMT+9',
  ])
})

test('a reminder states its times in the zone of the person, too', async () => {
  const missed = await openMissed(server, manager)
  await chooseReminders(manager, ['P1'])
  await runOn(server, "update subscribers set time_zone = 'Asia/Tokyo'")
  await missed.post(0, 30)
  expect(await missed.remind(30)).toBe(1)
  const [received] = (await deliverAll(server)).filter(({ to }) => to === manager.email)
  expect(received?.mail.text).toMatch(/^Started: .* UTC · .* GMT\+9$/m)
  server.setNow(NOW)
})

const AT = new Date('2026-11-21T18:00:00Z')
const mailWith = (facts: readonly Fact[], locale = 'en') =>
  renderContent({
    ...{ locale, providerName: 'Acme', subject: 'A', heading: 'A', bodyHtml: '<p>b</p>', facts },
    ...{ link: undefined, isInternal: false, because: 'subscribed' },
  })
const zonedTexts = (facts: readonly Fact[], timeZone: string, locale = 'en') => {
  const { html, text } = inTimeZone(mailWith(facts, locale), { locale, timeZone })
  return { html, lines: text.split('\n').filter((line) => line.includes('UTC')) }
}

test.each(['Start: of work & "more" <b>', 'Started', 'A\nB'])('a fact may have any label: %j', (label) => {
  const value = 'Nov 21, 2026, 18:00 UTC'
  const { html, lines } = zonedTexts([[label, value, AT]], 'Asia/Tokyo')
  expect(lines).toEqual([`${label.split('\n').at(-1)}: ${value} · Nov 22, 2026, 03:00 GMT+9`])
  expect(html).toContain(`${value} · Nov 22, 2026, 03:00 GMT+9</time>`)
})

test('two facts that read the same both have the zone, each once', () => {
  const fact = ['Started', 'Nov 21, 2026, 18:00 UTC', AT] as const
  const zoned = 'Started: Nov 21, 2026, 18:00 UTC · Nov 22, 2026, 03:00 GMT+9'
  expect(zonedTexts([fact, fact], 'Asia/Tokyo').lines).toEqual([zoned, zoned])
})

test.each(['America/Los_Angeles', 'UTC', 'Etc/UTC'])('maintenance is not stated again in %s', (zone) => {
  const value = '2026-11-21 10:00 PST (2026-11-21 18:00 UTC)'
  for (const locale of ['en', 'de', 'zh'])
    expect(zonedTexts([['Starts', value, AT]], zone, locale).lines).toEqual([`Starts: ${value}`])
})

test.each([
  ['2026-03-29T00:30:00Z', '29. März 2026, 01:30 MEZ'],
  ['2026-03-29T01:30:00Z', '29. März 2026, 03:30 MESZ'],
  ['2026-10-25T00:30:00Z', '25. Okt. 2026, 02:30 MESZ'],
  ['2026-10-25T01:30:00Z', '25. Okt. 2026, 02:30 MEZ'],
])('%s, where clocks change, is %s in Berlin', (at, zoned) => {
  expect(zonedTexts([['Beginn', 'x UTC', new Date(at)]], 'Europe/Berlin', 'de').lines).toEqual([
    `Beginn: x UTC · ${zoned}`,
  ])
})

test('one composed mail serves readers in all zones', async () => {
  const facts: Fact[] = [
    ['開始', '2026年11月21日 18:00 UTC', AT],
    ['延期', '2026年11月21日 18:00 UTC\nana@acme.example', AT],
  ]
  const content = mailWith(facts, 'ja')
  const template = openTemplates('Acme <status@acme.example>')(content, AT)
  for (const timeZone of [null, 'UTC', 'Mars/Olympus', 'Asia/Tokyo', ...listTimeZones().slice(0, 20)]) {
    const reader = { locale: 'ja', timeZone }
    const values = { messageId: 'a@acme.example', to: 'ana@example.com', unsubscribe: 'https://a.example/u' }
    const message = fillTemplate(template, '', { ...values, reader })
    const mail = await PostalMime.parse(message)
    const expected = personalize(inTimeZone(content, reader), values.unsubscribe)
    expect([mail.html?.trim(), mail.text?.trim()]).toEqual([expected.html.trim(), expected.text.trim()])
    expect(message).toMatch(/^[\t\r\n -~]*$/)
    expect(message.split('\r\n').filter((line) => line.length > 78)).toEqual([])
  }
})

test('a mail without times, and a time that reads the same in the zone, stay as they are', () => {
  const plain = { subject: 'A', html: '<p>b</p>', text: 'x: b' }
  expect(inTimeZone(plain, { locale: 'en', timeZone: 'Asia/Tokyo' })).toEqual(plain)
  const text = 'Aug 20, 2026, 11:30 UTC'
  const timed = {
    ...{ subject: 'A', text: `Started: ${text}` },
    html: `<time datetime="2026-08-20T11:30:00.000Z">${text}</time>`,
  }
  expect(inTimeZone(timed, { locale: 'en', timeZone: 'UTC' })).toEqual(timed)
  expect(inTimeZone(timed, { locale: 'en', timeZone: null })).toEqual(timed)
})
