import { CUSTOMER_SEARCH_DEBOUNCE_MS } from '@aviary/contract/constants'
import type { CompanyIncident } from '@aviary/contract/customers/endpoints'
import type { Company } from '@aviary/contract/incidents/schemas'
import { Link } from '@tanstack/react-router'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { type Answers, Refused, renderPage } from '../../../testing/render.tsx'
import { exactTimesIn } from '../../../testing/row.ts'
import { watchSavedFiles } from '../../../testing/saved-files.ts'
import { closeAllToasts, readToasts } from '../../ui/toast-store.ts'
import { CustomersPage } from './CustomersPage.tsx'

const acme: Company = { id: 47, name: 'Acme & Sons', entity_code: 'ac-1', data_center: 'eu' }
const other: Company = { id: 48, name: 'Acme Mills', entity_code: null, data_center: null }

const message = (title: string, body: string, created_epoch = 1) => ({
  message_id: created_epoch,
  title,
  message_type: title,
  priorityType: 'P1' as const,
  created_date: '2026-08-20T10:00:00.000Z',
  created_epoch,
  body: { en: body },
  message: body,
})

const incident = (number: number, fields: Partial<CompanyIncident> = {}): CompanyIncident => ({
  jira_id: `OPI-${number}`,
  severity: 'OUTAGE',
  status: 'RESOLVED',
  start_date: '2026-08-20T10:00:00.000Z',
  end_date: '2026-08-21T12:30:59.000Z',
  start_epoch: 1_787_220_000,
  end_epoch: 1_787_315_459,
  affected_services: ['Analysis/Intelligence'],
  messages: [],
  ...fields,
})

const defaultAnswers: Answers = {
  'GET /api/customer_catalog/': { companies: [acme, other] },
  'GET /api/companies/47/': { company: acme },
  'GET /api/companies/48/': { company: other },
  'GET /api/incidents_by_company/': { incidents: [], more_results: false },
}

const open = (overrides: Answers = {}, address = '/customers') =>
  renderPage(<CustomersPage />, { ...defaultAnswers, ...overrides }, address)

const withIncidents = (...incidents: CompanyIncident[]): Answers => ({
  'GET /api/incidents_by_company/': { incidents, more_results: false },
})
const searchBox = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Find a customer' })
// happy-dom has no layout, so the drop-down counts as hidden.
const options = () => screen.findAllByRole('option', { hidden: true })
const rows = () => screen.getAllByRole('row').slice(1)
const ids = () => rows().map((row) => /OPI-\d+/.exec(row.textContent ?? '')?.[0])
const info = async () => screen.findByRole('region', { name: 'Customer Info' })

beforeEach(() => {
  closeAllToasts()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('searches while typing and shows name, entity code and outtask id; a click chooses', async () => {
  const { sent } = await open()
  expect(await screen.findByText('Search for a customer to see its incidents')).toBeTruthy()
  await userEvent.click(await searchBox())
  // Pasted, because on a busy machine single keys can be further apart than the debounce.
  await userEvent.paste('a & b | c')
  const results = await options()
  expect(results.map(({ textContent }) => textContent)).toEqual([
    'Acme & SonsEntity ID ac-1 · Outtask ID 47',
    'Acme MillsEntity ID Not Available · Outtask ID 48',
  ])
  expect(results[0]?.closest('[role=listbox]')?.getAttribute('aria-label')).toBe('Matching customers')
  const requests = sent.filter(({ url }) => url.pathname === '/api/customer_catalog/')
  expect(requests.map(({ url }) => url.searchParams.get('search_text'))).toEqual(['a ampersand b'])

  await userEvent.click(results[0] as HTMLElement)
  expect((await info()).textContent).toContain('Acme & Sons')
  expect((await searchBox()).value).toBe('Acme & Sons')
  const listed = sent.find(({ url }) => url.pathname === '/api/incidents_by_company/')
  expect(listed?.url.searchParams.get('company_id')).toBe('47')
  expect(listed?.url.searchParams.get('response_size')).toBe('750')
})

test('searches and chooses by keyboard alone', async () => {
  await open()
  await userEvent.type(await searchBox(), 'acme')
  await options()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  expect((await info()).textContent).toContain('Acme Mills')
})

test('sends no request before the first non-blank character', async () => {
  const { sent } = await open()
  const box = await searchBox()
  vi.useFakeTimers()
  fireEvent.change(box, { target: { value: ' |x' } })
  await vi.advanceTimersByTimeAsync(2 * CUSTOMER_SEARCH_DEBOUNCE_MS)
  vi.useRealTimers()
  expect(sent.filter(({ url }) => url.pathname === '/api/customer_catalog/')).toEqual([])
  expect(screen.getByText(/^Type at least 1 character/)).toBeTruthy()
  fireEvent.change(box, { target: { value: '' } })
  expect(screen.queryByText(/^Type at least 1 character/)).toBeNull()
})

test('says when a search has no match', async () => {
  await open({ 'GET /api/customer_catalog/': { companies: [] } })
  await userEvent.type(await searchBox(), 'zzz')
  expect(await screen.findByText('No customer matches')).toBeTruthy()
})

test('reports a failed search in its field, without a toast', async () => {
  await open({ 'GET /api/customer_catalog/': new Refused(400, 'no') })
  await userEvent.type(await searchBox(), 'acme')
  expect(await screen.findByText('Customers cannot be searched right now')).toBeTruthy()
  expect((await searchBox()).placeholder).toBe('Customers cannot be searched right now')
  expect(readToasts()).toEqual([])
})

test('opens the customer of a link and shows its card', async () => {
  await open(withIncidents(incident(1), incident(2, { status: 'INVESTIGATION' })), '/customers?company=47')
  const card = await info()
  await within(card).findByText('Yes')
  expect((await searchBox()).value).toBe('Acme & Sons')
  expect([...card.querySelectorAll('dt')].map((term) => term.textContent)).toEqual([
    'Company Name',
    'Outtask ID',
    'Entity ID',
    'Data Center',
    'Active Incident?',
  ])
  expect([...card.querySelectorAll('dd')].map((value) => value.textContent)).toEqual([
    'Acme & Sons',
    '47',
    'ac-1',
    'EMEA',
    'Yes',
  ])
})

test('keeps text typed before the customer of the URL is loaded', async () => {
  const known = Promise.withResolvers<object>()
  await open({ 'GET /api/companies/47/': () => known.promise }, '/customers?company=47')
  const box = await searchBox()
  await userEvent.type(box, 'mil')
  known.resolve({ company: acme })
  expect((await info()).textContent).toContain('Acme & Sons')
  expect(box.value).toBe('mil')
})

test('names the customer of a link in the input, also after another one was chosen', async () => {
  const page = (
    <>
      <CustomersPage />
      <Link to="." search={{ company: 47 } as never}>
        elsewhere
      </Link>
    </>
  )
  await renderPage(page, defaultAnswers, '/customers?company=47')
  await info()
  const box = await searchBox()
  await userEvent.clear(box)
  await userEvent.type(box, 'acme')
  await userEvent.click((await options())[1] as HTMLElement)
  await waitFor(async () => expect((await info()).textContent).toContain('Acme Mills'))
  expect(box.value).toBe('Acme Mills')
  await userEvent.click(screen.getByRole('link', { name: 'elsewhere' }))
  await waitFor(async () => expect((await info()).textContent).toContain('Acme & Sons'))
  expect(box.value).toBe('Acme & Sons')
})

test('shows no active incident when all incidents of a customer are closed', async () => {
  await open(withIncidents(incident(1)), '/customers?company=48')
  const card = await info()
  await within(card).findByText('No')
  expect(within(card).getAllByText('Not Available')).toHaveLength(2)
})

test('shows every column of an incident', async () => {
  const messages = [
    message('Intermediate Root Cause Analysis', '<p>We think a cable</p>', 1),
    message('Intermediate Root Cause Analysis', `<p>${'y'.repeat(51)}</p>`, 2),
    message('Root Cause Analysis', '<p>A cable</p>', 3),
  ]
  await open(withIncidents(incident(7, { messages })), '/customers?company=47')
  await screen.findByText('Incidents: 1')
  expect(screen.getAllByRole('columnheader').map((header) => header.textContent?.trim())).toEqual([
    'OPI number',
    'Severity',
    'Status',
    'Services',
    'Start',
    'End',
    'Duration',
    'Intermediate RCA',
    'RCA',
    'Actions of the row',
  ])
  const cells = within(rows()[0] as HTMLElement).getAllByRole('cell')
  const texts = cells.map((cell) => cell.textContent)
  expect(texts.slice(0, 4)).toEqual([
    'OPI-7 ↗OPI-7 in the tracker (opens a new tab)',
    ' outage',
    'Closed',
    'Analysis',
  ])
  expect(exactTimesIn(rows()[0])).toEqual(['Aug 20, 2026, 10:00 UTC', 'Aug 21, 2026, 12:30 UTC'])
  expect(texts.slice(6, 9)).toEqual(['1 day, 2 hours, 30 minutes', `${'y'.repeat(50)}…`, 'A cable'])
})

test('sorts by status, active first, then by incident number descending', async () => {
  const active = { status: 'ACTIVE', end_date: null, end_epoch: null }
  await open(
    withIncidents(incident(9), incident(100, active), incident(10), incident(99, active)),
    '/customers?company=47',
  )
  await screen.findByText('Incidents: 4')
  expect(ids()).toEqual(['OPI-100', 'OPI-99', 'OPI-10', 'OPI-9'])
  expect(screen.getByRole('columnheader', { name: 'Status' }).getAttribute('aria-sort')).toBe('descending')
})

test('says when there are no incidents and disables the download', async () => {
  const { files } = watchSavedFiles()
  await open({}, '/customers?company=47')
  expect(await screen.findByText('No incidents found for Acme & Sons')).toBeTruthy()
  const button = screen.getByRole('button', { name: 'Download CSV' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  await userEvent.hover(button)
  expect(await screen.findByText('No data to export')).toBeTruthy()
  await userEvent.click(button)
  expect(files).toEqual([])
})

test('writes the specified columns and the rows in table order to the file', async () => {
  vi.useFakeTimers({ now: new Date('2026-08-22T23:30:00Z'), toFake: ['Date'] })
  const { files } = watchSavedFiles()
  const messages = [message('Root Cause Analysis', '<p>A <b>long</b> cause</p>')]
  await open(
    withIncidents(
      incident(7, { messages, affected_services: ['Expense', 'Analysis/Intelligence'] }),
      incident(8, { status: 'ACTIVE', end_date: null, end_epoch: null }),
    ),
    '/customers?company=47',
  )
  await screen.findByText('Incidents: 2')
  await userEvent.click(screen.getByRole('button', { name: 'Download CSV' }))
  vi.useRealTimers()
  expect(files).toMatchObject([{ name: 'Acme & Sons-2026-08-22.csv' }])
  const text = await files[0]?.text()
  expect(text?.replace('\uFEFF', '').split('\r\n')).toEqual([
    'Severity,OPI Number,Status,Affected Service(s),Start Date,End Date,Duration (minutes),Intermediate Root Cause Analysis,Root Cause Analysis',
    'outage,OPI-8,Active,Analysis,2026-08-20 10:00:00 UTC,,,,',
    'outage,OPI-7,Closed,"Expense, Analysis",2026-08-20 10:00:00 UTC,2026-08-21 12:30:59 UTC,1590,,A long cause',
    '',
  ])
})

test('reports incidents that cannot be loaded in place, without a toast', async () => {
  await open({ 'GET /api/incidents_by_company/': new Refused(400, 'no list') }, '/customers?company=47')
  expect((await screen.findByRole('alert')).textContent).toContain('no list')
  expect(screen.queryByText(/No incidents found/)).toBeNull()
  expect(within(await info()).getByText('Not Available')).toBeTruthy()
  expect(readToasts()).toEqual([])
})

test.each([
  ['99', 1],
  ['abc', 0],
  ['-1', 0],
  ['99999999999', 0],
])('offers the search for the unknown customer %s', async (id, calls) => {
  const { sent } = await open(
    { 'GET /api/companies/99/': new Refused(404, 'none') },
    `/customers?company=${id}`,
  )
  expect(await screen.findByText(`There is no customer ${id}`)).toBeTruthy()
  expect(sent.filter(({ url }) => url.pathname.startsWith('/api/companies/'))).toHaveLength(calls)
  expect(screen.queryByRole('alert')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Search for another customer' }))
  expect(await screen.findByText('Search for a customer to see its incidents')).toBeTruthy()
  expect(document.activeElement).toBe(await searchBox())
})

test('reports a customer that cannot be loaded in place, without a toast', async () => {
  await open({ 'GET /api/companies/47/': new Refused(400, 'broken') }, '/customers?company=47')
  expect((await screen.findByRole('alert')).textContent).toContain('The customer could not be loaded')
  expect(readToasts()).toEqual([])
})
