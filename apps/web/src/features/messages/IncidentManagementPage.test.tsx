import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { type Answers, Refused, renderPage } from '../../../testing/render.tsx'
import { exactTimesIn } from '../../../testing/row.ts'
import { closeAllToasts, readToasts } from '../../ui/toast-store.ts'
import { IncidentManagementPage } from './IncidentManagementPage.tsx'

const incident = (number: number) => ({
  jira_id: `OPI-${number}`,
  priority_type: 'P1',
  is_internal: number === 1 ? 'Y' : 'N',
  severity: 'OUTAGE',
  status: 'ACTIVE',
  affected_services: ['Analysis/Intelligence'],
  data_centers: ['eu'],
  start_date: new Date(Date.UTC(2026, 7, 20) - number * 3_600_000).toISOString(),
  end_date: null,
})
const withEnd = (status: string, end_date: string | null) => ({ ...incident(1), status, end_date })
const page = (from: number, count: number, hasMore = false) => ({
  incidents: Array.from({ length: count }, (_, index) => incident(from + index)),
  more_results: hasMore,
})

const person = (...allowed: string[]) => ({
  data: {
    email: 'ines.incident@acme.example',
    preferences: {},
    rights: { restricted_page_access: [] },
    authorization: { is_admin: false, role_ids: [], allowed_actions: allowed },
  },
})
const BANNER = ['view_service_disruption_banner', 'edit_service_disruption_banner']

const open = (changed: Answers = {}, path = '/') =>
  renderPage(
    <IncidentManagementPage />,
    {
      'POST /api/get_user_id/': person(...BANNER, 'edit_template'),
      'GET /api/banner': { data: { text: { en: 'Trouble' }, display: false } },
      'GET /api/priority_incidents': page(1, 12),
      ...changed,
    },
    path,
  )

beforeEach(() => {
  closeAllToasts()
  vi.unstubAllGlobals()
})

test('the list shows ten incidents a page, newest first, each linked to its messages', async () => {
  const { sent } = await open()
  const first = await screen.findByRole('link', { name: 'OPI-1' })
  expect(first.getAttribute('href')).toBe('/edit/OPI-1')
  const rows = screen.getAllByRole('row').slice(1)
  expect(rows).toHaveLength(10)
  expect(within(rows[0] as HTMLElement).getByText('Internal')).toBeTruthy()
  expect(within(rows[1] as HTMLElement).getByText('External')).toBeTruthy()
  expect(await within(rows[0] as HTMLElement).findByText('Analysis')).toBeTruthy()
  const parameters = sent.find(({ url }) => url.pathname === '/api/priority_incidents')?.url.searchParams
  expect(Object.fromEntries(parameters ?? [])).toEqual({
    priority_type: 'P1',
    start_at: '0',
    response_size: '100',
    sort_col: 'start_date',
    sort_direction: 'DESC',
  })
  expect(screen.getByRole('link', { name: 'Manage Templates' }).getAttribute('href')).toBe(
    '/template_management/message',
  )
})

test.each([
  ['ACTIVE', null, 'Ongoing'],
  ['RESOLVED', null, 'Not Available'],
  ['RESOLVED', '2026-08-20T10:04:00.000Z', 'Aug 20, 2026, 10:04 UTC'],
])('the end of an incident that is %s at %s reads %s', async (status, end, words) => {
  await open({ 'GET /api/priority_incidents': { incidents: [withEnd(status, end)], more_results: false } })
  const row = (await screen.findByRole('link', { name: 'OPI-1' })).closest('tr')
  const cell = row?.querySelector('td:nth-last-child(2)')
  expect(exactTimesIn(cell ?? undefined)[0] ?? cell?.textContent).toContain(words)
})

test('the number of incidents is shown once they are loaded', async () => {
  const answer = Promise.withResolvers<object>()
  await open({ 'GET /api/priority_incidents': () => answer.promise })
  await screen.findByRole('table')
  expect(screen.queryByText(/\d incidents/)).toBeNull()
  answer.resolve(page(1, 3))
  expect(await screen.findByText('3 incidents')).toBeTruthy()
})

test('the next hundred is fetched when the list nears its end', async () => {
  const answer = ({ url }: { url: URL }) =>
    url.searchParams.get('start_at') === '0' ? page(1, 100, true) : page(101, 5)
  await open({ 'GET /api/priority_incidents': answer }, '/?page=3')
  await screen.findByText('100 incidents so far, there are more')
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }))
  expect(screen.queryByText('105 incidents')).toBeNull()
  for (let clicks = 0; clicks < 5; clicks += 1)
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }))
  expect(await screen.findByText('105 incidents')).toBeTruthy()
})

test('a new sort is done by the server over all incidents, and its order is kept', async () => {
  const answer = ({ url }: { url: URL }) =>
    url.searchParams.get('sort_col') === 'jira_id'
      ? {
          incidents: [205, 7, 31].filter(() => url.searchParams.get('start_at') === '0').map(incident),
          more_results: url.searchParams.get('start_at') === '0',
        }
      : page(1, 100, true)
  const { sent } = await open({ 'GET /api/priority_incidents': answer })
  await screen.findByRole('link', { name: 'OPI-1' })
  await userEvent.click(screen.getByRole('button', { name: 'OPI' }))
  await screen.findByRole('link', { name: 'OPI-205' })
  expect(screen.getAllByRole('link', { name: /^OPI-/ }).map(({ textContent }) => textContent)).toEqual([
    'OPI-205',
    'OPI-7',
    'OPI-31',
  ])
  const requests = sent.filter(({ url }) => url.pathname === '/api/priority_incidents').map(({ url }) => url)
  const [, first, next] = requests.map(({ searchParams }) => Object.fromEntries(searchParams))
  expect(first).toMatchObject({ start_at: '0', sort_col: 'jira_id', sort_direction: 'ASC' })
  expect(next).toMatchObject({ start_at: '100', sort_col: 'jira_id', sort_direction: 'ASC' })
})

test('internal rows are marked', async () => {
  await open({ 'GET /api/priority_incidents': page(1, 2) })
  await screen.findByRole('link', { name: 'OPI-1' })
  const rows = screen.getAllByRole('row').slice(1)
  expect(rows.map((row) => row.hasAttribute('data-internal'))).toEqual([true, false])
})

test('P2 has a list of its own', async () => {
  const { sent } = await open()
  await userEvent.click(await screen.findByRole('radio', { name: 'P2' }))
  await waitFor(() =>
    expect(sent.some(({ url }) => url.searchParams.get('priority_type') === 'P2')).toBe(true),
  )
})

test('the banner is submitted as chosen and read again', async () => {
  let display = false
  const { sent } = await open({
    'GET /api/banner': () => ({ data: { text: { en: 'Trouble' }, display } }),
    'POST /api/banner': () => {
      display = true
      return { data: { text: { en: 'Trouble' }, display } }
    },
  })
  await userEvent.click(await screen.findByRole('radio', { name: 'Shown' }))
  await userEvent.click(screen.getByRole('button', { name: 'Submit: show on every page' }))
  await waitFor(() => expect(readToasts()[0]?.message).toBe('The banner is shown on every page'))
  expect(
    sent.find(({ method, url }) => method === 'POST' && url.pathname === '/api/banner')?.body,
  ).toMatchObject({
    display: true,
    jira_id: 'Manual',
    source: 'ines.incident@acme.example',
    source_service: 'Aviary',
  })
})

test('the banner card has no button without the edit permission, and is hidden without the read permission', async () => {
  await open({ 'POST /api/get_user_id/': person('view_service_disruption_banner') })
  expect(await screen.findByText('Service-disruption banner')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Submit/ })).toBeNull()
})

test('a list that cannot be loaded shows the reason', async () => {
  await open({ 'GET /api/priority_incidents': new Refused(400, 'no list') })
  expect((await screen.findByRole('alert')).textContent).toContain('no list')
  await waitFor(() =>
    expect(readToasts()[0]?.message).toBe('There was an issue fetching the incidents. Please try again.'),
  )
})

test('a priority without incidents says so', async () => {
  await open({ 'GET /api/priority_incidents': page(1, 0) })
  expect(await screen.findByText('There are no incidents of this priority')).toBeTruthy()
})
