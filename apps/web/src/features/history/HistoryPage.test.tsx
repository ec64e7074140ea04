import type { Incident } from '@aviary/contract/incidents/schemas'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { type Answers, Refused, renderPage } from '../../../testing/render.tsx'
import { exactTimesIn } from '../../../testing/row.ts'
import { closeAllToasts, readToasts } from '../../ui/toast-store.ts'
import { HistoryPage } from './HistoryPage.tsx'

const incident = (number: number, fields: Partial<Incident> = {}): Incident => ({
  opi: `OPI-${number}`,
  jiraId: `OPI-${number}`,
  affectedCompanies: 1234,
  affectedDataCenters: ['us2'],
  affectedServices: ['Expense'],
  affectedUsers: null,
  details: '',
  startDate: new Date(Date.UTC(2026, 0, 1) + number * 3_600_000).toISOString(),
  endDate: new Date(Date.UTC(2026, 0, 1) + number * 3_600_000 + 60_000).toISOString(),
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

const answer = (...payload: Incident[]) => ({
  'GET /api/incidents/': { payload, more_results: false },
})

const open = (answers: Answers, at = '/history') => renderPage(<HistoryPage />, answers, at)
const rows = () => screen.getAllByRole('row').slice(1)
const ids = () => rows().map((row) => /OPI-\d+/.exec(row.textContent ?? '')?.[0])

beforeEach(() => {
  closeAllToasts()
  vi.unstubAllGlobals()
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('min-width'),
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
})

test('shows every column of an incident in the specified order', async () => {
  const rca = `<p>A <b>cable</b> &amp; a switch</p><p>${'x'.repeat(60)}</p>`
  await open(answer(incident(7, { rca, affectedDataCenters: ['us2', 'eu'], isInternal: 'Y' })))
  await screen.findByText('1 of 1 incidents')
  await screen.findByRole('cell', { name: 'us2, EMEA' })
  expect(screen.getAllByRole('columnheader').map((header) => header.textContent?.trim())).toEqual([
    'OPI number',
    'Severity',
    'Internal or External',
    'Priority type',
    'Data centers',
    'Start date',
    'End date',
    'Affected services',
    'Total affected companies',
    'Root cause',
    'Actions of the row',
  ])
  const [row] = rows()
  const cells = within(row as HTMLElement).getAllByRole('cell')
  const texts = cells.map((cell) => cell.textContent)
  expect(texts.slice(0, 6)).toEqual([
    'OPI-7 ↗OPI-7 in the tracker (opens a new tab)',
    ' outage',
    'Internal',
    'P1',
    'us2, EMEA',
    expect.stringContaining('Jan 1, 07:00'),
  ])
  expect(exactTimesIn(row)).toEqual(['Jan 1, 2026, 07:00 UTC', 'Jan 1, 2026, 07:01 UTC'])
  expect(texts.slice(7, 10)).toEqual(['Expense', '1,234', `A cable & a switch ${'x'.repeat(31)}…`])
  const [details, tracker] = within(row as HTMLElement).getAllByRole('link')
  expect(details?.getAttribute('href')).toBe('/details/OPI-7')
  expect(tracker?.getAttribute('href')).toBe('https://tracker.example/browse/OPI-7')
})

test('shows no end for an incident closed without one', async () => {
  await open(answer(incident(1, { endDate: null })))
  await screen.findByText('1 of 1 incidents')
  expect(within(rows()[0] as HTMLElement).getAllByRole('cell')[6]?.textContent).toBe('Not Available')
})

test('marks internal rows', async () => {
  await open(answer(incident(2, { isInternal: 'Y' }), incident(1)))
  await screen.findByText('2 of 2 incidents')
  expect(rows().map((row) => row.hasAttribute('data-internal'))).toEqual([true, false])
})

test('shows short headers in narrow windows', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: false,
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  await open(answer(incident(1)))
  expect(await screen.findByRole('columnheader', { name: 'Companies' })).toBeTruthy()
  expect(screen.queryByRole('columnheader', { name: 'Total affected companies' })).toBeNull()
})

test('requests pages of 50, then 450, then 500, newest first, and shows 50 rows per page', async () => {
  const total = 1_001
  const all = Array.from({ length: total }, (_, at) => incident(total - at))
  const { sent } = await open({
    'GET /api/incidents/': ({ url }: { url: URL }) => {
      const [at, size] = ['start_at', 'response_size'].map((name) => Number(url.searchParams.get(name)))
      const [from, to] = [at ?? 0, (at ?? 0) + (size ?? 0)]
      return { payload: all.slice(from, to), more_results: to < total }
    },
  })
  await screen.findByText('1,001 of 1,001 incidents')
  const requests = sent.filter(({ url }) => url.pathname === '/api/incidents/')
  expect(
    requests.map(({ url }) =>
      ['active', 'start_at', 'response_size'].map((name) => url.searchParams.get(name)),
    ),
  ).toEqual([
    ['false', '0', '50'],
    ['false', '50', '450'],
    ['false', '500', '500'],
    ['false', '1000', '500'],
  ])
  await waitFor(() => expect(ids()).toEqual(all.slice(0, 50).map(({ jiraId }) => jiraId)))
  expect(screen.getByText('Page 1 of 21')).toBeTruthy()
})

test('shows an incident once that is on two pages', async () => {
  await open({
    'GET /api/incidents/': ({ url }: { url: URL }) =>
      url.searchParams.get('start_at') === '0'
        ? { payload: [incident(3), incident(2)], more_results: true }
        : { payload: [incident(2), incident(1)], more_results: false },
  })
  await screen.findByText('3 of 3 incidents')
  expect(ids()).toEqual(['OPI-3', 'OPI-2', 'OPI-1'])
})

test('sorts numbers numerically and reads the sort order from the URL', async () => {
  await open(answer(incident(10), incident(9), incident(100)), '/history?sort=opi+asc')
  await screen.findByText('3 of 3 incidents')
  expect(ids()).toEqual(['OPI-9', 'OPI-10', 'OPI-100'])
  await userEvent.click(screen.getByRole('button', { name: 'OPI number' }))
  await waitFor(() => expect(ids()).toEqual(['OPI-100', 'OPI-10', 'OPI-9']))
})

test.each([
  ['opi-2', 'OPI-2'],
  ['ANALYSIS', 'OPI-3'],
  ['emea', 'OPI-2'],
  ['CUT cable', 'OPI-1'],
])('filters by displayed text, ignoring case: %j', async (text, id) => {
  await open(
    answer(
      incident(3, { affectedServices: ['Analysis/Intelligence'] }),
      incident(2, { affectedDataCenters: ['eu'] }),
      incident(1, { rca: '<p>A <i>cut</i> cable</p>' }),
    ),
    `/history?filter=${encodeURIComponent(text)}`,
  )
  await screen.findByText('1 of 3 incidents')
  expect(ids()).toEqual([id])
})

test('filters 800 ms after the last keystroke', async () => {
  await open(answer(incident(2), incident(1)))
  await screen.findByText('2 of 2 incidents')
  const box = screen.getByRole('searchbox', { name: 'Filter by OPI, service, data center or root cause' })
  fireEvent.change(box, { target: { value: 'nothing like it' } })
  expect(screen.getByText('2 of 2 incidents')).toBeTruthy()
  await screen.findByText('No incident matches this filter')
})

test('shows placeholders while loading, and a message without incidents', async () => {
  const answered = Promise.withResolvers<object>()
  await open({ 'GET /api/incidents/': () => answered.promise })
  expect((await screen.findByRole('table')).getAttribute('aria-busy')).toBe('true')
  answered.resolve({ payload: [], more_results: false })
  expect(await screen.findByText('There are no historic incidents')).toBeTruthy()
})

test('shows a failure in place and as a toast with its reason', async () => {
  await open({ 'GET /api/incidents/': new Refused(400, 'the list is broken') })
  expect((await screen.findByRole('alert')).textContent).toContain('the list is broken')
  expect(screen.queryByRole('table')).toBeNull()
  await waitFor(() =>
    expect(readToasts()[0]).toMatchObject({
      kind: 'error',
      message: 'Unable to check for historic incidents',
      reason: 'the list is broken',
    }),
  )
})

test('keeps loaded rows when a later page fails; Try again continues there', async () => {
  let isBroken = true
  await open({
    'GET /api/incidents/': ({ url }: { url: URL }) => {
      if (url.searchParams.get('start_at') === '0') return { payload: [incident(2)], more_results: true }
      return isBroken ? new Refused(400, 'not now') : { payload: [incident(1)], more_results: false }
    },
  })
  await screen.findByText('not now')
  await waitFor(() => expect(ids()).toEqual(['OPI-2']))
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('2 of 2 incidents')
  expect(ids()).toEqual(['OPI-2', 'OPI-1'])
})
