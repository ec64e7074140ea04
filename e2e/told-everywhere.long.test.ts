import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { AlertTypes } from '@aviary/contract/messages/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { choose, type Receiver, startReceiver } from '../apps/server/testing/channels.ts'
import { type Chats, SLACK_CHANNEL, SLACK_TOKEN, startChats } from '../apps/server/testing/chats.ts'
import { startSmtp, type TestSmtp } from '../apps/server/testing/smtp.ts'
import { type Person, readAs, signInAt, writeAs } from './support/person.ts'
import { type BuiltServer, errorsIn, startBuiltServer } from './support/server.ts'
import { expectAccessible, openAs } from './support/visit.ts'

// One incident, as a mail reader, a Slack channel, a Teams channel and a webhook hear of it.

const KEY = 'OPI-9001'
const READER = 'reader@outside.example'
const HIDDEN = 'what only staff may know'

let receiver: Receiver
let chats: Chats
let smtp: TestSmtp
let server: BuiltServer
let manager: Person
beforeAll(async () => {
  receiver = await startReceiver()
  chats = await startChats()
  smtp = await startSmtp()
  server = await startBuiltServer({
    SMTP_URL: smtp.url,
    STATUS_SITE: 'https://status.acme.example',
    CHANNEL_ALLOWED_NETWORKS: '127.0.0.0/8',
    CHANNEL_PORTS: `${receiver.port},${chats.port}`,
    SLACK_API_URL: chats.url('/api'),
  })
  manager = await signInAt(server.url, 'ines.incident@acme.example')
})
afterAll(async () => {
  await server.stop()
  for (const site of [receiver, chats, smtp]) await site.close()
  expect(chats.seen.faults).toEqual([])
  expect(errorsIn(server.log())).toEqual([])
})

async function subscribeAll(): Promise<string> {
  const { payload } = await readAs<{ payload: AlertTypes }>(manager, '/api/v4/get_p2_alert_types')
  const idOf = (name: string) => payload.P1.alert_types.find((type) => type.name === name)?.id ?? 0
  const chosen = choose({
    alertTypes: ['Update', 'Service Restored', 'Internal Update'].map(idOf),
    services: ['Travel'],
    dataCenters: ['eu2'],
  })
  const create = (body: object) =>
    writeAs<{ secret: string }>(manager, {
      method: 'POST',
      path: '/api/channels/',
      body: { locale: 'en', audience: 'EXTERNAL', subscriptions: chosen, ...body },
    })
  await create({ kind: 'slack', name: 'War room', address: SLACK_TOKEN, target: SLACK_CHANNEL })
  await create({ kind: 'teams', name: 'Teams', locale: 'de', address: chats.url('/teams/x?sig=y') })
  const { secret } = await create({ kind: 'webhook', name: 'Portal', address: receiver.url() })
  return secret
}

async function sendFromJira(): Promise<void> {
  const fields = {
    summary: 'Bookings fail',
    created: new Date(Date.now() - 600_000).toISOString(),
    updated: new Date(Date.now() - 300_000).toISOString(),
    status: { statusCategory: { key: 'new' } },
    priority: { name: 'Highest' },
    labels: [],
    components: [{ name: 'Travel' }],
    customfield_10070: 'eu2',
    customfield_10071: { value: 'Outage' },
  }
  const body = JSON.stringify({ webhookEvent: 'jira:issue_created', issue: { key: KEY, fields } })
  const secret = readFileSync(path.join(server.dataDir, 'jira-webhook-secret'), 'utf8').trim()
  const answer = await fetch(`${server.url}/api/webhooks/jira`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-hub-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    },
    body,
  })
  expect(await answer.json()).toMatchObject({ outcome: 'taken' })
}

const post = (changed: object) =>
  writeAs<{ message: { message_id: number; version: number } }>(manager, {
    method: 'POST',
    path: '/api/create_message/',
    body: {
      ...{ jira_id: KEY, priority_type: 'P1', message_type: 'Update', broadcast: 'Y' },
      email_template_data: { current_status: 'Looking', next_update: '13:00 UTC' },
      ...changed,
    },
  })

/** Texts of the mails about the incident. */
const mailed = async () => {
  const mails = await Promise.all(
    smtp.received.map(async ({ to }, index) => ({ to, mail: await smtp.read(index) })),
  )
  return mails
    .filter(({ to, mail }) => to === READER && mail.subject?.includes('Travel'))
    .map(({ mail }) => mail.text ?? '')
}

test('an incident that a tracker opens is told in four ways, each in its language, and corrected in each', async () => {
  const secret = await subscribeAll()
  const { page } = await openAs('administrator', `/subscriptions?email=${encodeURIComponent(READER)}`, {
    baseUrl: server.url,
  })
  await page.getByRole('button', { name: 'Select all: P1' }).click()
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('status').getByText('Nothing has been changed').waitFor()
  await sendFromJira()

  const { message } = await post({
    body: { en: '<p>Bookings are down</p>', de: '<p>Buchungen gehen nicht</p>' },
  })
  await expect.poll(() => chats.slack().length).toBe(1)
  await expect.poll(() => chats.seen.teams.length).toBe(1)
  await expect.poll(async () => (await mailed()).length).toBe(1)
  await post({ message_type: 'Internal Update', body: `<p>${HIDDEN}</p>` })

  const about = { jira_id: KEY, priority_type: 'P1', message_id: message.message_id, message_type: 'Update' }
  const change = { ...about, language: 'en', version: message.version, body: '<p>Bookings are slow</p>' }
  const preview = await writeAs<{ total: number }>(manager, {
    ...{ method: 'POST', path: '/api/preview_correction/', body: change },
  })
  await writeAs(manager, {
    ...{ method: 'POST', path: '/api/correct_message/', body: { ...change, recipients: preview.total } },
  })
  await expect.poll(() => chats.slack()[0]?.texts ?? []).toContain('Bookings are slow')
  await expect.poll(async () => (await mailed()).length).toBe(2)
  await post({
    ...{ message_type: 'Service Restored', body: '<p>Bookings work again</p>' },
    email_template_data: { resolution: 'Restarted', resolved_at: '13:00 UTC' },
  })
  await expect.poll(async () => (await mailed()).length).toBe(3)
  await expect.poll(() => chats.seen.teams.length).toBe(3)
  await expect.poll(() => chats.slack().length).toBe(2)

  const [first, last] = chats.slack()
  await expect.poll(() => first?.texts[0]).toBe('Outage: Travel in eu2 — Service Restored')
  expect(first?.texts).toContain('Bookings are slow')
  expect(first?.texts).not.toContain('Bookings are down')
  expect(last).toMatchObject({ thread: first?.ts, isBroadcast: true })
  const cards = chats.seen.teams.map((card) => JSON.stringify(card))
  expect(cards[0]).toContain('Buchungen gehen nicht')
  expect(chats.seen.teams.map(({ fallbackText }) => fallbackText.split(':')[0])).toEqual([
    'Ausfall',
    'Berichtigt',
    'Outage',
  ])
  await expect.poll(() => receiver.requests.length).toBe(5)
  const types = receiver.verified(secret).map(({ type }) => type)
  expect(types.filter((type) => type.startsWith('message.'))).toEqual([
    ...['message.published', 'message.corrected', 'message.published'],
  ])
  expect(types).toEqual(expect.arrayContaining(['incident.published', 'incident.resolved']))
  const [opened, corrected, restored] = await mailed()
  expect(opened).toContain('Bookings are down')
  expect(corrected).toContain('[removed: down][added: slow]')
  expect(restored).toContain('Bookings work again')

  const outside = [
    ...chats.slack().flatMap(({ texts }) => texts),
    ...cards,
    ...receiver.requests.map(({ body }) => body),
    ...(await mailed()),
  ].join('\n')
  expect(outside).not.toContain(HIDDEN)
  expect(outside).not.toContain(KEY)
  expect(outside).not.toMatch(/ines\.incident/)

  await page.goto(`${server.url}/deliveries?reference=${KEY}&by=channels`)
  for (const name of ['War room', 'Teams', 'Portal'])
    await page
      .getByRole('row', { name: new RegExp(name) })
      .first()
      .waitFor()
  await expectAccessible(page)
}, 240_000)
