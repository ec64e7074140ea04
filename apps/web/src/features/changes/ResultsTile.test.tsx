import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { addressNow, change, found, openChanges } from '../../../testing/changes.tsx'
import { Refused, type Sent } from '../../../testing/render.tsx'
import { fileAnswer, watchSavedFiles } from '../../../testing/saved-files.ts'
import { closeAllToasts, readToasts } from '../../ui/toast-store.ts'

// happy-dom does not implement scrollIntoView; the test records its calls.
const scrolledTo = vi.fn<(this: Element) => void>()

beforeEach(() => {
  closeAllToasts()
  Element.prototype.scrollIntoView = scrolledTo
  scrolledTo.mockReset()
  sessionStorage.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  widen(true)
})

const widen = (isWide: boolean) =>
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: isWide && query.includes('min-width: 1270px'),
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))

const goOnline = (isOnline: boolean) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
  fireEvent(window, new Event(isOnline ? 'online' : 'offline'))
}

const searches = (sent: Sent[]) =>
  sent
    .filter(({ url }) => url.pathname === '/api/search_changes/')
    .map(({ body }) => body as Record<string, unknown> & { search_params: { date_range_end: string } })
const cards = () => screen.findAllByRole('article')
const isDisabled = (name: string) =>
  screen.getByRole('button', { name }).getAttribute('aria-disabled') === 'true'
const headers = () => screen.getAllByRole('columnheader').map((header) => header.textContent?.trim())

test('shows summary, badge, age and filled fields on a manual card', async () => {
  await openChanges(
    found([
      change(1, {
        summary: 'x'.repeat(66),
        actual_start: '2026-08-20T10:00:00.000Z',
        submitted_by: 'Ann',
        data_centers: ['us2', 'eu'],
        services: ['Analysis/Intelligence'],
        master_approval_entity_id: 'OPI-77',
      }),
    ]),
  )
  const [card] = await cards()
  const text = card?.textContent ?? ''
  expect(within(card as HTMLElement).getByRole('heading').textContent).toBe(`${'x'.repeat(65)}…`)
  expect(text).toContain('In Progress')
  expect(text).toMatch(/Started .+ \(Aug 20, 2026, 10:00 UTC\)/)
  for (const part of ['Submitted byAnn', 'Data centersus2, EMEA', 'ServicesAnalysis', 'OPIOPI-77'])
    expect(text).toContain(part)
  expect(text).not.toContain('Planned start')
  expect(
    within(card as HTMLElement)
      .getByRole('link')
      .getAttribute('href'),
  ).toBe('https://tracker.example/browse/CHG-1')
})

const T = '2026-08-20T10:00:00.000Z'
test.each([
  [{}, 'Not Started', 'Not Started'],
  [{ planned_start: T }, 'Not Started', 'Planned Start'],
  [{ actual_start: T }, 'In Progress', 'Started'],
  [{ actual_start: T, actual_end: T }, 'Completed', 'Completed'],
  [{ submitted_on: T }, 'Completed', 'Completed'],
])('shows badge and age of %j as %s and %s', async (times, badge, age) => {
  await openChanges(found([change(1, times)]))
  const [card] = await cards()
  const state = card?.querySelector('[data-badge]')
  expect(state?.textContent?.trim()).toBe(badge)
  expect(state?.parentElement?.textContent?.replace(badge, '').trim()).toMatch(new RegExp(`^${age}`))
})

test('cuts the description of an automated card at 120 characters and links its commit on GitHub', async () => {
  const github = { github_owner: 'acme', github_repo: 'shop', github_sha: 'abc123', github_tag: 'v7' }
  await openChanges(
    found([change(1, { change_type: 'auto', description: 'd'.repeat(121), ...github })]),
    '/changes?change_type=auto',
  )
  const [card] = await cards()
  expect(within(card as HTMLElement).getByRole('heading').textContent).toBe(`${'d'.repeat(120)}…`)
  expect(card?.querySelector('[data-badge]')).toBeNull()
  for (const part of ['GitHub owneracme', 'GitHub repositoryshop', 'Tagv7'])
    expect(card?.textContent).toContain(part)
  expect(
    within(card as HTMLElement)
      .getByRole('link', { name: /abc123/ })
      .getAttribute('href'),
  ).toBe('https://github.com/acme/shop/commit/abc123')
})

test('cuts descriptions in the table at 65, has own columns for automated changes, and saves the view', async () => {
  const { sent } = await openChanges(found([change(1, { description: 'd'.repeat(66) })]))
  await cards()
  await userEvent.click(screen.getByRole('radio', { name: 'Table' }))
  const table = await screen.findByRole('table', { name: 'Changes' })
  expect(within(table).getByText(`${'d'.repeat(65)}…`)).toBeTruthy()
  expect(headers()).toContain('Planned start date')
  expect(headers()).not.toContain('GitHub commit')
  expect(addressNow().searchParams.get('record_display_style')).toBe('table')
  await waitFor(() =>
    expect(sent.find(({ method }) => method === 'PUT')?.body).toMatchObject({
      preferences: { change_history_settings: { record_display_style: 'table' } },
    }),
  )
  expect(searches(sent)).toHaveLength(1)
})

test.each([
  [true, 'Description of the change', 'GitHub owner / repository'],
  [false, 'Description', 'Repository'],
])('shows headers by the width of the window (%s)', async (isWide, description, repository) => {
  widen(isWide)
  await openChanges(
    found([change(1, { change_type: 'auto' })]),
    '/changes?change_type=auto&record_display_style=table',
  )
  await screen.findByRole('table', { name: 'Changes' })
  expect(headers()).toContain(description)
  expect(headers()).toContain(repository)
})

test('sorts on the server by headers and icons, times newest first', async () => {
  const { sent } = await openChanges({}, '/changes?record_display_style=table&page_number=3')
  await screen.findByRole('table', { name: 'Changes' })
  await userEvent.click(screen.getByRole('button', { name: 'Status of the ticket' }))
  await waitFor(() =>
    expect(searches(sent).at(-1)).toMatchObject({ sort_by: 'status', sort_direction: 'ASC', page_number: 1 }),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Planned start date' }))
  await waitFor(() =>
    expect(searches(sent).at(-1)).toMatchObject({ sort_by: 'planned_start', sort_direction: 'DESC' }),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Ascending' }))
  await waitFor(() =>
    expect(searches(sent).at(-1)).toMatchObject({ sort_by: 'planned_start', sort_direction: 'ASC' }),
  )
  expect(addressNow().searchParams.get('sort_direction')).toBe('ASC')
  expect(screen.queryByRole('button', { name: 'Configuration items' })).toBeNull()
})

test('keeps the range of a search on all its pages until refresh', async () => {
  const { sent } = await openChanges({
    'POST /api/search_changes/': ({ body }: { body: unknown }) => {
      const { page_number: page } = body as { page_number: number }
      const hasNext = page < 2
      return { rows: [change(page)], has_next_page: hasNext, ...(hasNext ? { next_cursor: 'behind 1' } : {}) }
    },
  })
  await screen.findByText('Summary 1')
  const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
  expect(['Previous', 'Next'].map(isDisabled)).toEqual([true, false])
  await userEvent.click(button('Next'))
  await screen.findByText('Summary 2')
  expect(['Previous', 'Next'].map(isDisabled)).toEqual([false, true])
  expect(screen.getAllByText('Page 2 · 101 to 101')).toHaveLength(2)
  const [first, second] = searches(sent)
  expect(second?.search_params).toEqual(first?.search_params)
  expect([first, second]).toMatchObject([{ page_number: 1 }, { page_number: 2, cursor: 'behind 1' }])
  expect(addressNow().searchParams.get('page_number')).toBe('2')
  await userEvent.click(button('Refresh'))
  await waitFor(() => expect(searches(sent)).toHaveLength(3))
  expect(searches(sent).at(-1)).not.toHaveProperty('cursor')
})

test('moves the focus to the results when the page changes', async () => {
  await openChanges({
    'POST /api/search_changes/': ({ body }: { body: unknown }) => {
      const { page_number: page } = body as { page_number: number }
      return { rows: page < 4 ? [change(page)] : [], has_next_page: true }
    },
  })
  await screen.findByText('Summary 1')
  const results = screen.getByRole('group', { name: 'Results' })
  const turn = async (button: string, text: string) => {
    scrolledTo.mockReset()
    await userEvent.click(screen.getByRole('button', { name: button }))
    await screen.findByText(text)
    expect(document.activeElement).toBe(results)
    expect(scrolledTo.mock.contexts).toEqual([screen.getByRole('region', { name: 'Results' })])
  }
  await turn('Next', 'Summary 2')
  await turn('Previous', 'Summary 1')
  await turn('Next', 'Summary 2')
  await turn('Next', 'Summary 3')
  await turn('Next', 'No Results Found. Please try adjusting your search criteria.')
  await turn('Go to page 1', 'Summary 1')
})

test('disables paging without a connection and names no page that is not shown', async () => {
  const { sent } = await openChanges(found([change(1)], true), '/changes?page_number=2')
  await screen.findByText('Summary 1')
  goOnline(false)
  for (const name of ['Previous', 'Next']) {
    await waitFor(() => expect(isDisabled(name)).toBe(true))
    act(() => screen.getByRole('button', { name }).focus())
    await screen.findByRole('tooltip', { name: /^You are offline/ })
  }
  for (const name of ['Refresh', 'Ascending']) {
    const button = screen.getByRole<HTMLButtonElement>('button', { name })
    expect(button.disabled).toBe(true)
    expect(button.title).toContain('You are offline')
  }
  expect(screen.getAllByText('Page 2 · 101 to 101')).toHaveLength(2)
  goOnline(true)
  await userEvent.click(screen.getByRole('button', { name: 'Next' }))
  await waitFor(() => expect(searches(sent).at(-1)?.page_number).toBe(3))
})

test('says that a search waits for a connection, and sends it once there is one', async () => {
  await openChanges()
  await screen.findByText('Summary 1')
  goOnline(false)
  screen.getByRole('slider', { name: 'Start of the part to look at' }).focus()
  await userEvent.keyboard('{ArrowRight}{Enter}')
  await waitFor(() => expect(screen.queryByText('Summary 1')).toBeNull())
  const results = screen.getByRole('group', { name: 'Results' })
  expect(results.textContent).toContain('You are offline')
  expect(results.querySelector('[aria-busy=true]')).toBeNull()
  goOnline(true)
  expect(await screen.findByText('Summary 1')).toBeTruthy()
})

test('shows "Took effect" only for changes without a time of their own', async () => {
  await openChanges(found([change(1), change(2, { planned_start: T })]))
  const [timeless, planned] = await cards()
  expect(timeless?.textContent).toMatch(/Took effect, or will.*Aug 20, 2026, 10:00 UTC/)
  expect(planned?.textContent).not.toContain('Took effect')
})

test('shows placeholders while loading and the specified text without results', async () => {
  const answered = Promise.withResolvers<object>()
  await openChanges({ 'POST /api/search_changes/': () => answered.promise })
  await waitFor(() => expect(document.querySelector('[role=status][aria-busy=true]')).toBeTruthy())
  answered.resolve({ rows: [], has_next_page: false })
  expect(await screen.findByText('No Results Found. Please try adjusting your search criteria.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Go to page 1' })).toBeNull()
})

test('offers the first page on a page beyond the last', async () => {
  const { sent } = await openChanges(found([]), '/changes?page_number=999')
  await userEvent.click(await screen.findByRole('button', { name: 'Go to page 1' }))
  await waitFor(() => expect(searches(sent).at(-1)?.page_number).toBe(1))
})

const PROBLEM = 'There was a problem fetching your results. Please refresh the page and try again.'
const TIMEOUT = 'Request timed out. Please filter your results further.'

test.each([
  ['auto', new Refused(504, 'it takes too long'), TIMEOUT],
  ['auto', new Refused(500, 'the gateway said 504'), TIMEOUT],
  ['auto', new Refused(400, 'no'), PROBLEM],
  ['manual', new Refused(504, 'it takes too long'), PROBLEM],
  ['manual', new Refused(500, 'broken'), PROBLEM],
])(
  'reports in place and by a toast when the search of %s changes fails with %o',
  async (type, refusal, text) => {
    const { sent } = await openChanges(
      { 'POST /api/search_changes/': refusal },
      `/changes?change_type=${type}`,
    )
    expect(await screen.findByText(text)).toBeTruthy()
    await waitFor(() =>
      expect(readToasts()[0]).toMatchObject({
        kind: 'error',
        message: 'Unable to fetch Change records',
        reason: refusal.detail,
      }),
    )
    expect(searches(sent)).toHaveLength(1)
    expect(sent.some(({ url }) => url.pathname === '/api/errors/')).toBe(true)
  },
)

test('empties the list after a failure', async () => {
  let isBroken = false
  await openChanges({
    'POST /api/search_changes/': () =>
      isBroken ? new Refused(500, 'no') : { rows: [change(1)], has_next_page: true },
  })
  await screen.findByText('Summary 1')
  isBroken = true
  await userEvent.click(screen.getByRole('button', { name: 'Next' }))
  await screen.findByText(PROBLEM)
  expect(screen.queryByText('Summary 1')).toBeNull()
})

test('marks the keyword, also in text that is not shown', async () => {
  await openChanges(
    found([change(1, { summary: 'Restart API', description: `${'x'.repeat(80)} then the api again` })]),
    '/changes?keywords=api',
  )
  const [card] = await cards()
  expect([...(card?.querySelectorAll('mark') ?? [])].map((mark) => mark.textContent)).toEqual(['API', 'api'])
  expect(card?.textContent).toMatch(/Found in Description:.*then the api again/)
})

test('marks the keyword only in the searched fields', async () => {
  await openChanges(
    found([change(1, { summary: 'an api', submitted_by: 'api bot' })]),
    '/changes?keywords=api&search_type=submitted_by',
  )
  const [card] = await cards()
  expect(card?.querySelectorAll('mark')).toHaveLength(1)
  expect(card?.querySelector('mark')?.parentElement?.textContent).toBe('api bot')
})

test('opens the details by the URL; closing returns to the results', async () => {
  const whole = change(7, { summary: `${'y'.repeat(80)} end`, catalog_type: 'Routine', github_sha: 'abc' })
  await openChanges({ ...found([whole]), 'GET /api/changes/7': { change: whole } })
  const [card] = await cards()
  await userEvent.click(within(card as HTMLElement).getByRole('button'))
  const dialog = await screen.findByRole('dialog', { name: 'Change CHG-7' })
  await within(dialog).findByText(`${'y'.repeat(80)} end`)
  expect(addressNow().searchParams.get('change')).toBe('7')
  const fields = [...dialog.querySelectorAll('dt')].map((term) => term.textContent)
  expect(fields).toHaveLength(23)
  expect(dialog.textContent).toContain('Catalog typeRoutine')
  expect(dialog.textContent).toContain('Planned start—')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(addressNow().searchParams.get('change')).toBeNull()
})

test('opens the details by the one link of a table row, and by a click on the row', async () => {
  const approved = change(7, { status: 'Approved' })
  await openChanges(
    { ...found([change(6), approved]), 'GET /api/changes/7': { change: approved } },
    '/changes?record_display_style=table',
  )
  const row = (await screen.findByText('Approved')).closest('tr') as HTMLElement
  expect(within(row).getAllByRole('link')).toHaveLength(1)
  await userEvent.click(within(row).getByRole('link', { name: 'CHG-7' }))
  expect(await screen.findByRole('dialog', { name: 'Change CHG-7' })).toBeTruthy()
  expect(addressNow().searchParams.get('change')).toBe('7')
  expect(addressNow().searchParams.get('record_display_style')).toBe('table')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.click(await screen.findByText('Approved'))
  expect(await screen.findByRole('dialog', { name: 'Change CHG-7' })).toBeTruthy()
})

test('leads to the ticket and the commit from the menu of a table row', async () => {
  const github = { github_owner: 'acme', github_repo: 'shop', github_sha: 'abc1234567890' }
  const deployment = change(8, { change_type: 'auto', ticket_id: null, ...github })
  await openChanges(
    found([change(7, { change_type: 'auto', ...github }), deployment, change(9, { ticket_id: null })]),
    '/changes?change_type=auto&record_display_style=table',
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Actions: CHG-7' }))
  const links = async () =>
    (await screen.findAllByRole('menuitem')).map((item) => [item.textContent, item.getAttribute('href')])
  expect(await links()).toEqual([
    ['Open the ticket (opens a new tab)', 'https://tracker.example/browse/CHG-7'],
    ['Open the commit (opens a new tab)', 'https://github.com/acme/shop/commit/abc1234567890'],
  ])
  expect(screen.getByRole('link', { name: '#8', hidden: true }).closest('tr')?.textContent).toContain(
    'abc1234567',
  )
  expect(screen.queryByRole('button', { name: 'Actions: #9', hidden: true })).toBeNull()
})

test('says that a change no longer exists', async () => {
  await openChanges({ 'GET /api/changes/9': new Refused(404, 'no') }, '/changes?change=9')
  expect(await screen.findByText('There is no such change')).toBeTruthy()
})

test('exports all results as CSV in the shown order over the requested range', async () => {
  const address =
    '/changes?keywords=100%25&search_type=summary&selected_cis=a%252Cb%2Cc&sort_by=summary&sort_direction=ASC&page=2'
  const { sent } = await openChanges(found([change(1)], true), address)
  await cards()
  const link = screen.getByRole('link', { name: 'Download CSV' })
  expect(link.title).toBe('Download all that was found as a CSV file, the first 10,000 at most')
  const { pathname, searchParams } = new URL(link.getAttribute('href') ?? '', 'http://localhost')
  const [request] = searches(sent)
  const { date_range_start, date_range_end } = { date_range_start: '', ...request?.search_params }
  expect(pathname).toBe('/api/search_changes/export/')
  expect(Object.fromEntries(searchParams)).toEqual({
    ...{ keyword: '100%', search_type: 'summary', date_range_start, date_range_end },
    ...{ change_type: 'manual', sort_by: 'summary', sort_direction: 'ASC' },
    cis: 'a%2Cb,c',
  })
})

const timeline = (...counts: number[]) => ({
  'POST /api/search_changes/timeline/': {
    bucket_seconds: 3600,
    buckets: counts.map((count, hour) => ({ start: `2026-08-20T0${hour}:00:00.000Z`, count })),
    incidents: [],
    has_more_incidents: false,
    incident_count: 0,
  },
})
const pressCsv = async () => userEvent.click(screen.getByRole('link', { name: 'Download CSV' }))
const EXPORT = 'GET /api/search_changes/export/'

test('saves the CSV file under the name given by the server', async () => {
  const saved = watchSavedFiles()
  const answer = Promise.withResolvers<Response>()
  const { sent } = await openChanges({ ...found([change(1)]), [EXPORT]: () => answer.promise })
  await cards()
  await pressCsv()
  await screen.findByText('Preparing the file')
  await pressCsv()
  answer.resolve(fileAnswer('changes-manual-2026-08-20.csv', 'ticket_id\r\n'))
  await waitFor(() => expect(saved.files).toHaveLength(1))
  expect(saved.files[0]?.name).toBe('changes-manual-2026-08-20.csv')
  expect(await saved.files[0]?.text()).toBe('ticket_id\r\n')
  expect(screen.queryByText('Preparing the file')).toBeNull()
  expect(sent.filter(({ url }) => url.pathname === '/api/search_changes/export/')).toHaveLength(1)
})

test.each([
  [504, 'Request timed out. Please filter your results further.'],
  [503, 'The file could not be downloaded.'],
  [403, 'The file could not be downloaded.'],
])('reports a CSV export refused with %i and saves no file', async (status, message) => {
  const saved = watchSavedFiles()
  await openChanges({ ...found([change(1)]), [EXPORT]: new Refused(status, 'the reason') })
  await cards()
  await pressCsv()
  await waitFor(() => expect(readToasts()).toMatchObject([{ kind: 'error', message, reason: 'the reason' }]))
  expect(saved).toEqual({ files: [], addresses: [] })
})

test('reports an incomplete CSV download and saves no file', async () => {
  const saved = watchSavedFiles()
  const broken = new ReadableStream({ start: (stream) => stream.error(new TypeError('network')) })
  await openChanges({ ...found([change(1)]), [EXPORT]: () => fileAnswer('a.csv', broken) })
  await cards()
  await pressCsv()
  await waitFor(() =>
    expect(readToasts()).toMatchObject([
      { message: 'The file could not be downloaded.', reason: 'The server cannot be reached' },
    ]),
  )
  expect(saved.files).toEqual([])
})

test('says beside the CSV link when more was found than the file holds', async () => {
  await openChanges({ ...found([change(1)], true), ...timeline(9_000, 3_345) })
  const note = await screen.findByText('The CSV file holds the first 10,000 of 12,345 changes.')
  expect(screen.getByRole('link', { name: 'Download CSV' }).getAttribute('aria-describedby')).toBe(note.id)
})

test('says how many rows the CSV file holds when the number of results is unknown', async () => {
  const uncounted = { 'POST /api/search_changes/timeline/': new Refused(504, 'too long') }
  await openChanges({ ...found([change(1)], true), ...uncounted })
  await screen.findByText('The CSV file holds at most the first 10,000 changes.')
})

test.each([
  ['all of it fits', timeline(9_000, 1_000)],
  ['there is one page', { 'POST /api/search_changes/timeline/': new Refused(504, 'too long') }],
])('says nothing about a row limit while %s', async (_, answers) => {
  const { sent } = await openChanges({ ...found([change(1)]), ...answers })
  await cards()
  await waitFor(() => expect(sent.some(({ url }) => url.pathname.endsWith('/timeline/'))).toBe(true))
  expect(screen.queryByText(/The CSV file holds/)).toBeNull()
})

test('disables the CSV file without results and without a connection', async () => {
  await openChanges(found([]))
  await screen.findByText('No Results Found. Please try adjusting your search criteria.')
  const link = screen.getByRole('link', { name: 'Download CSV' })
  expect([link.getAttribute('href'), link.title]).toEqual([null, 'There is nothing to download'])
  goOnline(false)
  await waitFor(() => expect(link.title).toMatch(/^You are offline/))
  expect(link.getAttribute('href')).toBeNull()
})
