import type { Change } from '@aviary/contract/changes/schemas'
import type { Precedent } from '@aviary/contract/correlation/endpoints'
import type { Incident } from '@aviary/contract/incidents/schemas'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { type Answers, Refused, renderPage } from '../../../testing/render.tsx'
import { closeAllToasts, readToasts } from '../../ui/toast-store.ts'
import { ChangesBefore } from './ChangesBefore.tsx'

const incident: Incident = {
  opi: 'OPI-7',
  jiraId: 'OPI-7',
  affectedCompanies: 0,
  affectedDataCenters: ['eu', 'us2'],
  affectedServices: ['Expense'],
  affectedUsers: null,
  details: '',
  startDate: '2026-08-20T10:00:30.000Z',
  endDate: null,
  slaEndTime: '2026-08-20T14:00:30.000Z',
  status: 'ACTIVE',
  symbol: 'OUTAGE',
  rca: null,
  messages: [],
  isInternal: 'N',
  priorityType: 'P1',
  nextUpdateDue: null,
  roles: [],
}

const change = (id: number, fields: Partial<Change> = {}): Change => ({
  id,
  ticket_id: `CHG-${id}`,
  summary: `Change ${id}`,
  description: '',
  status: null,
  change_type: 'manual',
  catalog_type: null,
  planned_start: null,
  planned_end: null,
  actual_start: '2026-08-20T09:48:30.000Z',
  actual_end: '2026-08-20T09:50:00.000Z',
  submitted_by: null,
  submitted_on: null,
  effective_at: '2026-08-20T09:48:30.000Z',
  data_centers: [],
  services: [],
  cis: [],
  master_approval_entity_id: null,
  company_id: null,
  github_owner: null,
  github_repo: null,
  github_sha: null,
  github_tag: null,
  ...fields,
})

const nothing = { cis: [], services: [], data_centers: [] }

type ChangePrecedent = Extract<Precedent, { kind: 'change' }>
const changed = (change: Change, fields: Partial<ChangePrecedent> = {}): ChangePrecedent => ({
  kind: 'change',
  change,
  seconds_before: 720,
  is_under_way: false,
  shared: { ...nothing, services: ['Expense'], data_centers: ['eu'] },
  ...fields,
})

type MaintenancePrecedent = Extract<Precedent, { kind: 'maintenance' }>
const maintained = (end: string, fields: Partial<MaintenancePrecedent> = {}): MaintenancePrecedent => ({
  kind: 'maintenance',
  event: {
    id: 12,
    title: 'Storage upgrade',
    is_internal: 'N',
    start_date: '2026-08-20T08:00:30.000Z',
    end_date: end,
    data_centers: ['eu'],
  },
  seconds_before: 7200,
  is_under_way: false,
  shared: { ...nothing, data_centers: ['eu'] },
  ...fields,
})

const answer = (fields: object = {}) => ({
  from: '2026-08-20T04:00:30.000Z',
  to: '2026-08-20T10:00:30.000Z',
  items: [],
  more: 0,
  unrelated: 42,
  incident: { cis: ['db-1'], services: ['Expense'], data_centers: ['eu', 'us2'] },
  ...fields,
})

const PATH = 'GET /api/changes_before_incident/'
const open = async (response: unknown, address = '/details/OPI-7', otherAnswers: Answers = {}) => {
  const { sent } = await renderPage(
    <ChangesBefore incident={incident} />,
    { [PATH]: response, ...otherAnswers },
    address,
  )
  const requestedHours = () =>
    sent.filter(({ url }) => url.pathname.includes('before')).map(({ url }) => url.searchParams.get('hours'))
  return {
    requestedHours,
    panel: await screen.findByRole('region', { name: 'What changed before this incident' }),
  }
}
const reasons = async (items: Precedent[]) => {
  const { panel } = await open(answer({ items }))
  await within(panel).findAllByRole('listitem')
  const all = within(panel).queryByRole('button', { name: /^Show all/ })
  if (all) await userEvent.click(all)
  const listed = within(panel).getAllByRole('listitem')
  return listed.map((item) => item.querySelector('p')?.textContent)
}

beforeEach(() => {
  closeAllToasts()
  vi.unstubAllGlobals()
})

test('shows what each change shares and how long before it was, and claims no cause', async () => {
  const { panel } = await open(answer({ items: [changed(change(1))] }))
  const [item] = await within(panel).findAllByRole('listitem')
  expect(item?.textContent).toContain('same service and data center, 12 minutes before')
  await within(item as HTMLElement).findByText(/^Expense · EMEA/)
  expect(item?.textContent).toContain('Completed')
  expect(item?.textContent).toContain('Manual change')
  const link = within(item as HTMLElement).getByRole('link', { name: 'CHG-1 Change 1' })
  const opened = new URL(link.getAttribute('href') ?? '', 'http://localhost').searchParams
  expect([opened.get('change'), opened.get('change_type'), opened.get('absolute_selected')]).toEqual([
    ...['1', 'manual', 'true'],
  ])
  expect(panel.textContent).toContain('That does not show they caused it.')
  expect(panel.textContent).toContain('Compared by: db-1 · Expense · EMEA, us2')
  expect(panel.textContent).toContain(
    '42 other changes took place in the 6 hours before and share none of these.',
  )
})

test('cuts a long summary as on the change cards, with the full text as title', async () => {
  const summary = 'x'.repeat(66)
  const { panel } = await open(answer({ items: [changed(change(1, { summary }))] }))
  const link = await within(panel).findByRole('link', { name: `CHG-1 ${'x'.repeat(65)}…` })
  expect(link.title).toBe(summary)
})

test('shows the first five, and the others on demand', async () => {
  const { panel } = await open(answer({ items: [1, 2, 3, 4, 5, 6].map((id) => changed(change(id))) }))
  expect(await within(panel).findAllByRole('listitem')).toHaveLength(5)
  await userEvent.click(within(panel).getByRole('button', { name: 'Show all 6' }))
  expect(within(panel).getAllByRole('listitem')).toHaveLength(6)
  // The button is gone; the focus is on what it showed.
  expect(document.activeElement).toBe(within(panel).getByRole('link', { name: 'CHG-6 Change 6' }))
})

test('counts shared names and words the time by what is known', async () => {
  const many = { cis: ['db-1', 'db-2'], services: ['Expense'], data_centers: ['eu'] }
  const recorded = change(3, { actual_end: '2026-08-20T11:00:00.000Z' })
  const items = [
    changed(change(1), { shared: many, seconds_before: 59 }),
    changed(change(2), { shared: { ...nothing, cis: ['db-1'] }, seconds_before: 26 * 3600 }),
    changed(recorded, { is_under_way: true }),
    changed(change(4, { actual_end: null }), { is_under_way: true }),
    changed(change(5, { actual_start: null, actual_end: null, planned_start: '2026-08-20T09:48:30.000Z' })),
    changed(change(6, { actual_start: null, actual_end: null, submitted_on: '2026-08-20T09:48:30.000Z' })),
  ]
  expect(await reasons(items)).toEqual([
    'same 2 CIs, service, and data center, less than a minute before',
    'same CI, 1 day, 2 hours before',
    'same service and data center, began 12 minutes before and was still going on',
    'same service and data center, began 12 minutes before, no end recorded',
    'same service and data center, planned to start 12 minutes before',
    'same service and data center, 12 minutes before',
  ])
})

test('links maintenance to its review page, says whether it was under way, and marks internal events', async () => {
  const ended = maintained('2026-08-20T09:00:30.000Z')
  const underWay = maintained('2026-08-20T12:00:30.000Z', { is_under_way: true })
  underWay.event.id = 13
  underWay.event.is_internal = 'Y'
  const { panel } = await open(answer({ items: [underWay, ended] }))
  const [first, second] = await within(panel).findAllByRole('listitem')
  expect(first?.textContent).toContain('same data center, began 2 hours before and was under way')
  expect(within(first as HTMLElement).getByText('internal')).toBeTruthy()
  expect(
    within(first as HTMLElement)
      .getByRole('link')
      .getAttribute('href'),
  ).toBe('/maintenance_event/review/13')
  expect(second?.textContent).toContain('same data center, began 2 hours before, ended 1 hour before')
})

test.each([
  [0, 'no other changes took place.'],
  [1, '1 other change took place.'],
  [1234, '1,234 other changes took place.'],
])('says what was searched when nothing is found, with %s other changes', async (unrelated, expected) => {
  const { panel } = await open(answer({ unrelated }))
  const sentence =
    'No change or maintenance in the 6 hours before shares a CI, service or data center with this incident; '
  expect(await within(panel).findByText(sentence + expected)).toBeTruthy()
  expect(panel.textContent).not.toContain('Listed because')
})

test('says that an incident without names has nothing to compare by', async () => {
  const { panel } = await open(answer({ incident: nothing }))
  await within(panel).findByText(
    /^This incident names no CI, service or data center to compare changes by\. 42/,
  )
  expect(panel.textContent).not.toContain('Compared by')
})

test('counts changes that are not listed', async () => {
  const { panel } = await open(answer({ items: [changed(change(1))], more: 3 }))
  await within(panel).findByText(/^3 more are not listed/)
})

test('stores the chosen hours in the URL and takes the default for invalid values', async () => {
  const { panel, requestedHours } = await open(answer(), '/details/OPI-7?changes_before=99')
  const choice = within(panel).getByRole<HTMLSelectElement>('combobox', {
    name: 'How far before the incident to look',
  })
  expect([...choice.options].map(({ text }) => text)).toEqual([
    '1 hour before',
    '2 hours before',
    '6 hours before',
    '12 hours before',
    '1 day before',
    '2 days before',
    '3 days before',
    '7 days before',
  ])
  expect(choice.value).toBe('6')
  await waitFor(() => expect(requestedHours()).toEqual(['6']))
  await userEvent.selectOptions(choice, '2 days before')
  await waitFor(() => expect(requestedHours()).toEqual(['6', '48']))
  expect(choice.value).toBe('48')
})

test('reads the hours from the URL', async () => {
  const { requestedHours } = await open(answer(), '/details/OPI-7?changes_before=24')
  await waitFor(() => expect(requestedHours()).toEqual(['24']))
})

test('links the full search of the same range in whole minutes and the data centers, for both types', async () => {
  const { panel } = await open(answer())
  for (const [name, type] of [
    ['Search manual changes', 'manual'],
    ['Search automated changes', 'auto'],
  ] as const) {
    const link = await within(panel).findByRole('link', { name })
    const { pathname, searchParams } = new URL(link.getAttribute('href') ?? '', 'http://localhost')
    expect(pathname).toBe('/changes')
    expect(Object.fromEntries(searchParams)).toEqual({
      change_type: type,
      absolute_selected: 'true',
      date_range_start: String(Date.UTC(2026, 7, 20, 4, 0) / 1000),
      date_range_end: String(Date.UTC(2026, 7, 20, 10, 1) / 1000),
      selected_data_centers: 'eu,us2',
    })
  }
})

test('searches by service without data centers, and everything without either', async () => {
  const { panel } = await open(answer({ incident: { ...nothing, services: ['Expense'] } }))
  const link = await within(panel).findByRole('link', { name: 'Search manual changes' })
  expect(link.getAttribute('href')).toContain('selected_services=Expense')
  expect(panel.textContent).toContain('All changes of this time (Expense):')
})

test('shows a skeleton while loading, and a failure in place and as a toast with its reason', async () => {
  const answered = Promise.withResolvers<unknown>()
  const { panel } = await open(() => answered.promise)
  expect(within(panel).getByRole('status').textContent).toContain('Looking for what changed before')
  answered.resolve(new Refused(504, 'it took too long'))
  await within(panel).findByText('What changed before could not be loaded')
  await waitFor(() =>
    expect(readToasts()).toMatchObject([
      {
        kind: 'error',
        message: 'Unable to check for changes before this incident',
        reason: 'it took too long',
      },
    ]),
  )
  expect(within(panel).getByRole('button', { name: 'Try again' })).toBeTruthy()
})
