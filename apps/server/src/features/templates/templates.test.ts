import {
  createTemplate,
  deleteTemplate,
  getTemplateHistory,
  listTemplates,
  type Template,
  updateTemplate,
} from '@aviary/contract/templates/endpoints'
import { count, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { lastAudit } from '../../../testing/queries.ts'
import { templateChanges, templates } from '../../database/tables/reference.ts'
import { seedTemplates } from './public.ts'

let server: TestApp
let manager: Person
let operator: Person
beforeAll(async () => {
  server = await openTestApp()
  manager = await server.signInAs('incident_manager')
  operator = await server.signInAs('operator')
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const message = (changes: object = {}) => ({
  template_type: 'message' as const,
  title: 'Slow reports',
  body: '<p>Reports are slow</p>',
  message_type: 'Update',
  affected_service: 'Expense',
  ...changes,
})
const notification = (changes: object = {}) => ({
  template_type: 'notification' as const,
  title: 'Planned work',
  body: '<p>We work on it</p>',
  notification_type: 'Maintenance Announcement' as const,
  ...changes,
})

const create = (body: ReturnType<typeof message> | ReturnType<typeof notification>, person = manager) =>
  person.call(createTemplate, { body })
const created = async (body: Parameters<typeof create>[0] = message()) => (await create(body)).body.template
const update = (template: Template, changes: object = {}, person = manager) => {
  const { created_by: _, created_date: __, updated_by: ___, notification_type, ...rest } = template
  const type = notification_type as 'Maintenance Announcement' | null // the only type that these tests create
  return person.call(updateTemplate, { body: { ...rest, notification_type: type, ...changes } })
}
const remove = (pkey: number, person = manager) => person.call(deleteTemplate, { body: { pkey } })
const listed = async (pkey: number) =>
  (await operator.call(listTemplates, {})).body.templates.find((template) => template.pkey === pkey)
const getHistory = async (pkey: number) =>
  (await operator.call(getTemplateHistory, { query: { template_id: pkey } })).body.history
const countRows = async () => {
  const [rows] = await server.db.select({ all: count() }).from(templates)
  const [changes] = await server.db.select({ all: count() }).from(templateChanges)
  return [rows?.all, changes?.all]
}

describe('creating a template', () => {
  test('stores it, lists it by title for everybody and writes an audit row', async () => {
    const template = await created()
    expect(template).toMatchObject({
      ...message(),
      notification_type: null,
      created_by: manager.email,
      created_date: '2026-08-20T12:00:00.000Z',
      updated_by: null,
      version: 1,
    })
    expect(await listed(template.pkey)).toEqual(template)
    const { templates: all } = (await operator.call(listTemplates, {})).body
    const titles = all.map(({ title }) => title)
    expect(titles.indexOf('Slow reports')).toBeLessThan(titles.indexOf('Still working on it'))
    expect(await lastAudit(server)).toMatchObject({
      actionName: 'Create Template',
      userEmail: manager.email,
      context: { pkey: template.pkey, before: null, after: { title: 'Slow reports' } },
    })
  })

  test('for a notification stores only its type, which is optional', async () => {
    const fields = { message_type: 'Update', affected_service: 'Expense' }
    const template = await created(notification(fields))
    expect(template).toMatchObject({
      notification_type: 'Maintenance Announcement',
      message_type: null,
      affected_service: null,
    })
    expect((await created(notification({ notification_type: null }))).notification_type).toBeNull()
  })

  test('for a message stores no notification type', async () => {
    const template = await created(message({ notification_type: 'Maintenance Complete' }))
    expect(template.notification_type).toBeNull()
  })

  test('sanitizes the body like that of a message, and trims the title', async () => {
    const template = await created(
      message({
        title: ' <b>Hi</b> ',
        body: '<p onclick="x()">Hi<script>alert(1)</script><a href="javascript:x()">!</a></p>',
      }),
    )
    expect([template.title, template.body]).toEqual(['<b>Hi</b>', '<p>Hi<a>!</a></p>'])
  })

  test.each([
    [message({ title: '  ' }), 'body.title: Title is a required field'],
    [message({ title: undefined }), 'body.title: Title is a required field'],
    [message({ title: 'x'.repeat(201) }), /^body.title: /],
    [message({ body: '' }), 'body.body: Body is a required field'],
    [message({ body: '<script>alert(1)</script>' }), 'body.body: Body is a required field'],
    [message({ body: '<p>&nbsp;</p>' }), 'body.body: Body is a required field'],
    [message({ body: 'x'.repeat(100_001) }), /^body.body: /],
    [message({ message_type: '' }), 'body.message_type: Value Missing'],
    [message({ message_type: undefined }), 'body.message_type: Value Missing'],
    [message({ message_type: 'Rumour' }), /'Rumour' is no message type; known are Initial Notification, /],
    [message({ affected_service: null }), 'body.affected_service: Value Missing'],
    [
      message({ affected_service: 'Mobile' }),
      /'Mobile' is no affected service; known are General, Analysis \//,
    ],
    [message({ template_type: 'rumour' }), /^body.template_type: /],
    [notification({ notification_type: 'Rumour' }), /^body.notification_type: /],
  ])('%j is refused and changes nothing', async (body, detail) => {
    const before = await countRows()
    const refused = await create(body)
    expect(refused.status).toBe(400)
    expect(refused.problem.detail).toMatch(detail)
    expect(await countRows()).toEqual(before)
  })

  test('creates one template per Idempotency-Key, even for concurrent requests', async () => {
    const [before] = await countRows()
    const again = () =>
      manager.call(createTemplate, { body: message(), headers: { 'idempotency-key': 'one-template' } })
    const answers = await Promise.all([again(), again(), again()])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ body }) => body.template.pkey)).size).toBe(1)
    expect((await countRows())[0]).toBe(Number(before) + 1)
  })
})

describe('editing a template', () => {
  test('stores the changes, adds the previous version to the history and writes an audit row', async () => {
    const template = await created()
    server.setNow(new Date('2026-08-20T12:30:00Z'))
    const { body } = await update(
      template,
      { title: 'Slow', body: '<p>Slow</p>', affected_service: 'Travel' },
      operator,
    )
    expect(body.template).toMatchObject({
      title: 'Slow',
      body: '<p>Slow</p>',
      affected_service: 'Travel',
      created_by: manager.email,
      created_date: template.created_date,
      updated_by: operator.email,
      version: 2,
    })
    expect(await listed(template.pkey)).toEqual(body.template)
    expect(await getHistory(template.pkey)).toEqual([
      {
        pkey: expect.any(Number),
        template_id: template.pkey,
        changed_by: operator.email,
        prev_title: 'Slow reports',
        prev_body: '<p>Reports are slow</p>',
        prev_message_type: 'Update',
        prev_affected_service: 'Expense',
        prev_notification_type: null,
        updated_by: operator.email,
        updated_date: '2026-08-20T12:30:00.000Z',
      },
    ])
    expect(await lastAudit(server)).toMatchObject({
      actionName: 'Update Template',
      userEmail: operator.email,
      context: { pkey: template.pkey, before: { title: 'Slow reports' }, after: { title: 'Slow' } },
    })
  })

  test('lists the history newest first', async () => {
    const template = await created(notification())
    for (const title of ['Second', 'Third']) await update(template, { title, version: undefined })
    expect((await getHistory(template.pkey)).map(({ prev_title }) => prev_title)).toEqual([
      'Second',
      'Planned work',
    ])
  })

  test.each([
    [{}, 'body.body: Must Modify A Value'],
    [
      { title: ' Slow reports ', body: '<p onclick="x()">Reports are slow</p>' },
      'body.body: Must Modify A Value',
    ],
    [{ title: ' ' }, 'body.title: Value Missing'],
    [{ title: undefined }, 'body.title: Value Missing'],
    [{ body: '' }, 'body.body: Value Missing'],
    [{ body: '<p> </p>' }, 'body.body: Value Missing'],
    [{ message_type: null }, 'body.message_type: Value Missing'],
    [{ affected_service: '' }, 'body.affected_service: Value Missing'],
    [{ affected_service: 'Mobile' }, /'Mobile' is no affected service/],
    [{ message_type: 'Rumour' }, /'Rumour' is no message type/],
    [{ template_type: 'notification' }, /body.template_type: template \d+ is for messages and stays so/],
  ])('%j is refused and changes nothing', async (changes, detail) => {
    const template = await created()
    const before = await countRows()
    const refused = await update(template, changes)
    expect(refused.status).toBe(400)
    expect(refused.problem.detail).toMatch(detail)
    expect(await countRows()).toEqual(before)
    expect(await listed(template.pkey)).toEqual(template)
  })

  test('accepts the template’s own type and service after they have left the lists', async () => {
    const template = await created()
    await server.db.execute(
      sql`update templates set message_type = 'Old type', affected_service = 'Old service' where pkey = ${template.pkey}`,
    )
    const old = { message_type: 'Old type', affected_service: 'Old service' }
    const edited = await update(template, { ...old, title: 'Kept' })
    expect(edited.body.template).toMatchObject({ ...old, title: 'Kept' })
    expect((await update(template, { ...old, message_type: 'Update', version: 2 })).status).toBe(200)
    expect((await update(template, { ...old, version: 3 })).status).toBe(400)
  })

  test('gives the second of two concurrent editors a 409 with the current template', async () => {
    const template = await created()
    const answers = await Promise.all([
      update(template, { title: 'Mine' }, manager),
      update(template, { title: 'Mine' }, operator),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const refused = answers.find(({ status }) => status === 409)
    const first = answers.find(({ status }) => status === 200)
    expect(refused?.problem).toMatchObject({
      detail: `${first?.body.template.updated_by} changed this template meanwhile. Compare with it and save again`,
      current: first?.body.template,
    })
    expect(await getHistory(template.pkey)).toHaveLength(1)
    const again = await update(template, { title: 'Mine too', version: 2 })
    expect(again.body.template.version).toBe(3)
  })
})

describe('deleting a template', () => {
  test('removes it from the list, writes an audit row and keeps its history', async () => {
    const template = await created()
    await update(template, { title: 'Short' })
    expect((await remove(template.pkey)).body).toEqual({ pkey: template.pkey })
    expect(await listed(template.pkey)).toBeUndefined()
    expect(await getHistory(template.pkey)).toMatchObject([{ prev_title: 'Slow reports' }])
    expect(await lastAudit(server)).toMatchObject({
      actionName: 'Delete Template',
      context: { pkey: template.pkey, before: { title: 'Short' }, after: null },
    })
  })

  test('returns 404 for an unknown template', async () => {
    const deleted = await created()
    await remove(deleted.pkey)
    const detail = `There is no template ${deleted.pkey}; it may have been deleted`
    for (const refused of [await update(deleted, { title: 'Late' }), await remove(deleted.pkey)])
      expect([refused.status, refused.problem.detail]).toEqual([404, detail])
    const history = await manager.call(getTemplateHistory, { query: { template_id: deleted.pkey } })
    expect([history.status, history.problem.detail]).toEqual([404, `There is no template ${deleted.pkey}`])
    expect(await getHistory((await created()).pkey)).toEqual([])
  })

  test.each([0, -1, 1.5, 2_147_483_648, Number.NaN])(
    '%d is refused as the number of a template',
    async (pkey) => {
      const template = await created()
      expect((await remove(pkey)).status).toBe(400)
      expect((await update(template, { pkey, title: 'Other' })).status).toBe(400)
      const history = await manager.call(getTemplateHistory, { query: { template_id: pkey } })
      expect(history.status).toBe(400)
    },
  )
})

test('writing needs the named actions, reading needs a session', async () => {
  const template = await created()
  const support = await server.signInAs('support')
  const needs = (action: string) => [403, `This needs the action ${action}`]
  const toRefusal = ({ status, problem }: { status: number; problem: { detail: string } }) => [
    status,
    problem.detail,
  ]
  expect(toRefusal(await create(message(), support))).toEqual(needs('create_template'))
  expect(toRefusal(await update(template, { title: 'No' }, support))).toEqual(needs('edit_template'))
  expect(toRefusal(await remove(template.pkey, operator))).toEqual(needs('delete_template'))
  expect((await support.call(listTemplates, {})).status).toBe(200)
  expect((await support.call(getTemplateHistory, { query: { template_id: template.pkey } })).status).toBe(200)
  expect(await listed(template.pkey)).toEqual(template)
  const administrator = await server.signInAs('administrator')
  expect((await remove(template.pkey, administrator)).status).toBe(200)
})

test('a new installation gets templates of both types; an existing one keeps its own', async () => {
  await server.db.delete(templates)
  await seedTemplates(server.db, server.now())
  const first = await server.db.select().from(templates)
  expect(first.filter(({ templateType }) => templateType === 'message')).toHaveLength(3)
  expect(first.flatMap(({ notificationType }) => notificationType ?? [])).toEqual([
    'Personalized Open',
    'Maintenance Announcement',
    'Maintenance Update',
    'Maintenance Cancelled',
    'Maintenance Complete',
  ])
  await server.db.delete(templates).where(sql`template_type = 'notification'`)
  await seedTemplates(server.db, server.now())
  expect(await server.db.select().from(templates)).toHaveLength(3)
})
