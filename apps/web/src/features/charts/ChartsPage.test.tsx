import type { Incident } from '@aviary/contract/incidents/schemas'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { expectStaysHidden } from '../../../testing/columns.ts'
import { type Answers, Refused, renderPage } from '../../../testing/render.tsx'
import { closeAllToasts, readToasts } from '../../ui/toast-store.ts'
import { ChartsPage } from './ChartsPage.tsx'

const incident = (number: number, startDate: string, fields: Partial<Incident> = {}): Incident => ({
  opi: `OPI-${number}`,
  jiraId: `OPI-${number}`,
  affectedCompanies: 0,
  affectedDataCenters: ['us2'],
  affectedServices: ['Expense'],
  affectedUsers: null,
  details: '',
  startDate,
  endDate: new Date(Date.parse(startDate) + 30 * 60_000).toISOString(),
  slaEndTime: '2026-08-20T14:00:00.000Z',
  status: 'RESOLVED',
  symbol: 'OUTAGE',
  rca: null,
  messages: [],
  isInternal: 'N',
  priorityType: 'P1',
  nextUpdateDue: null,
  roles: [],
  ...fields,
})

const RANGE = '/charts?start=2026-08-01&end=2026-08-31'
const CELL = { service: 'Expense', data_center: 'us2', known: 31 * 86_400, outage: 3_600 }
const availability = ({ url }: { url: URL }) => ({
  start_day: url.searchParams.get('start_day'),
  end_day: url.searchParams.get('end_day'),
  total: 1,
  cells: [{ ...CELL, availability: 99.8656, days: [{ day: '2026-08-20', known: 86_400, outage: 3_600 }] }],
})
const answers = (...payload: Incident[]): Answers => ({
  'GET /api/incidents/': { payload, more_results: false },
  'GET /api/charts/availability/': availability,
})
const open = (answersByRoute: Answers, address = RANGE) => renderPage(<ChartsPage />, answersByRoute, address)

beforeEach(() => {
  closeAllToasts()
  vi.unstubAllGlobals()
  // happy-dom has no layout, and a chart without a size draws nothing.
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 600, 260))
})

const showTable = async (title: string) => {
  const toggle = await screen.findByRole<HTMLButtonElement>('button', { name: `Show numbers: ${title}` })
  await waitFor(() => expect(toggle.disabled).toBe(false))
  expect(toggle.getAttribute('aria-expanded')).toBe('false')
  await userEvent.click(toggle)
  expect(toggle.getAttribute('aria-expanded')).toBe('true')
}
const getCells = (title: string) =>
  within(screen.getByRole('table', { name: title }))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    )

test('shows both specified charts with five bars, also as tables', async () => {
  await open(
    answers(
      incident(1, '2026-08-20T10:00:00.000Z'),
      incident(2, '2026-08-21T10:00:00.000Z', { endDate: null }),
    ),
  )
  await showTable('Average Length of Incidents')
  expect(getCells('Average Length of Incidents')).toEqual([
    ['US2', '30'],
    ['EU2', 'no data'],
    ['China', 'no data'],
    ['PSCC (Acme Cloud for Public Sector)', 'no data'],
    ['France (France DC)', 'no data'],
  ])
  await showTable('Number of Incidents')
  expect(getCells('Number of Incidents').map(([, count]) => count)).toEqual(['2', '0', '0', '0', '0'])
  const figure = screen.getByRole('figure', { name: 'Number of Incidents' })
  expect(figure.textContent).toContain('Most in US2: 2.')
})

test('loads 50, then 450, then 500 incidents at a time and says when more are to come', async () => {
  let release: (() => void) | undefined
  const all = Array.from({ length: 520 }, (_, index) => incident(1_000 - index, '2026-08-20T10:00:00.000Z'))
  const { sent } = await open({
    ...answers(),
    'GET /api/incidents/': async ({ url }: { url: URL }) => {
      const [from, size] = ['start_at', 'response_size'].map((name) => Number(url.searchParams.get(name)))
      if (from === 500) await new Promise<void>((resolve) => (release = resolve))
      return {
        payload: all.slice(from, (from ?? 0) + (size ?? 0)),
        more_results: (from ?? 0) + (size ?? 0) < all.length,
      }
    },
  })
  // Waits are long, because two pages of hundreds of incidents are rendered first.
  await screen.findByText('500 incidents so far, more are loading')
  await waitFor(() => expect(release).toBeDefined())
  release?.()
  await screen.findByText('All 520 historic incidents are loaded')
  const requests = sent.filter(({ url }) => url.pathname === '/api/incidents/')
  expect(requests.map(({ url }) => url.searchParams.get('response_size'))).toEqual(['50', '450', '500'])
})

test('says how many incidents are loaded when a later page fails, and continues from there', async () => {
  let isRefused = true
  const all = Array.from({ length: 60 }, (_, index) => incident(1_000 - index, '2026-07-20T10:00:00.000Z'))
  const { sent } = await open({
    ...answers(),
    'GET /api/incidents/': ({ url }: { url: URL }) => {
      const from = Number(url.searchParams.get('start_at'))
      if (from > 0 && isRefused) return new Refused(500, 'out of order')
      return { payload: from > 0 ? all.slice(50) : all.slice(0, 50), more_results: from === 0 }
    },
  })
  await screen.findByText('50 incidents so far; the others could not be loaded')
  // Not all incidents are loaded, so "no incidents" must not show yet.
  expect(screen.queryByText(/No historic incident began/)).toBeNull()
  await userEvent.click(await screen.findByRole('slider', { name: 'Expense, us2' }))
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByText('The incidents could not be loaded')
  await userEvent.keyboard('{Escape}')
  isRefused = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('All 60 historic incidents are loaded')
  await screen.findByText(/^No historic incident began in/)
  const requests = sent.filter(
    ({ url }) => url.pathname === '/api/incidents/' && url.searchParams.get('start_at') === '0',
  )
  expect(requests.filter(({ url }) => url.searchParams.get('active') === 'false')).toHaveLength(1)
})

test('says when a range has no incidents and offers days that have some', async () => {
  await open(answers(incident(1, '2025-03-10T10:00:00.000Z')))
  await screen.findByText('No historic incident began in Aug 1 – 31, 2026 (UTC)')
  await userEvent.click(screen.getByRole('button', { name: /^Show Feb 8\s–\sMar 10, 2025 \(UTC\)$/ }))
  await screen.findByRole('figure', { name: 'Number of Incidents' })
  expect(screen.getByLabelText<HTMLInputElement>('First day (UTC)').value).toBe('2025-02-08')
})

test('shows all incidents at first, and a range on request', async () => {
  await open(
    answers(incident(1, '2019-03-10T10:00:00.000Z'), incident(2, '2026-08-20T10:00:00.000Z')),
    '/charts',
  )
  const days = await screen.findByLabelText<HTMLSelectElement>('Days (UTC)')
  expect(days.selectedOptions[0]?.textContent).toBe('All days')
  await showTable('Number of Incidents')
  await waitFor(() => expect(getCells('Number of Incidents')[0]).toEqual(['US2', '2']))
  const figure = screen.getByRole('figure', { name: 'Number of Incidents' })
  expect(figure.textContent).toMatch(/Mar 10, 2019\s–/)
  await userEvent.selectOptions(days, '365')
  await waitFor(() => expect(getCells('Number of Incidents')[0]).toEqual(['US2', '1']))
})

test('reserves the panels of all charts while the incidents load', async () => {
  await open({ ...answers(), 'GET /api/incidents/': () => new Promise(() => undefined) })
  for (const name of ['Average Length of Incidents', 'Time to resolve per month']) {
    const figure = await screen.findByRole('figure', { name })
    expect(figure.getAttribute('aria-busy')).toBe('true')
    expect(figure.textContent).toContain('Loading...')
  }
})

test('has the files of a chart in the menu at its head', async () => {
  await open(answers(incident(1, '2026-08-20T10:00:00.000Z')))
  await userEvent.click(await screen.findByRole('button', { name: 'Actions: Number of Incidents' }))
  const menu = await screen.findByRole('menu')
  expect(
    within(menu)
      .getAllByRole('menuitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['CSV', 'PNG'])
})

test('reports an invalid range at its field and keeps the previous charts', async () => {
  await open(answers(incident(1, '2026-08-20T10:00:00.000Z')))
  const first = await screen.findByLabelText<HTMLInputElement>('First day (UTC)')
  await userEvent.clear(first)
  await userEvent.type(first, '2026-09-02')
  await screen.findByText('The last day is before the first')
  const figure = screen.getByRole('figure', { name: 'Number of Incidents' })
  await waitFor(() => expect(figure.textContent).toMatch(/Aug 1\s–\s31, 2026/))
})

test('clears an invalid range when the URL changes', async () => {
  const elsewhere = { start: '2026-07-01', end: '2026-07-31' }
  await renderPage(
    <>
      <ChartsPage />
      <Link to="." search={elsewhere as never}>
        July
      </Link>
    </>,
    answers(incident(1, '2026-08-20T10:00:00.000Z')),
    RANGE,
  )
  const first = await screen.findByLabelText<HTMLInputElement>('First day (UTC)')
  await userEvent.clear(first)
  await screen.findByText('Enter a day from 1970 to 2999')
  await userEvent.click(screen.getByRole('link', { name: 'July' }))
  await waitFor(() => expect(first.value).toBe('2026-07-01'))
  expect(screen.queryByText('Enter a day from 1970 to 2999')).toBeNull()
})

test('names the data centers of each figure', async () => {
  await open(answers(incident(1, '2026-08-20T10:00:00.000Z')), `${RANGE}&data_centers=us2,eu`)
  for (const name of [
    'Average Length of Incidents',
    'Number of Incidents',
    'Incidents per month by severity',
    'Time to resolve per month',
  ]) {
    const figure = await screen.findByRole('figure', { name })
    await waitFor(() =>
      expect(figure.textContent).toMatch(/ Aug 1\s–\s31, 2026 \(UTC\), only us2 and EMEA\./),
    )
  }
})

test('shows 0 seconds for durations below one second', async () => {
  const startDate = '2026-08-20T10:00:00.000Z'
  await open(answers(incident(1, startDate, { endDate: '2026-08-20T10:00:00.400Z' })))
  await showTable('Time to resolve per month')
  expect(getCells('Time to resolve per month')).toEqual([['Aug 2026', '1', '0 seconds', '0 seconds']])
})

test('says that figures are outdated while new ones take long to load', async () => {
  await open({
    ...answers(incident(1, '2026-08-20T10:00:00.000Z')),
    'GET /api/charts/availability/': (request: { url: URL }) =>
      request.url.searchParams.get('start_day') === '2026-08-01'
        ? availability(request)
        : new Promise(() => undefined),
  })
  const figure = await screen.findByRole('figure', { name: /^Availability/ })
  const former = 'These are still the figures of what was chosen before'
  expect(figure.textContent).not.toContain(former)
  await userEvent.selectOptions(screen.getByLabelText('Days (UTC)'), '30')
  await waitFor(() => expect(figure.textContent).toContain(former))
  expect(figure.textContent).toMatch(/Aug 1\s–\s31, 2026/)
})

test('does not request unknown data centers', async () => {
  const { sent } = await open(answers(), `${RANGE}&data_centers=atlantis,eu`)
  await screen.findByRole('slider', { name: 'Expense, us2' })
  const requests = sent.filter(({ url }) => url.pathname === '/api/charts/availability/')
  expect(requests.map(({ url }) => url.searchParams.get('data_centers'))).toEqual(['eu'])
})

test('moves along the days by arrow keys and opens one with its incidents and changes by Enter', async () => {
  await open(answers(incident(7, '2026-08-20T10:00:00.000Z'), incident(8, '2026-08-22T10:00:00.000Z')))
  const strip = await screen.findByRole('slider', { name: 'Expense, us2' })
  strip.focus()
  await userEvent.keyboard('{Home}{ArrowRight>19/}')
  expect(strip.getAttribute('aria-valuetext')).toBe('Aug 20, 2026: outage 1 hour · 95.833% available')
  await userEvent.keyboard('{PageDown}')
  expect(strip.getAttribute('aria-valuetext')).toBe('Aug 13, 2026: normal · 100.000% available')
  await userEvent.keyboard('{PageUp}{Enter}')
  const dialog = await screen.findByRole('dialog', { name: 'Expense, us2: Aug 20, 2026' })
  const links = await within(dialog).findAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/details/OPI-7',
    expect.stringMatching(
      /^\/changes\?change_type=manual&absolute_selected=true&.*selected_services=Expense$/,
    ),
    expect.stringContaining('change_type=auto'),
  ])
})

test('a day shows again with a key, not when the window gets the focus again', async () => {
  await open(answers())
  const strip = await screen.findByRole('slider', { name: 'Expense, us2' })
  const isDayShown = () => screen.queryByText(/^Aug 31, 2026: /) !== null
  act(() => strip.focus())
  expect(isDayShown()).toBe(true)
  fireEvent.blur(strip)
  fireEvent.focus(strip)
  expect(isDayShown()).toBe(false)
  await userEvent.keyboard('{End}')
  expect(isDayShown()).toBe(true)
})

test('keeps the day when moving between services', async () => {
  const cells = ['Expense', 'Travel'].map((service) => ({ ...CELL, service, availability: 100, days: [] }))
  await open({
    ...answers(),
    'GET /api/charts/availability/': (request: { url: URL }) => ({ ...availability(request), cells }),
  })
  const strip = await screen.findByRole('slider', { name: 'Expense, us2' })
  strip.focus()
  await userEvent.keyboard('{ArrowLeft>3/}{ArrowDown}')
  const below = screen.getByRole('slider', { name: 'Travel, us2' })
  expect(document.activeElement).toBe(below)
  expect(below.getAttribute('aria-valuetext')).toMatch(/^Aug 28, 2026: /)
})

test('asks for the cells page by page where there are many', async () => {
  const { sent } = await open({
    ...answers(),
    'GET /api/charts/availability/': (request: { url: URL }) => {
      const startAt = Number(request.url.searchParams.get('start_at'))
      const cell = { ...CELL, service: `Service ${startAt}`, availability: 100, days: [] }
      return { ...availability(request), total: 1_001, cells: [cell] }
    },
  })
  await screen.findByRole('slider', { name: 'Service 0, us2' })
  screen.getByText(/Shown are 1 of 1,001;/)
  const pager = screen.getByRole('navigation', { name: /Availability per service/ })
  await userEvent.click(within(pager).getByRole('button', { name: /Next/ }))
  await screen.findByRole('slider', { name: 'Service 400, us2' })
  within(pager).getByText('Page 2 of 3')
  const asked = sent.filter(({ url }) => url.pathname.endsWith('/availability/'))
  expect(asked.every(({ url }) => url.searchParams.get('response_size') === '400')).toBe(true)
})

test('focuses a day that opens from the table of days', async () => {
  await open(answers())
  await showTable('Availability per service and data center')
  await userEvent.click(screen.getByRole('button', { name: 'Days of Expense, us2' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Open Aug 20, 2026' }))
  const dialog = await screen.findByRole('dialog', { name: 'Expense, us2: Aug 20, 2026' })
  expect(document.activeElement).toBe(within(dialog).getByText(/^\s*outage 1 hour/))
})

/** Button that invalidates the incident queries, as a server push does. */
function Push() {
  const client = useQueryClient()
  return (
    <button type="button" onClick={() => void client.invalidateQueries({ queryKey: ['incidents'] })}>
      Push
    </button>
  )
}

test('refreshes the days, and an open one, when a past incident changes', async () => {
  let outage = 3_600
  await renderPage(
    <>
      <ChartsPage />
      <Push />
    </>,
    {
      ...answers(),
      'GET /api/charts/availability/': (request: { url: URL }) => ({
        ...availability(request),
        cells: [{ ...CELL, availability: 99, days: [{ day: '2026-08-31', known: 86_400, outage }] }],
      }),
    },
    RANGE,
  )
  const push = await screen.findByRole('button', { name: 'Push' })
  const strip = await screen.findByRole('slider', { name: 'Expense, us2' })
  strip.focus()
  await userEvent.keyboard('{Enter}')
  const dialog = await screen.findByRole('dialog', { name: 'Expense, us2: Aug 31, 2026' })
  within(dialog).getByText(/outage 1 hour/)
  outage = 7_200
  push.click()
  await within(dialog).findByText(/outage 2 hours/)
  expect(strip.getAttribute('aria-valuetext')).toContain('outage 2 hours')
})

test('reports failures and retries each part', async () => {
  let isRefused = true
  await open({
    'GET /api/incidents/': () =>
      isRefused ? new Refused(500, 'out of order') : { payload: [], more_results: false },
    'GET /api/charts/availability/': new Refused(500, 'no history'),
  })
  await screen.findByText('The incidents could not be loaded')
  await screen.findByText('0 incidents so far; the others could not be loaded')
  await screen.findByText('The availability could not be loaded')
  await waitFor(() =>
    expect(readToasts().map(({ message }) => message)).toEqual(
      expect.arrayContaining(['Unable to check for historic incidents', 'Unable to get the availability']),
    ),
  )
  isRefused = false
  await userEvent.click(screen.getAllByRole('button', { name: 'Try again' })[0] as HTMLElement)
  await screen.findByText('There are no historic incidents.')
})

test('the columns of the availability can be chosen, and stay chosen', async () => {
  const title = 'Availability per service and data center'
  await expectStaysHidden(title, 'Known', async () => {
    await open(answers())
    await showTable(title)
  })
})
