import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import i18next from 'i18next'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MAINTENANCE_FLAGS, maintenanceEvent, operator } from '../../../testing/maintenance.ts'
import { type Answers, renderPage } from '../../../testing/render.tsx'
import { closeAllToasts, readToasts } from '../../ui/toast-store.ts'
import { MaintenanceEventsPage } from './MaintenanceEventsPage.tsx'

const EVENTS = [
  maintenanceEvent(1, { title: 'Upgrade', flag: 'special' }),
  maintenanceEvent(2, {
    title: 'Freeze',
    flag: 'freeze_window',
    is_internal: 'Y',
    start_date: '2026-11-20T20:00:00.000Z',
    end_date: '2026-11-22T21:00:00.000Z',
    data_centers: [{ name: 'EMEA', system_name: 'eu' }],
  }),
  maintenanceEvent(3, {
    title: 'Night',
    start_date: '2026-11-01T08:30:00.000Z',
    end_date: '2026-11-01T09:30:00.000Z',
  }),
]

const open = (search = '', changed: Answers = {}) =>
  renderPage(
    <MaintenanceEventsPage />,
    {
      'POST /api/get_user_id/': operator(),
      'GET /api/v2/maintenance_event': { maintenance_events: EVENTS },
      'GET /api/maintenance_flags/': MAINTENANCE_FLAGS,
      ...changed,
    },
    `/maintenance_event?tab=calendar${search}`,
  )

beforeEach(() => {
  closeAllToasts()
  vi.stubEnv('TZ', 'Asia/Tokyo')
  // The 22nd in Tokyo, but still the 21st in Pacific time.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-22T06:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

const day = (number: number) =>
  screen
    .getAllByRole('cell')
    .find((cell) => cell.querySelector('time')?.dateTime === `2026-11-${String(number).padStart(2, '0')}`)
const entries = (number: number) =>
  [...(day(number)?.querySelectorAll('li') ?? [])].map((item) => item.textContent)

test('a month is in Pacific time, and an event of several days shows on each with flag and audience', async () => {
  await open()
  await screen.findAllByRole('link', { name: /Upgrade/ })
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('November 2026')
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Sun',
    'Mon',
    'Tue',
    'Wed',
    'Thu',
    'Fri',
    'Sat',
  ])
  expect(entries(19)).toEqual([])
  await waitFor(() => expect(entries(20)).toEqual(['from 12:00, continues FreezeFreeze window · internal']))
  expect(entries(21)).toEqual([
    'continues all day FreezeFreeze window · internal',
    '10:00–13:00 UpgradeSpecial',
  ])
  expect(entries(22)).toEqual(['continues until 13:00 FreezeFreeze window · internal'])
  expect(entries(1)).toEqual(['01:30 PDT–01:30 PST Night'])
  expect(day(1)?.textContent).toContain('clocks go back')
  expect(screen.getByRole('link', { name: /Upgrade/ }).getAttribute('href')).toBe(
    '/maintenance_event/review/1',
  )
})

test('today is the date in Pacific time, not in the time zone of the browser', async () => {
  await open()
  await screen.findAllByRole('link', { name: /Upgrade/ })
  expect(day(21)?.getAttribute('aria-current')).toBe('date')
  expect(day(22)?.hasAttribute('aria-current')).toBe(false)
})

test('a data center can be chosen and is kept in the URL', async () => {
  await open()
  await screen.findAllByRole('link', { name: /Upgrade/ })
  await screen.findByRole('option', { name: 'EMEA' })
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Data center' }), 'EMEA')
  await waitFor(() => expect(screen.queryByRole('link', { name: /Upgrade/ })).toBeNull())
  await waitFor(() => expect(screen.getAllByRole('link', { name: /Freeze/ })).toHaveLength(3))
})

test('the buttons move a month back or on and to today, and an empty month says so', async () => {
  await open('&date=2026-12-31')
  expect(await screen.findByText('No maintenance in this month')).toBeTruthy()
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('December 2026')
  await userEvent.click(screen.getByRole('button', { name: 'Next' }))
  await waitFor(() => expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('January 2027'))
  await userEvent.click(screen.getByRole('button', { name: 'Previous' }))
  await waitFor(() => expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('December 2026'))
  await userEvent.click(screen.getByRole('button', { name: 'Today' }))
  await waitFor(() => expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('November 2026'))
})

test('a week lists the events of each day', async () => {
  await open('&date=2026-11-22')
  await userEvent.click(await screen.findByRole('radio', { name: 'Week' }))
  await waitFor(() =>
    expect(screen.getByRole('heading', { level: 2 }).textContent).toMatch(/^November 22\s–\s28, 2026$/),
  )
  const sunday = await screen.findByRole('region', { name: 'Sunday, November 22' })
  expect((await within(sunday).findByRole('link')).textContent).toBe('continues until 13:00 Freeze')
  expect(screen.getAllByRole('region', { name: /November \d\d$/ })).toHaveLength(7)
})

test('a day with too many events links to its week', async () => {
  const events = Array.from({ length: 7 }, (_, index) => maintenanceEvent(index + 1))
  await open('', { 'GET /api/v2/maintenance_event': { maintenance_events: events } })
  await userEvent.click(await screen.findByRole('button', { name: '+3 more' }))
  const saturday = await screen.findByRole('region', { name: 'Saturday, November 21' })
  expect(within(saturday).getAllByRole('link')).toHaveLength(7)
})

test('a narrow window lists only days with events, one below the other', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query === '(max-width: 813px)',
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  await open()
  await screen.findAllByRole('link', { name: /Upgrade/ })
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'Sunday, November 1clocks go back',
    'Friday, November 20',
    'Saturday, November 21',
    'Sunday, November 22',
  ])
})

test('the feed URLs are shown once, can be copied, and are ended after a confirmation', async () => {
  const links = [
    { data_center: 'all', address: 'https://aviary.example/api/maintenance_calendar/t/all.ics' },
    { data_center: 'eu', address: 'https://aviary.example/api/maintenance_calendar/t/eu.ics' },
  ]
  let since: string | null = null
  const { sent } = await open('', {
    'GET /api/maintenance_calendar_link/': () => ({
      has_link: since === null ? 'N' : 'Y',
      created_date: since,
    }),
    'PUT /api/maintenance_calendar_link/': () => {
      since = '2026-11-21T15:00:00.000Z'
      return { links }
    },
    'DELETE /api/maintenance_calendar_link/': () => {
      since = null
      return { had_link: 'Y' }
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Calendar feed' }))
  expect(screen.getByText(/Creating them anew ends those made before/)).toBeTruthy()
  await userEvent.click(await screen.findByRole('button', { name: 'Create the addresses' }))
  expect(await screen.findByText('Copy the addresses now: they are not shown again.')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('EMEA').value).toBe(links[1]?.address)
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByLabelText<HTMLInputElement>('All data centers').value).toBe(links[0]?.address)
  expect(dialog.getByRole('button', { name: 'Copy: EMEA' })).toBeTruthy()
  expect(dialog.getByText('The calendars are in the language of this page.')).toBeTruthy()
  await userEvent.click(await dialog.findByRole('button', { name: 'Replace the addresses' }))
  expect(dialog.getByText(/^Replace your addresses\?/)).toBeTruthy()
  expect(document.activeElement?.textContent).toBe('Back')
  await userEvent.click(dialog.getByRole('button', { name: 'Back' }))
  await userEvent.click(dialog.getByRole('button', { name: 'End the links' }))
  expect(document.activeElement?.textContent).toBe('Back')
  await userEvent.click(dialog.getByRole('button', { name: 'End the links' }))
  await waitFor(() => expect(readToasts()[0]?.message).toBe('Your calendar links have ended'))
  expect(screen.queryByLabelText('EMEA')).toBeNull()
  expect(
    sent
      .filter(({ url, method }) => url.pathname.includes('calendar_link') && method !== 'GET')
      .map(({ method }) => method),
  ).toEqual(['PUT', 'DELETE'])
})

test('the feed URLs carry the language of the page', async () => {
  await open('', {
    'GET /api/maintenance_calendar_link/': { has_link: 'N', created_date: null },
    'PUT /api/maintenance_calendar_link/': {
      links: [{ data_center: 'eu', address: 'https://aviary.example/t/eu.ics' }],
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Calendar feed' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Create the addresses' }))
  const address = () => screen.getByLabelText<HTMLInputElement>('EMEA').value
  await waitFor(() => expect(address()).toBe('https://aviary.example/t/eu.ics'))
  await act(() => i18next.changeLanguage('ja'))
  expect(address()).toBe('https://aviary.example/t/eu.ics?locale=ja')
  await act(() => i18next.changeLanguage('en'))
  expect(address()).toBe('https://aviary.example/t/eu.ics')
})

test('a user with feed URLs is told so, and asked before new ones replace them', async () => {
  const { sent } = await open('', {
    'GET /api/maintenance_calendar_link/': { has_link: 'Y', created_date: '2026-11-20T15:00:00.000Z' },
    'PUT /api/maintenance_calendar_link/': { links: [] },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Calendar feed' }))
  expect(await screen.findByText(/^You have had addresses since Nov 20, 2026, 07:00 PST/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Create the addresses' })).toBeNull()
  const replace = () => screen.findByRole('button', { name: 'Replace the addresses' })
  const puts = () => sent.filter(({ method }) => method === 'PUT')
  await userEvent.click(await replace())
  expect(puts()).toEqual([])
  await userEvent.click(await replace())
  await waitFor(() => expect(puts()).toHaveLength(1))
})
