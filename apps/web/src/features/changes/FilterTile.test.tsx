import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { addressNow, change, found, openChanges, person } from '../../../testing/changes.tsx'
import { Refused, type Sent } from '../../../testing/render.tsx'
import { closeAllToasts, readToasts } from '../../ui/toast-store.ts'
import { DEFAULTS } from './change-search.ts'
import { toSettings } from './settings.ts'

beforeEach(() => {
  closeAllToasts()
  sessionStorage.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  widen(true)
})

/** Wide windows have the filters as a panel, others as a row of chips. */
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
  sent.filter(({ url }) => url.pathname === '/api/search_changes/').map(({ body }) => body as Body)
type Body = {
  search_params: Record<string, unknown> & { date_range_start: string; date_range_end: string }
  [key: string]: unknown
}
const saves = (sent: Sent[]) => sent.filter(({ url }) => url.pathname === '/api/update_profile/')

const keyword = () => screen.getByRole('textbox', { name: 'Keyword' })
const number = () => screen.getByRole('textbox', { name: 'The last' })
const choose = (label: string, option: string) =>
  userEvent.selectOptions(screen.getByRole('combobox', { name: label }), option)
const apply = () => screen.getByRole('button', { name: 'Apply' })
const isDisabled = () => apply().getAttribute('aria-disabled') === 'true'
const shows = async (text: string) => screen.findByText(text)

test('searches manual changes of the last 7 days first, 100 on page 1, newest first', async () => {
  const { sent } = await openChanges()
  await shows('Summary 1')
  const [request] = searches(sent)
  expect(request).toMatchObject({
    change_type: 'manual',
    sort_by: 'effective_at',
    sort_direction: 'DESC',
    results_per_page: 100,
    page_number: 1,
    search_params: { data_centers: [], services: [], cis: [], keyword: '', search_type: 'any' },
  })
  const { date_range_start: start, date_range_end: end } = request?.search_params ?? {}
  expect(start).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  expect(Date.parse(`${end}Z`) - Date.parse(`${start}Z`)).toBe(7 * 86_400_000)
  expect(addressNow().search).toBe('?change_type=manual')
})

test('searches typed filters on Apply or Enter, not before', async () => {
  const { sent } = await openChanges()
  await shows('Summary 1')
  await userEvent.type(keyword(), '  100% sure ')
  await choose('Search in', 'OPI')
  expect(await shows('Changed, not applied yet')).toBeTruthy()
  expect(searches(sent)).toHaveLength(1)
  await userEvent.type(keyword(), '{Enter}')
  await waitFor(() => expect(searches(sent)).toHaveLength(2))
  expect(searches(sent)[1]?.search_params).toMatchObject({
    keyword: '100% sure',
    search_type: 'master_approval_entity_id',
  })
  expect(addressNow().searchParams.get('search_type')).toBe('opi')
  expect(addressNow().searchParams.get('keywords')).toBe('100% sure')
  await userEvent.clear(number())
  await userEvent.type(number(), '2{Enter}')
  await waitFor(() => expect(searches(sent)).toHaveLength(3))
  expect(addressNow().searchParams.get('relative_time_number')).toBe('2')
  expect(screen.queryByText('Changed, not applied yet')).toBeNull()
})

test.each(['0', '-3', 'seven', ''])(
  '%j is no number of days: the box is red and Apply says why',
  async (text) => {
    const { sent } = await openChanges()
    await shows('Summary 1')
    await userEvent.clear(number())
    if (text) await userEvent.type(number(), text)
    expect(number().getAttribute('aria-invalid')).toBe('true')
    expect(isDisabled()).toBe(true)
    // One message is beside the field, one beside the button.
    expect(screen.getAllByText('Enter a number greater than 0')).toHaveLength(2)
    await userEvent.type(number(), '{Enter}')
    expect(searches(sent)).toHaveLength(1)
  },
)

test.each([
  ['1.5', 36 * 3_600_000],
  ['0,5', 12 * 3_600_000],
  ['0.01', 864_000],
])('accepts a relative range of a fraction of a day: %s', async (text, length) => {
  const { sent } = await openChanges()
  await shows('Summary 1')
  await userEvent.clear(number())
  await userEvent.type(number(), `${text}{Enter}`)
  await waitFor(() => expect(searches(sent)).toHaveLength(2))
  const { date_range_start: start, date_range_end: end } = searches(sent)[1]?.search_params ?? {}
  expect(Date.parse(`${end}Z`) - Date.parse(`${start}Z`)).toBe(length)
  expect(addressNow().searchParams.get('relative_time_number')).toBe(text.replace(',', '.'))
})

test.each(['1,000', '1.000', '5.', '+5', '1e3', '99999999999'])(
  '%j is greater than 0 but may mean something else: the box says what to enter',
  async (text) => {
    const { sent } = await openChanges()
    await shows('Summary 1')
    await userEvent.clear(number())
    await userEvent.type(number(), `${text}{Enter}`)
    expect(screen.getAllByText('Enter a number up to 1,000,000, with at most two decimals')).toHaveLength(2)
    expect(isDisabled()).toBe(true)
    expect(searches(sent)).toHaveLength(1)
  },
)

test.each([
  {
    dates: 'date_range_start=1786838400',
    filled: ['Start (UTC)', '2026-08-16T00:00'],
    text: 'Enter a start and an end date',
  },
  {
    dates: 'date_range_end=1786838400',
    filled: ['End (UTC)', '2026-08-16T00:00'],
    text: 'Enter a start and an end date',
  },
  {
    dates: 'date_range_start=1786838400&date_range_end=1786752000',
    filled: ['End (UTC)', '2026-08-15T00:00'],
    text: 'The end must be later than the start',
  },
])(
  'keeps the range of a link with $dates absolute, says what is missing, and does not search',
  async ({ dates, filled: [label = '', wall = ''], text }) => {
    const { sent } = await openChanges({}, `/changes?absolute_selected=true&${dates}`)
    expect(await screen.findByRole('radio', { name: 'Absolute', checked: true })).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>(label).value).toBe(wall)
    expect(isDisabled()).toBe(true)
    expect(within(screen.getByRole('group', { name: 'Results' })).getByText(text)).toBeTruthy()
    expect(sent.filter(({ url }) => url.pathname.startsWith('/api/search_changes'))).toEqual([])
    const enter = (field: string, value: string) =>
      fireEvent.change(screen.getByLabelText(field), { target: { value } })
    enter('Start (UTC)', '2026-08-14T00:00')
    enter('End (UTC)', '2026-08-17T00:00')
    await userEvent.click(apply())
    await shows('Summary 1')
    expect(searches(sent)).toHaveLength(1)
  },
)

test('disables Apply without a connection and says why', async () => {
  const { sent } = await openChanges()
  await shows('Summary 1')
  await userEvent.type(keyword(), 'api')
  goOnline(false)
  await waitFor(() => expect(isDisabled()).toBe(true))
  await userEvent.type(keyword(), '{Enter}')
  expect(apply().closest('form')?.textContent).toContain('You are offline')
  expect(addressNow().searchParams.get('keywords')).toBeNull()
  goOnline(true)
  await waitFor(() => expect(isDisabled()).toBe(false))
  await userEvent.type(keyword(), '{Enter}')
  await waitFor(() => expect(searches(sent)).toHaveLength(2))
})

test('requires both dates of an absolute range, in UTC, the end after the start', async () => {
  const { sent } = await openChanges()
  await shows('Summary 1')
  await userEvent.click(screen.getByRole('radio', { name: 'Absolute' }))
  expect(isDisabled()).toBe(true)
  expect(screen.getByText('Enter a start and an end date')).toBeTruthy()
  const enter = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  enter('Start (UTC)', '2026-08-20T10:00')
  expect(isDisabled()).toBe(true)
  enter('End (UTC)', '2026-08-20T09:00')
  expect(isDisabled()).toBe(true)
  expect(screen.getAllByText('The end must be later than the start')).toHaveLength(2)
  enter('End (UTC)', '2026-08-20T12:30')
  await userEvent.click(apply())
  await waitFor(() => expect(searches(sent)).toHaveLength(2))
  expect(searches(sent)[1]?.search_params).toMatchObject({
    date_range_start: '2026-08-20 10:00:00',
    date_range_end: '2026-08-20 12:30:00',
  })
  expect(addressNow().searchParams.get('absolute_selected')).toBe('true')
  expect(addressNow().searchParams.get('date_range_start')).toBe(String(Date.UTC(2026, 7, 20, 10) / 1000))
})

test('rejects a keyword of more than 200 characters', async () => {
  await openChanges()
  await shows('Summary 1')
  await userEvent.click(keyword())
  await userEvent.paste('x'.repeat(201))
  expect(screen.getAllByText('At most 200 characters: shorten the keyword')).not.toHaveLength(0)
  expect(isDisabled()).toBe(true)
})

test('disables Apply while a search is loading', async () => {
  const answered = Promise.withResolvers<object>()
  await openChanges({ 'POST /api/search_changes/': () => answered.promise })
  await waitFor(() => expect(isDisabled()).toBe(true))
  answered.resolve({ rows: [change(5)], has_next_page: false })
  await shows('Summary 5')
  await waitFor(() => expect(isDisabled()).toBe(false))
})

test('offers Catalog Type for automated changes only; choosing manual resets it to any', async () => {
  await openChanges()
  await shows('Summary 1')
  const searchIn = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Search in' })
  const offered = () =>
    within(searchIn)
      .getAllByRole('option')
      .map((option) => option.textContent)
  expect(offered()).toEqual(['Any', 'OPI', 'Company id', 'Description', 'Summary', 'Submitted by'])
  await choose('Change type', 'Automated')
  expect(offered()).toContain('Catalog type')
  await choose('Search in', 'Catalog type')
  await choose('Change type', 'Manual')
  expect(searchIn.value).toBe('any')
  expect(offered()).not.toContain('Catalog type')
})

test('finds services while typing and allows several, by mouse or keyboard', async () => {
  const { sent } = await openChanges({
    'POST /api/search_change_entity/': {
      entities: [
        { name: 'Expense', display_name: 'Expense' },
        { name: 'a,b', display_name: 'A, B' },
      ],
    },
  })
  await shows('Summary 1')
  const box = screen.getByRole('combobox', { name: 'Services' })
  await userEvent.click(box)
  expect(await screen.findAllByText('Type at least 1 character')).toBeTruthy()
  expect(sent.some(({ url }) => url.pathname.includes('entity'))).toBe(false)
  await userEvent.type(box, 'e')
  await userEvent.click(await screen.findByRole('option', { name: 'Expense', hidden: true }))
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  await userEvent.click(apply())
  await waitFor(() => expect(searches(sent)).toHaveLength(2))
  expect(sent.find(({ url }) => url.pathname.includes('entity'))?.body).toEqual({
    entity: 'services',
    search_text: 'e',
  })
  expect(searches(sent)[1]?.search_params.services).toEqual(['Expense', 'a,b'])
  expect(addressNow().searchParams.get('selected_services')).toBe('Expense,a%2Cb')
})

test('shows an error placeholder when the entity search fails', async () => {
  await openChanges({ 'POST /api/search_change_entity/': new Refused(500, 'no') })
  await shows('Summary 1')
  const box = screen.getByRole('combobox', { name: 'CIs' })
  await userEvent.type(box, 'x')
  await waitFor(() => expect(box.getAttribute('placeholder')).toBe('The search failed'))
})

test('keeps entity text that nothing was chosen with, says so, and does not search it', async () => {
  const { sent } = await openChanges({
    'POST /api/search_change_entity/': { entities: [{ name: 'Expense', display_name: 'Expense' }] },
  })
  await shows('Summary 1')
  const box = screen.getByRole<HTMLInputElement>('combobox', { name: 'Services' })
  await userEvent.type(box, 'exp')
  await userEvent.click(apply())
  await waitFor(() => expect(searches(sent)).toHaveLength(2))
  expect(box.value).toBe('exp')
  expect(screen.getByText('Not chosen from the list: it is not searched for')).toBeTruthy()
  expect(searches(sent)[1]?.search_params.services).toEqual([])
  await userEvent.click(box)
  await userEvent.click(await screen.findByRole('option', { name: 'Expense', hidden: true }))
  await userEvent.click(keyword())
  expect(box.value).toBe('')
  await userEvent.type(box, 'more')
  await userEvent.click(screen.getByRole('button', { name: 'Reset' }))
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Services' }).value).toBe('')
  expect(screen.queryByText('Not chosen from the list: it is not searched for')).toBeNull()
})

test('keeps a draft through a reload without searching it', async () => {
  const first = await openChanges()
  await shows('Summary 1')
  await userEvent.type(keyword(), 'half typed')
  document.body.innerHTML = ''
  const { sent } = await openChanges()
  await shows('Summary 1')
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Keyword' }).value).toBe('half typed')
  expect([...searches(first.sent), ...searches(sent)].map((search) => search.search_params.keyword)).toEqual([
    '',
    '',
  ])
})

const saved = toSettings(
  {
    filters: { ...DEFAULTS.filters, changeType: 'auto', keywords: 'deploy' },
    display: { ...DEFAULTS.display, style: 'table', sortBy: 'status' },
  },
  String,
)

test('searches the saved settings without URL parameters and writes them to the URL', async () => {
  const { sent } = await openChanges(person({ change_history_settings: saved }))
  await screen.findByRole('table', { name: 'Changes' })
  expect(searches(sent)[0]).toMatchObject({
    change_type: 'auto',
    sort_by: 'status',
    search_params: { keyword: 'deploy' },
  })
  expect(addressNow().search).toContain('keywords=deploy')
})

test('finds the same by a link for a user with other settings', async () => {
  const { sent } = await openChanges(
    { ...person({ change_history_settings: saved }), ...found([change(3)]) },
    '/changes?change_type=manual',
  )
  await shows('Summary 3')
  expect(searches(sent)).toHaveLength(1)
  expect(searches(sent)[0]).toMatchObject({ change_type: 'manual', search_params: { keyword: '' } })
})

test('takes the defaults for invalid parameters', async () => {
  const query = [
    'change_type=x&search_type=__proto__&relative_time_number=abc&relative_time_unit=eons',
    'absolute_selected=maybe&date_range_start=a&date_range_end=b&record_display_style=hologram',
    `sort_by=;drop&sort_direction=sideways&results_per_page=1e9&page_number=-4&keywords=${'k'.repeat(10_000)}`,
  ].join('&')
  const { sent } = await openChanges({}, `/changes?${query}`)
  await shows('Summary 1')
  expect(searches(sent)[0]).toMatchObject({ change_type: 'manual', sort_by: 'effective_at', page_number: 1 })
})

test('saves the settings on Apply without a toast; repeats the save after a conflict', async () => {
  let saveCount = 0
  const { sent } = await openChanges({
    'PUT /api/update_profile/': ({ body }: { body: unknown }) => {
      saveCount += 1
      if (saveCount === 1) return new Refused(409, 'others are there by now')
      return { data: { preferences: (body as { preferences: object }).preferences } }
    },
  })
  await shows('Summary 1')
  await userEvent.type(keyword(), 'abc{Enter}')
  await waitFor(() => expect(saves(sent)).toHaveLength(2))
  expect(saves(sent)[1]?.body).toMatchObject({
    application: 'Aviary',
    preferences: { change_history_settings: { keywords: 'abc', search_type: 'any', page_number: 1 } },
    read_preferences: { change_history_settings: null },
  })
  expect(readToasts()).toEqual([])
})

test('says when the settings cannot be saved, and still searches', async () => {
  await openChanges({ 'PUT /api/update_profile/': new Refused(400, 'too large') })
  await shows('Summary 1')
  await userEvent.type(keyword(), 'abc{Enter}')
  expect(await screen.findByText(/could not be saved for the next visit: too large/)).toBeTruthy()
  expect(readToasts()).toEqual([])
})

test('saves failed settings after the next search and removes the error', async () => {
  let isBroken = true
  const { sent } = await openChanges({
    'PUT /api/update_profile/': ({ body }: { body: unknown }) =>
      isBroken
        ? new Refused(400, 'too large')
        : { data: { preferences: (body as { preferences: object }).preferences } },
    ...found([change(1)], true),
  })
  await shows('Summary 1')
  await userEvent.type(keyword(), 'abc{Enter}')
  await screen.findByText(/could not be saved for the next visit/)
  await waitFor(() => expect(isDisabled()).toBe(false))
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'Next' }))
  await waitFor(() => expect(screen.queryByText(/could not be saved for the next visit/)).toBeNull())
  await waitFor(() =>
    expect(saves(sent).at(-1)?.body).toMatchObject({
      preferences: { change_history_settings: { keywords: 'abc' } },
    }),
  )
})
