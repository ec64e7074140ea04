import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createChannel } from '@aviary/contract/channels/endpoints'
import { WEBHOOK_EVENTS } from '@aviary/contract/channels/rules'
import { askToUnsubscribe } from '@aviary/contract/deliveries/endpoints'
import { cancelMaintenanceEvent, updateMaintenanceEvent } from '@aviary/contract/maintenance/endpoints'
import { createMessage } from '@aviary/contract/messages/endpoints'
import { createNotification } from '@aviary/contract/notifications/endpoints'
import { NOTIFICATION_TYPES } from '@aviary/contract/notifications/rules'
import { subscribe as subscribeSomebody } from '@aviary/contract/subscriptions/endpoints'
import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callPlain, openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { choose } from '../../../testing/channels.ts'
import { CUSTOMER_SITE, openCustomer, readAllPages } from '../../../testing/customer-pages.ts'
import { planEvent, subscribeToMaintenance } from '../../../testing/maintenance.ts'
import { deliverAll } from '../../../testing/security.ts'
import { fillEverything } from '../../../testing/some-of-everything.ts'
import { renderStatusPage } from '../../../testing/status-page.ts'
import { subscribe } from '../../../testing/subscribers.ts'
import { subscribers } from '../../database/tables/mail.ts'
import { alertTypes } from '../../database/tables/reference.ts'

// Mails and pages for people outside contain no unpublished text. The test writes a marker into every text column of
// the database, except the columns listed here. No marker may reach people outside.

/** Columns that people outside may read: names, labels and translations, nothing about one incident or person. */
const PUBLISHED = new Set([
  // Stored from mails that people outside have received.
  'broadcasts.headline',
  'broadcasts.series',
  'services.display_name',
  'data_centers.display_name',
  'alert_types.name',
  'alert_types.translations',
  'alert_types.email_fields',
])

/** Columns in which the database refuses the marker: keys, words of a fixed list, and sealed audit rows. */
const FIXED = [
  'alert_types.priority_type',
  'audit_log.action_name',
  'audit_log.application_name',
  'audit_log.context',
  'audit_log.user_email',
  'ci_data_centers.data_center',
  'ci_services.service',
  'companies.data_center',
  'data_centers.system_name',
  'incident_data_centers.data_center',
  'incident_role_changes.role',
  'incident_roles.system_name',
  'incident_services.service',
  'incidents.priority_type',
  'incidents.severity',
  'maintenance_data_centers.data_center',
  'priorities.priority_type',
  'published_incidents.severity',
  'service_companies.service',
  'services.system_name',
  'severities.system_key',
  'status_history.data_center',
  'status_history.service',
  'status_reports.data_center',
  'status_reports.service',
  'status_reports.status',
]

/** Columns without a marker: sign-in, permissions, languages and finding earlier mails need their real values. */
const NEEDED = [
  'actions.system_name',
  'broadcasts.audience',
  'broadcasts.kind',
  'locales.system_key',
  'role_actions.action',
  'sessions.anti_forgery_token',
  'sessions.id_hash',
  'users.email',
]

const MARKER = 'secretmarker'
/** Matches a string value, not a key, in JSON as PostgreSQL prints it; group 1 is the text before the value. */
const TEXT_IN_JSON = String.raw`(^|: |\[|, )"(?:[^"\\]|\\.)*"(?=[,}\]]|$)`

let server: TestApp
let dataDir: string
let manager: Person
let operator: Person
let helper: Person
beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'aviary-markers-'))
  server = await openTestApp({
    environment: { STATUS_SITE: 'https://status.acme.example', PUBLIC_STATUS: '/status', CUSTOMER_SITE },
  })
  manager = await server.signInAs('incident_manager')
  operator = await server.signInAs('operator')
  helper = await server.signInAs('administrator')
  await fillEverything(server, { person: helper, dataDir })
  await deliverAll(server)
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
  rmSync(dataDir, { recursive: true })
})

type Column = { name: string; table: string; column: string; type: string }

async function listTexts(): Promise<Column[]> {
  const { rows } = await server.db.execute<Column>(sql`
    select c.table_name || '.' || c.column_name as name, c.table_name as "table", c.column_name as "column",
      c.udt_name as type
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
      and c.udt_name in ('text', '_text', 'jsonb', 'json', 'varchar') order by 1`)
  return rows
}

/** Writes a marker into every row; returns false if the database allows none there. */
async function mark({ name, table, column, type }: Column): Promise<boolean> {
  const text = sql`${`${MARKER}-${name}-`} || left(md5(ctid::text), 8)`
  const value: Record<string, SQL> = {
    text: text,
    _text: sql`array[${text}]`,
    // Replaces every string value and keeps the keys, so that code that reads a key gets a marker.
    jsonb: sql`regexp_replace(${sql.identifier(column)}::text, ${TEXT_IN_JSON}, '\\1"' || ${text} || '"', 'g')::jsonb`,
  }
  try {
    await server.db.transaction((transaction) =>
      transaction.execute(
        sql`update ${sql.identifier(table)} set ${sql.identifier(column)} = ${value[type]}`,
      ),
    )
    return true
  } catch {
    return false
  }
}

async function markEverything(): Promise<void> {
  const texts = (await listTexts()).filter(({ name }) => !PUBLISHED.has(name) && !NEEDED.includes(name))
  const unmarked: string[] = []
  for (const column of texts) if (!(await mark(column))) unmarked.push(column.name)
  // Fails for a new column that refuses the marker: add it to one of the lists above.
  expect(unmarked).toEqual(FIXED)
}

/** Events that say nothing more than those of the message they follow, or that only INTERNAL channels hear of. */
const FOLLOWING_EVENTS = ['message.edited', 'message.corrected', 'message.deleted', 'reminder.due']

const post = (jiraId: string) =>
  manager.call(createMessage, {
    body: {
      jira_id: jiraId,
      priority_type: 'P1',
      message_type: 'Update',
      body: { en: '<p>We look into it</p>', de: '<p>Wir sehen nach</p>' },
      broadcast: 'Y',
      email_template_data: { current_status: 'Looking', next_update: '13:00 UTC' },
      ...{ comm_src: MARKER, email_fields: { hidden: MARKER } },
    },
  })

/** Changes the incident as a source does, and lets the jobs tell of it. */
async function changeIncident(change: SQL): Promise<void> {
  await server.db.execute(sql`update incidents set ${change} where incident_id in (
    select incident_id from published_incidents where is_public)`)
  await server.tick()
}

async function createChannels(): Promise<void> {
  const types = await server.db.select().from(alertTypes)
  const created = await helper.call(createChannel, {
    body: {
      ...{ name: MARKER, address: 'https://93.184.216.34/', locale: 'de', audience: 'EXTERNAL' },
      subscriptions: choose({
        alertTypes: types
          .filter(({ name, priorityType }) => name === 'Update' && priorityType === 'P1')
          .map(({ alertTypeId }) => alertTypeId),
        notificationTypes: [...NOTIFICATION_TYPES],
      }),
    },
  })
  expect(created.problem).toMatchObject({ channel: { name: MARKER } })
}

/** Moves a published event, lets it run and end, postpones it and cancels it. */
async function changeAndCancel(id: number): Promise<void> {
  const inHours = (hours: number) => new Date(server.now().getTime() + hours * 3_600_000)
  const move = async ([start, end]: [number, number]) => {
    const edited = await operator.call(updateMaintenanceEvent, {
      body: {
        ...{ id, title: MARKER, is_internal: 'N', data_centers: ['us2'], comm_src: MARKER },
        ...{ start_date: inHours(start).toISOString(), end_date: inHours(end).toISOString() },
      },
    })
    expect(edited.problem).toMatchObject({ maintenance_event: { id } })
  }
  await move([0.1, 0.2])
  for (const hours of [0.1, 0.2]) {
    server.setNow(inHours(hours))
    expect(await server.reportProgress()).toMatchObject({ told: expect.any(Number), failed: 0 })
  }
  await move([1, 2])
  expect((await operator.call(cancelMaintenanceEvent, { body: { id } })).status).toBe(200)
}

/** Texts of what was published; other rows keep their markers, and must not be shown. */
async function writePublished(): Promise<void> {
  const texts = sql`'{"en": "published", "de": "published"}'::jsonb`
  await server.db.execute(sql`update incident_messages set body = ${texts}, message_type = 'Update' where exists (
    select from broadcasts sent where sent.message_id = incident_messages.message_id and audience = 'EXTERNAL')`)
  await server.db.execute(sql`update notifications set body = ${texts}, subject = ${texts}, title = 'published',
    type = 'Maintenance Announcement' where exists (select from broadcasts sent
    where sent.broadcast_id = notifications.broadcast_id and audience = 'EXTERNAL')`)
}

/** Reads every file of the status page as anybody does, once it is up to date; returns how many pages there are. */
async function readStatusPage(): Promise<{ incidents: number; maintenance: number }> {
  const { version, files = [] } = await renderStatusPage(server)
  const read = async (name: string) => (await server.app.inject(`/status/${name}`)).body
  await expect.poll(async () => JSON.parse(await read('heartbeat.json')).version).toBe(version)
  for (const { name } of files) {
    const bytes = await read(name)
    expect(bytes).not.toBe('')
    expect([name, bytes]).toEqual([name, expect.not.stringContaining(MARKER)])
    expect([name, bytes]).toEqual([name, expect.not.stringMatching(/(ines|oleg|ada)\.\w+@/)])
    expect([name, bytes]).toEqual([
      name,
      expect.not.stringMatching(/(?<!<)\/(details|maintenance_event|subscriptions)/),
    ])
  }
  const count = (folder: string) => files.filter(({ name }) => name.startsWith(`${folder}/`)).length
  return { incidents: count('incidents'), maintenance: count('maintenance') }
}

/** Reads every page of a company that the incident names, and that is where the maintenance takes place. */
async function readCustomerPages(): Promise<{ incidents: number; maintenance: number }> {
  const companyId = 990_001
  await server.db.execute(sql`insert into companies (company_id, name, data_center)
    values (${companyId}, 'Their own name', 'us2') on conflict do nothing`)
  await server.db.execute(sql`insert into incident_companies (incident_id, company_id)
    select incident_id, ${companyId} from published_incidents on conflict do nothing`)
  const browser = await openCustomer(server, helper, companyId)
  const pages = await readAllPages(browser)
  for (const [path, page] of pages) {
    expect([path, page]).toEqual([path, expect.not.stringContaining(MARKER)])
    expect([path, page]).toEqual([path, expect.not.stringMatching(/(ines|oleg|ada)\.\w+@/)])
    expect([path, page]).toEqual([path, expect.not.stringMatching(/"\/(details|maintenance_event|api)/)])
  }
  const count = (folder: string) =>
    [...pages.keys()].filter((path) => path.startsWith(`/customer/${folder}/`)).length
  return { incidents: count('incidents'), maintenance: count('maintenance') }
}

test('no text of the database reaches people outside, but for what is published', async () => {
  await subscribe(server, 'ana@example.com', { alertTypes: ['Update'] })
  await subscribe(server, 'dirk@example.com', { alertTypes: ['Update'], locale: 'de' })
  expect((await post('OPI-1')).status).toBe(200)
  await deliverAll(server)
  // Deletes these subscribers before the addresses are overwritten; the same people subscribe again below.
  await server.db.delete(subscribers)
  await markEverything()
  const { rows } = await server.db.execute<{ jiraId: string }>(
    sql`select jira_id as "jiraId" from incidents join broadcasts using (incident_id) where message_id is not null`,
  )
  const [incident] = rows
  expect(incident?.jiraId).toContain(MARKER)
  await subscribe(server, 'ana@example.com', { alertTypes: ['Update'] })
  await subscribe(server, 'dirk@example.com', { alertTypes: ['Update'], locale: 'de' })
  await subscribeToMaintenance(server, 'bo@example.com')
  await createChannels()
  await writePublished()

  await server.db.execute(sql`update incidents set is_on_status_page = true`)
  // With it the incident becomes known anew, and is told of in each way that there is.
  await server.db.execute(sql`delete from published_incidents`)
  expect((await post(incident?.jiraId ?? '')).status).toBe(200)
  expect(await readStatusPage()).toMatchObject({ incidents: 1 })
  await expect.poll(readCustomerPages).toMatchObject({ incidents: 1 })
  await changeIncident(sql`severity = 'PERFORMANCE', status = 'ACTIVE', end_date = null`)
  await changeIncident(sql`end_date = start_date`)
  await changeIncident(sql`is_internal = true`)

  const eventId = await planEvent(server, { title: MARKER })
  const sendTime = new Date(server.now().getTime() + 60_000)
  const notification = await operator.call(createNotification, {
    body: {
      mwin_id: eventId,
      n_type: 'Maintenance Announcement',
      title: 'Work on the storage',
      body: { en: '<p>Some calls are slow</p>' },
      subject: { en: 'Work on the storage' },
      broadcast: 'Y',
      send_time: sendTime.toISOString(),
      comm_src: MARKER,
      is_test: 'N',
      created_by: operator.email,
    },
  })
  expect(notification.status).toBe(200)
  server.setNow(new Date(sendTime.getTime() + 1_000))
  expect(await server.sendDue()).toEqual({ sent: 1, failed: 0 })

  const { maintenance } = await readStatusPage()
  expect(maintenance).toBeGreaterThan(0)
  await expect.poll(async () => (await readCustomerPages()).maintenance).toBeGreaterThan(0)
  const none = { services: [], data_centers: [], alert_types: [] }
  const notifications = { data_centers: ['us2'], notification_types: ['Maintenance Update'] }
  const changed = await helper.call(subscribeSomebody, {
    body: { email: 'cy@example.com', locale: 'en', subscriptions: { P1: none, P2: none, notifications } },
  })
  expect(changed.status).toBe(200)

  const mails = await deliverAll(server)
  expect(mails.map(({ to }) => to).toSorted()).toEqual([
    'ana@example.com',
    'bo@example.com',
    'cy@example.com',
    'dirk@example.com',
  ])
  for (const { raw, mail } of mails) {
    const bytes = [raw, mail.subject, mail.html, mail.text, ...mail.headers.map(({ value }) => value)].join(
      '\n',
    )
    expect(bytes).not.toContain(MARKER)
    expect(bytes).not.toMatch(/(ines|oleg|ada)\.\w+@/)
    expect(bytes).not.toMatch(/\/(details|maintenance_event|subscriptions)/)
  }
  await changeAndCancel(eventId)
  const { rows: events } = await server.db.execute<{ type: string; bodies: object }>(
    sql`select type, bodies from channel_events where event_id > (select min(event_id) from channel_events)
      order by event_id`,
  )
  expect(new Set(events.map(({ type }) => type))).toEqual(
    new Set(WEBHOOK_EVENTS.filter((type) => !['webhook.test', ...FOLLOWING_EVENTS].includes(type))),
  )
  expect(JSON.stringify(events)).not.toContain(MARKER)
  expect(JSON.stringify(events)).not.toMatch(/(ines|oleg|ada)\.\w+@/)
  const uuid = /api\/unsubscribe\/([\w-]+)/.exec(mails[0]?.mail.text ?? '')?.[1] ?? ''
  const page = await callPlain(server.app, askToUnsubscribe, { params: { uuid } })
  expect(page.status).toBe(200)
  expect(JSON.stringify(page)).not.toContain(MARKER)
})
