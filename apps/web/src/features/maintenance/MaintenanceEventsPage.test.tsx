import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  MAINTENANCE_FLAGS,
  maintenanceEvent,
  maintenanceWindow,
  operator,
} from '../../../testing/maintenance.ts'
import { type Answers, Refused, renderPage } from '../../../testing/render.tsx'
import { actionsOf, exactTimesIn } from '../../../testing/row.ts'
import { closeAllToasts, readToasts } from '../../ui/toast-store.ts'
import { MaintenanceEventsPage } from './MaintenanceEventsPage.tsx'

const ALL = [
  'create_maintenance_event',
  'edit_maintenance_event',
  'delete_maintenance_event',
  'create_maintenance_window',
  'edit_maintenance_window',
  'delete_maintenance_window',
]

const EVENTS = [
  maintenanceEvent(1, {
    title: 'Database upgrade',
    flag: 'special',
    is_internal: 'Y',
    jira_id: 'OPS-1, OPS-22',
    data_centers: [
      { name: 'us2', system_name: 'us2' },
      { name: 'EMEA', system_name: 'eu' },
    ],
  }),
  maintenanceEvent(2, {
    title: 'Patch',
    flag: 'emergency',
    start_date: '2026-07-01T17:00:00.000Z',
    end_date: '2026-11-20T20:00:00.001Z',
  }),
  maintenanceEvent(3, {
    title: 'Over',
    start_date: '2026-03-08T09:59:00.000Z',
    end_date: '2026-11-20T20:00:00.000Z',
    created_by: 'ada.admin@acme.example',
  }),
]

const open = (changed: Answers = {}, path = '/maintenance_event') =>
  renderPage(
    <MaintenanceEventsPage />,
    {
      'POST /api/get_user_id/': operator(...ALL),
      'GET /api/v2/maintenance_event': { maintenance_events: EVENTS },
      'GET /api/maintenance_event': {
        maintenance_windows: [
          maintenanceWindow(1, { title: 'Database upgrade', is_internal: 'Y' }),
          maintenanceWindow(2, { title: 'Patch', notification_id: null }),
        ],
      },
      'GET /api/maintenance_flags/': MAINTENANCE_FLAGS,
      'GET /api/v2/maintenance_overlaps/': { overlaps: [] },
      ...changed,
    },
    path,
  )

beforeEach(() => {
  closeAllToasts()
  sessionStorage.clear()
  // 20 November 2026, 12:00 in Pacific time.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T20:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const rows = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .filter((row) => !row.querySelector('[scope=rowgroup]'))
const titles = () => rows().map((row) => within(row).getAllByRole('cell')[0]?.textContent)
const cells = (row: number) => within(rows()[row] as HTMLElement).getAllByRole('cell')

test('current and upcoming events show first, soonest first, in Pacific time', async () => {
  const { sent } = await open()
  await screen.findByRole('cell', { name: 'Patch' })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Maintenance events')
  // The third event ends at this very moment; only a later end counts as active.
  expect(titles()).toEqual(['Patch', 'Database upgrade'])
  expect(screen.getByText('2 of 2 events')).toBeTruthy()
  expect(cells(1).map(({ textContent }) => textContent)).toEqual([
    'Database upgrade',
    '1',
    'Internal',
    'Special',
    'in 22 hours Nov 21, 10:00',
    'in 1 day Nov 21, 13:00',
    'us2, EMEA',
    'OPS-1, OPS-22',
    'oleg.operator@acme.example',
    '19 days ago Nov 1, 10:00',
    '',
  ])
  expect(exactTimesIn(rows()[1])).toEqual([
    'Nov 21, 2026, 10:00 PST · Nov 21, 2026, 18:00 UTC',
    'Nov 21, 2026, 13:00 PST · Nov 21, 2026, 21:00 UTC',
    'Nov 1, 2026, 10:00 PST · Nov 1, 2026, 18:00 UTC',
  ])
  expect(cells(0)[2]?.textContent).toBe('External + Internal')
  expect(exactTimesIn(rows()[0])[0]).toBe('Jul 1, 2026, 10:00 PDT · Jul 1, 2026, 17:00 UTC')
  expect(screen.getByRole('link', { name: 'OPS-22 (opens a new tab)' }).getAttribute('href')).toBe(
    'https://tracker.example/browse/OPS-22',
  )
  expect(screen.getByRole('link', { name: 'Patch' }).getAttribute('href')).toBe('/maintenance_event/review/2')
  expect(await actionsOf('Database upgrade, 1')).toEqual(['Review', 'Edit', 'Cancel event…', 'Delete'])
  expect(sent.find(({ url }) => url.pathname === '/api/v2/maintenance_event')?.url.search).toBe(
    '?notifications=N',
  )
})

test('while they are sorted by their start, the events stand below its day in Pacific time', async () => {
  await open()
  await screen.findByRole('cell', { name: 'Patch' })
  const lines = () => screen.getAllByRole('row').map((row) => row.firstElementChild?.textContent?.trim())
  expect(lines()).toEqual([
    'Title',
    'Wednesday, July 1, 2026',
    'Patch',
    'Saturday, November 21, 2026',
    'Database upgrade',
  ])
  await userEvent.click(screen.getByRole('button', { name: /^Title/ }))
  await waitFor(() => expect(lines()).toEqual(['Title', 'Database upgrade', 'Patch']))
})

test('special rows are green and emergency rows orange, with the word in their column', async () => {
  await open()
  await screen.findByRole('cell', { name: 'Patch' })
  expect(rows().map((row) => row.getAttribute('data-tint'))).toEqual(['orange', 'green'])
  expect(rows().map((row) => row.hasAttribute('data-internal'))).toEqual([false, true])
  expect([cells(0)[3]?.textContent, cells(1)[3]?.textContent]).toEqual(['Emergency', 'Special'])
})

test('All includes past events, newest first, and sorts by the moment', async () => {
  await open({}, '/maintenance_event?view=all')
  await screen.findByRole('cell', { name: 'Over' })
  expect(titles()).toEqual(['Database upgrade', 'Patch', 'Over'])
  await userEvent.click(screen.getByRole('button', { name: /^Start/ }))
  await waitFor(() => expect(titles()).toEqual(['Over', 'Patch', 'Database upgrade']))
  await userEvent.click(screen.getByRole('radio', { name: 'Current + Upcoming' }))
  await waitFor(() => expect(titles()).toEqual(['Patch', 'Database upgrade']))
})

test.each([
  ['3', ['Over']],
  ['dataBASE', ['Database upgrade']],
  ['emea', ['Database upgrade']],
  ['ops-22', ['Database upgrade']],
  ['Emergency', ['Patch']],
  ['ada.admin', ['Over']],
])('the filter finds %s', async (text, expectedTitles) => {
  await open({}, `/maintenance_event?view=all&filter=${text === '3' ? '%223%22' : text}`)
  await screen.findByRole('cell', { name: expectedTitles[0] as string })
  expect(titles()).toEqual(expectedTitles)
})

test('a typed filter waits 800 ms and says when nothing matches', async () => {
  await open()
  await screen.findByRole('cell', { name: 'Patch' })
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'nothing' } })
  expect(titles()).toEqual(['Patch', 'Database upgrade'])
  expect(await screen.findByText('No event matches the filter')).toBeTruthy()
  expect(screen.getByText('0 of 2 events')).toBeTruthy()
})

test('a test event is marked in words', async () => {
  await open({
    'GET /api/v2/maintenance_event': {
      maintenance_events: [maintenanceEvent(4, { title: 'Rehearsal', is_test: 'Y' })],
    },
  })
  expect(await screen.findByRole('cell', { name: 'TEST Rehearsal' })).toBeTruthy()
})

test('the filter has a short placeholder and a full label', async () => {
  await open()
  const filter = await screen.findByPlaceholderText('Filter events')
  const full = 'Filter by id, title, data center, Jira id, flag or author'
  expect(screen.getByLabelText(full)).toBe(filter)
  expect(filter.title).toBe(full)
})

test('an empty list says what that means', async () => {
  await open({ 'GET /api/v2/maintenance_event': { maintenance_events: [] } })
  expect(await screen.findByText(/^No maintenance is under way or coming/)).toBeTruthy()
  await userEvent.click(screen.getByRole('radio', { name: 'All' }))
  expect(await screen.findByText('No maintenance has been planned yet')).toBeTruthy()
})

test('a list that fails to load stays in its loading state, shows a toast, and can be retried', async () => {
  let fails = true
  await open({
    'GET /api/v2/maintenance_event': () =>
      fails ? new Refused(400, 'no list') : { maintenance_events: EVENTS },
  })
  expect((await screen.findByRole('alert')).textContent).toContain('no list')
  await waitFor(() => expect(readToasts()[0]?.message).toBe('Unable to check for Maintenance Events'))
  const table = screen.getByRole('table', { name: 'Events' })
  expect(table.getAttribute('aria-busy')).toBe('true')
  expect(within(table).getAllByRole('row')).toHaveLength(8)
  fails = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('cell', { name: 'Patch' })).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('actions that are not permitted have no button, and each list has its own permissions', async () => {
  await open({ 'POST /api/get_user_id/': operator('edit_maintenance_event', 'create_maintenance_window') })
  await screen.findByRole('cell', { name: 'Patch' })
  expect(screen.queryByRole('button', { name: 'Create event' })).toBeNull()
  expect(await actionsOf('Patch, 2')).toEqual(['Review', 'Edit', 'Cancel event…'])
  await userEvent.click(screen.getByRole('tab', { name: 'All Times In PT' }))
  await screen.findByRole('table', { name: 'All Times In PT' })
  await screen.findByRole('cell', { name: 'Patch' })
  expect(screen.getByRole('button', { name: 'Create event' })).toBeTruthy()
  expect(await actionsOf('Patch, 2')).toEqual(['Review', 'Cancel event…'])
})

test('the v1 list has the same layout, says Public and PST, and edits only events with a notification', async () => {
  await open({}, '/maintenance_event?tab=windows')
  await screen.findByRole('cell', { name: 'Patch' })
  expect(screen.getByRole('tab', { name: 'All Times In PT' }).getAttribute('aria-selected')).toBe('true')
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('All Times In PT')
  expect(screen.getByRole('button', { name: 'Start (PST)' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'End (PST)' })).toBeTruthy()
  expect(rows().map((row) => within(row).getAllByRole('cell')[2]?.textContent)).toEqual([
    'Internal',
    'Public',
  ])
  expect(await actionsOf('Database upgrade, 1')).toContain('Edit')
  expect(await actionsOf('Patch, 2')).not.toContain('Edit')
  expect(screen.getByRole('link', { name: 'Patch' }).getAttribute('href')).toBe(
    '/maintenance_event/review/2?tab=windows',
  )
})

test('of 5,000 events one page of 25 is shown', async () => {
  const events = Array.from({ length: 5_000 }, (_, index) => maintenanceEvent(index + 1))
  await open(
    { 'GET /api/v2/maintenance_event': { maintenance_events: events } },
    '/maintenance_event?filter=upgrade',
  )
  expect(await screen.findByText('5,000 of 5,000 events')).toBeTruthy()
  expect(rows()).toHaveLength(25)
})
