import { requires } from '@aviary/contract/access'
import {
  createMaintenanceWindow,
  deleteMaintenanceWindow,
  getMaintenanceEvent,
  listMaintenanceEvents,
  listMaintenanceWindows,
  updateMaintenanceEvent,
  updateMaintenanceWindow,
} from '@aviary/contract/maintenance/endpoints'
import type { MaintenanceWindow } from '@aviary/contract/maintenance/schemas'
import { deleteNotification } from '@aviary/contract/notifications/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { planEvent } from '../../../testing/maintenance.ts'
import { lastAudit } from '../../../testing/queries.ts'
import { auditLog } from '../../database/tables/audit.ts'

// The older calls read and write the same events as the newer ones, with the body of one notification for
// each event.

let server: TestApp
let operator: Person
beforeAll(async () => {
  server = await openTestApp()
  operator = await server.signInAs('operator')
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const draft = (changes: object = {}) => ({
  title: 'Storage upgrade',
  start_date: '2026-09-01T22:00:00-0700',
  end_date: '2026-09-02T01:00:00-0700',
  data_centers: ['us2'],
  is_internal: 'N' as const,
  is_test: 'N' as const,
  created_by: operator.email,
  notification_body: '<p>Some calls are slow.</p>',
  ...changes,
})
const post = (changes: object = {}, person = operator) =>
  person.call(createMaintenanceWindow, { body: draft(changes) })
const createWindow = async (changes: object = {}): Promise<MaintenanceWindow> => {
  const { status, body, problem } = await post(changes)
  expect(status, problem.detail).toBe(200)
  return body.maintenance_window
}
const edit = ({ id, notification_id }: MaintenanceWindow, changes: object = {}) =>
  operator.call(updateMaintenanceWindow, {
    body: { ...draft(), id, notification_id: notification_id ?? 0, ...changes },
  })
const listWindows = async () => (await operator.call(listMaintenanceWindows)).body.maintenance_windows
const getEvent = async (id: number) =>
  (await operator.call(getMaintenanceEvent, { params: { id } })).body.maintenance_event

describe('planning', () => {
  test('creates the event and its one notification, which is not mailed', async () => {
    const window = await createWindow({ flag: 'emergency', jira_id: 'A-1,B-2' })
    expect(window).toMatchObject({
      title: 'Storage upgrade',
      start_date: '2026-09-02T05:00:00.000Z',
      flag: 'emergency',
      jira_id: 'A-1, B-2',
      data_centers: [{ name: 'us2', system_name: 'us2' }],
      notification_body: '<p>Some calls are slow.</p>',
      notification_id: expect.any(Number),
      created_by: operator.email,
      version: 1,
    })
    expect((await getEvent(window.id)).notifications).toMatchObject([
      {
        id: window.notification_id,
        mwin_id: window.id,
        n_type: 'Maintenance Announcement',
        title: 'Storage upgrade',
        body: { en: '<p>Some calls are slow.</p>' },
        broadcast: 'N',
        mail_queued: 'N',
        send_time: null,
      },
    ])
    expect(await listWindows()).toContainEqual(window)
    expect(await lastAudit(server)).toMatchObject({
      actionName: 'Create Maintenance Window',
      context: { event_id: window.id, before: null, after: { notification_body: window.notification_body } },
    })
  })

  test('sanitizes the body', async () => {
    const window = await createWindow({
      notification_body: '<p onclick="x()">Hi<script>alert(1)</script></p>',
    })
    expect(window.notification_body).toBe('<p>Hi</p>')
  })

  test.each([
    [{ notification_body: ' ' }, 'body.notification_body: Issue with Notification Body'],
    [
      { notification_body: '<script>alert(1)</script>' },
      'body.notification_body: Issue with Notification Body',
    ],
    [{ notification_body: undefined }, /^body.notification_body: /],
    [{ is_test: undefined }, /^body.is_test: /],
    [{ is_internal: 'maybe' }, /^body.is_internal: /],
    [{ created_by: undefined }, /^body.created_by: /],
    [{ created_by: 'somebody@acme.example' }, /^body.created_by: you are signed in as /],
    [{ end_date: '2026-09-01T21:00:00-0700' }, 'body.end_date: The end date cannot be before the start'],
    [{ data_centers: ['mars'] }, /^body.data_centers: there is no data center 'mars'/],
    [{ flag: 'audit' }, "body.flag: there is no flag 'audit' here; known are special, emergency"],
    [{ flag: 'urgent' }, "body.flag: there is no flag 'urgent' here; known are special, emergency"],
  ])('%j is refused and stores nothing', async (changes, detail) => {
    const before = await server.db.$count(auditLog)
    const refused = await post(changes)
    expect([refused.status, refused.problem.errors?.length]).toEqual([400, 1])
    expect(refused.problem.detail).toMatch(detail)
    expect(await server.db.$count(auditLog)).toBe(before)
  })
})

describe('the list', () => {
  test('includes events of the newer calls, without flags that the older client does not know', async () => {
    const eventId = await planEvent(server, { title: 'Planned in the newer version' })
    const ownWindow = await createWindow()
    await operator.call(updateMaintenanceEvent, {
      body: { ...draft(), id: eventId, flag: 'freeze_window' },
    })
    const listed = await listWindows()
    expect(listed.find(({ id }) => id === eventId)).toMatchObject({
      title: 'Storage upgrade',
      flag: null,
      notification_body: '',
      notification_id: null,
    })
    const { maintenance_events } = (await operator.call(listMaintenanceEvents, { query: {} })).body
    expect(listed.map(({ id }) => id)).toEqual(maintenance_events.map(({ id }) => id))
    expect(maintenance_events.find(({ id }) => id === ownWindow.id)?.notifications).toHaveLength(1)
  })
})

describe('editing', () => {
  test('changes the event and the notification together', async () => {
    const window = await createWindow()
    const changes = { title: 'Storage replacement', notification_body: '<p>Later.</p>', flag: 'special' }
    const { body } = await edit(window, { ...changes, end_date: '2026-09-02T02:00:00-0700', version: 1 })
    expect(body.maintenance_window).toMatchObject({
      ...changes,
      end_date: '2026-09-02T09:00:00.000Z',
      notification_id: window.notification_id,
      version: 2,
      updated_by: operator.email,
    })
    expect((await getEvent(window.id)).notifications).toMatchObject([
      { title: 'Storage replacement', body: { en: '<p>Later.</p>' } },
    ])
    expect(await lastAudit(server)).toMatchObject({
      actionName: 'Update Maintenance Window',
      context: {
        before: { title: 'Storage upgrade', notification_body: '<p>Some calls are slow.</p>' },
        after: { title: 'Storage replacement', notification_body: '<p>Later.</p>' },
      },
    })
  })

  test('accepts a changed body alone, and refuses an edit without a change', async () => {
    const window = await createWindow()
    const refused = await edit(window)
    expect([refused.status, refused.problem.detail]).toEqual([400, 'body.title: Must Change A Value'])
    const { body } = await edit(window, { notification_body: '<p>Other</p>' })
    expect(body.maintenance_window).toMatchObject({ notification_body: '<p>Other</p>', version: 2 })
  })

  test.each([undefined, null, ''])(
    'keeps a flag unknown to the older client when it sends %j',
    async (flag) => {
      const window = await createWindow()
      await operator.call(updateMaintenanceEvent, { body: { ...draft(), id: window.id, flag: 'audit' } })
      const { body } = await edit(window, { title: 'Other', flag })
      expect(body.maintenance_window.flag).toBeNull()
      expect((await getEvent(window.id)).flag).toBe('audit')
      expect((await edit(window, { title: 'Other', flag: 'special' })).status).toBe(200)
      expect((await getEvent(window.id)).flag).toBe('special')
    },
  )

  test('removes a flag known to the older client when it sends none', async () => {
    const window = await createWindow({ flag: 'special' })
    expect((await edit(window, { flag: null })).body.maintenance_window.flag).toBeNull()
  })

  test('requires the id of the notification of this event', async () => {
    const [window, other] = [await createWindow(), await createWindow()]
    const otherNotification = { title: 'Other', notification_id: other.notification_id }
    const refused = await edit(window, otherNotification)
    expect([refused.status, refused.problem.detail]).toEqual([
      400,
      `body.notification_id: maintenance event ${window.id} has no notification ${other.notification_id} of these calls; its own is ${window.notification_id}`,
    ])
    expect(await getEvent(other.id)).toMatchObject({ title: 'Storage upgrade', version: 1 })
    await operator.call(deleteNotification, { body: { notification_id: window.notification_id ?? 0 } })
    const refusedAgain = await edit(window, { title: 'Other' })
    expect([refusedAgain.status, refusedAgain.problem.errors?.[0]?.path]).toEqual([
      400,
      'body.notification_id',
    ])
    expect((await edit(window, { notification_id: undefined })).problem.errors?.[0]?.path).toBe(
      'body.notification_id',
    )
    expect((await edit({ ...window, id: 999_999 })).status).toBe(404)
  })

  test('is refused with the current event when it was changed meanwhile, in either version', async () => {
    const window = await createWindow()
    await operator.call(updateMaintenanceEvent, { body: { ...draft(), id: window.id, title: 'Newer' } })
    const refused = await edit(window, { title: 'Mine', version: 1 })
    expect(refused.status).toBe(409)
    expect(refused.problem.current).toMatchObject({
      title: 'Newer',
      version: 2,
      notification_id: window.notification_id,
    })
  })
})

describe('deleting by GET, as the older client does,', () => {
  const remove = (id: number | string, headers: Record<string, string> = {}, person = operator) =>
    person.call(deleteMaintenanceWindow, { query: { id }, headers })

  test('deletes the event and its notification once', async () => {
    const window = await createWindow()
    const { status, body } = await remove(window.id)
    expect([status, body]).toEqual([200, { id: window.id, mails: [] }])
    expect(await lastAudit(server)).toMatchObject({
      actionName: 'Delete Maintenance Window',
      userEmail: operator.email,
      context: { event_id: window.id, before: { title: 'Storage upgrade' }, after: null },
    })
    expect((await listWindows()).map(({ id }) => id)).not.toContain(window.id)
    expect((await remove(window.id)).status).toBe(404)
  })

  test('needs the anti-forgery token: a followed link or an image deletes nothing', async () => {
    const window = await createWindow()
    const followed = await server.app.inject({
      url: `/api/delete_maintenance_event/?id=${window.id}`,
      headers: { cookie: operator.cookies },
    })
    expect([followed.statusCode, followed.json().detail]).toEqual([
      403,
      expect.stringContaining('anti-forgery'),
    ])
    expect((await remove(window.id, { 'x-csrf-token': 'forged' })).status).toBe(403)
    expect((await getEvent(window.id)).id).toBe(window.id)
  })

  test.each(['', '0', '-1', 'x', '99999999999', '1.5'])('refuses %j as an id', async (id) => {
    const refused = await remove(id)
    expect([refused.status, refused.problem.errors?.[0]?.path]).toEqual([400, 'query.id'])
  })
})

test('reading windows needs a session, writing needs the named actions of the older version', async () => {
  const subscriber = await server.signInAs('subscriber')
  expect((await subscriber.call(listMaintenanceWindows)).status).toBe(200)
  expect((await post({ created_by: subscriber.email }, subscriber)).status).toBe(403)
  // spec 2 §6
  expect(createMaintenanceWindow.access).toEqual(requires('create_maintenance_window'))
  expect(updateMaintenanceWindow.access).toEqual(requires('edit_maintenance_window'))
  expect(deleteMaintenanceWindow.access).toEqual(requires('delete_maintenance_window'))
})
