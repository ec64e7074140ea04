import type { Incident } from '@aviary/contract/incidents/schemas'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { Refused, renderPage } from '../../../testing/render.tsx'
import { closeAllToasts, readToasts } from '../../ui/toast-store.ts'
import { ActiveIncidentsPage } from './ActiveIncidentsPage.tsx'

const incident: Incident = {
  opi: 'OPI-7',
  jiraId: 'OPI-7',
  affectedCompanies: 1234,
  affectedDataCenters: ['us2', 'eu'],
  affectedServices: ['Analysis/Intelligence'],
  affectedUsers: null,
  details: 'Reports are slow.',
  startDate: '2026-08-20T10:00:00.000Z',
  endDate: null,
  slaEndTime: '2026-08-20T14:00:00.000Z',
  status: 'ACTIVE',
  symbol: 'OUTAGE',
  rca: null,
  messages: [],
  isInternal: 'N',
  priorityType: 'P1',
  nextUpdateDue: null,
  roles: [],
}

const matrix = {
  Expense: { us2: 'OUTAGE', eu: 'NORMAL' },
  'Analysis/Intelligence': { us2: 'PARTIAL_OUTAGE', eu: 'NA' },
}

const withIncidents = (...payload: Incident[]) => ({
  'GET /api/incidents/': { payload, more_results: false },
  'GET /api/v4/status/': matrix,
  'GET /api/v4/status/since/': {
    cells: [{ service: 'Expense', data_center: 'us2', since: '2026-08-20T10:04:00.000Z' }],
  },
})

beforeEach(() => {
  closeAllToasts()
  vi.unstubAllGlobals()
})

test('a card shows the incident, its tracker link and the link to its details', async () => {
  await renderPage(<ActiveIncidentsPage />, withIncidents(incident))
  const card = await screen.findByRole('article', { name: /OPI-7/ })
  const tracker = within(card).getByRole('link', { name: 'OPI-7 in the tracker (opens a new tab)' })
  expect(tracker.getAttribute('href')).toBe('https://tracker.example/browse/OPI-7')
  expect(within(card).getByText('1,234 companies')).toBeTruthy()
  expect(within(card).getByText('us2, EMEA')).toBeTruthy()
  expect(within(card).getByText('Analysis')).toBeTruthy()
  expect(within(card).getByRole('link', { name: 'View more OPI-7' }).getAttribute('href')).toBe(
    '/details/OPI-7',
  )
  expect(within(card).queryByText('internal')).toBeNull()
})

test('details are cut at 300 characters and open on read more', async () => {
  const details = 'x'.repeat(301)
  await renderPage(<ActiveIncidentsPage />, withIncidents({ ...incident, details }))
  const card = await screen.findByRole('article')
  expect(card.textContent).toContain(`${'x'.repeat(300)}…`)
  await userEvent.click(within(card).getByRole('button', { name: 'read more' }))
  expect(card.textContent).toContain(details)
  await userEvent.click(within(card).getByRole('button', { name: 'read less' }))
  expect(card.textContent).not.toContain(details)
})

const lead = (holder: string) => ({ role: 'lead', name: 'Lead', translations: {}, holder })

test('my incidents are those on which I have a role, and their cards say which', async () => {
  await renderPage(
    <ActiveIncidentsPage />,
    withIncidents(
      { ...incident, roles: [lead('Rita.Reader@acme.example')] },
      { ...incident, jiraId: 'OPI-8', roles: [lead('ada@acme.example')] },
      { ...incident, jiraId: 'OPI-9' },
    ),
  )
  const mine = await screen.findByRole('button', { name: 'My incidents 1' })
  expect(screen.getAllByRole('article')).toHaveLength(3)
  expect(screen.getAllByText('You: Lead')).toHaveLength(1)
  await userEvent.click(mine)
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1))
  expect(screen.getByRole('article', { name: /OPI-7/ }).textContent).toContain('You: Lead')
  await userEvent.click(screen.getByRole('button', { name: 'My incidents 1' }))
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(3))
})

test('my incidents without any say so, and lead back to all', async () => {
  await renderPage(<ActiveIncidentsPage />, withIncidents(incident), '/?incidents=mine')
  await screen.findByText('You have no role on an open incident')
  expect(screen.queryByRole('article')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Show all' }))
  await screen.findByRole('article')
  expect(screen.queryByRole('button', { name: /My incidents/ })).toBeNull()
})

test('details are cut between characters', async () => {
  const details = `${'x'.repeat(299)}😀😀`
  await renderPage(<ActiveIncidentsPage />, withIncidents({ ...incident, details }))
  const card = await screen.findByRole('article')
  expect(card.textContent).toContain(`${'x'.repeat(299)}😀…`)
})

test('a card shows when the next update is due, and in red how long it is overdue', async () => {
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  await renderPage(
    <ActiveIncidentsPage />,
    withIncidents(
      { ...incident, nextUpdateDue: at(10) },
      { ...incident, jiraId: 'OPI-8', nextUpdateDue: at(-6.5) },
      { ...incident, jiraId: 'OPI-9' },
    ),
  )
  const card = async (id: string) => within(await screen.findByRole('article', { name: new RegExp(id) }))
  const due = (await card('OPI-7')).getByText('due in 10 minutes')
  expect(due.title).toMatch(/ UTC$/)
  expect(due.className).toBe('')
  const overdue = (await card('OPI-8')).getByText('overdue 6 minutes')
  expect(overdue.className).not.toBe('')
  expect((await card('OPI-9')).queryByText(/due/)).toBeNull()
})

test('an internal incident is marked in its header and by a label', async () => {
  await renderPage(<ActiveIncidentsPage />, withIncidents({ ...incident, isInternal: 'Y' }))
  const card = await screen.findByRole('article')
  expect(within(card).getByRole('heading').textContent).toContain('(internal)')
  expect(within(card).getByText('internal')).toBeTruthy()
  expect(card.hasAttribute('data-internal')).toBe(true)
})

test('without open incidents a card links to the history', async () => {
  await renderPage(<ActiveIncidentsPage />, withIncidents())
  expect(await screen.findByText('No Open Incidents')).toBeTruthy()
  const link = screen.getByRole('link', { name: 'Check Out the Incident History' })
  expect(link.getAttribute('href')).toBe('/history')
})

test('a load failure shows the reason, a reload button and a toast', async () => {
  await renderPage(<ActiveIncidentsPage />, {
    ...withIncidents(),
    'GET /api/incidents/': new Refused(400, 'the list is broken'),
  })
  expect(
    (await screen.findByRole('button', { name: 'Reload' })).closest('[role=alert]')?.textContent,
  ).toContain('the list is broken')
  await waitFor(() => expect(readToasts()).toHaveLength(1))
  expect(readToasts()[0]).toMatchObject({
    kind: 'error',
    message: 'Unable to check for active incidents',
    reason: 'the list is broken',
    requestId: 'request-1',
  })
})

test('an unhealthy cell opens its reasons, and a healthy cell is only an icon', async () => {
  const reasons = [
    {
      ...{ kind: 'incident', status: 'PARTIAL_OUTAGE', since: '2026-08-20T10:00:00.000Z', jira_id: 'OPI-7' },
      ...{ priority_type: 'P1', is_internal: 'Y', details: 'Reports are slow.' },
    },
    {
      ...{ kind: 'report', status: 'PERFORMANCE', since: '2026-08-20T10:00:00.000Z', source: 'Alertmanager' },
      ...{ summary: '<b>34 %</b> fail', link: 'https://grafana.example/d/1' },
    },
    {
      ...{ kind: 'report', status: 'PERFORMANCE', since: '2026-08-20T10:00:00.000Z', source: 'probe' },
      ...{ summary: null, link: 'javascript:alert(1)' },
    },
  ]
  const { sent } = await renderPage(<ActiveIncidentsPage />, {
    ...withIncidents(),
    'GET /api/v4/status/reasons/': { reasons },
  })
  const grid = await screen.findByRole('grid')
  expect(within(grid).getByRole('img', { name: 'Analysis, EMEA: no data' })).toBeTruthy()
  expect(within(grid).getByRole('img', { name: 'Expense, EMEA: normal' })).toBeTruthy()
  expect(
    await within(grid).findByRole('button', { name: /^Expense, us2: outage since .*10:04 UTC/ }),
  ).toBeTruthy()
  const troubled = within(grid).getByRole('button', { name: /^Analysis, us2: partial outage/ })
  await userEvent.click(troubled)

  const popover = await screen.findByRole('dialog', { name: /^Analysis, us2: partial outage/ })
  const incidentLink = await within(popover).findByRole('link', { name: 'OPI-7' })
  expect(incidentLink.getAttribute('href')).toBe('/details/OPI-7')
  expect(within(popover).getByText('internal')).toBeTruthy()
  expect(within(popover).getByText('<b>34 %</b> fail')).toBeTruthy()
  expect(within(popover).getByText(/^Reported by probe/)).toBeTruthy()
  const pages = within(popover).getAllByRole('link', { name: /^Open its page/ })
  expect(pages.map((page) => page.getAttribute('href'))).toEqual(['https://grafana.example/d/1'])
  const site = within(popover).getByRole('link', { name: /^External status page/ })
  expect(site.getAttribute('href')).toBe(
    'https://status.example/details/p1/us2/Analysis_Intelligence/Current%20Status',
  )
  const request = sent.find(({ url }) => url.pathname === '/api/v4/status/reasons/')
  expect(request?.url.search).toBe('?service=Analysis%2FIntelligence&data_center=us2')

  await userEvent.keyboard('{ArrowDown}{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.activeElement).toBe(within(grid).getByRole('button', { name: /^Analysis, us2/ }))
})

test('a popover says when a cell has no reasons, and why they could not be loaded', async () => {
  await renderPage(<ActiveIncidentsPage />, {
    ...withIncidents(),
    'GET /api/v4/status/reasons/': ({ url }: { url: URL }) =>
      url.searchParams.get('service') === 'Expense' ? { reasons: [] } : new Refused(400, 'no reasons'),
  })
  await userEvent.click(await screen.findByRole('button', { name: /^Expense, us2/ }))
  expect(await screen.findByText('No incident or alert explains this.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: /^Analysis, us2/ }))
  const lost = await screen.findByText('The reasons could not be loaded.')
  expect(lost.closest('[role=dialog]')?.textContent).toContain('no reasons')
})

const ONE_REASON = {
  reasons: [
    {
      ...{ kind: 'incident', status: 'PARTIAL_OUTAGE', since: '2026-08-20T10:00:00.000Z', jira_id: 'OPI-7' },
      ...{ priority_type: 'P1', is_internal: 'N', details: 'Reports are slow.' },
    },
  ],
}

/** The grid with one unhealthy cell, `Analysis, us2`, whose status the test changes. */
async function openChanging() {
  let status = 'PARTIAL_OUTAGE'
  let since = '2026-08-20T10:04:00.000Z'
  let reasons: object = ONE_REASON
  const { client } = await renderPage(<ActiveIncidentsPage />, {
    ...withIncidents(),
    'GET /api/v4/status/': () => ({ 'Analysis/Intelligence': { us2: status } }),
    'GET /api/v4/status/since/': () => ({
      cells: [{ service: 'Analysis/Intelligence', data_center: 'us2', since }],
    }),
    'GET /api/v4/status/reasons/': () => reasons,
  })
  const name = /^Analysis, us2/
  const button = await screen.findByRole('button', { name: /partial outage since .*10:04 UTC/ })
  /** Refetches only the grid, as polling does. */
  const poll = (next: { status: string; since: string; reasons: object }) => {
    ;({ status, since, reasons } = next)
    return client.refetchQueries({ queryKey: ['status', 'matrix'] })
  }
  const recover = (next = 'NORMAL') =>
    poll({ status: next, since: '2026-08-20T11:30:00.000Z', reasons: { reasons: [] } })
  return { name, button, client, poll, recover }
}

test('the popover of a cell that recovers stays open until closed, and says since when it is normal', async () => {
  const { name, button, recover } = await openChanging()
  await userEvent.click(button)
  const popover = await screen.findByRole('dialog', { name })
  ;(await within(popover).findByRole('link', { name: 'OPI-7' })).focus()
  expect(within(popover).getByRole('status').textContent).toBe('')

  await recover()
  const announcement = await within(popover).findByText('This is normal again.')
  expect(announcement.getAttribute('role')).toBe('status')
  expect(screen.getByRole('dialog')).toBe(popover)
  expect(within(popover).queryByRole('link', { name: 'OPI-7' })).toBeNull()
  await within(popover).findByText(/11:30 UTC/, { selector: 'time' })
  expect(announcement.textContent).toBe('This is normal again.')
  expect(popover.contains(document.activeElement)).toBe(true)

  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const icon = screen.getByRole('img', { name: /^Analysis, us2: normal since .*11:30 UTC/ })
  await waitFor(() => expect(document.activeElement).toBe(icon))
})

test('the popover of a cell without any more reports says so', async () => {
  const { button, recover } = await openChanging()
  await userEvent.click(button)
  await screen.findByRole('link', { name: 'OPI-7' })
  await recover('NA')
  expect(await screen.findByText('Nothing reports on this any more.')).toBeTruthy()
})

test('when a reason with the focus disappears, the focus stays in the popover, and Escape closes it', async () => {
  const { name, button, client, poll } = await openChanging()
  await userEvent.click(button)
  ;(await screen.findByRole('link', { name: 'OPI-7' })).focus()
  await poll({ status: 'PARTIAL_OUTAGE', since: '2026-08-20T10:04:00.000Z', reasons: { reasons: [] } })
  await client.refetchQueries({ queryKey: ['status', 'reasons'] })
  await screen.findByText('No incident or alert explains this.')
  expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true)
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name })))
})

test('a focused cell keeps the focus when it recovers and when it fails again', async () => {
  const { name, button, poll, recover } = await openChanging()
  button.focus()
  await recover()
  const icon = await screen.findByRole('img', { name: /^Analysis, us2: normal since .*11:30 UTC/ })
  expect(document.activeElement).toBe(icon)
  await poll({ status: 'OUTAGE', since: '2026-08-20T11:40:00.000Z', reasons: ONE_REASON })
  const troubled = await screen.findByRole('button', { name })
  expect(document.activeElement).toBe(troubled)
})

test('the arrow keys move through the grid, and Tab stops at one cell', async () => {
  await renderPage(<ActiveIncidentsPage />, withIncidents())
  const grid = await screen.findByRole('grid')
  const stops = () =>
    [...grid.querySelectorAll<HTMLElement>('[data-cell]')].filter((cell) => cell.tabIndex === 0)
  expect(stops().map((cell) => cell.dataset.cell)).toEqual(['0-0'])
  stops()[0]?.focus()
  await userEvent.keyboard('{ArrowRight}{ArrowDown}{ArrowDown}')
  expect((document.activeElement as HTMLElement).dataset.cell).toBe('1-1')
  expect(stops().map((cell) => cell.dataset.cell)).toEqual(['1-1'])
})

test('when the status cannot be loaded, the grid says so and the incidents still show', async () => {
  await renderPage(<ActiveIncidentsPage />, {
    ...withIncidents(incident),
    'GET /api/v4/status/': new Refused(400, 'no status'),
  })
  expect(await screen.findByText('The service status could not be loaded.')).toBeTruthy()
  expect(await screen.findByRole('article', { name: /OPI-7/ })).toBeTruthy()
})

test('a failed status says that incidents are still shown only if they are', async () => {
  const noStatus = { 'GET /api/v4/status/': new Refused(400, 'no status') }
  await renderPage(<ActiveIncidentsPage />, { ...withIncidents(incident), ...noStatus })
  expect(await screen.findByText('The service status could not be loaded.')).toBeTruthy()
  await screen.findByRole('article', { name: /OPI-7/ })
  expect(screen.getByText('Incidents are still shown. The reason: no status')).toBeTruthy()
})

test('when neither can be loaded, nothing claims to be shown', async () => {
  await renderPage(<ActiveIncidentsPage />, {
    'GET /api/v4/status/': new Refused(400, 'no status'),
    'GET /api/incidents/': new Refused(400, 'no incidents'),
  })
  expect(await screen.findByText('The reason: no status')).toBeTruthy()
  expect(screen.queryByText(/still shown/)).toBeNull()
})

test('the name of a data center breaks only after the product key', async () => {
  await renderPage(<ActiveIncidentsPage />, {
    ...withIncidents(),
    'GET /api/data_centers': { data_centers: [{ name: 'acmegovprod', system_name: 'acmegovprod' }] },
  })
  const [, header] = await screen.findAllByRole('columnheader')
  expect(header?.innerHTML).toBe('acme<wbr>govprod')
})

test('shows short names of data centers in narrow windows', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: !query.includes('min-width: 1270px') && !query.includes('max-width'),
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  await renderPage(<ActiveIncidentsPage />, {
    ...withIncidents(),
    'GET /api/data_centers': {
      data_centers: [
        { name: 'Europe', short_name: 'EU', system_name: 'eu' },
        { name: 'us2', system_name: 'us2' },
      ],
    },
  })
  await screen.findByRole('grid')
  const [, ...headers] = screen.getAllByRole('columnheader')
  expect(headers.map(({ textContent }) => textContent)).toEqual(['EU', 'us2'])
})

test('an installation in which something has reported never asks whether it is set up', async () => {
  const { sent } = await renderPage(<ActiveIncidentsPage />, withIncidents())
  await screen.findByRole('grid')
  expect(sent.map(({ url }) => url.pathname).filter((path) => path.includes('setup'))).toEqual([])
})

test('an empty one says who sets it up, above its matrix', async () => {
  await renderPage(<ActiveIncidentsPage />, {
    ...withIncidents(),
    'GET /api/v4/status/': { Expense: { us2: 'NA', eu: 'NA' } },
    'GET /api/get_setup/': { state: 'open', administrators: ['ada@acme.example'] },
  })
  expect(await screen.findByText('Not set up yet. ada@acme.example is on it.')).toBeTruthy()
  expect(await screen.findByRole('grid')).toBeTruthy()
})
