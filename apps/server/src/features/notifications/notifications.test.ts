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
const createdNotification = async (body: object): Promise<Notification> => {
  const answer = await create(body)
  expect(answer.status, JSON.stringify(answer.problem)).toBe(200)
  return answer.body.notification
}
const edit = (notification: Notification, changes: object = {}) =>
  operator.call(updateNotification, {
    body: {
      notification_id: notification.id,
      mwin_id: notification.mwin_id,
      n_type: notification.n_type,
      title: notification.title,
      body: notification.body,
      subject: notification.subject,
      start_date: notification.start_date,
      end_date: notification.end_date,
      send_time: notification.send_time,
      broadcast: notification.broadcast,
      version: notification.version,
      ...changes,
    } as never,
  })

test('a Pacific send time is stored as its instant and read back unchanged', async () => {
  const notification = await createdNotification(mailed())
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

test('start and end are stored only for a Personalized Open, the send time only with broadcast Y', async () => {
  const dates = { start_date: '2026-08-21T08:00:00-0700', end_date: '2026-08-21T11:00:00-0700' }
  const announced = await createdNotification(draft({ ...dates, send_time: '2026-08-20T08:00:00-0700' }))
  expect(announced).toMatchObject({ start_date: null, end_date: null, send_time: null })
  const open = await createdNotification(draft({ ...dates, n_type: 'Personalized Open' }))
  expect(open).toMatchObject({
    start_date: '2026-08-21T15:00:00.000Z',
    end_date: '2026-08-21T18:00:00.000Z',
    send_time: null,
  })
  // A Personalized Open is mailed at its start.
  const mailedOpen = await createdNotification(
    mailed({ ...dates, n_type: 'Personalized Open', send_time: undefined }),
  )
  expect(mailedOpen.send_time).toBe('2026-08-21T15:00:00.000Z')
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
])('%j is refused with what to correct', async (changes, detail) => {
  const { status, problem } = await create(draft(changes))
  expect(status).toBe(400)
  expect(problem.detail).toMatch(detail)
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
])('with broadcast Y, %j is refused with what to correct', async (changes, detail) => {
  const { status, problem } = await create(mailed(changes))
  expect(status).toBe(400)
  expect(problem.detail).toMatch(detail)
})

test('the hour that occurs twice is distinguished by its offset', async () => {
  const first = await createdNotification(mailed({ send_time: '2026-11-01T01:30:00-0700' }))
  const second = await createdNotification(mailed({ send_time: '2026-11-01T01:30:00-0800' }))
  expect([first.send_time, second.send_time]).toEqual([
    '2026-11-01T08:30:00.000Z',
    '2026-11-01T09:30:00.000Z',
  ])
})

test('creating returns 404 for an unknown event', async () => {
  const { status, problem } = await create(draft({ mwin_id: 999_999 }))
  expect([status, problem.detail]).toEqual([
    404,
    'There is no maintenance event 999999; it may have been deleted',
  ])
})

test('bodies are sanitized, and the other languages come from the translator or the confirmation', async () => {
  const plain = await createdNotification(draft({ body: '<p onclick="x()">Hello</p><script>x</script>' }))
  expect(plain.body).toMatchObject({ en: '<p>Hello</p>', de: '<p>[de] Hello</p>' })
  const confirmed = await createdNotification(mailed({ translations: { de: '<p>Gesehen</p>' } }))
  expect(confirmed.body).toEqual({ en: '<p>Some calls are slow.</p>', de: '<p>Gesehen</p>' })
})

test('the preview shows the audience, the recipients by language and the mail itself', async () => {
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

test('the preview shows the subject in each language that has one', async () => {
  const subject = { en: 'Storage upgrade', ja: 'ストレージの入れ替え' }
  const { body } = await operator.call(previewNotification, { body: mailed({ subject }) as never })
  const subjects = Object.fromEntries(body.mails.map((mail) => [mail.locale, mail.subject]))
  expect(subjects).toMatchObject({ en: 'Storage upgrade', ja: 'ストレージの入れ替え', de: 'Storage upgrade' })
})

test('an edit without a change is refused, and an outdated edit gets the current notification', async () => {
  const notification = await createdNotification(mailed())
  const unchanged = await edit(notification)
  expect([unchanged.status, unchanged.problem.detail]).toEqual([400, 'body.title: Must Change A Value'])
  expect((await edit(notification, { title: 'Their title' })).body.notification).toMatchObject({
    title: 'Their title',
    version: 2,
    updated_by: operator.email,
  })
  const late = await edit(notification, { title: 'My title' })
  expect(late.status).toBe(409)
  expect(late.problem.current).toMatchObject({ title: 'Their title', version: 2 })
  expect(await lastAudit(server)).toMatchObject({
    actionName: 'Update Notification',
    context: { before: { title: 'Storage upgrade in us2' }, after: { title: 'Their title' } },
  })
})

test('an edit with another event is refused, and a deleted notification is not found', async () => {
  const notification = await createdNotification(draft())
  const otherEventId = await planEvent(server)
  const wrong = await edit(notification, { mwin_id: otherEventId, title: 'x' })
  expect(wrong.problem.detail).toBe(
    `body.mwin_id: notification ${notification.id} belongs to event ${eventId}`,
  )
  await operator.call(deleteNotification, { body: { notification_id: notification.id } })
  expect((await edit(notification, { title: 'x' })).status).toBe(404)
  expect(
    (await operator.call(deleteNotification, { body: { notification_id: notification.id } })).status,
  ).toBe(404)
})

test('relocalize translates the other languages again from the English text', async () => {
  const notification = await createdNotification(draft())
  const edited = (await edit(notification, { body: { en: '<p>Slower</p>' } })).body.notification
  expect(edited.body.de).toBe('<p>[de] Some calls are slow.</p>')
  const renewed = await edit(edited, { body: { en: '<p>Slowest</p>' }, relocalize: 'Y' })
  expect(renewed.body.notification.body).toMatchObject({ en: '<p>Slowest</p>', de: '<p>[de] Slowest</p>' })
})

test('changing to another type removes the dates, and a Personalized Open needs them', async () => {
  const dates = { start_date: '2026-08-21T08:00:00-0700', end_date: '2026-08-21T11:00:00-0700' }
  const open = await createdNotification(draft({ ...dates, n_type: 'Personalized Open' }))
  const changed = (await edit(open, { n_type: 'Maintenance Update' })).body.notification
  expect(changed).toMatchObject({ n_type: 'Maintenance Update', start_date: null, end_date: null })
  const back = await edit(changed, { n_type: 'Personalized Open' })
  expect(back.problem.detail).toBe('body.start_date: is required for a Personalized Open')
})

test('lists the Personalized Open notifications whose start and end span the present', async () => {
  const setTime = (time: string) => server.setNow(new Date(`2026-08-20T${time}Z`))
  const dates = { start_date: '2026-08-20T06:00:00-0700', end_date: '2026-08-20T07:00:00-0700' }
  const open = await createdNotification(draft({ ...dates, n_type: 'Personalized Open' }))
  const listIds = async () =>
    (await operator.call(listActiveNotifications)).body.notifications.map(({ id }) => id)
  expect(await listIds()).toEqual([])
  setTime('12:59:59.999')
  expect(await listIds()).toEqual([])
  setTime('13:00:00.000')
  expect(await listIds()).toEqual([open.id])
  const [shown] = (await operator.call(listActiveNotifications)).body.notifications
  expect(shown).toMatchObject({ event_title: 'Storage upgrade', data_centers: ['us2'], is_internal: 'N' })
  setTime('14:00:00.000')
  expect(await listIds()).toEqual([])
  setTime('13:30:00.000')
  await operator.call(deleteNotification, { body: { notification_id: open.id } })
  expect(await listIds()).toEqual([])
})

test('creating, previewing and deleting need the rights to change events', async () => {
  const notification = await createdNotification(draft())
  const manager = await server.signInAs('incident_manager')
  expect((await manager.call(createNotification, { body: draft() as never })).status).toBe(403)
  expect((await manager.call(previewNotification, { body: draft() as never })).status).toBe(403)
  expect(
    (await manager.call(deleteNotification, { body: { notification_id: notification.id } })).status,
  ).toBe(403)
})
