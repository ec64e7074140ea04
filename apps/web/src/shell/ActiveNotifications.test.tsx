import type { ActiveNotification } from '@aviary/contract/notifications/schemas'
import { focusManager } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import i18next from 'i18next'
import { beforeEach, expect, test, vi } from 'vitest'
import { Refused, renderPage } from '../../testing/render.tsx'
import { closeAllToasts, readToasts } from '../ui/toast-store.ts'
import { ActiveNotifications } from './ActiveNotifications.tsx'

const active = (changes: Partial<ActiveNotification> = {}): ActiveNotification => ({
  id: 3,
  mwin_id: 7,
  n_type: 'Personalized Open',
  title: 'Maintenance is going on',
  body: { en: '<p>We change the <strong>switches</strong>.</p>', ja: '<p>交換中です</p>' },
  start_date: '2026-11-21T14:00:00.000Z',
  end_date: '2026-11-21T18:00:00.000Z',
  is_internal: 'N',
  is_test: 'N',
  flag: null,
  event_title: 'New switches',
  data_centers: ['us2', 'EMEA'],
  ...changes,
})

beforeEach(() => {
  vi.stubEnv('TZ', 'Asia/Tokyo')
  vi.useFakeTimers({ now: new Date('2026-11-21T15:00:00Z'), toFake: ['Date'] })
  closeAllToasts()
  sessionStorage.clear()
  vi.unstubAllGlobals()
  focusManager.setFocused(true)
})

/** `answer` is called for every request. */
const open = (answer: () => unknown) =>
  renderPage(<ActiveNotifications />, { 'GET /api/v2/active_notifications': answer })

const withNotifications = (...notifications: ActiveNotification[]) => ({ notifications })
const bar = () => screen.findByRole('region', { name: 'Maintenance is going on' })

/** Hides the page and shows it again, which polls at once. */
const refocus = () =>
  act(async () => {
    focusManager.setFocused(false)
    focusManager.setFocused(true)
  })

test('shows an active notification with body, end, data centers and a link to its event', async () => {
  await open(() => withNotifications(active()))
  const notice = within(await bar())
  expect(notice.getByText('switches').tagName).toBe('STRONG')
  expect(notice.getByText('us2, EMEA')).toBeTruthy()
  expect(notice.getByText('until Nov 21, 2026, 10:00 PST (Nov 21, 2026, 18:00 UTC)')).toBeTruthy()
  expect(notice.getByRole('link', { name: 'Show the maintenance event' }).getAttribute('href')).toBe(
    '/maintenance_event/review/7',
  )
  expect(notice.queryByText('internal')).toBeNull()
  expect(notice.queryByText('TEST')).toBeNull()
  expect(screen.getByRole('status').contains(await bar())).toBe(true)
})

test('marks an internal notification and sanitizes its body', async () => {
  const body = { en: '<img src="x" onerror="steal()">Ours' }
  await open(() => withNotifications(active({ is_internal: 'Y', body })))
  const notice = await bar()
  expect(within(notice).getByText('internal')).toBeTruthy()
  expect(notice.textContent).toContain('Ours')
  expect(notice.querySelector('img')).toBeNull()
})

test('marks a test notification', async () => {
  await open(() => withNotifications(active({ is_test: 'Y' })))
  expect(within(await bar()).getByText('TEST')).toBeTruthy()
})

test('shows two notifications, counts the others, and shows them on request', async () => {
  const withCount = (count: number) =>
    withNotifications(...Array.from({ length: count }, (_, id) => active({ id, title: `No. ${id}` })))
  let answer = withCount(5)
  await open(() => answer)
  await screen.findByRole('region', { name: 'No. 0' })
  const visibleTitles = () => screen.getAllByRole('region').map((region) => region.getAttribute('aria-label'))
  expect(visibleTitles()).toEqual(['No. 0', 'No. 1'])
  const more = screen.getByRole('button', { name: '+3 more, show all', expanded: false })
  await userEvent.click(more)
  expect(visibleTitles()).toHaveLength(5)
  await userEvent.click(screen.getByRole('button', { name: 'Show fewer', expanded: true }))
  expect(visibleTitles()).toHaveLength(2)
  // Hiding one notification moves the next one up and lowers the count of the others.
  await userEvent.click(screen.getByRole('button', { name: 'Hide: No. 0' }))
  expect(visibleTitles()).toEqual(['No. 1', 'No. 2'])
  await userEvent.click(screen.getByRole('button', { name: '+2 more, show all' }))
  answer = withCount(3)
  await refocus()
  await waitFor(() => expect(visibleTitles()).toEqual(['No. 1', 'No. 2']))
  answer = withCount(4)
  await refocus()
  expect(await screen.findByRole('button', { name: '+1 more, show all' })).toBeTruthy()
})

test('makes a long text scrollable by keyboard', async () => {
  await open(() => withNotifications(active()))
  const text = within(await bar()).getByRole('group', { name: 'Maintenance is going on' })
  expect(text.textContent).toBe('We change the switches.')
  expect(text.tabIndex).toBe(0)
})

test('shows the text in the display language, else in English', async () => {
  await open(() =>
    withNotifications(active(), active({ id: 4, title: 'English alone', body: { en: '<p>Switches</p>' } })),
  )
  await bar()
  await act(() => i18next.changeLanguage('ja'))
  expect(screen.getByText('交換中です').closest('[lang]')?.getAttribute('lang')).toBe('ja')
  expect(screen.getByText('Switches').closest('[lang]')?.getAttribute('lang')).toBe('en')
})

test('counts a hidden notification, and shows it again when it changes or on request', async () => {
  let answer = withNotifications(active())
  await open(() => answer)
  await userEvent.click(within(await bar()).getByRole('button', { name: /^Hide/ }))
  expect(screen.queryByRole('region')).toBeNull()
  expect(screen.getByText(/^Hidden notices: 1/)).toBeTruthy()
  answer = withNotifications(active({ end_date: '2026-11-21T19:00:00.000Z' }))
  await refocus()
  expect(within(await bar()).getByText(/^until Nov 21, 2026, 11:00 PST/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: /^Hide/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Show' }))
  expect(await bar()).toBeTruthy()
  expect(screen.queryByText(/^Hidden notices/)).toBeNull()
})

test('keeps a notification hidden after a reload', async () => {
  sessionStorage.clear()
  await open(() => withNotifications(active()))
  await userEvent.click(within(await bar()).getByRole('button', { name: /^Hide/ }))
  await open(() => withNotifications(active()))
  await waitFor(() => expect(screen.getAllByText(/^Hidden notices: 1/)).toHaveLength(2))
})

test('removes an ended notification, and shows nothing if none is active', async () => {
  let answer = withNotifications(
    active({ end_date: '2026-11-21T15:00:00.000Z' }),
    active({ id: 4, title: 'Another' }),
  )
  await open(() => answer)
  expect(await screen.findByRole('region', { name: 'Another' })).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Maintenance is going on' })).toBeNull()
  answer = withNotifications()
  await refocus()
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe(''))
})

test('reports a failed check', async () => {
  await open(() => new Refused(400, 'the dog ate it'))
  await waitFor(() =>
    expect(readToasts()[0]).toMatchObject({
      message: 'Unable to check for Active Notifications',
      reason: 'the dog ate it',
    }),
  )
})
