import type { AuditRecord } from '@aviary/contract/audit/endpoints'
import { useLocation } from '@tanstack/react-router'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { type Answers, Refused, renderPage } from '../../../testing/render.tsx'
import { fileAnswer, watchSavedFiles } from '../../../testing/saved-files.ts'
import { nowMs } from '../../shared/time/clock.ts'
import { closeAllToasts, readToasts } from '../../ui/toast-store.ts'
import { AuditPage } from './AuditPage.tsx'

const record = (pkey: number, changes: Partial<AuditRecord> = {}): AuditRecord => ({
  pkey,
  application_name: 'Aviary',
  user_email: 'ada@acme.example',
  action_name: 'Update Banner',
  created_date: '2026-08-20T12:00:00.000Z',
  context: {
    before: { display: false, text: 'All is well' },
    after: { display: true, text: 'All is slow' },
    request_id: 'r-1',
  },
  ...changes,
})

let address = ''
function Address() {
  address = useLocation().href
  return null
}

const open = (changed: Answers = {}, at = '/audit') =>
  renderPage(
    <>
      <AuditPage />
      <Address />
    </>,
    {
      'GET /api/v1/audit_log': {
        audit_log: [record(7), record(6, { context: null, user_email: 'bob@acme.example' })],
        more_results: true,
      },
      'GET /api/v1/audit_log/options': {
        users: ['ada@acme.example', 'bob@acme.example'],
        actions: ['Delete, then create', 'Update Banner'],
        applications: ['Aviary', 'Importer'],
      },
      'GET /api/v1/audit_log/seal': {
        sealed_rows: 5000,
        waiting_rows: 2,
        archived_rows: 1000,
        last_seal: 6000,
        last_hash: 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG',
        sealed_date: '2026-08-20T11:59:00.000Z',
      },
      ...changed,
    },
    at,
  )

const getQueries = (sent: { url: URL }[]) =>
  sent
    .filter(({ url }) => url.pathname === '/api/v1/audit_log')
    .map(({ url }) => Object.fromEntries(url.searchParams))

const isDisabled = (name: string) =>
  screen.getByRole('button', { name }).getAttribute('aria-disabled') === 'true'

const chip = (name: RegExp | string) => screen.findByRole('button', { name, hidden: true })
/** Opens a filter chip; a chip that was open before closes. */
const openChip = async (name: RegExp | string) => userEvent.click(await chip(name))

beforeEach(() => {
  closeAllToasts()
  vi.unstubAllGlobals()
})

test('requests the last 14 days, newest first, a hundred rows per page', async () => {
  const { sent } = await open()
  await screen.findByText('bob@acme.example', { selector: 'td' })
  const [request] = getQueries(sent)
  const [start, end] = [Number(request?.start_date), Number(request?.end_date)]
  expect(request).toEqual({
    start_date: String(start),
    end_date: String(end),
    order_by: 'created_date desc',
    start_at: '0',
    response_size: '100',
  })
  expect(end - start).toBe(14 * 86_400)
  expect(Math.abs(end - nowMs() / 1000)).toBeLessThan(120)
  const moment = async (name: string) => {
    await openChip(new RegExp(`^${name}: `))
    return (
      Date.parse(`${((await screen.findByLabelText(`${name} (UTC)`)) as HTMLInputElement).value}Z`) / 1000
    )
  }
  expect([await moment('Start'), await moment('End')]).toEqual([start, end])
})

test('has the time first and all columns of the specification', async () => {
  await open()
  await screen.findByText('bob@acme.example', { selector: 'td' })
  expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
    ...['Change Date', 'ID', 'Application', 'Email', 'Action', 'Context'],
    expect.stringContaining('View'),
  ])
})

test('shows who did what when; a null context reads NULL and has no details', async () => {
  await open()
  const row = (await screen.findByText('bob@acme.example', { selector: 'td' })).closest('tr') as HTMLElement
  for (const text of ['6', 'Aviary', 'Update Banner', 'NULL'])
    expect(within(row).getByText(text)).toBeTruthy()
  expect(within(row).queryByRole('button')).toBeNull()
  expect(screen.getByText(/^\{"before":.*…$/)).toBeTruthy()
})

test('shows before and after as a difference and the rest as JSON', async () => {
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'View the context of 7' }))
  const dialog = await screen.findByRole('dialog', { name: 'Context of 7' })
  const changed = within(dialog).getByRole('region', { name: 'What changed' })
  const listTexts = (tag: string) => [...changed.querySelectorAll(tag)].map((mark) => mark.textContent)
  expect(listTexts('del')).toEqual([' removed: false (end) ', ' removed: well (end) '])
  expect(listTexts('ins')).toEqual([' added: true (end) ', ' added: slow (end) '])
  expect([...changed.querySelectorAll('dt')].map((name) => name.textContent)).toEqual(['display', 'text'])
  expect(within(dialog).getByText(/"request_id": "r-1"/)).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.activeElement?.getAttribute('aria-label')).toBe('View the context of 7')
})

test('reproduces a search by its link: names, range and page', async () => {
  const { sent } = await open(
    {},
    '/audit?application=Importer&email=bob@acme.example,eve@acme.example&action=Delete%252C then create&start=2026-08-01T00:00&end=2026-08-02T12:30&page=3',
  )
  await screen.findByText('bob@acme.example', { selector: 'td' })
  expect(getQueries(sent)).toEqual([
    {
      application_name: 'Importer',
      user_email: 'bob@acme.example,eve@acme.example',
      action_name: 'Delete%2C then create',
      start_date: String(Date.UTC(2026, 7, 1) / 1000),
      end_date: String(Date.UTC(2026, 7, 2, 12, 30) / 1000),
      order_by: 'created_date desc',
      start_at: '200',
      response_size: '100',
    },
  ])
  expect(await chip('Actions: Delete, then create')).toBeTruthy()
  expect(await chip('Emails: bob@acme.example, eve@acme.example')).toBeTruthy()
  expect(await chip('End: Aug 2, 2026, 12:30 UTC')).toBeTruthy()
  await openChip(/^Actions/)
  expect(await screen.findByText('Delete, then create', { selector: '.mantine-Pill-label' })).toBeTruthy()
  expect(screen.getByText('Page 3 · 201 to 202')).toBeTruthy()
  const link = screen.getByRole('link', { name: 'Export as JSON Lines' })
  const exported = new URL(link.getAttribute('href') ?? '', 'http://localhost')
  expect(exported.pathname).toBe('/api/v1/audit_log/export')
  expect(Object.fromEntries(exported.searchParams)).toEqual({
    application_name: 'Importer',
    user_email: 'bob@acme.example,eve@acme.example',
    action_name: 'Delete%2C then create',
    start_date: String(Date.UTC(2026, 7, 1) / 1000),
    end_date: String(Date.UTC(2026, 7, 2, 12, 30) / 1000),
    format: 'jsonl',
  })
})

test.each(['page=-4', 'page=nonsense', 'page=99999999', 'start=yesterday&end=0001-01-01T00:00'])(
  'takes the default for invalid parameters: %s',
  async (query) => {
    const { sent } = await open({}, `/audit?${query}`)
    await screen.findByText('bob@acme.example', { selector: 'td' })
    const [request] = getQueries(sent)
    expect(request?.start_at).toBe('0')
    expect(Number(request?.end_date) - Number(request?.start_date)).toBe(14 * 86_400)
  },
)

test('pages by Prev and Next up to the ends and keeps the range in the URL', async () => {
  const pages = ({ url }: { url: URL }) => ({
    audit_log: [record(Number(url.searchParams.get('start_at')) + 1)],
    more_results: url.searchParams.get('start_at') === '0',
  })
  await open({ 'GET /api/v1/audit_log': pages })
  await screen.findByText('Page 1 · 1 to 1')
  const disabled = () => ['Prev', 'Next'].map(isDisabled)
  expect(disabled()).toEqual([true, false])
  const next = screen.getByRole('button', { name: 'Next' })
  await userEvent.click(next)
  await screen.findByText('Page 2 · 101 to 101')
  expect(disabled()).toEqual([false, true])
  // The focus stays on the button, and no page beyond the last is requested.
  expect(document.activeElement).toBe(next)
  await userEvent.keyboard('{Enter}')
  expect(screen.getByText('Page 2 · 101 to 101')).toBeTruthy()
  expect(Object.fromEntries(new URL(address, 'http://localhost').searchParams)).toEqual({
    start: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/),
    end: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/),
    page: '2',
  })
})

test('returns to the first page when a filter is chosen', async () => {
  const { sent } = await open({}, '/audit?page=2')
  await screen.findByText('bob@acme.example', { selector: 'td' })
  await openChip('Emails')
  const box = await screen.findByRole('combobox', { name: 'Emails' })
  await userEvent.type(box, 'bob')
  await userEvent.click(await screen.findByRole('option', { name: 'bob@acme.example', hidden: true }))
  await waitFor(() =>
    expect(getQueries(sent).at(-1)).toMatchObject({ user_email: 'bob@acme.example', start_at: '0' }),
  )
  await userEvent.click(await chip('Reset'))
  await waitFor(() => expect(getQueries(sent).at(-1)?.user_email).toBeUndefined())
})

test('shows only some of thousands of users and finds the others by typing', async () => {
  const users = Array.from({ length: 5_000 }, (_, at) => `person${at}@acme.example`)
  await open({ 'GET /api/v1/audit_log/options': { users, actions: [], applications: [] } })
  await screen.findByText('Page 1 · 1 to 2')
  await openChip('Emails')
  const box = await screen.findByRole('combobox', { name: 'Emails' })
  expect((await screen.findAllByRole('option', { hidden: true })).length).toBe(50)
  await userEvent.type(box, 'person4999')
  await waitFor(() =>
    expect(screen.getAllByRole('option', { hidden: true }).map((option) => option.textContent)).toEqual([
      'person4999@acme.example',
    ]),
  )
})

test('reports a reversed or incomplete range at its field without a request', async () => {
  const { sent } = await open({}, '/audit?start=2026-08-01T00:00&end=2026-08-02T00:00')
  await screen.findByText('bob@acme.example', { selector: 'td' })
  await openChip(/^End/)
  const end = await screen.findByLabelText('End (UTC)')
  fireEvent.change(end, { target: { value: '2026-07-02T00:00' } })
  expect(await screen.findByText('The end is before the start')).toBeTruthy()
  expect(await chip('End: The end is before the start')).toBeTruthy()
  fireEvent.change(end, { target: { value: '' } })
  expect(await screen.findByText('Enter a whole date and time')).toBeTruthy()
  fireEvent.change(end, { target: { value: '2026-08-03T00:00' } })
  await waitFor(() => expect(address).toContain('2026-08-03'))
  await waitFor(() =>
    expect(getQueries(sent).map(({ end_date }) => Number(end_date))).toEqual([
      Date.UTC(2026, 7, 2) / 1000,
      Date.UTC(2026, 7, 3) / 1000,
    ]),
  )
})

test('neither requests nor exports a reversed range of a link and reports it', async () => {
  const { sent } = await open({}, '/audit?start=2026-08-02T00:00&end=2026-08-01T00:00')
  await screen.findByText('The end is before the start')
  await openChip('End: The end is before the start')
  expect(await screen.findAllByText('The end is before the start')).toHaveLength(2)
  const table = screen.getByRole('table', { name: 'Audit log' })
  expect([table.getAttribute('aria-busy'), table.querySelectorAll('tbody tr').length]).toEqual([null, 0])
  for (const name of ['Export as CSV', 'Export as JSON Lines']) {
    const link = screen.getByRole('link', { name })
    expect([link.getAttribute('href'), link.getAttribute('aria-disabled')]).toEqual([null, 'true'])
  }
  expect(getQueries(sent)).toEqual([])
  fireEvent.change(screen.getByLabelText('End (UTC)'), { target: { value: '2026-08-03T00:00' } })
  await waitFor(() =>
    expect(screen.getByRole('link', { name: 'Export as CSV' }).getAttribute('href')).toContain('end_date'),
  )
})

test('starts an export as a browser download once the server accepts it', async () => {
  const saved = watchSavedFiles()
  const drop = vi.fn()
  const log = new ReadableStream({ cancel: drop })
  const { sent } = await open({ 'GET /api/v1/audit_log/export': () => fileAnswer('audit.jsonl', log) })
  await userEvent.click(await screen.findByRole('link', { name: 'Export as JSON Lines' }))
  await waitFor(() => expect(saved.addresses).toHaveLength(1))
  const requests = sent.filter(({ url }) => url.pathname === '/api/v1/audit_log/export')
  expect(requests.map(({ url }) => url.pathname + url.search)).toEqual(saved.addresses)
  expect(drop).toHaveBeenCalled()
})

test('reports a refused export on the page', async () => {
  const saved = watchSavedFiles()
  await open({ 'GET /api/v1/audit_log/export': new Refused(503, 'The database cannot be reached') })
  await userEvent.click(await screen.findByRole('link', { name: 'Export as CSV' }))
  await waitFor(() =>
    expect(readToasts()).toMatchObject([
      { message: 'The file could not be downloaded.', reason: 'The database cannot be reached' },
    ]),
  )
  expect(saved).toEqual({ files: [], addresses: [] })
})

test.each([
  ['end=2020-06-15T00:00', Date.UTC(2020, 5, 1), Date.UTC(2020, 5, 15)],
  ['end=1970-01-02T00:00', 0, Date.UTC(1970, 0, 2)],
])('starts 14 days before the end of a link from the past: %s', async (query, start, end) => {
  const { sent } = await open({}, `/audit?${query}`)
  await screen.findByText('bob@acme.example', { selector: 'td' })
  expect(getQueries(sent)[0]).toMatchObject({
    start_date: String(start / 1000),
    end_date: String(end / 1000),
  })
})

test('shows a context that is not an object as JSON', async () => {
  const audit_log = [record(7, { context: ['put', 'in'] }), record(6, { context: 0 })]
  await open({ 'GET /api/v1/audit_log': { audit_log, more_results: false } })
  expect(await screen.findByText('["put","in"]')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'View the context of 6' }))
  const dialog = await screen.findByRole('dialog', { name: 'Context of 6' })
  expect(within(within(dialog).getByRole('region', { name: 'Context' })).getByText('0')).toBeTruthy()
})

test('says that a reduced context has more details, and who may see them', async () => {
  const context = { id: 7, request_id: 'r-1', is_reduced: true }
  await open({ 'GET /api/v1/audit_log': { audit_log: [record(7, { context })], more_results: false } })
  await userEvent.click(await screen.findByRole('button', { name: 'View the context of 7' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain(
    'Only ids and counts: the rest of this row is for people who may open its restricted page.',
  )
})

test.each([
  ['in the same minute', '2026-08-21T14:05:05Z'],
  ['in the next minute', '2026-08-21T14:05:45Z'],
])('reports newer rows and shows them on request %s with the same filters', async (_, now) => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date(now) })
  const rows = [record(7, { created_date: new Date(nowMs() - 5_000).toISOString() })]
  const { sent } = await open(
    { 'GET /api/v1/audit_log': () => ({ audit_log: [...rows], more_results: false }) },
    '/audit?action=Update%20Banner',
  )
  await screen.findByText('ada@acme.example', { selector: 'td' })
  expect(getQueries(sent)).toHaveLength(1)
  rows.unshift(record(9, { user_email: 'new@acme.example' }), record(8))
  await vi.advanceTimersByTimeAsync(31_000)
  fireEvent.click(await screen.findByRole('button', { name: '2 newer rows: show them' }))
  expect(screen.queryByText('new@acme.example')).toBeNull()
  await vi.advanceTimersByTimeAsync(1_000)
  await screen.findByText('new@acme.example', { selector: 'td' })
  expect(getQueries(sent).at(-1)).toMatchObject({ action_name: 'Update Banner', start_at: '0' })
  expect(screen.queryByRole('button', { name: /newer/ })).toBeNull()
  vi.useRealTimers()
})

test('reports newer rows after minutes on the same page', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const rows = [record(7, { created_date: new Date(nowMs() - 5_000).toISOString() })]
  const { sent, client } = await open({
    'GET /api/v1/audit_log': () => ({ audit_log: [...rows], more_results: false }),
  })
  await screen.findByText('ada@acme.example', { selector: 'td' })
  await vi.advanceTimersByTimeAsync(200_000)
  const lists = () => getQueries(sent).filter(({ end_date }) => end_date !== undefined)
  expect(lists()).toHaveLength(1)
  window.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(lists()).toHaveLength(2)
  await waitFor(() => expect(client.isFetching()).toBe(0))
  rows.unshift(record(8))
  await vi.advanceTimersByTimeAsync(31_000)
  await screen.findByRole('button', { name: '1 newer row: show it' })
  vi.useRealTimers()
})

test('shows below each time how it reads in 24 hours, with its zone', async () => {
  await open({}, '/audit?start=2026-08-01T00:00&end=2026-08-21T14:05')
  await openChip(/^Start/)
  await screen.findByText('Aug 1, 2026, 00:00 UTC')
  await openChip(/^End/)
  await screen.findByText('Aug 21, 2026, 14:05 UTC')
})

test('does not check for newer rows when the range ends in the past', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { sent } = await open({}, '/audit?start=2026-08-01T00:00&end=2026-08-21T00:00')
  await screen.findByText('bob@acme.example', { selector: 'td' })
  await vi.advanceTimersByTimeAsync(61_000)
  expect(getQueries(sent)).toHaveLength(1)
  vi.useRealTimers()
})

test('shows the state of the seals below the log', async () => {
  await open()
  expect(await screen.findByText('Sealed: 5,000, waiting: 2, in archives: 1,000')).toBeTruthy()
  expect(screen.getByText('6000:abcdefghijkl…')).toBeTruthy()
  expect(screen.getByText(/^up to Aug 20, 2026, 11:59 UTC$/)).toBeTruthy()
})

test('shows seven placeholder rows while loading, and No Data without rows', async () => {
  const { promise, resolve } = Promise.withResolvers()
  await open({ 'GET /api/v1/audit_log': () => promise })
  const table = await screen.findByRole('table', { name: 'Audit log' })
  expect(table.querySelectorAll('tbody tr')).toHaveLength(7)
  await waitFor(() => expect(table.getAttribute('aria-busy')).toBe('true'))
  resolve({ audit_log: [], more_results: false })
  expect(await screen.findByText('No Data')).toBeTruthy()
  expect(isDisabled('Next')).toBe(true)
})

test('shows errors with their reason in the page and in lasting toasts', async () => {
  await open({
    'GET /api/v1/audit_log': new Refused(400, 'no log'),
    'GET /api/v1/audit_log/options': new Refused(400, 'no options'),
    'GET /api/v1/audit_log/seal': new Refused(400, 'no seals'),
  })
  expect((await screen.findByRole('alert')).textContent).toContain('no log')
  await waitFor(() =>
    expect(readToasts().map(({ message }) => message)).toEqual(
      expect.arrayContaining(['Unable to get the audit log', 'Unable to get the audit options']),
    ),
  )
  expect(await screen.findByText('The state of the seals could not be read')).toBeTruthy()
})
