import type { Change } from '@aviary/contract/changes/schemas'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { Refused, renderPage } from '../../../testing/render.tsx'
import { closeAllToasts, readToasts } from '../../ui/toast-store.ts'
import { IncidentsAfter } from './IncidentsAfter.tsx'

const change: Change = {
  id: 5,
  ticket_id: null,
  summary: 'Deploy',
  description: '',
  status: null,
  change_type: 'auto',
  catalog_type: null,
  planned_start: null,
  planned_end: null,
  actual_start: '2026-08-20T09:00:00.000Z',
  actual_end: null,
  submitted_by: null,
  submitted_on: null,
  effective_at: '2026-08-20T09:00:00.000Z',
  data_centers: ['eu'],
  services: ['Expense'],
  cis: [],
  master_approval_entity_id: null,
  company_id: null,
  github_owner: null,
  github_repo: null,
  github_sha: null,
  github_tag: null,
}

const began = {
  incident: {
    jira_id: 'OPI-7',
    priority_type: 'P1',
    severity: 'OUTAGE',
    status: 'ACTIVE',
    is_internal: 'Y',
    start_date: '2026-08-20T09:12:00.000Z',
    end_date: null,
    details: 'Nobody can pay',
  },
  seconds_after: 720,
  shared: { cis: [], services: ['Expense'], data_centers: ['eu'] },
}

const answer = (fields: object = {}) => ({
  from: '2026-08-20T09:00:00.000Z',
  to: '2026-08-20T15:00:00.000Z',
  items: [began],
  more: 0,
  ...fields,
})

const open = async (response: unknown, target = change) => {
  const page = <IncidentsAfter change={target} />
  const { sent } = await renderPage(page, { 'GET /api/incidents_after_change/': response })
  const getQueries = () =>
    sent.filter(({ url }) => url.pathname.includes('after')).map(({ url }) => url.search)
  return {
    getQueries,
    part: await screen.findByRole('region', { name: 'Incidents that began after it' }),
  }
}

beforeEach(() => {
  closeAllToasts()
  vi.unstubAllGlobals()
})

test('shows what an incident shares and how long after, marks internal ones, and links the details', async () => {
  const { part } = await open(answer({ more: 1 }))
  const [item] = await within(part).findAllByRole('listitem')
  expect(item?.textContent).toContain('same service and data center, 12 minutes after')
  await within(item as HTMLElement).findByText(/^Expense · EMEA/)
  expect(item?.textContent).toContain('Nobody can pay')
  expect(within(item as HTMLElement).getByText('internal')).toBeTruthy()
  expect(
    within(item as HTMLElement)
      .getByRole('link', { name: 'OPI-7' })
      .getAttribute('href'),
  ).toBe('/details/OPI-7')
  expect(part.textContent).toContain('That does not show it caused them.')
  expect(part.textContent).toContain('1 more is not listed')
})

test('counts from the planned start of a change that has not started', async () => {
  const planned = { ...change, actual_start: null, planned_start: change.effective_at }
  const { part } = await open(answer(), planned)
  await within(part).findByText('same service and data center, 12 minutes after its planned start')
})

test('says what was searched when nothing is found', async () => {
  const { part } = await open(answer({ items: [] }))
  await within(part).findByText(
    'No incident that began in the 6 hours after shares a CI, service or data center with this change.',
  )
})

test('says that a change without names has nothing to compare by', async () => {
  const { part } = await open(answer({ items: [] }), { ...change, data_centers: [], services: [] })
  await within(part).findByText('This change names no CI, service or data center to compare incidents by.')
})

test('requests the chosen hours', async () => {
  const { part, getQueries } = await open(answer())
  await userEvent.selectOptions(within(part).getByRole('combobox'), '7 days after')
  await waitFor(() => expect(getQueries()).toEqual(['?change_id=5&hours=6', '?change_id=5&hours=168']))
})

test('shows a failure in place and as a toast with its reason', async () => {
  const { part } = await open(new Refused(400, 'not today'))
  await within(part).findByText('The incidents that began after it could not be loaded')
  await waitFor(() =>
    expect(readToasts()).toMatchObject([
      { message: 'Unable to check for incidents after this change', reason: 'not today' },
    ]),
  )
})
