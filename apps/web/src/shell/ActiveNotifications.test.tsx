import type { ActiveNotification } from '@aviary/contract/notifications/schemas'
import { focusManager } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import i18next from 'i18next'
import { beforeEach, expect, test, vi } from 'vitest'
import { Refused, renderPage } from '../../testing/render.tsx'
import { closeAllToasts, readToasts } from '../ui/toast-store.ts'
import ActiveNotifications from './ActiveNotifications.tsx'

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

/** `answer` is what the server says each time. */
const open = (answer: () => unknown) =>
  renderPage(<ActiveNotifications />, { 'GET /api/v2/active_notifications': answer })

const shows = (...notifications: ActiveNotification[]) => ({ notifications })
const bar = () => screen.findByRole('region', { name: 'Maintenance is going on' })

/** The page is left and looked at again, which asks the server at once. */
const lookAgain = () =>
  act(async () => {
    focusManager.setFocused(false)
    focusManager.setFocused(true)
  })

test('an active one shows with its body, until when, its data centers and the way to its event', async () => {
  await open(() => shows(active()))
  const shown = within(await bar())
  expect(shown.getByText('switches').tagName).toBe('STRONG')
  expect(shown.getByText('us2, EMEA')).toBeTruthy()
  expect(shown.getByText('until Nov 21, 2026, 10:00 PST (Nov 21, 2026, 18:00 UTC)')).toBeTruthy()
  expect(shown.getByRole('link', { name: 'Show the maintenance event' }).getAttribute('href')).toBe(
    '/maintenance_event/review/7',
  )
  expect(shown.queryByText('internal')).toBeNull()
  expect(shown.queryByText('TEST')).toBeNull()
  expect(screen.getByRole('status').contains(await bar())).toBe(true)
})

test('an internal one is marked, and its body is made safe', async () => {
  const body = { en: '<img src="x" onerror="steal()">Ours' }
  await open(() => shows(active({ is_internal: 'Y', body })))
  const shown = await bar()
  expect(within(shown).getByText('internal')).toBeTruthy()
  expect(shown.textContent).toContain('Ours')
  expect(shown.querySelector('img')).toBeNull()
})

test('a test is marked in words', async () => {
  await open(() => shows(active({ is_test: 'Y' })))
  expect(within(await bar()).getByText('TEST')).toBeTruthy()
})

test('two show, the rest are counted and show when asked for; the next ones are counted again', async () => {
  const many = (count: number) =>
    shows(...Array.from({ length: count }, (_, id) => active({ id, title: `No. ${id}` })))
  let answer = many(5)
  await open(() => answer)
  await screen.findByRole('region', { name: 'No. 0' })
  const shown = () => screen.getAllByRole('region').map((one) => one.getAttribute('aria-label'))
  expect(shown()).toEqual(['No. 0', 'No. 1'])
  const more = screen.getByRole('button', { name: '+3 more, show all', expanded: false })
  await userEvent.click(more)
  expect(shown()).toHaveLength(5)
  await userEvent.click(screen.getByRole('button', { name: 'Show fewer', expanded: true }))
  expect(shown()).toHaveLength(2)
  // What takes the place of a hidden one was counted before.
  await userEvent.click(screen.getByRole('button', { name: 'Hide: No. 0' }))
  expect(shown()).toEqual(['No. 1', 'No. 2'])
  await userEvent.click(screen.getByRole('button', { name: '+2 more, show all' }))
  answer = many(3)
  await lookAgain()
  await waitFor(() => expect(shown()).toEqual(['No. 1', 'No. 2']))
  answer = many(4)
  await lookAgain()
  expect(await screen.findByRole('button', { name: '+1 more, show all' })).toBeTruthy()
})

test('a long text is scrolled by keyboard within its notice', async () => {
  await open(() => shows(active()))
  const text = within(await bar()).getByRole('group', { name: 'Maintenance is going on' })
  expect(text.textContent).toBe('We change the switches.')
  expect(text.tabIndex).toBe(0)
})

test('it is told in the display language where there is a text, else in English', async () => {
  await open(() =>
    shows(active(), active({ id: 4, title: 'English alone', body: { en: '<p>Switches</p>' } })),
  )
  await bar()
  await act(() => i18next.changeLanguage('ja'))
  expect(screen.getByText('交換中です').closest('[lang]')?.getAttribute('lang')).toBe('ja')
  expect(screen.getByText('Switches').closest('[lang]')?.getAttribute('lang')).toBe('en')
})

test('a hidden one is counted, comes back when it changes, and can be shown again', async () => {
  let answer = shows(active())
  await open(() => answer)
  await userEvent.click(within(await bar()).getByRole('button', { name: /^Hide/ }))
  expect(screen.queryByRole('region')).toBeNull()
  expect(screen.getByText(/^Hidden notices: 1/)).toBeTruthy()
  answer = shows(active({ end_date: '2026-11-21T19:00:00.000Z' }))
  await lookAgain()
  expect(within(await bar()).getByText(/^until Nov 21, 2026, 11:00 PST/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: /^Hide/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Show' }))
  expect(await bar()).toBeTruthy()
  expect(screen.queryByText(/^Hidden notices/)).toBeNull()
})

test('it stays hidden when the page is loaded anew', async () => {
  sessionStorage.clear()
  await open(() => shows(active()))
  await userEvent.click(within(await bar()).getByRole('button', { name: /^Hide/ }))
  await open(() => shows(active()))
  await waitFor(() => expect(screen.getAllByText(/^Hidden notices: 1/)).toHaveLength(2))
})

test('one that has ended goes, and when none is active nothing shows', async () => {
  let answer = shows(active({ end_date: '2026-11-21T15:00:00.000Z' }), active({ id: 4, title: 'Another' }))
  await open(() => answer)
  expect(await screen.findByRole('region', { name: 'Another' })).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Maintenance is going on' })).toBeNull()
  answer = shows()
  await lookAgain()
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe(''))
})

test('a check that fails is told', async () => {
  await open(() => new Refused(400, 'the dog ate it'))
  await waitFor(() =>
    expect(readToasts()[0]).toMatchObject({
      message: 'Unable to check for Active Notifications',
      reason: 'the dog ate it',
    }),
  )
})
