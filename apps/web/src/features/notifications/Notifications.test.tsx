import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import i18next from 'i18next'
import { beforeEach, expect, test, vi } from 'vitest'
import { expectStaysHidden } from '../../../testing/columns.ts'
import { NOW, notification, openNotifications } from '../../../testing/notifications.tsx'
import { press } from '../../../testing/press.ts'
import { Refused } from '../../../testing/render.tsx'
import { actionsOf, chooseAction, exactTimesIn } from '../../../testing/row.ts'
import { closeAllToasts, readToasts } from '../../ui/toast-store.ts'

beforeEach(() => {
  vi.stubEnv('TZ', 'Asia/Tokyo')
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
  closeAllToasts()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

const rows = () =>
  within(screen.getByRole('table', { name: 'Notifications' }))
    .getAllByRole('row')
    .slice(1)
const cells = (row: HTMLElement | undefined) =>
  [...(row?.querySelectorAll('td') ?? [])].map(({ textContent }) => textContent?.trim())
const progress = (changes: object) => ({
  queued: 0,
  sent: 0,
  deferred: 0,
  failed: 0,
  stopped: 0,
  bounced: 0,
  ...changes,
})

test('notifications are listed newest first with all columns, in Pacific time', async () => {
  await openNotifications([
    notification(1, { body: { en: `<p>${'x'.repeat(111)}</p>` } }),
    notification(2, {
      n_type: 'Personalized Open',
      broadcast: 'N',
      send_time: null,
      subject: {},
      start_date: '2026-11-22T06:00:00.000Z',
      end_date: '2026-11-22T09:00:00.000Z',
    }),
  ])
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent?.trim())).toEqual(
    expect.arrayContaining(['Type', 'Title', 'Subject', 'Body', 'Broadcast', 'Sent', 'Created']),
  )
  expect(cells(rows()[0]).slice(0, 8)).toEqual([
    'Personalized Acme Open',
    'Title 2',
    '',
    'We change the switches.',
    'No',
    'in 15 hours Nov 21, 22:00– in 18 hours Nov 22, 01:00',
    '',
    '1 day ago Nov 20, 04:00 oleg.operator@acme.example',
  ])
  expect(cells(rows()[1]).slice(0, 7)).toEqual([
    'Maintenance Announcement',
    'Title 1',
    'Subject 1',
    `${'x'.repeat(110)}…`,
    'Yes',
    'in 3 hours Nov 21, 10:00',
    'Scheduled',
  ])
  expect(exactTimesIn(rows()[1])[0]).toBe('Nov 21, 2026, 10:00 PST · Nov 21, 2026, 18:00 UTC')
  expect(screen.getByText('2 notifications')).toBeTruthy()
})

test('a test notification is marked in words', async () => {
  await openNotifications([notification(1, { is_test: 'Y' }), notification(2)])
  expect(within(rows()[0] as HTMLElement).queryByText('TEST')).toBeNull()
  expect(within(rows()[1] as HTMLElement).getByText('TEST')).toBeTruthy()
})

test('an event without notifications says so', async () => {
  await openNotifications([])
  expect(screen.getByText('Nobody has been told of this event yet')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Manage Templates' }).getAttribute('href')).toBe(
    '/template_management/notification',
  )
})

const CREATED = '/?created=Y'

test('after an event was created, telling people is the next step, which one may leave out', async () => {
  await openNotifications([], { path: CREATED })
  expect(screen.getByText('Now tell people.')).toBeTruthy()
  const [create, ...others] = screen.getAllByRole('button', { name: 'Create Notification' })
  expect(others).toEqual([])
  expect(document.activeElement).toBe(create)
  await press('Not now')
  await waitFor(() => expect(screen.queryByText('Now tell people.')).toBeNull())
  expect(screen.getByRole('button', { name: 'Create Notification' })).toBeTruthy()
})

test('the next step opens the form', async () => {
  await openNotifications([], { path: CREATED })
  await press('Create Notification')
  expect(await screen.findByRole('dialog', { name: 'Create notification' })).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('Now tell people.')).toBeNull())
})

test('nobody is asked to tell people without the right, or once people were told', async () => {
  await openNotifications([], { path: CREATED, allowed: ['edit_notifications'] })
  expect(screen.queryByText('Now tell people.')).toBeNull()
  cleanup()
  await openNotifications([notification(1)], { path: CREATED })
  expect(screen.queryByText('Now tell people.')).toBeNull()
})

test.each(['create_maintenance_event', 'edit_maintenance_event'])(
  '%s alone allows creating, without the other buttons',
  async (action) => {
    await openNotifications([notification(1)], { allowed: [action] })
    expect(screen.getByRole('button', { name: 'Create Notification' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Actions: / })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Manage Templates' })).toBeNull()
  },
)

test('the edit permission alone does not allow creating', async () => {
  await openNotifications([notification(1)], { allowed: ['edit_notifications'] })
  expect(await actionsOf(/Title 1/)).toEqual(['Edit'])
  expect(screen.queryByRole('button', { name: 'Create Notification' })).toBeNull()
})

const mailed = (counts: object) =>
  notification(1, {
    mail_queued: 'Y',
    broadcast_id: 9,
    sent_time: '2026-11-21T14:59:00.000Z',
    progress: progress(counts),
  })

test('a mailed notification has a sent mark, its counts, and a link to the failed mails', async () => {
  await openNotifications([mailed({ sent: 1999, failed: 1 })])
  const sent = rows()[0]?.querySelectorAll('td')[6] as HTMLElement
  expect(within(sent).getByText('sent 1,999')).toBeTruthy()
  expect(sent.textContent).toContain('Nov 21, 2026, 06:59 PST (1 minute ago)')
  expect(sent.textContent).toContain('Sent: 1,999')
  expect(sent.textContent).not.toMatch(/(Queued|Deferred|Stopped): 0/)
  expect(within(sent).queryByRole('progressbar')).toBeNull()
  expect(within(sent).getByRole('link', { name: 'Failed: 1' }).getAttribute('href')).toBe(
    '/deliveries?reference=MNT-7',
  )
})

test('channels that were told of a notification are counted below its mails', async () => {
  const channels = { queued: 0, sent: 3, deferred: 0, failed: 1, stopped: 0 }
  await openNotifications([{ ...mailed({ sent: 2 }), channels }])
  const sent = rows()[0]?.querySelectorAll('td')[6] as HTMLElement
  expect(within(sent).getByText('Channels').parentElement?.textContent).toBe('ChannelsSent: 3Failed: 1')
})

test('mails that came back are counted where all others were sent', async () => {
  await openNotifications([mailed({ sent: 1999, bounced: 2 })])
  const sent = rows()[0]?.querySelectorAll('td')[6] as HTMLElement
  expect(within(sent).getByText('sent 1,999')).toBeTruthy()
  expect(within(sent).getByText('Bounced: 2')).toBeTruthy()
})

test('without the permission for the deliveries screen, the number of failed mails is shown without a link', async () => {
  await openNotifications([mailed({ sent: 1999, failed: 1 })], { allowed: [] })
  expect(screen.getByText('Failed: 1')).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
})

test('while mails are being sent, a progress bar follows them to the end', async () => {
  let sent = 120
  await openNotifications(() => [mailed({ queued: 400 - sent, sent })])
  expect(screen.getByRole('progressbar').getAttribute('aria-valuetext')).toContain('Sent: 120')
  sent = 400
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
  expect(screen.getByText('sent 400')).toBeTruthy()
})

test('deleting a scheduled notification says that it will not be sent', async () => {
  const { bodies } = await openNotifications([notification(1)], {
    answers: { 'PUT /api/delete_notifications': { notification_id: 1, mails: [] } },
  })
  await chooseAction('Delete', /Title 1/)
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('Confirm: Are you sure you want to delete this?')).toBeTruthy()
  expect(await dialog.findByText(/Recipients as of now: 1,234 · EXTERNAL/)).toBeTruthy()
  i18next.addResourceBundle('de', 'shell', { 'audience.EXTERNAL': 'EXTERN' })
  await act(() => i18next.changeLanguage('de'))
  expect(await dialog.findByText(/1\.234 · EXTERN/)).toBeTruthy()
  await act(() => i18next.changeLanguage('en'))
  expect(dialog.getByText('It is scheduled for Nov 21, 2026, 10:00 PST and will not be sent.')).toBeTruthy()
  await press('Delete')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(bodies('PUT', '/api/delete_notifications')).toEqual([
    {
      notification_id: 1,
      audit_log_data: {
        application_name: 'Aviary',
        user_email: 'oleg.operator@acme.example',
        action_name: 'Delete Notification',
      },
    },
  ])
  expect(readToasts()[0]?.message).toBe('The notification has been deleted')
})

test('deleting a notification being mailed shows the counts before and after', async () => {
  const mails = [{ notification_id: 1, title: 'Title 1', sent: 1130, on_their_way: 4, stopped: 266 }]
  await openNotifications([mailed({ queued: 1280, sent: 118, bounced: 2 })], {
    answers: { 'PUT /api/delete_notifications': { notification_id: 1, mails } },
  })
  await chooseAction('Delete', /Title 1/)
  expect(
    await screen.findByText('120 of 1,400 e-mails have gone out; the others will be stopped.'),
  ).toBeTruthy()
  await press('Delete')
  await waitFor(() =>
    expect(readToasts()[0]?.message).toBe(
      'The notification has been deleted. E-mails sent: 1,130, on their way: 4, stopped: 266',
    ),
  )
})

test('a failed delete shows the reason and keeps the notification', async () => {
  await openNotifications([notification(1)], {
    answers: { 'PUT /api/delete_notifications': new Refused(404, 'the dog ate it') },
  })
  await chooseAction('Delete', /Title 1/)
  await press('Delete')
  await waitFor(() =>
    expect(readToasts()[0]).toMatchObject({
      message: 'There was an issue deleting the notification. Please try again.',
      reason: 'the dog ate it',
    }),
  )
  expect(screen.getByRole('dialog')).toBeTruthy()
})

test('the columns of the list can be chosen, and stay chosen', async () => {
  await expectStaysHidden('Notifications', 'Subject', () => openNotifications([notification(1)]))
})
