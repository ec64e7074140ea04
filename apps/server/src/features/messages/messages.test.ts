import { getMessages, listIncidents } from '@aviary/contract/incidents/endpoints'
import {
  createMessage,
  deleteMessage,
  listAlertTypes,
  listEmailComponents,
  listPriorityIncidents,
  updateMessage,
} from '@aviary/contract/messages/endpoints'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { incidentRecord, ingest } from '../../../testing/ingest.ts'
import { lastAudit } from '../../../testing/queries.ts'
import { incidentMessages } from '../../database/tables/incidents.ts'

let server: TestApp
let manager: Person
let operator: Person
beforeAll(async () => {
  server = await openTestApp()
  manager = await server.signInAs('incident_manager')
  operator = await server.signInAs('operator')
  await ingest(server, 'incidents', [
    incidentRecord('OPI-1'),
    incidentRecord('OPI-2', { priority_type: 'P2', start_date: '2026-08-20T09:00:00Z' }),
    incidentRecord('OPI-3', { is_internal: 'Y', start_date: '2026-08-20T08:00:00Z' }),
  ])
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const draft = (changes: object = {}) => ({
  jira_id: 'OPI-1',
  priority_type: 'P1' as const,
  message_type: 'Update',
  body: '<p>We look into it</p>',
  broadcast: 'N' as const,
  ...changes,
})
const post = (changes: object = {}, person = manager) => person.call(createMessage, { body: draft(changes) })
const created = async (changes: object = {}) => (await post(changes)).body.message
const listMessages = async (id: string) =>
  (await manager.call(getMessages, { query: { jira_id: id } })).body.messages
const countMessages = async () => (await server.db.select().from(incidentMessages)).length

describe('creating a message', () => {
  test('stores the message, shows it on the incident and writes an audit row', async () => {
    const { status, body } = await post({ impact: 'Reports', comm_src: 'Aviary' })
    expect(status).toBe(200)
    expect(body.broadcast_id).toBeNull()
    expect((await listMessages('OPI-1')).find(({ id }) => id === body.message.id)).toMatchObject({
      title: 'Update',
      message_type: 'Update',
      body: { en: '<p>We look into it</p>' },
      created_by: manager.email,
      version: 1,
    })
    const { payload } = (await operator.call(listIncidents, {})).body
    expect(
      payload.find(({ jiraId }) => jiraId === 'OPI-1')?.messages.map(({ message_id }) => message_id),
    ).toContain(body.message.id)
    expect(await lastAudit(server)).toMatchObject({
      actionName: 'Create Message',
      userEmail: manager.email,
      context: { jira_id: 'OPI-1', before: null, after: { id: body.message.id } },
    })
  })

  test('sanitizes the body and refuses one of which nothing is left', async () => {
    const { body } = await created({ body: '<p onclick="x()">Hi<script>alert(1)</script></p>' })
    expect(body).toEqual({ en: '<p>Hi</p>' })
    const before = await countMessages()
    for (const empty of ['', '  ', '<script>alert(1)</script>', '<p>&nbsp;</p>']) {
      const refused = await post({ body: empty })
      expect([refused.status, refused.problem.detail]).toEqual([400, 'body.body: Issue with Message Body'])
    }
    expect(await countMessages()).toBe(before)
  })

  test.each([
    [{ message_type: 'Rumour' }, 400, /'Rumour' is no P1 message type; known are Initial Notification, /],
    [{ jira_id: 'OPI-404' }, 404, /There is no incident OPI-404/],
    [{ jira_id: 'OPI-2' }, 400, /OPI-2 is a P2 incident/],
    [{ jira_id: 'OPI-3' }, 400, /OPI-3 is internal: choose an internal message type/],
    [{ broadcast: 'perhaps' }, 400, /body.broadcast/],
    [{ body: 'x'.repeat(100_001) }, 400, /body.body/],
    [{ body: 'x'.repeat(1024 * 1024) }, 400, /body.body/],
  ])('%j is refused and changes nothing', async (changes, status, detail) => {
    const before = await countMessages()
    const refused = await post(changes)
    expect(refused.status).toBe(status)
    expect(refused.problem.detail).toMatch(detail)
    expect(await countMessages()).toBe(before)
  })

  test('refuses a request larger than eight long bodies', async () => {
    const refused = await post({ body: 'x'.repeat(4 * 1024 * 1024) })
    expect([refused.status, refused.problem.detail]).toEqual([
      413,
      'The body is larger than this call takes; send it in smaller parts',
    ])
  })

  test('needs the action of the priority, and another one for internal types', async () => {
    expect((await post({}, operator)).status).toBe(403)
    const { body } = await post({ message_type: 'Internal Update', jira_id: 'OPI-3' })
    expect(body.message.message_type).toBe('Internal Update')
    await server.db.execute(sql`delete from role_actions where action_id in
      (select action_id from actions where system_name in ('create_is_internal_message', 'edit_is_internal_message', 'create_p2_message'))`)
    const plain = await server.signInAs('incident_manager')
    const internal = await post({ message_type: 'Internal Update' }, plain)
    expect([internal.status, internal.problem.detail]).toEqual([
      403,
      'This needs the action create_is_internal_message or edit_is_internal_message',
    ])
    const p2Draft = { jira_id: 'OPI-2', priority_type: 'P2', message_type: 'Update' }
    expect((await post(p2Draft, plain)).problem.detail).toBe('This needs the action create_p2_message')
    expect((await post({}, plain)).status).toBe(200)
  })

  test('creates one message per Idempotency-Key, even for concurrent requests', async () => {
    const before = await countMessages()
    const again = () =>
      manager.call(createMessage, { body: draft(), headers: { 'idempotency-key': 'one-message' } })
    const answers = await Promise.all([again(), again(), again()])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ body }) => body.message.id)).size).toBe(1)
    expect(await countMessages()).toBe(before + 1)
    const other = await manager.call(createMessage, {
      body: draft({ body: '<p>Something else</p>' }),
      headers: { 'idempotency-key': 'one-message' },
    })
    expect(other.status).toBe(409)
    expect(await countMessages()).toBe(before + 1)
  })
})

describe('editing a message', () => {
  const edit = (message: { id: number }, changes: object = {}, person = manager) =>
    person.call(updateMessage, {
      body: {
        message_id: message.id,
        jira_id: 'OPI-1',
        priority_type: 'P1',
        message_type: 'Update',
        body: '<p>Better</p>',
        language: 'en',
        ...changes,
      },
    })

  test('changes type and body in one language, and the title with the type', async () => {
    const message = await created()
    const japanese = await edit(message, { language: 'ja', body: '<p>調査中</p>' })
    expect(japanese.body.message.body).toEqual({ en: '<p>We look into it</p>', ja: '<p>調査中</p>' })
    const { body } = await edit(message, { message_type: 'Service Restored' })
    expect(body.message).toMatchObject({
      title: 'Service Restored',
      message_type: 'Service Restored',
      body: { en: '<p>Better</p>', ja: '<p>調査中</p>' },
      version: 3,
      updated_by: manager.email,
    })
    expect((await lastAudit(server))?.context).toMatchObject({
      before: { message_type: 'Update' },
      after: { message_type: 'Service Restored' },
    })
  })

  test('with relocalize but no translator removes the other languages, which then fall back to English', async () => {
    const message = await created()
    await edit(message, { language: 'ja', body: '<p>調査中</p>' })
    expect((await edit(message, { relocalize: 'Y' })).body.message.body).toEqual({ en: '<p>Better</p>' })
    const refused = await edit(message, { language: 'ja', relocalize: 'Y' })
    expect([refused.status, refused.problem.errors?.[0]?.path]).toEqual([400, 'body.relocalize'])
  })

  test('does not overwrite a message that somebody else changed meanwhile', async () => {
    const message = await created()
    expect((await edit(message, { version: 1 })).status).toBe(200)
    const second = await edit(message, { version: 1, body: '<p>Mine</p>' })
    expect([second.status, second.problem.detail]).toEqual([
      409,
      `${manager.email} changed this message meanwhile. Compare with it and save again`,
    ])
    expect((await listMessages('OPI-1')).find(({ id }) => id === message.id)?.body.en).toBe('<p>Better</p>')
  })

  test.each([
    [{ body: '<p>We look into it</p>' }, 400, 'body.body: Must Change A Value'],
    [{ body: ' ' }, 400, 'body.body: Issue with Message Body'],
    [{ language: 'xx' }, 400, 'body.language: use one of de, en, es, fr, ja, ko, pt, zh'],
    [{ jira_id: 'OPI-2', priority_type: 'P2' }, 404, /OPI-2 has no message \d+/],
    [{ language: 'x' }, 400, /^body\.language: use at least 2 characters$/],
  ])('%j is refused', async (changes, status, detail) => {
    const refused = await edit(await created(), changes)
    expect(refused.status).toBe(status)
    expect(refused.problem.detail).toMatch(detail)
  })

  test('needs the action', async () => {
    expect((await edit(await created(), {}, operator)).status).toBe(403)
  })
})

test('deleting a message removes it, writes an audit row and works once', async () => {
  const message = await created()
  const body = { message_id: message.id, jira_id: 'OPI-1', priority_type: 'P1' as const }
  expect((await operator.call(deleteMessage, { body })).status).toBe(403)
  expect((await manager.call(deleteMessage, { body })).body).toEqual({ message_id: message.id })
  expect((await listMessages('OPI-1')).map(({ id }) => id)).not.toContain(message.id)
  expect((await lastAudit(server))?.context).toMatchObject({ before: { id: message.id }, after: null })
  expect((await manager.call(deleteMessage, { body })).status).toBe(404)
})

test('incidents are listed by priority, newest first, at most 100 per page', async () => {
  const list = (query: object) =>
    manager.call(listPriorityIncidents, { query: { priority_type: 'P1', ...query } })
  const { body } = await list({})
  expect(body.incidents.map(({ jira_id }) => jira_id)).toEqual(['OPI-1', 'OPI-3'])
  expect(body.incidents[1]).toEqual({
    jira_id: 'OPI-3',
    priority_type: 'P1',
    is_internal: 'Y',
    severity: 'OUTAGE',
    status: 'ACTIVE',
    affected_services: ['Expense'],
    data_centers: ['us2'],
    start_date: '2026-08-20T08:00:00.000Z',
    end_date: null,
  })
  expect((await list({ sort_direction: 'asc', response_size: 1 })).body).toMatchObject({
    incidents: [{ jira_id: 'OPI-3' }],
    more_results: true,
  })
  expect((await list({ response_size: 101 })).status).toBe(400)
  expect((await list({ priority_type: 'P3' })).status).toBe(400)
  expect((await operator.call(listPriorityIncidents, { query: { priority_type: 'P1' } })).status).toBe(403)
})

test('managed incidents are sorted by any column, across pages', async () => {
  const record = (id: string, fields: object) => incidentRecord(id, { priority_type: 'P2', ...fields })
  await ingest(server, 'incidents', [
    record('OPI-10', { start_date: '2026-08-01T01:00:00Z', severity: 'PERFORMANCE', is_internal: 'Y' }),
    record('OPI-9', {
      start_date: '2026-08-01T02:00:00Z',
      status: 'RESOLVED',
      end_date: '2026-08-01T03:00:00Z',
      affected_services: ['Travel'],
    }),
    record('OPI-8', { start_date: '2026-08-01T02:00:00Z', affected_services: [], data_centers: ['eu'] }),
  ])
  const ids = async (column: string, direction: string) => {
    const pages = await Promise.all(
      [0, 2].map((from) =>
        manager.call(listPriorityIncidents, {
          query: {
            priority_type: 'P2',
            sort_col: column,
            sort_direction: direction,
            start_at: from,
            response_size: 2,
          } as never,
        }),
      ),
    )
    return pages.flatMap(({ body }) => body.incidents.map(({ jira_id }) => jira_id.slice(4))).join(' ')
  }
  // OPI-2 started on the 20th. Equal values are sorted newest first, empty values last.
  expect([await ids('jira_id', 'ASC'), await ids('jira_id', 'DESC')]).toEqual(['2 8 9 10', '10 9 8 2'])
  expect([await ids('end_date', 'ASC'), await ids('end_date', 'DESC')]).toEqual(['9 2 8 10', '9 2 8 10'])
  expect([await ids('severity', 'ASC'), await ids('severity', 'DESC')]).toEqual(['10 2 8 9', '2 8 9 10'])
  expect([await ids('status', 'ASC'), await ids('status', 'DESC')]).toEqual(['2 8 10 9', '9 2 8 10'])
  expect([await ids('is_internal', 'ASC'), await ids('is_internal', 'DESC')]).toEqual([
    '2 8 9 10',
    '10 2 8 9',
  ])
  expect([await ids('affected_services', 'ASC'), await ids('affected_services', 'DESC')]).toEqual([
    '2 10 9 8',
    '9 2 10 8',
  ])
  expect([await ids('data_centers', 'ASC'), await ids('data_centers', 'DESC')]).toEqual([
    '8 2 9 10',
    '2 9 10 8',
  ])
  expect([await ids('start_date', 'ASC'), await ids('start_date', 'DESC')]).toEqual(['10 9 8 2', '2 8 9 10'])
  const refused = await manager.call(listPriorityIncidents, {
    query: { priority_type: 'P2', sort_col: 'details' as never },
  })
  expect(refused.status).toBe(400)
  expect(refused.problem.errors).toEqual([
    {
      path: 'query.sort_col',
      message: expect.stringMatching(/^there is no column details: sort by start_date, end_date, jira_id, /),
    },
  ])
})

test('internal alert types and their fields are listed only for people who may see or use them', async () => {
  const subscriber = await server.signInAs('subscriber')
  const names = async (person: Person) =>
    (await person.call(listAlertTypes)).body.payload.P1.alert_types.map(({ name }) => name)
  expect(await names(operator)).toContain('Internal Update')
  expect(await names(subscriber)).not.toContain('Internal Update')
  expect(await names(subscriber)).toContain('Root Cause Analysis')
  const fields = (await subscriber.call(listEmailComponents)).body.services
  expect(fields.some(({ message_type }) => /internal/i.test(message_type))).toBe(false)
  expect(fields).toContainEqual({
    priority_type: 'P2',
    message_type: 'Service Restored',
    display_names: ['Resolution', 'Resolved At'],
    system_names: ['resolution', 'resolved_at'],
    translations: [expect.objectContaining({ de: 'Behebung' }), expect.objectContaining({ ja: '解決日時' })],
  })
})
