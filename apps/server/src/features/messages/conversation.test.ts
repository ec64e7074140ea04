import { declareIncident, handOverIncident, publishIncident } from '@aviary/contract/declared/endpoints'
import { createMessage, previewMessage } from '@aviary/contract/messages/endpoints'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { incidentRecord, ingest } from '../../../testing/ingest.ts'
import { deliverAll } from '../../../testing/security.ts'
import { subscribe } from '../../../testing/subscribers.ts'
import { broadcasts } from '../../database/tables/mail.ts'

const SITE = 'https://status.acme.example/now'

let server: TestApp
let manager: Person
beforeAll(async () => {
  server = await openTestApp({ environment: { STATUS_SITE: SITE, INTERNAL_MAIL_DOMAINS: 'acme.example' } })
  manager = await server.signInAs('incident_manager')
  const types = ['Update', 'Internal Update', 'Service Restored']
  await subscribe(server, 'ana@example.com', { alertTypes: types })
  await subscribe(server, 'bo@acme.example', { alertTypes: types })
})
beforeEach(() =>
  server.db.execute(sql`truncate delivery_events, delivery_queue, deliveries, broadcasts cascade`),
)
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const draft = (jiraId: string, changes: object = {}) => ({
  ...{ jira_id: jiraId, priority_type: 'P1' as const, message_type: 'Update', body: '<p>We look</p>' },
  broadcast: 'Y' as const,
  email_template_data: {
    current_status: 'Looking',
    next_update: '13:00 UTC',
    resolution: 'A restart',
    resolved_at: '14:00',
  },
  ...changes,
})

/** Posts and returns the mail of each recipient. */
async function post(jiraId: string, changes: object = {}) {
  expect((await manager.call(createMessage, { body: draft(jiraId, changes) })).status).toBe(200)
  const mails = await deliverAll(server)
  const byAddress = Object.fromEntries(mails.map(({ to, mail }) => [to, mail]))
  await server.db.execute(sql`truncate delivery_queue, deliveries cascade`)
  return byAddress
}

type Mail = Awaited<ReturnType<typeof post>>[string]
const threadOf = (mail: Mail | undefined) => mail?.headers.find(({ key }) => key === 'references')?.value

const report = (fields: object = {}) =>
  ingest(server, 'incidents', [
    incidentRecord('OPI-1', { affected_services: ['Expense'], data_centers: ['us2'], ...fields }),
  ])

test('all mails of an incident have one subject and one thread, whatever becomes of the incident', async () => {
  await report()
  const first = (await post('OPI-1'))['ana@example.com']
  expect(first?.subject).toBe('Outage: Expense in us2')
  expect(first?.text).toContain('Outage: Expense in us2 — Update\n')
  await report({ severity: 'performance', data_centers: ['us2', 'eu'], updated_at: '2026-08-20T12:05:00Z' })
  const second = (await post('OPI-1'))['ana@example.com']
  expect(second?.subject).toBe('Outage: Expense in us2')
  expect(second?.text).toContain('Slow: Expense in us2, EMEA — Update (2)\n')
  expect(threadOf(first)).toMatch(/^<incident\.\w{26}@acme\.example>$/)
  expect(threadOf(second)).toBe(threadOf(first))
})

test('people outside read nothing of the tracker and are led to the status page; staff are led to the incident', async () => {
  await report()
  const internal = await post('OPI-1', { message_type: 'Internal Update' })
  expect(Object.keys(internal)).toEqual(['bo@acme.example'])
  const [mail] = Object.values(internal)
  expect(mail?.subject).toBe('Outage: Expense in us2')
  expect(mail?.text).toContain('Reference: OPI-1')
  expect(mail?.text).toContain('Incident details: http://localhost:8080/details/OPI-1')

  const outside = (await post('OPI-1'))['ana@example.com']
  expect(outside?.subject).toBe('Outage: Expense in us2')
  expect(`${outside?.text} ${outside?.html}`).not.toMatch(/OPI-1|\/details/)
  // Internal messages are not counted for people outside.
  expect(outside?.text).toContain('Outage: Expense in us2 — Update\n')
  expect(outside?.text).toContain(`Status page status.acme.example: ${SITE}\n`)
  expect(threadOf(outside)).toBe(threadOf(mail))
  const preview = await manager.call(previewMessage, { body: draft('OPI-1') })
  expect(preview.body.mails[0]?.subject).toBe(outside?.subject)
})

test('what only an internal mail named stays inside, and a mail that reached nobody holds to nothing', async () => {
  await report({ affected_services: ['Expense', 'Travel'] })
  const internal = await post('OPI-1', { message_type: 'Internal Update' })
  expect(internal['bo@acme.example']?.subject).toBe('Outage: Expense, Travel in us2')
  const { body } = await manager.call(createMessage, { body: draft('OPI-1') })
  await server.db.execute(sql`delete from delivery_queue`)
  const isStopped = eq(broadcasts.broadcastId, body.broadcast_id ?? 0)
  await server.db.update(broadcasts).set({ stopped: broadcasts.recipients }).where(isStopped)
  await report({ affected_services: ['Expense'], updated_at: '2026-08-20T12:06:00Z' })
  const outside = await post('OPI-1')
  expect(outside['ana@example.com']?.subject).toBe('Outage: Expense in us2')
  expect(outside['ana@example.com']?.text).toContain('Outage: Expense in us2 — Update\n')
})

test('the mail that the service is back is not shown as an outage', async () => {
  await report()
  const { html, text } = (await post('OPI-1', { message_type: 'Service Restored' }))['ana@example.com'] ?? {}
  expect(html).toMatch(/✓ <\/span>Service Restored</)
  expect(text).toContain('Outage: Expense in us2 — Service Restored\n')
})

test('an incident handed over to the tracker goes on in the same thread', async () => {
  const declared = await manager.call(declareIncident, {
    body: {
      ...{ details: 'Reports fail', priority_type: 'P1', severity: 'OUTAGE' },
      ...{ affected_services: ['Expense'], data_centers: ['us2'] },
    },
  })
  const { jira_id, version } = declared.body
  const published = await manager.call(publishIncident, { body: { jira_id, version } })
  const first = (await post(jira_id))['ana@example.com']
  await ingest(server, 'incidents', [
    incidentRecord('OPI-77', { affected_services: ['Travel'], data_centers: ['us2'] }),
  ])
  const handed = await manager.call(handOverIncident, {
    body: { jira_id, version: published.body.version, to: 'OPI-77' },
  })
  expect(handed.body).toMatchObject({ is_merged: true })
  await subscribe(server, 'cy@example.com', { services: ['Travel'], alertTypes: ['Update'] })
  const second = (await post('OPI-77'))['cy@example.com']
  expect(second?.subject).toBe(first?.subject)
  expect(threadOf(second)).toBe(threadOf(first))
})

test('long lists of names are counted, so that a subject stays short', async () => {
  await report({ affected_services: ['Expense', 'Travel', 'Imaging', 'TAVS'] })
  const { body } = await manager.call(previewMessage, { body: draft('OPI-1') })
  expect(body.mails[0]?.subject).toMatch(/^Outage: \w+, \w+, \w+ \+1 in us2$/)
  expect(body.mails[0]?.text).toContain('Services: Expense, Travel, Imaging, TAVS')
})

test('the mail has colours for dark windows, and nothing that a mail program would fetch', async () => {
  await report()
  const { body } = await manager.call(previewMessage, { body: draft('OPI-1') })
  expect(body.mails[0]?.html).toContain('@media (prefers-color-scheme:dark)')
  expect(body.mails[0]?.html).not.toMatch(/<img|url\(|<link/)
})
