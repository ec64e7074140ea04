import { getMessages } from '@aviary/contract/incidents/endpoints'
import { createMaintenanceWindow } from '@aviary/contract/maintenance/endpoints'
import { createMessage, previewMessage, updateMessage } from '@aviary/contract/messages/endpoints'
import { createNotification } from '@aviary/contract/notifications/endpoints'
import { createTemplate, listTemplates } from '@aviary/contract/templates/endpoints'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { incidentRecord, ingest, offer } from '../../../testing/ingest.ts'
import { planEvent, subscribeToMaintenance } from '../../../testing/maintenance.ts'
import { waitFor } from '../../../testing/wait-for.ts'
import { incidentMessages } from '../../database/tables/incidents.ts'
import { broadcasts } from '../../database/tables/mail.ts'
import { notifications } from '../../database/tables/maintenance.ts'
import { templates } from '../../database/tables/reference.ts'

// Markup that costs browsers and the server far more than its length suggests. New bodies with it are
// refused; bodies stored by an older release do no harm.

const LANGUAGES = ['en', 'de', 'es', 'fr', 'ja', 'ko', 'pt', 'zh']
const nested = (depth: number) => `${'<b>'.repeat(depth)}x${'</b>'.repeat(depth)}`
const HEAVY = [
  ['101 levels', nested(101), 'has tags nested more than 100 deep'],
  ['33,000 levels that nobody closes', `${'<b>'.repeat(33_000)}x`, 'has more than 2500 tags'],
  ['closing tags of nothing', `<b>x${'</i>'.repeat(2_500)}`, 'has more than 2500 tags'],
  ['levels of tags that are dropped', `${'<div>'.repeat(2_000)}x`, 'has tags nested more than 100 deep'],
] as const

let server: TestApp
let manager: Person
let operator: Person
let eventId: number
beforeAll(async () => {
  server = await openTestApp()
  manager = await server.signInAs('incident_manager')
  operator = await server.signInAs('operator')
  await ingest(server, 'incidents', [incidentRecord('OPI-1')])
  eventId = await planEvent(server)
  await subscribeToMaintenance(server, 'ana@customer.example')
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const message = (body: unknown, broadcast: 'Y' | 'N' = 'N') => ({
  ...{ jira_id: 'OPI-1', priority_type: 'P1', message_type: 'Update', body, broadcast },
  email_template_data: { current_status: 'Looking', next_update: '13:00 UTC' },
})
const notification = (body: unknown) => ({
  ...{ mwin_id: eventId, n_type: 'Maintenance Announcement', title: 'Upgrade', body, subject: 'Upgrade' },
  ...{ broadcast: 'Y', is_test: 'N', comm_src: 'Aviary', created_by: operator.email },
  send_time: '2026-08-20T06:00:00-0700',
})
const template = (body: string) => ({
  ...{ template_type: 'notification', title: 'A', body, notification_type: 'Maintenance Announcement' },
})

test.each(HEAVY)('%s are refused wherever somebody writes', async (_, html, reason) => {
  const created = await manager.call(createMessage, { body: message('<p>Fine</p>') as never })
  const { id, version } = created.body.message
  const edit = { ...message({ en: html }), message_id: id, version, language: 'en', relocalize: 'N' }
  const answers = await Promise.all([
    manager.call(createMessage, { body: message(html, 'Y') as never }),
    manager.call(createMessage, { body: message({ en: 'Fine', de: html }) as never }),
    manager.call(previewMessage, { body: message(html) as never }),
    manager.call(updateMessage, { body: edit as never }),
    manager.call(createTemplate, { body: template(html) as never }),
    operator.call(createNotification, { body: notification(html) as never }),
    operator.call(createNotification, { body: notification({ en: 'Fine', ja: html }) as never }),
  ])
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 400))
  const refusals = answers.map(({ problem }) => [problem.errors?.[0]?.path, problem.detail.includes(reason)])
  expect(refusals).toEqual([
    ['body.body', true],
    ['body.body.de', true],
    ['body.body', true],
    ['body.body', true],
    ['body.body', true],
    ['body.body', true],
    ['body.body.ja', true],
  ])
})

test('older calls refuse it too, and so does the ingest of incidents', async () => {
  const window = {
    ...{
      title: 'Upgrade',
      is_internal: 'N',
      is_test: 'N',
      created_by: operator.email,
      data_centers: ['us2'],
    },
    ...{ start_date: '2030-01-10T10:00:00-0800', end_date: '2030-01-10T13:00:00-0800' },
    notification_body: nested(200),
  }
  const { status, problem } = await operator.call(createMaintenanceWindow, { body: window as never })
  expect([status, problem.errors?.[0]?.path]).toEqual([400, 'body.notification_body'])
  const sent = incidentRecord('OPI-2', {
    messages: [
      { key: '1', title: 'Update', created_date: '2026-08-20T10:00:00Z', body: { en: HEAVY[1][1] } },
    ],
  })
  const answer = await offer(server, 'incidents', [sent])
  expect(JSON.stringify(answer)).toContain('has more than 2500 tags')
})

test('pasted text is accepted: unclosed paragraphs, a long list, a table', async () => {
  const rows = '<tr><td><p>a<td>b</tr>'.repeat(300)
  const text = `${'<p>One more line'.repeat(400)}<ul>${'<li>x'.repeat(400)}</ul><table>${rows}</table>${nested(90)}`
  const { status } = await manager.call(createMessage, { body: message(text) as never })
  expect(status).toBe(200)
})

test('a deep body stored by an older release is read and mailed without harm', async () => {
  const now = server.now()
  const deep = `<p>before</p>${nested(12_000)}<p>after</p>`
  const author = { createdBy: operator.email, createdDate: now }
  const { body: created } = await manager.call(createMessage, { body: message('<p>Fine</p>') as never })
  await server.db
    .update(incidentMessages)
    .set({ body: Object.fromEntries(LANGUAGES.map((name) => [name, deep])) })
  await server.db.insert(templates).values({ ...author, title: 'Deep', body: deep, templateType: 'message' })
  await server.db.insert(notifications).values({
    ...author,
    ...{
      eventId,
      type: 'Maintenance Announcement',
      title: 'Deep',
      body: { en: deep, de: deep },
      subject: {},
    },
    ...{ isBroadcast: true, sendTime: now, isTest: false, isInternal: false, commSrc: 'test' },
  })
  const shallow = `<p>before</p>${nested(100)}<p>after</p>`
  const { messages } = (await manager.call(getMessages, { query: { jira_id: 'OPI-1' } })).body
  expect(new Set(messages.flatMap(({ body }) => Object.values(body)))).toEqual(new Set([shallow]))
  expect((await manager.call(listTemplates)).body.templates.find(({ title }) => title === 'Deep')?.body).toBe(
    shallow,
  )
  expect(await server.sendDue()).toEqual({ sent: 1, failed: 0 })
  const [mail] = await server.db.select().from(broadcasts)
  expect(mail?.contents.en?.text).toMatch(/before\s+x\s+after/)
  expect(mail?.contents.de?.html).toContain(shallow)
  expect(created.message.id).toBeGreaterThan(0)
})

test('many large texts at once leave database connections for other calls', async () => {
  const sql = new pg.Client({ connectionString: server.databaseUrl })
  await sql.connect()
  await sql.query('begin; lock table incident_messages in exclusive mode')
  const body = 'x'.repeat(70_000)
  const draft = { jira_id: 'OPI-1', priority_type: 'P1' as const, message_type: 'Update', body }
  const posts = Array.from({ length: 15 }, () =>
    manager.call(createMessage, { body: { ...draft, broadcast: 'N' } }),
  )
  await waitFor(async () => {
    // Within a transaction, PostgreSQL caches `pg_stat_activity`; this drops the cached copy.
    await sql.query('select pg_stat_clear_snapshot()')
    const waiting = await sql.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    expect(waiting.rowCount).toBe(4)
  })
  expect((await operator.call(listTemplates)).status).toBe(200)
  await sql.query('rollback')
  await sql.end()
  expect(new Set((await Promise.all(posts)).map(({ status }) => status))).toEqual(new Set([200]))
})
