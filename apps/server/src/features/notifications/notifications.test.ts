import {
  createNotification,
  deleteNotification,
  listActiveNotifications,
  previewNotification,
  updateNotification,
} from '@aviary/contract/notifications/endpoints'
import type { Notification } from '@aviary/contract/notifications/schemas'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { planEvent, subscribeToMaintenance } from '../../../testing/maintenance.ts'
import { lastAudit } from '../../../testing/queries.ts'
import { startTranslator, type TestTranslator } from '../../../testing/translator.ts'

const NOW = new Date('2026-08-20T12:00:00Z')

let translator: TestTranslator
let server: TestApp
let operator: Person
let eventId: number
beforeAll(async () => {
  translator = await startTranslator()
  server = await openTestApp({ environment: { TRANSLATE_URL: translator.url }, now: NOW })
  operator = await server.signInAs('operator')
})
beforeEach(async () => {
  server.setNow(NOW)
  eventId = await planEvent(server)
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
  await translator.close()
})

const draft = (changes: object = {}) => ({
  mwin_id: eventId,
  n_type: 'Maintenance Announcement' as const,
  title: 'Storage upgrade in us2',
  body: '<p>Some calls are slow.</p>',
  broadcast: 'N' as const,
  is_test: 'N' as const,
  comm_src: 'Aviary',
  created_by: operator.email,
  ...changes,
})
const mailed = (changes: object = {}) =>
  draft({
    broadcast: 'Y',
    subject: 'Data Center Maintenance August 21, 2026',
    send_time: '2026-08-20T08:00:00-0700',
    ...changes,
  })
const create = (body: object) => operator.call(createNotification, { body: body as never })
const made = async (body: object): Promise<Notification> => {
  const answer = await create(body)
  expect(answer.status, JSON.stringify(answer.problem)).toBe(200)
  return answer.body.notification
}
const edit = (one: Notification, changes: object = {}) =>
  operator.call(updateNotification, {
    body: {
      notification_id: one.id,
      mwin_id: one.mwin_id,
      n_type: one.n_type,
      title: one.title,
      body: one.body,
      subject: one.subject,
      start_date: one.start_date,
      end_date: one.end_date,
      send_time: one.send_time,
      broadcast: one.broadcast,
      version: one.version,
      ...changes,
    } as never,
  })

test('a send time entered in Pacific time is stored as the moment it is, and read back without a shift', async () => {
  const notification = await made(mailed())
  expect(notification).toMatchObject({
    mwin_id: eventId,
    send_time: '2026-08-20T15:00:00.000Z',
    sent_time: null,
    mail_queued: 'N',
    subject: { en: 'Data Center Maintenance August 21, 2026' },
    created_by: operator.email,
    is_internal: 'N',
    version: 1,
  })
  expect(await lastAudit(server)).toMatchObject({
    actionName: 'Create Notification',
    context: { event_id: eventId, before: null, after: { id: notification.id } },
  })
})

test('start and end are kept for a Personalized Open only, the send time only with broadcast Y', async () => {
  const dates = { start_date: '2026-08-21T08:00:00-0700', end_date: '2026-08-21T11:00:00-0700' }
  const announced = await made(draft({ ...dates, send_time: '2026-08-20T08:00:00-0700' }))
  expect(announced).toMatchObject({ start_date: null, end_date: null, send_time: null })
  const open = await made(draft({ ...dates, n_type: 'Personalized Open' }))
  expect(open).toMatchObject({
    start_date: '2026-08-21T15:00:00.000Z',
    end_date: '2026-08-21T18:00:00.000Z',
    send_time: null,
  })
  // It is mailed when it begins to show.
  const both = await made(mailed({ ...dates, n_type: 'Personalized Open', send_time: undefined }))
  expect(both.send_time).toBe('2026-08-21T15:00:00.000Z')
})

test.each([
  [{ title: ' ' }, 'body.title: Issue with Notification Title'],
  [{ body: ' ' }, 'body.body: Issue with Notification Body'],
  [{ body: '<script>alert(1)</script>' }, 'body.body: Issue with Notification Body'],
  [{ body: { de: '<p>Nur deutsch</p>' } }, 'body.body: Issue with Notification Body'],
  [{ body: { en: 'x', xx: 'y' } }, /body\.body\.xx: use some of de, en/],
  [{ n_type: 'Outage' }, /body\.n_type: Issue with Type: use one of Personalized Open, /],
  [{ created_by: 'somebody@acme.example' }, 'body.created_by: is not the signed-in person'],
  [{ flag: 'nonsense' }, /body\.flag: there is no flag 'nonsense'; use one of special, /],
  [{ n_type: 'Personalized Open' }, 'body.start_date: is required for a Personalized Open'],
  [
    { n_type: 'Personalized Open', start_date: '2026-08-21T08:00:00-0700' },
    'body.end_date: is required for a Personalized Open',
  ],
  [
    {
      n_type: 'Personalized Open',
      start_date: '2026-08-21T08:00:00-0700',
      end_date: '2026-08-21T07:59:00-0700',
    },
    'body.end_date: The end date cannot be before the start',
  ],
  [{ translations: { de: 'x' } }, /body\.translations: is for broadcast Y/],
])('%j is refused with what to mend', async (changes, told) => {
  const { status, problem } = await create(draft(changes))
  expect(status).toBe(400)
  expect(problem.detail).toMatch(told)
})

test.each([
  [{ subject: undefined }, 'body.subject: is required when broadcast is Y'],
  [{ subject: '' }, 'body.subject: is required when broadcast is Y'],
  [{ send_time: undefined }, 'body.send_time: is required when broadcast is Y'],
  [{ send_time: '2026-08-20T04:58:59-0700' }, /body\.send_time: 2026-08-20T11:58:59\.000Z has gone by/],
  [{ send_time: '2026-02-30T04:58:59-0800' }, /body\.send_time: there is no 2026-02-30/],
  [{ send_time: '2027-03-14T02:30:00-0800' }, /does not exist in Pacific time: clocks go forward/],
  [{ send_time: '2026-08-21T04:58:59-0800' }, /is -0700 in Pacific time, not -0800/],
  [{ send_time: 'tomorrow' }, /use a time with its offset/],
])('with broadcast Y, %j is refused with what to mend', async (changes, told) => {
  const { status, problem } = await create(mailed(changes))
  expect(status).toBe(400)
  expect(problem.detail).toMatch(told)
})

test('the hour that comes twice is told apart by its offset', async () => {
  const first = await made(mailed({ send_time: '2026-11-01T01:30:00-0700' }))
  const second = await made(mailed({ send_time: '2026-11-01T01:30:00-0800' }))
  expect([first.send_time, second.send_time]).toEqual([
    '2026-11-01T08:30:00.000Z',
    '2026-11-01T09:30:00.000Z',
  ])
})

test('an event that is not there has no notifications', async () => {
  const { status, problem } = await create(draft({ mwin_id: 999_999 }))
  expect([status, problem.detail]).toEqual([
    404,
    'There is no maintenance event 999999; it may have been deleted',
  ])
})

test('bodies are sanitized, and the other languages come from the translator or from the confirmation', async () => {
  const plain = await made(draft({ body: '<p onclick="x()">Hello</p><script>x</script>' }))
  expect(plain.body).toMatchObject({ en: '<p>Hello</p>', de: '<p>[de] Hello</p>' })
  const confirmed = await made(mailed({ translations: { de: '<p>Gesehen</p>' } }))
  expect(confirmed.body).toEqual({ en: '<p>Some calls are slow.</p>', de: '<p>Gesehen</p>' })
})

test('the preview tells the audience, how many by language, and the very mail', async () => {
  await subscribeToMaintenance(server, 'a@customer.example')
  await subscribeToMaintenance(server, 'b@customer.example', { locale: 'de' })
  await subscribeToMaintenance(server, 'c@acme.example')
  await subscribeToMaintenance(server, 'd@customer.example', { dataCenters: ['eu'] })
  await subscribeToMaintenance(server, 'e@customer.example', { types: ['Maintenance Update'] })
  const preview = async (body: object) =>
    (await operator.call(previewNotification, { body: body as never })).body
  const external = await preview(mailed())
  expect(external).toMatchObject({ audience: 'EXTERNAL', total: 3, fallback_locales: [] })
  expect(external.recipients).toEqual([
    { locale: 'de', people: 1 },
    { locale: 'en', people: 2 },
  ])
  const english = external.mails.find(({ locale }) => locale === 'en')
  expect(english?.subject).toBe('Data Center Maintenance August 21, 2026')
  expect(english?.text).toContain('2026-08-21 05:00 PDT (2026-08-21 12:00 UTC)')
  const internalEvent = await planEvent(server, { isInternal: true })
  expect(await preview(mailed({ mwin_id: internalEvent }))).toMatchObject({ audience: 'INTERNAL', total: 1 })
  const testEvent = await planEvent(server, { isTest: true })
  expect(await preview(mailed({ mwin_id: testEvent }))).toMatchObject({ audience: 'INTERNAL', total: 1 })
  expect(await preview(mailed({ is_test: 'Y' }))).toMatchObject({ audience: 'INTERNAL', total: 1 })
})

test('an edit that changes nothing is refused, one that another person has overtaken is told what is there now', async () => {
  const one = await made(mailed())
  const same = await edit(one)
  expect([same.status, same.problem.detail]).toEqual([400, 'body.title: Must Change A Value'])
  expect((await edit(one, { title: 'Their title' })).body.notification).toMatchObject({
    title: 'Their title',
    version: 2,
    updated_by: operator.email,
  })
  const late = await edit(one, { title: 'My title' })
  expect(late.status).toBe(409)
  expect(late.problem.current).toMatchObject({ title: 'Their title', version: 2 })
  expect(await lastAudit(server)).toMatchObject({
    actionName: 'Update Notification',
    context: { before: { title: 'Storage upgrade in us2' }, after: { title: 'Their title' } },
  })
})

test('an edit belongs to its event, and what is gone cannot be edited', async () => {
  const one = await made(draft())
  const other = await planEvent(server)
  const wrong = await edit(one, { mwin_id: other, title: 'x' })
  expect(wrong.problem.detail).toBe(`body.mwin_id: notification ${one.id} belongs to event ${eventId}`)
  await operator.call(deleteNotification, { body: { notification_id: one.id } })
  expect((await edit(one, { title: 'x' })).status).toBe(404)
  expect((await operator.call(deleteNotification, { body: { notification_id: one.id } })).status).toBe(404)
})

test('relocalize renews the other languages from the English text', async () => {
  const one = await made(draft())
  const kept = (await edit(one, { body: { en: '<p>Slower</p>' } })).body.notification
  expect(kept.body.de).toBe('<p>[de] Some calls are slow.</p>')
  const renewed = await edit(kept, { body: { en: '<p>Slowest</p>' }, relocalize: 'Y' })
  expect(renewed.body.notification.body).toMatchObject({ en: '<p>Slowest</p>', de: '<p>[de] Slowest</p>' })
})

test('changing to another type drops the dates, and a Personalized Open needs them', async () => {
  const dates = { start_date: '2026-08-21T08:00:00-0700', end_date: '2026-08-21T11:00:00-0700' }
  const open = await made(draft({ ...dates, n_type: 'Personalized Open' }))
  const changed = (await edit(open, { n_type: 'Maintenance Update' })).body.notification
  expect(changed).toMatchObject({ n_type: 'Maintenance Update', start_date: null, end_date: null })
  const back = await edit(changed, { n_type: 'Personalized Open' })
  expect(back.problem.detail).toBe('body.start_date: is required for a Personalized Open')
})

test('active are the Personalized Open ones whose start and end span now', async () => {
  const at = (time: string) => server.setNow(new Date(`2026-08-20T${time}Z`))
  const dates = { start_date: '2026-08-20T06:00:00-0700', end_date: '2026-08-20T07:00:00-0700' }
  const open = await made(draft({ ...dates, n_type: 'Personalized Open' }))
  const titles = async () =>
    (await operator.call(listActiveNotifications)).body.notifications.map(({ id }) => id)
  expect(await titles()).toEqual([])
  at('12:59:59.999')
  expect(await titles()).toEqual([])
  at('13:00:00.000')
  expect(await titles()).toEqual([open.id])
  const [shown] = (await operator.call(listActiveNotifications)).body.notifications
  expect(shown).toMatchObject({ event_title: 'Storage upgrade', data_centers: ['us2'], is_internal: 'N' })
  at('14:00:00.000')
  expect(await titles()).toEqual([])
  at('13:30:00.000')
  await operator.call(deleteNotification, { body: { notification_id: open.id } })
  expect(await titles()).toEqual([])
})

test('creating needs the right to plan or change events; editing and deleting have their own', async () => {
  const one = await made(draft())
  const manager = await server.signInAs('incident_manager')
  expect((await manager.call(createNotification, { body: draft() as never })).status).toBe(403)
  expect((await manager.call(previewNotification, { body: draft() as never })).status).toBe(403)
  expect((await manager.call(deleteNotification, { body: { notification_id: one.id } })).status).toBe(403)
})
