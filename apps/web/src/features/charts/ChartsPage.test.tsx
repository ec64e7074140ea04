import type { Incident } from '@aviary/contract/incidents/schemas'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
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
  ...fields,
})

const RANGE = '/charts?start=2026-08-01&end=2026-08-31'
const CELL = { service: 'Expense', data_center: 'us2', known: 31 * 86_400, outage: 3_600 }
const availability = ({ url }: { url: URL }) => ({
  start_day: url.searchParams.get('start_day'),
  end_day: url.searchParams.get('end_day'),
  cells: [{ ...CELL, availability: 99.8656, days: [{ day: '2026-08-20', known: 86_400, outage: 3_600 }] }],
})
const answers = (...payload: Incident[]): Answers => ({
  'GET /api/incidents/': { payload, more_results: false },
  'GET /api/charts/availability/': availability,
})
const open = (given: Answers, at = RANGE) => renderPage(<ChartsPage />, given, at)

beforeEach(() => {
  closeAllToasts()
  vi.unstubAllGlobals()
  // Nothing is laid out here, and a chart without a size draws nothing.
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 600, 260))
})

const showTable = async (title: string) =>
  userEvent.click(await screen.findByRole('button', { name: `Show as table: ${title}` }))
const cellsOf = (title: string) =>
  within(screen.getByRole('table', { name: title }))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    )

test('both charts of the specification have their five bars, also as tables', async () => {
  await open(
    answers(
      incident(1, '2026-08-20T10:00:00.000Z'),
      incident(2, '2026-08-21T10:00:00.000Z', { endDate: null }),
    ),
  )
  await showTable('Average Length of Incidents')
  expect(cellsOf('Average Length of Incidents')).toEqual([
    ['US2', '30'],
    ['EU2', 'no data'],
    ['China', 'no data'],
    ['PSCC (Acme Cloud for Public Sector)', 'no data'],
    ['France (France DC)', 'no data'],
  ])
  await showTable('Number of Incidents')
  expect(cellsOf('Number of Incidents').map(([, count]) => count)).toEqual(['2', '0', '0', '0', '0'])
  const figure = screen.getByRole('figure', { name: 'Number of Incidents' })
  expect(figure.textContent).toContain('Most in US2: 2.')
})

test('the incidents come 50, then 450, then 500 at a time, and the page says when there are more to come', async () => {
  let release: (() => void) | undefined
  const all = Array.from({ length: 520 }, (_, at) => incident(1_000 - at, '2026-08-20T10:00:00.000Z'))
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
  await screen.findByText('500 incidents so far, more are loading')
  await waitFor(() => expect(release).toBeDefined())
  release?.()
  await screen.findByText('All 520 historic incidents are loaded')
  const asked = sent.filter(({ url }) => url.pathname === '/api/incidents/')
  expect(asked.map(({ url }) => url.searchParams.get('response_size'))).toEqual(['50', '450', '500'])
})

test('days without incidents say so, and lead to those that have some', async () => {
  await open(answers(incident(1, '2025-03-10T10:00:00.000Z')))
  await screen.findByText('No incident began in Aug 1 – 31, 2026 (UTC)')
  await userEvent.click(screen.getByRole('button', { name: /^Show Feb 8\s–\sMar 10, 2025 \(UTC\)$/ }))
  await screen.findByRole('figure', { name: 'Number of Incidents' })
  expect(screen.getByLabelText<HTMLInputElement>('First day (UTC)').value).toBe('2025-02-08')
})

test('a range that cannot be shown is said at its field, and the former one stays', async () => {
  await open(answers(incident(1, '2026-08-20T10:00:00.000Z')))
  const first = await screen.findByLabelText<HTMLInputElement>('First day (UTC)')
  await userEvent.clear(first)
  await userEvent.type(first, '2026-09-02')
  await screen.findByText('The last day is before the first')
  expect(screen.getByRole('figure', { name: 'Number of Incidents' }).textContent).toMatch(
    /Aug 1\s–\s31, 2026/,
  )
})

test('a data center that nobody knows is not asked for', async () => {
  const { sent } = await open(answers(), `${RANGE}&data_centers=atlantis,eu`)
  await screen.findByRole('slider', { name: 'Expense, us2' })
  const asked = sent.filter(({ url }) => url.pathname === '/api/charts/availability/')
  expect(asked.map(({ url }) => url.searchParams.get('data_centers'))).toEqual(['eu'])
})

test('the arrow keys walk the days of a service, and Enter opens one with its incidents and changes', async () => {
  await open(answers(incident(7, '2026-08-20T10:00:00.000Z'), incident(8, '2026-08-22T10:00:00.000Z')))
  const strip = await screen.findByRole('slider', { name: 'Expense, us2' })
  strip.focus()
  await userEvent.keyboard('{Home}{ArrowRight>19/}')
  expect(strip.getAttribute('aria-valuetext')).toBe('Aug 20, 2026: outage 1 hour · 95.833% available')
  await userEvent.keyboard('{PageDown}')
  expect(strip.getAttribute('aria-valuetext')).toBe('Aug 13, 2026: normal · 100.00% available')
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

test('what cannot be loaded is said, and each part can be asked for again', async () => {
  let isRefused = true
  await open({
    'GET /api/incidents/': () =>
      isRefused ? new Refused(500, 'out of order') : { payload: [], more_results: false },
    'GET /api/charts/availability/': new Refused(500, 'no history'),
  })
  await screen.findByText('The incidents could not be loaded')
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
