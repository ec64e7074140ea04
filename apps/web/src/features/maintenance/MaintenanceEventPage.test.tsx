import type { Notification } from '@aviary/contract/notifications/schemas'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import i18next from 'i18next'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  MAINTENANCE_FLAGS,
  maintenanceEvent,
  maintenanceWindow,
  operator,
} from '../../../testing/maintenance.ts'
import { type Answers, Refused, renderPage } from '../../../testing/render.tsx'
import { closeAllToasts, readToasts } from '../../ui/toast-store.ts'
import { MaintenanceEventPage } from './MaintenanceEventPage.tsx'

const EVENT = maintenanceEvent(7, {
  title: 'Upgrade',
  is_internal: 'Y',
  flag: 'special',
  jira_id: ' OPS-1,, OPS-22 ,',
  data_centers: [
    { name: 'us2', system_name: 'us2' },
    { name: 'EMEA', system_name: 'eu' },
  ],
})

const RIGHTS = ['edit_maintenance_event', 'delete_maintenance_event']

const open = (changed: Answers = {}, path = '/maintenance_event/review/7') =>
  renderPage(
    <MaintenanceEventPage />,
    {
      'POST /api/get_user_id/': operator(...RIGHTS),
      'GET /api/v2/maintenance_event/7': { maintenance_event: EVENT },
      'GET /api/maintenance_flags/': MAINTENANCE_FLAGS,
      'GET /api/v2/maintenance_overlaps/': { overlaps: [] },
      ...changed,
    },
    path,
  )

beforeEach(() => {
  closeAllToasts()
  sessionStorage.clear()
  vi.stubEnv('TZ', 'Asia/Tokyo')
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-21T08:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

/** Value and note of each fact, by its label. */
const facts = () =>
  Object.fromEntries(
    screen
      .getAllByRole('term')
      .map((term) => [
        term.textContent,
        [...(term.nextElementSibling?.children ?? [])].map(({ textContent }) => textContent).join(' | '),
      ]),
  )

test.each([
  ['Special', 'Sonderfall'],
  ['Ours', 'Ours'],
])('a flag called %s is called %s in German', async (name, german) => {
  await open({ 'GET /api/maintenance_flags/': { flags: [{ system_name: 'special', name }] } })
  await waitFor(() => expect(facts().Flag).toBe(name))
  i18next.addResourceBundle('de', 'maintenance', { 'flag.special': 'Sonderfall' })
  await act(() => i18next.changeLanguage('de'))
  await waitFor(() => expect(facts().Flag).toBe(german))
})

test('the header shows the event in Pacific time with UTC below it', async () => {
  await open()
  expect(await screen.findByRole('heading', { level: 1, name: /Upgrade$/ })).toBeTruthy()
  await waitFor(() => expect(facts().Flag).toBe('Special'))
  expect(facts()).toEqual({
    State: 'Planned | starts in 10 hours',
    Id: '7',
    Audience: 'Internal',
    Flag: 'Special',
    Start: 'Nov 21, 2026, 10:00 PST | Nov 21, 2026, 18:00 UTC',
    End: 'Nov 21, 2026, 13:00 PST | Nov 21, 2026, 21:00 UTC · 3 hours',
    'Data centers': 'us2, EMEA',
    'Jira ids': 'OPS-1, OPS-22',
    'Created by': 'oleg.operator@acme.example',
    Created: 'Nov 1, 2026, 10:00 PST | 20 days ago',
  })
  expect(screen.getByRole('link', { name: 'OPS-1 (opens a new tab)' }).getAttribute('href')).toBe(
    'https://tracker.example/browse/OPS-1',
  )
  expect(await screen.findByRole('heading', { name: 'Notifications' })).toBeTruthy()
})

test.each([
  ['2026-11-21T17:59:50Z', 'Planned | starts in 10 seconds'],
  ['2026-11-21T18:00:00Z', 'In progress | ends in 3 hours'],
  ['2026-11-21T20:40:00Z', 'In progress | ends in 20 minutes'],
  ['2026-11-21T21:00:00Z', 'Ended | ended now'],
  ['2026-11-23T21:00:00Z', 'Ended | ended 2 days ago'],
])('at %s its state is "%s"', async (now, state) => {
  vi.setSystemTime(new Date(now))
  await open()
  await waitFor(() => expect(facts().State).toBe(state))
  expect(within(screen.getByRole('banner')).getAllByText(state.split(' | ')[0] as string)).toHaveLength(2)
})

test('the state follows the clock', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval'], now: Date.parse('2026-11-21T17:59:55Z') })
  await open()
  await waitFor(() => expect(facts().State).toMatch(/^Planned/))
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(facts().State).toBe('In progress | ends in 3 hours')
})

test('a test event and an internal one are marked in words', async () => {
  await open({ 'GET /api/v2/maintenance_event/7': { maintenance_event: { ...EVENT, is_test: 'Y' } } })
  const header = within(await screen.findByRole('banner'))
  expect(header.getByText('TEST')).toBeTruthy()
  expect(header.getByText('internal')).toBeTruthy()
  expect(screen.getByRole('banner').hasAttribute('data-internal')).toBe(true)
})

test('overlaps are listed without the event itself', async () => {
  const overlap = {
    kind: 'freeze_window',
    id: '4',
    title: 'Quarter',
    is_internal: 'N',
    start_date: '2026-11-20T20:00:00.000Z',
    end_date: '2026-11-22T20:00:00.000Z',
    data_centers: ['us2'],
  }
  const { sent } = await open({ 'GET /api/v2/maintenance_overlaps/': { overlaps: [overlap] } })
  expect(await screen.findByText('Freeze window:')).toBeTruthy()
  const request = sent.find(({ url }) => url.pathname === '/api/v2/maintenance_overlaps/')
  expect(Object.fromEntries(request?.url.searchParams ?? [])).toEqual({
    start_date: '2026-11-21T10:00:00-0800',
    end_date: '2026-11-21T13:00:00-0800',
    data_centers: 'us2,eu',
    id: '7',
  })
})

test('opened from the v1 list, the page uses the v1 wording and permissions', async () => {
  await open(
    {
      'POST /api/get_user_id/': operator('edit_maintenance_window'),
      'GET /api/v2/maintenance_event/7': { maintenance_event: { ...EVENT, is_internal: 'N' } },
      'GET /api/maintenance_event': { maintenance_windows: [maintenanceWindow(7)] },
    },
    '/maintenance_event/review/7?tab=windows',
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }))
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Notification body/).value).toBe('What happens')
  expect(facts().Audience).toBe('Public')
  expect(facts()['Start (PST)']).toContain('10:00 PST')
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
})

test('actions that are not permitted have no button', async () => {
  await open({ 'POST /api/get_user_id/': operator() })
  await screen.findByRole('heading', { name: /Upgrade$/ })
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
})

test.each(['/maintenance_event/review/99', '/maintenance_event/review/99999999999999'])(
  'an unknown event is reported as unknown: %s',
  async (address) => {
    await open({ 'GET /api/v2/maintenance_event/99': new Refused(404, 'There is none') }, address)
    const title = `There is no maintenance event ${address.split('/').at(-1)}`
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'All maintenance events' }).getAttribute('href')).toBe(
      '/maintenance_event',
    )
    expect(readToasts()).toEqual([])
  },
)

test('an id that is not a number leads to /not-found', async () => {
  const { sent } = await open({}, '/maintenance_event/review/x7')
  await waitFor(() => expect(screen.queryByRole('heading')).toBeNull())
  expect(sent.some(({ url }) => url.pathname.includes('maintenance_event'))).toBe(false)
})

test('an event that cannot be loaded shows the reason, and can be retried', async () => {
  let fails = true
  await open({
    'GET /api/v2/maintenance_event/7': () =>
      fails ? new Refused(400, 'not now') : { maintenance_event: EVENT },
  })
  expect((await screen.findByRole('alert')).textContent).toContain('not now')
  fails = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: /Upgrade$/ })).toBeTruthy()
})

const notification = (id: number, changes: Partial<Notification>): Notification => ({
  id,
  mwin_id: 7,
  n_type: 'Maintenance Announcement',
  title: 'Announcement',
  body: { en: '<p>Soon</p>' },
  subject: { en: 'Soon' },
  start_date: null,
  end_date: null,
  send_time: '2026-11-21T20:00:00.000Z',
  sent_time: null,
  broadcast: 'Y',
  mail_queued: 'N',
  broadcast_id: null,
  progress: null,
  channels: null,
  comm_src: 'Aviary',
  created_by: 'oleg.operator@acme.example',
  created_date: '2026-11-21T07:00:00.000Z',
  updated_by: null,
  updated_date: null,
  is_test: 'N',
  is_internal: 'N',
  flag: null,
  relocalize: 'N',
  email_fields: {},
  version: 1,
  ...changes,
})

test('a delete shows what has been sent and what is stopped, and afterwards the final numbers', async () => {
  const progress = { queued: 270, sent: 1_117, deferred: 10, failed: 0, stopped: 0, bounced: 3 }
  const notifications = [
    notification(1, { mail_queued: 'Y', progress }),
    notification(2, { title: 'Update' }),
    notification(3, { title: 'Silent', broadcast: 'N', send_time: null }),
    notification(4, {
      title: 'First word',
      mail_queued: 'Y',
      progress: { ...progress, queued: 0, deferred: 0 },
    }),
  ]
  const mails = [{ notification_id: 1, title: 'Announcement', sent: 1_130, on_their_way: 3, stopped: 267 }]
  const { sent } = await open({
    'GET /api/v2/maintenance_event/7': { maintenance_event: { ...EVENT, notifications } },
    'PUT /api/v2/delete_maintenance_event': { id: 7, mails },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByText('Maintenance event 7: Upgrade')).toBeTruthy()
  expect(document.activeElement?.textContent).toBe('Back')
  expect(
    within(await dialog.findByRole('alert'))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Announcement: 1,120 of 1,400 e-mails have gone out; the other 280 will be stopped',
    'Update: scheduled for Nov 21, 2026, 12:00 PST, will not be sent',
    'First word: 1,120 e-mails have gone out',
  ])
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
  await waitFor(() =>
    expect(readToasts().map(({ message }) => message)).toEqual([
      'The maintenance event has been deleted. Announcement: 1,130 sent, 3 on their way, 267 stopped.',
    ]),
  )
  expect(sent.find(({ url }) => url.pathname === '/api/v2/delete_maintenance_event')?.body).toMatchObject({
    id: 7,
  })
})

test('a delete from the v1 list calls the v1 endpoint', async () => {
  const { sent } = await open(
    {
      'POST /api/get_user_id/': operator('delete_maintenance_window'),
      'GET /api/maintenance_event': { maintenance_windows: [maintenanceWindow(7)] },
      'GET /api/delete_maintenance_event/': { id: 7, mails: [] },
    },
    '/maintenance_event/review/7?tab=windows',
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  const dialog = within(screen.getByRole('dialog'))
  await waitFor(() =>
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Delete' }).disabled).toBe(false),
  )
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(readToasts()[0]?.message).toBe('The maintenance event has been deleted.'))
  expect(sent.find(({ url }) => url.pathname === '/api/delete_maintenance_event/')?.url.search).toBe('?id=7')
})

test('a failed delete shows the reason', async () => {
  await open({ 'PUT /api/v2/delete_maintenance_event': new Refused(404, 'It is gone') })
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  const dialog = within(screen.getByRole('dialog'))
  await waitFor(() =>
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Delete' }).disabled).toBe(false),
  )
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
  await waitFor(() =>
    expect(readToasts()[0]).toMatchObject({
      message: 'There was an issue deleting the maintenance event. Please try again.',
      reason: 'It is gone',
    }),
  )
})
