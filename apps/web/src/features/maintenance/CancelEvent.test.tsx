import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  MAINTENANCE_FLAGS,
  maintenanceEvent,
  maintenanceWindow,
  operator,
} from '../../../testing/maintenance.ts'
import { notification } from '../../../testing/notifications.tsx'
import { type Answers, Refused, renderPage } from '../../../testing/render.tsx'
import { closeAllToasts, readToasts } from '../../ui/toast-store.ts'
import { MaintenanceEventPage } from './MaintenanceEventPage.tsx'
import { MaintenanceEventsPage } from './MaintenanceEventsPage.tsx'

const EVENT = maintenanceEvent(7, { title: 'Upgrade', flag: 'special' })
const CANCELLED = {
  ...EVENT,
  cancelled_by: 'oleg.operator@acme.example',
  cancelled_date: '2026-11-21T07:00:00.000Z',
  version: 2,
}
const RIGHTS = ['edit_maintenance_event', 'delete_maintenance_event', 'create_notifications']

beforeEach(() => {
  closeAllToasts()
  sessionStorage.clear()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-21T08:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const openReview = (event = EVENT, changed: Answers = {}, rights = RIGHTS) =>
  renderPage(
    <MaintenanceEventPage />,
    {
      'POST /api/get_user_id/': operator(...rights),
      'GET /api/v2/maintenance_event/7': { maintenance_event: event },
      'GET /api/maintenance_flags/': MAINTENANCE_FLAGS,
      'GET /api/v2/maintenance_overlaps/': { overlaps: [] },
      ...changed,
    },
    '/maintenance_event/review/7',
  )

const openList = (events = [EVENT, CANCELLED], search = '') =>
  renderPage(
    <MaintenanceEventsPage />,
    {
      'POST /api/get_user_id/': operator(...RIGHTS),
      'GET /api/v2/maintenance_event': { maintenance_events: events },
      'GET /api/maintenance_event': { maintenance_windows: [] },
      'GET /api/maintenance_flags/': MAINTENANCE_FLAGS,
    },
    `/maintenance_event${search}`,
  )

const openDialog = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel event…' }))
  return within(screen.getByRole('dialog', { name: 'Cancel this maintenance?' }))
}

test('the dialog says what follows, and which mails are not sent any more', async () => {
  const notifications = [
    notification(1, { title: 'Storage' }),
    notification(2, { title: 'Off', n_type: 'Maintenance Cancelled' }),
  ]
  let stored = { ...EVENT, notifications }
  const { sent } = await openReview(EVENT, {
    'GET /api/v2/maintenance_event/7': () => ({ maintenance_event: stored }),
    'PUT /api/v2/cancel_maintenance_event': () => {
      stored = { ...CANCELLED, notifications }
      const mails = [{ notification_id: 1, title: 'Storage', sent: 2, on_their_way: 0, stopped: 5 }]
      return { maintenance_event: stored, mails }
    },
  })
  const dialog = await openDialog()
  expect(dialog.getByText('Maintenance event 7: Upgrade')).toBeTruthy()
  expect(document.activeElement?.textContent).toBe('Back')
  expect(dialog.getByText(/cannot be undone/)).toBeTruthy()
  expect(dialog.getByText(/create a notification Maintenance Cancelled/)).toBeTruthy()
  const lines = within(await dialog.findByRole('alert')).getAllByRole('listitem')
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    'Storage: scheduled for Nov 21, 2026, 10:00 PST, will not be sent',
  ])
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel the maintenance' }))
  await waitFor(() =>
    expect(readToasts().map(({ message }) => message)).toEqual([
      'The maintenance event has been cancelled. Storage: 2 sent, 0 on their way, 5 stopped.',
    ]),
  )
  expect(sent.find(({ url }) => url.pathname === '/api/v2/cancel_maintenance_event')?.body).toMatchObject({
    id: 7,
  })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await screen.findByText('cancelled 1 hour ago · oleg.operator@acme.example')).toBeTruthy()
})

test('a refused cancelling shows the reason', async () => {
  await openReview(EVENT, {
    'PUT /api/v2/cancel_maintenance_event': new Refused(409, 'It was cancelled by ana already'),
  })
  const dialog = await openDialog()
  await waitFor(() =>
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Cancel the maintenance' }).disabled).toBe(
      false,
    ),
  )
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel the maintenance' }))
  await waitFor(() =>
    expect(readToasts()[0]).toMatchObject({
      message: 'There was an issue cancelling the maintenance event. Please try again.',
      reason: 'It was cancelled by ana already',
    }),
  )
})

test('a cancelled event says so, offers neither edit nor cancelling, and is checked for no overlaps', async () => {
  const { sent } = await openReview(CANCELLED)
  const head = within(await screen.findByRole('banner'))
  expect(head.getAllByText('Cancelled')).toHaveLength(2)
  expect(head.getByText('cancelled 1 hour ago · oleg.operator@acme.example')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Cancel event…' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Delete' })).toBeTruthy()
  expect(
    await screen.findByText('The event was cancelled: only a Maintenance Cancelled can still be created.'),
  ).toBeTruthy()
  expect(sent.some(({ url }) => url.pathname === '/api/v2/maintenance_overlaps/')).toBe(false)
})

test('an event that is over, or that one may not edit, has no such button', async () => {
  vi.setSystemTime(new Date('2026-11-21T21:00:00Z'))
  await openReview()
  await screen.findByRole('button', { name: 'Edit' })
  expect(screen.queryByRole('button', { name: 'Cancel event…' })).toBeNull()
})

test('without the right to edit there is no such button', async () => {
  await openReview(EVENT, {}, ['delete_maintenance_event', 'edit_maintenance_window'])
  await screen.findByRole('button', { name: 'Delete' })
  expect(screen.queryByRole('button', { name: 'Cancel event…' })).toBeNull()
})

test('lists mark a cancelled event, and the filter finds it by that', async () => {
  await openList([{ ...EVENT, id: 8, title: 'Goes on' }, CANCELLED])
  const row = (await screen.findByRole('link', { name: 'Upgrade' })).closest('tr')
  expect(row?.textContent).toContain('Cancelled')
  await userEvent.type(screen.getByRole('searchbox'), 'cancelled')
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Goes on' })).toBeNull())
  expect(screen.getByRole('link', { name: 'Upgrade' })).toBeTruthy()
})

test.each([
  [EVENT, ['Review', 'Edit', 'Cancel event…', 'Delete']],
  [CANCELLED, ['Review', 'Delete']],
])('the menu of a row offers what can be done', async (event, items) => {
  await openList([event])
  await userEvent.click(await screen.findByRole('button', { name: /^Actions/ }))
  const menu = await screen.findByRole('menu')
  expect(
    within(menu)
      .getAllByRole('menuitem')
      .map(({ textContent }) => textContent),
  ).toEqual(items)
})

test('the older list offers it to those who may edit by the newer calls', async () => {
  await renderPage(
    <MaintenanceEventsPage />,
    {
      'POST /api/get_user_id/': operator('edit_maintenance_event'),
      'GET /api/v2/maintenance_event': { maintenance_events: [] },
      'GET /api/maintenance_event': { maintenance_windows: [maintenanceWindow(7)] },
      'GET /api/v2/maintenance_event/7': { maintenance_event: EVENT },
      'GET /api/maintenance_flags/': MAINTENANCE_FLAGS,
    },
    '/maintenance_event?tab=windows',
  )
  await userEvent.click(await screen.findByRole('button', { name: /^Actions/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Cancel event…' }))
  expect(screen.getByRole('dialog', { name: 'Cancel this maintenance?' })).toBeTruthy()
})

test('the calendar says it in words', async () => {
  await openList([CANCELLED], '?tab=calendar&date=2026-11-21')
  const entry = (await screen.findByRole('link', { name: /Upgrade/ })).parentElement
  await waitFor(() => expect(entry?.textContent).toContain('Cancelled · Special'))
})

test('the only notification of a cancelled event that can be created is that it was cancelled', async () => {
  await openReview(CANCELLED, { 'GET /api/templates': { templates: [] } }, [...RIGHTS, 'edit_notifications'])
  await userEvent.click(await screen.findByRole('button', { name: 'Create Notification' }))
  const types = within(screen.getByRole('dialog')).getAllByRole('radio', { name: /^Maintenance|Open$/ })
  expect(types.map((radio) => (radio as HTMLInputElement).checked)).toEqual([true])
  expect(screen.getByRole('radio', { name: /^Maintenance Cancelled/ })).toBeTruthy()
})
