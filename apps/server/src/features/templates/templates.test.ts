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

const create = (body: ReturnType<typeof message> | ReturnType<typeof notification>, by = manager) =>
  by.call(createTemplate, { body })
const created = async (body: Parameters<typeof create>[0] = message()) => (await create(body)).body.template
const update = (template: Template, changes: object = {}, by = manager) => {
  const { created_by: _, created_date: __, updated_by: ___, notification_type, ...rest } = template
  const type = notification_type as 'Maintenance Announcement' | null // what was created here
  return by.call(updateTemplate, { body: { ...rest, notification_type: type, ...changes } })
}
const remove = (pkey: number, by = manager) => by.call(deleteTemplate, { body: { pkey } })
const listed = async (pkey: number) =>
  (await operator.call(listTemplates, {})).body.templates.find((one) => one.pkey === pkey)
const historyOf = async (pkey: number) =>
  (await operator.call(getTemplateHistory, { query: { template_id: pkey } })).body.history
const stored = async () => {
  const [rows] = await server.db.select({ all: count() }).from(templates)
  const [changes] = await server.db.select({ all: count() }).from(templateChanges)
  return [rows?.all, changes?.all]
}

describe('creating a template', () => {
  test('keeps it, lists it by title for everybody and audits it', async () => {
    const made = await created()
    expect(made).toMatchObject({
      ...message(),
      notification_type: null,
      created_by: manager.email,
      created_date: '2026-08-20T12:00:00.000Z',
      updated_by: null,
      version: 1,
    })
    expect(await listed(made.pkey)).toEqual(made)
    const { templates: all } = (await operator.call(listTemplates, {})).body
    const titles = all.map(({ title }) => title)
    expect(titles.indexOf('Slow reports')).toBeLessThan(titles.indexOf('Still working on it'))
    expect(await lastAudit(server)).toMatchObject({
      actionName: 'Create Template',
      userEmail: manager.email,
      context: { pkey: made.pkey, before: null, after: { title: 'Slow reports' } },
    })
  })

  test('of a notification keeps its type only, and needs none', async () => {
    const fields = { message_type: 'Update', affected_service: 'Expense' }
    const made = await created(notification(fields))
    expect(made).toMatchObject({
      notification_type: 'Maintenance Announcement',
      message_type: null,
      affected_service: null,
    })
    expect((await created(notification({ notification_type: null }))).notification_type).toBeNull()
  })

  test('of a message keeps no notification type', async () => {
    const made = await created(message({ notification_type: 'Maintenance Complete' }))
    expect(made.notification_type).toBeNull()
  })

  test('sanitizes the body as a message’s, and trims the title', async () => {
    const made = await created(
      message({
        title: ' <b>Hi</b> ',
        body: '<p onclick="x()">Hi<script>alert(1)</script><a href="javascript:x()">!</a></p>',
      }),
    )
    expect([made.title, made.body]).toEqual(['<b>Hi</b>', '<p>Hi<a>!</a></p>'])
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
    const before = await stored()
    const refused = await create(body)
    expect(refused.status).toBe(400)
    expect(refused.problem.detail).toMatch(detail)
    expect(await stored()).toEqual(before)
  })

  test('the same create by one Idempotency-Key makes one template, also when both arrive at once', async () => {
    const [before] = await stored()
    const again = () =>
      manager.call(createTemplate, { body: message(), headers: { 'idempotency-key': 'one-template' } })
    const answers = await Promise.all([again(), again(), again()])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ body }) => body.template.pkey)).size).toBe(1)
    expect((await stored())[0]).toBe(Number(before) + 1)
  })
})

describe('editing a template', () => {
  test('changes it, keeps what it was, and audits both', async () => {
    const made = await created()
    server.setNow(new Date('2026-08-20T12:30:00Z'))
    const { body } = await update(
      made,
      { title: 'Slow', body: '<p>Slow</p>', affected_service: 'Travel' },
      operator,
    )
    expect(body.template).toMatchObject({
      title: 'Slow',
      body: '<p>Slow</p>',
      affected_service: 'Travel',
      created_by: manager.email,
      created_date: made.created_date,
      updated_by: operator.email,
      version: 2,
    })
    expect(await listed(made.pkey)).toEqual(body.template)
    expect(await historyOf(made.pkey)).toEqual([
      {
        pkey: expect.any(Number),
        template_id: made.pkey,
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
      context: { pkey: made.pkey, before: { title: 'Slow reports' }, after: { title: 'Slow' } },
    })
  })

  test('the history is newest first', async () => {
    const made = await created(notification())
    for (const title of ['Second', 'Third']) await update(made, { title, version: undefined })
    expect((await historyOf(made.pkey)).map(({ prev_title }) => prev_title)).toEqual([
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
    const made = await created()
    const before = await stored()
    const refused = await update(made, changes)
    expect(refused.status).toBe(400)
    expect(refused.problem.detail).toMatch(detail)
    expect(await stored()).toEqual(before)
    expect(await listed(made.pkey)).toEqual(made)
  })

  test('leaves a type and a service alone that the lists no longer have', async () => {
    const made = await created()
    await server.db.execute(
      sql`update templates set message_type = 'Old type', affected_service = 'Old service' where pkey = ${made.pkey}`,
    )
    const old = { message_type: 'Old type', affected_service: 'Old service' }
    const kept = await update(made, { ...old, title: 'Kept' })
    expect(kept.body.template).toMatchObject({ ...old, title: 'Kept' })
    expect((await update(made, { ...old, message_type: 'Update', version: 2 })).status).toBe(200)
    expect((await update(made, { ...old, version: 3 })).status).toBe(400)
  })

  test('of two who edit one the second is told what it is now, and nothing is overwritten', async () => {
    const made = await created()
    const answers = await Promise.all([
      update(made, { title: 'Mine' }, manager),
      update(made, { title: 'Mine' }, operator),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const refused = answers.find(({ status }) => status === 409)
    const first = answers.find(({ status }) => status === 200)
    expect(refused?.problem).toMatchObject({
      detail: `${first?.body.template.updated_by} changed this template meanwhile. Compare with it and save again`,
      current: first?.body.template,
    })
    expect(await historyOf(made.pkey)).toHaveLength(1)
    const again = await update(made, { title: 'Mine too', version: 2 })
    expect(again.body.template.version).toBe(3)
  })
})

describe('deleting a template', () => {
  test('takes it off the list, audits it and leaves its history', async () => {
    const made = await created()
    await update(made, { title: 'Short' })
    expect((await remove(made.pkey)).body).toEqual({ pkey: made.pkey })
    expect(await listed(made.pkey)).toBeUndefined()
    expect(await historyOf(made.pkey)).toMatchObject([{ prev_title: 'Slow reports' }])
    expect(await lastAudit(server)).toMatchObject({
      actionName: 'Delete Template',
      context: { pkey: made.pkey, before: { title: 'Short' }, after: null },
    })
  })

  test('what is not there cannot be edited, deleted or looked back at', async () => {
    const gone = await created()
    await remove(gone.pkey)
    const detail = `There is no template ${gone.pkey}; it may have been deleted`
    for (const refused of [await update(gone, { title: 'Late' }), await remove(gone.pkey)])
      expect([refused.status, refused.problem.detail]).toEqual([404, detail])
    const past = await manager.call(getTemplateHistory, { query: { template_id: gone.pkey } })
    expect([past.status, past.problem.detail]).toEqual([404, `There is no template ${gone.pkey}`])
    expect(await historyOf((await created()).pkey)).toEqual([])
  })

  test.each([0, -1, 1.5, 2_147_483_648, Number.NaN])('%d is no number of a template', async (pkey) => {
    const made = await created()
    expect((await remove(pkey)).status).toBe(400)
    expect((await update(made, { pkey, title: 'Other' })).status).toBe(400)
    const past = await manager.call(getTemplateHistory, { query: { template_id: pkey } })
    expect(past.status).toBe(400)
  })
})

test('each write needs its own action; to read it is enough to be signed in', async () => {
  const made = await created()
  const support = await server.signInAs('support')
  const needs = (action: string) => [403, `This needs the action ${action}`]
  const told = ({ status, problem }: { status: number; problem: { detail: string } }) => [
    status,
    problem.detail,
  ]
  expect(told(await create(message(), support))).toEqual(needs('create_template'))
  expect(told(await update(made, { title: 'No' }, support))).toEqual(needs('edit_template'))
  expect(told(await remove(made.pkey, operator))).toEqual(needs('delete_template'))
  expect((await support.call(listTemplates, {})).status).toBe(200)
  expect((await support.call(getTemplateHistory, { query: { template_id: made.pkey } })).status).toBe(200)
  expect(await listed(made.pkey)).toEqual(made)
  const administrator = await server.signInAs('administrator')
  expect((await remove(made.pkey, administrator)).status).toBe(200)
})

test('a new installation has templates of both types; one that has any keeps those', async () => {
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
