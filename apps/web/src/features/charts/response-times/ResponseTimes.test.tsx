import type { ResponseTimes } from '@aviary/contract/charts/endpoints'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { type Answers, Refused, renderPage } from '../../../../testing/render.tsx'
import { watchSavedFiles } from '../../../../testing/saved-files.ts'
import { closeAllToasts, readToasts } from '../../../ui/toast-store.ts'
import { ChartsPage } from '../ChartsPage.tsx'

const TITLE = 'Response times'
const CALL = 'GET /api/charts/response_times/'
const SIZE = { width: 600, height: 240 }

/** Scrolls to the panel: happy-dom has no layout, so nothing is ever in sight. */
let reach: () => void
beforeEach(() => {
  closeAllToasts()
  reach = () => undefined
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe = () => undefined
      disconnect = () => undefined
      constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
        reach = () => act(() => callback([{ isIntersecting: true }]))
      }
    },
  )
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe: () => void
      unobserve = () => undefined
      disconnect = () => undefined
      constructor(callback: (entries: { contentRect: typeof SIZE }[]) => void) {
        this.observe = () => callback([{ contentRect: SIZE }])
      }
    },
  )
  return () => vi.unstubAllGlobals()
})

const measured = (incidents: number, median: number | null, ninetieth = median) => ({
  ...{ incidents, median, ninetieth },
})
const figure = (service: string | null, month: string | null, fields: Partial<ResponseTimes> = {}) => ({
  ...{ service, month, incidents: 3, acknowledge: measured(3, 180, 516) },
  ...{ first_message: measured(2, 1950, 2550), resolve: measured(0, null) },
  promises: { made: 4, kept: 2, missed: 1 },
  ...fields,
})
const FIGURES = [
  figure(null, null),
  figure(null, '2026-07', { incidents: 2 }),
  figure(null, '2026-08', { incidents: 1, acknowledge: measured(0, null) }),
  figure('Expense', null, { incidents: 1, acknowledge: measured(1, 60) }),
  figure('Expense', '2026-08', { incidents: 1, acknowledge: measured(1, 60) }),
]
const answers = (figures: unknown = FIGURES): Answers => ({
  'GET /api/incidents/': { payload: [], more_results: false },
  'GET /api/charts/availability/': { start_day: '2026-08-01', end_day: '2026-08-31', cells: [] },
  [CALL]: ({ url }: { url: URL }) =>
    Array.isArray(figures)
      ? {
          start_day: url.searchParams.get('start_day'),
          end_day: url.searchParams.get('end_day'),
          figures,
        }
      : figures,
})

async function open(given = answers(), address = '/charts?start=2026-06-20&end=2026-08-31') {
  const page = await renderPage(<ChartsPage />, given, address)
  await screen.findByRole('heading', { name: TITLE })
  const asked = () => page.sent.filter(({ url }) => url.pathname === '/api/charts/response_times/')
  return { ...page, asked }
}
const loaded = () => screen.findByRole('application', { name: /^Response times/ })
const cellsOf = (name: string) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .map((row) => [...row.querySelectorAll('th, td')].map(({ textContent }) => textContent))
const showNumbers = async () =>
  userEvent.click(await screen.findByRole('button', { name: `Show numbers: ${TITLE}` }))

test('asks for nothing before it is reached, then for the days and data centers of the page', async () => {
  const { asked } = await open(answers(), '/charts?start=2026-06-20&end=2026-08-31&data_centers=us2')
  await screen.findByText('All 0 historic incidents are loaded')
  expect(asked()).toEqual([])
  reach()
  await loaded()
  expect(asked().map(({ url }) => url.search)).toEqual([
    '?start_day=2026-06-20&end_day=2026-08-31&data_centers=us2',
  ])
})

test('without a range it asks for the last 24 months', async () => {
  vi.useFakeTimers({ now: new Date('2026-08-31T12:00:00Z'), toFake: ['Date'] })
  const { asked } = await open(answers(), '/charts')
  reach()
  await loaded()
  vi.useRealTimers()
  expect(asked()[0]?.url.search).toBe('?start_day=2024-09-01&end_day=2026-08-31')
})

test('a measure of all services or one, per month and per service, with the number measured', async () => {
  await open()
  reach()
  await loaded()
  const panel = screen.getByRole('figure', { name: TITLE })
  expect(panel.textContent).toContain(
    'Measured: 3 of 3 incidents. Half took at most 3 minutes, nine of ten at most 8 minutes, 36 seconds. All services, Jun 20',
  )
  await showNumbers()
  expect(cellsOf('Response times: Acknowledged, All services, By month')).toEqual([
    ['Month', 'Incidents', 'Measured', 'Median', '90th percentile'],
    ['Jul 2026', '2', '3', '3 minutes', '8 minutes, 36 seconds'],
    ['Aug 2026', '1', '0', '–', '–'],
  ])
  expect(cellsOf('Response times: Acknowledged, By service').slice(1)).toEqual([
    ['All services', '3', '3', '3 minutes', '8 minutes, 36 seconds'],
    ['Expense', '1', '1', '1 minute', '1 minute'],
  ])
  await userEvent.selectOptions(within(panel).getByRole('combobox', { name: 'Service' }), 'Expense')
  await screen.findByRole('application', { name: /^Response times: Acknowledged, Expense/ })
  expect(cellsOf('Response times: Acknowledged, Expense, By month').slice(1)).toEqual([
    ['Jul 2026', '0', '0', '–', '–'],
    ['Aug 2026', '1', '1', '1 minute', '1 minute'],
  ])
  await userEvent.click(screen.getByRole('radio', { name: 'Resolved' }))
  await screen.findByText(/Measured: none of 1 incidents/)
})

test('promises kept, missed and not due yet; the choice is in the address', async () => {
  await open(answers(), '/charts?start=2026-06-20&end=2026-08-31&measure=promises&service=Expense')
  reach()
  const chart = await loaded()
  expect(chart.getAttribute('aria-label')).toBe(
    'Response times: Promises, Expense. Updates promised: 4. Kept: 2, missed: 1, not due yet: 1.',
  )
  chart.focus()
  await userEvent.keyboard('{End}')
  await screen.findByText('Aug 2026, Kept: 2, Missed: 1')
  await showNumbers()
  expect(cellsOf('Response times: Promises, Expense, By month')).toEqual([
    ['Month', 'Incidents', 'Promised', 'Kept', 'Missed', 'Not due yet'],
    ['Jul 2026', '0', '0', '0', '0', '0'],
    ['Aug 2026', '1', '4', '2', '1', '1'],
  ])
  // The radio keeps the focus: the figure stays while the measure changes.
  const radio = screen.getByRole('radio', { name: 'First message' })
  await userEvent.click(radio)
  await screen.findByRole('application', { name: /^Response times: First message, Expense/ })
  expect(document.activeElement).toBe(radio)
})

test('the CSV has every measure of every service and month', async () => {
  const { files } = watchSavedFiles()
  await open()
  reach()
  await loaded()
  await userEvent.click(screen.getByRole('button', { name: `Actions: ${TITLE}` }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'CSV' }))
  await waitFor(() => expect(files).toHaveLength(1))
  const [file] = files
  expect(file?.name).toBe('response-times.csv')
  const lines = (await file?.text())?.replace('\uFEFF', '').trim().split('\r\n') ?? []
  expect(lines[0]).toContain('Service,Month,Incidents,Acknowledged: Measured,Acknowledged: Median (seconds)')
  expect(lines.slice(1)).toEqual([
    'All services,2026-06-20/2026-08-31,3,3,180,516,2,1950,2550,0,,,4,2,1',
    'All services,2026-07,2,3,180,516,2,1950,2550,0,,,4,2,1',
    'All services,2026-08,1,0,,,2,1950,2550,0,,,4,2,1',
    'Expense,2026-06-20/2026-08-31,1,1,60,60,2,1950,2550,0,,,4,2,1',
    'Expense,2026-08,1,1,60,60,2,1950,2550,0,,,4,2,1',
  ])
})

test('says that no incident began, and what could not be loaded', async () => {
  await open(answers([]))
  reach()
  await screen.findByText(/^No incident began in Jun 20 – Aug 31, 2026/)
})

test('reports a failure and tries again', async () => {
  let isRefused = true
  const given = answers()
  await open({
    ...given,
    [CALL]: (request: { url: URL }) =>
      isRefused
        ? new Refused(504, 'It takes too long')
        : (given[CALL] as (request: object) => unknown)(request),
  })
  reach()
  await screen.findByText('The response times could not be loaded')
  await waitFor(() =>
    expect(readToasts().map(({ message }) => message)).toContain('The response times could not be loaded'),
  )
  isRefused = false
  const panel = screen.getByRole('region', { name: TITLE })
  await userEvent.click(within(panel).getByRole('button', { name: 'Try again' }))
  await loaded()
})
