import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { expectStaysHidden } from '../../../testing/columns.ts'
import { type Answers, Refused, renderPage } from '../../../testing/render.tsx'
import { watchSavedFiles } from '../../../testing/saved-files.ts'
import { PRINTED_ROWS } from '../../shared/printing.ts'
import { closeAllToasts, readToasts } from '../../ui/toast-store.ts'
import { DoraPage } from './DoraPage.tsx'

const ci = (name: string) => ({ category: 'Web', name })
const createCis = (number: number) => Array.from({ length: number }, (_, index) => ci(`ci-${index}`))

type Asked = { body: unknown }
/** Each CI affects one company, out of 4 in total or 3 in one data center. */
const counts = ({ body }: Asked) => {
  const { cis, data_centers } = body as { cis: string[]; data_centers: string[] }
  return {
    company_count: cis.length,
    base_count: data_centers.length === 0 ? 4 : 3,
    cis: cis.filter((name) => name !== 'gone').map((name) => ({ name, company_count: 1 })),
    data_centers: [{ name: '', company_count: 1, base_count: 0 }],
  }
}

const open = (changed: Answers = {}, path = '/dora/US2') =>
  renderPage(
    <DoraPage />,
    {
      'GET /api/datacenter': {
        data_centers: [
          { name: 'us2', system_name: 'us2' },
          { name: 'EMEA', system_name: 'eu' },
        ],
      },
      'GET /api/get_services_by_datacenter': {
        services: [
          { name: 'Analysis', system_name: 'Analysis/Intelligence' },
          { name: 'Travel', system_name: 'Travel' },
        ],
      },
      'GET /api/get_ci_categories_by_datacenter': { ci_categories: ['Web', 'Queues'] },
      'GET /api/get_all_ci_by_ci_category': { cis: createCis(3), more_results: false },
      'GET /api/get_search_results': { ci_categories: [], cis: [], more_results: false },
      'POST /api/affectedcompanies': counts,
      'GET /api/affectedcompanies/companies/': { companies: [], more_results: false },
      'GET /api/incidents/': { payload: [], more_results: false },
      ...changed,
    },
    path,
  )

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const panel = (name: string) => within(screen.getByRole('region', { name }))
const counted = (sent: { url: URL; body: unknown }[]) =>
  sent.filter(({ url }) => url.pathname === '/api/affectedcompanies').map(({ body }) => body)

beforeEach(() => {
  closeAllToasts()
  vi.unstubAllGlobals()
})

test('a category lists its CIs, and without services a text says how to get scales', async () => {
  const { sent } = await open()
  expect(await screen.findByText('Select a Ci Category')).toBeTruthy()
  expect(screen.getByText("No CI's Selected Yet!!")).toBeTruthy()
  await press('Web')
  expect(await screen.findByText('CIs: 3')).toBeTruthy()
  expect(panel('CIs').getByText('Select Services')).toBeTruthy()
  const request = sent.find(({ url }) => url.pathname === '/api/get_all_ci_by_ci_category')
  expect(request?.url.search).toBe('?dc=us2&ci_category=Web')
  expect(counted(sent)).toEqual([])
})

test('a list of 600 CIs is printed up to its limit, and then only the part in sight is back', async () => {
  await open({ 'GET /api/get_all_ci_by_ci_category': { cis: createCis(600), more_results: false } })
  await press('Web')
  await screen.findByText('CIs: 600')
  const rowsOfLists = () =>
    panel('CIs')
      .getAllByRole('list')
      .map(({ children }) => children.length)
  const onScreen = rowsOfLists()
  expect(onScreen).toEqual([expect.any(Number)])
  expect(onScreen[0]).toBeLessThan(60)
  window.dispatchEvent(new Event('beforeprint'))
  expect(rowsOfLists()).toEqual([...onScreen, PRINTED_ROWS])
  expect(panel('CIs').getByText('100 more rows are not printed.')).toBeTruthy()
  window.dispatchEvent(new Event('afterprint'))
  expect(rowsOfLists()).toEqual(onScreen)
  expect(screen.queryByText(/not printed/)).toBeNull()
})

test('with a service chosen, CIs show a global scale and one for the data center', async () => {
  const { sent } = await open()
  await press('Analysis')
  await press('Web')
  const line = (await panel('CIs').findByText('ci-0')).closest('li')
  await waitFor(() => expect(line?.querySelector('dl')?.textContent).toBe('Global25.00%us233.33%'))
  const names = ['ci-0', 'ci-1', 'ci-2']
  const services = ['Analysis/Intelligence']
  expect(counted(sent)).toEqual([
    { cis: names, services, data_centers: [] },
    { cis: names, services, data_centers: ['us2'] },
  ])
})

test.each([
  [9, true],
  [10, false],
])('with %i listed CIs the impact is requested: %s', async (number, isRequested) => {
  const listed = { cis: createCis(number), more_results: false }
  const { sent } = await open({ 'GET /api/get_all_ci_by_ci_category': listed })
  await press('Analysis')
  await press('Web')
  await screen.findByText(`CIs: ${number}`)
  if (isRequested) await waitFor(() => expect(counted(sent)).toHaveLength(2))
  else expect(panel('CIs').getByText(/^Shown when fewer than 10 CIs are listed/)).toBeTruthy()
  expect(counted(sent)).toHaveLength(isRequested ? 2 : 0)
})

test('a selected CI unknown to the server and a base of 0 are shown in words', async () => {
  const gone = encodeURIComponent(JSON.stringify(ci('gone')))
  await open({}, `/dora/US2?selectedServices=analysis&selectedCiList=${gone}`)
  expect(await screen.findByText('The server does not know this CI')).toBeTruthy()
  const row = await screen.findByRole('row', { name: /No data center/ })
  expect(
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['1', '0', 'n/a'])
})

test('the search waits for the debounce and says when nothing matches or the list is cut', async () => {
  const emptyAnswer = { ci_categories: [], cis: [], more_results: false }
  const { sent } = await open({
    'GET /api/get_search_results': ({ url }: { url: URL }) =>
      url.searchParams.get('search_query') === 'ci'
        ? { ci_categories: ['Web'], cis: createCis(2), more_results: true }
        : emptyAnswer,
  })
  const box = await screen.findByRole('searchbox')
  await userEvent.type(box, 'ci')
  expect(await screen.findByText(/CIs: 2 \(the first ones only/)).toBeTruthy()
  const requests = sent.filter(({ url }) => url.pathname === '/api/get_search_results')
  expect(requests.map(({ url }) => url.search)).toEqual(['?dc=us2&search_query=ci'])
  await userEvent.type(box, 'x')
  expect(await screen.findByText('No matching CI Categories found')).toBeTruthy()
  expect(screen.getByText("No matching CI's found")).toBeTruthy()
})

test.each([
  ['GET /api/datacenter', 'Unable to get dora dcs'],
  ['GET /api/get_services_by_datacenter', 'Unable to get dora services'],
  ['GET /api/get_ci_categories_by_datacenter', 'Unable to get dora ci categories'],
  ['GET /api/get_all_ci_by_ci_category', 'Unable to get dora cis'],
  ['GET /api/get_search_results', 'Unable to get dora search results'],
  ['POST /api/affectedcompanies', 'Unable to get dora impact'],
])('when %s fails, a toast says so and the top bar is hidden', async (call, text) => {
  const chosen = encodeURIComponent(JSON.stringify(ci('ci-0')))
  const search = text.includes('search') ? '&searchInput=x' : ''
  await open({ [call]: new Refused(400, 'not today') }, `/dora/US2?selectedCiList=${chosen}${search}`)
  if (text.endsWith('cis')) await press('Web')
  expect(await screen.findByText(text)).toBeTruthy()
  expect(screen.getByText('not today')).toBeTruthy()
  await waitFor(() => expect(readToasts().map(({ message }) => message)).toEqual([text]))
  expect(screen.queryByRole('searchbox')).toBeNull()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})

test('removing a CI moves the focus to the next one, and after the last to the list', async () => {
  const chosen = ['a', 'b'].map((name) => `selectedCiList=${encodeURIComponent(JSON.stringify(ci(name)))}`)
  await open({}, `/dora/US2?${chosen.join('&')}`)
  await press('Remove a')
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Remove b'))
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByText("No CI's Selected Yet!!")).toBeTruthy()
  await waitFor(() => expect(document.activeElement?.textContent).toContain('Selected: 0'))
})

test('services pressed in quick succession are all toggled', async () => {
  await open()
  const service = (name: string) => screen.findByRole('button', { name })
  const buttons = [await service('Analysis'), await service('Travel')]
  act(() => {
    for (const element of buttons) element.click()
  })
  await waitFor(() =>
    expect(buttons.map((button) => button.getAttribute('aria-pressed'))).toEqual(['true', 'true']),
  )
})

test('changing the services never shows the scales of the previous services', async () => {
  const never = new Promise(() => {})
  const chosen = JSON.stringify({ ...ci('ci-0'), globalScale: 12.5, dataCenterScale: 7.5 })
  await open(
    {
      'POST /api/affectedcompanies': ({ body }: Asked) =>
        (body as { services: string[] }).services.length === 2 ? never : counts({ body }),
    },
    `/dora/US2?selectedServices=Travel&selectedCiList=${encodeURIComponent(chosen)}`,
  )
  const scales = () => panel('Selected CIs').getByText('ci-0').closest('li')?.querySelector('dl')?.textContent
  await waitFor(() => expect(scales()).toBe('Global25.00%us233.33%'))
  await press('Analysis')
  await waitFor(() => expect(scales()).toBe('GlobalLoading...us2Loading...'))
  const text = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Text to copy' })
  expect(text.value).toBe('Data center: us2\nServices: Analysis, Travel\nci-0 (Web)')
})

test('a chosen category missing from the search results does not filter them', async () => {
  const cis = createCis(2).map((item) => ({ ...item, category: 'Queues' }))
  await open({ 'GET /api/get_search_results': { ci_categories: ['Queues'], cis, more_results: false } })
  await press('Web')
  await screen.findByText('CIs: 3')
  await userEvent.type(screen.getByRole('searchbox'), 'ci')
  expect(await screen.findByText('CIs: 2')).toBeTruthy()
})

test('Reset discards search text that was just typed', async () => {
  const { sent } = await open()
  await press('Web')
  const box = screen.getByRole<HTMLInputElement>('searchbox')
  await screen.findByText('CIs: 3')
  fireEvent.change(box, { target: { value: 'half a w' } })
  fireEvent.click(screen.getByRole('button', { name: 'Reset' }))
  expect(await screen.findByText('Select a Ci Category')).toBeTruthy()
  expect(box.value).toBe('')
  await userEvent.type(box, 'y')
  const getRequests = () => sent.filter(({ url }) => url.pathname === '/api/get_search_results')
  await waitFor(() => expect(getRequests()).toHaveLength(1))
  expect(getRequests()[0]?.url.search).toBe('?dc=us2&search_query=y')
})

test('the chosen category is cleared by switching data centers, also after switching back', async () => {
  await open()
  await press('Web')
  await screen.findByText('CIs: 3')
  for (const name of ['EMEA', 'us2']) {
    await userEvent.click(screen.getByRole('tab', { name }))
    await waitFor(() => expect(screen.getByRole('tab', { selected: true }).textContent).toBe(name))
    expect(await screen.findByText('Select a Ci Category')).toBeTruthy()
  }
})

test('pressing the current tab keeps the selection', async () => {
  await open({}, `/dora/US2?selectedCiList=${encodeURIComponent(JSON.stringify(ci('ci-0')))}`)
  await userEvent.click(await screen.findByRole('tab', { name: 'us2' }))
  expect(await screen.findByRole('button', { name: 'Remove ci-0' })).toBeTruthy()
  expect(screen.queryByText("No CI's Selected Yet!!")).toBeNull()
})

test('the text to copy lists the services of the link while the known services cannot be loaded', async () => {
  const chosen = encodeURIComponent(JSON.stringify(ci('ci-0')))
  const refused = { 'GET /api/get_services_by_datacenter': new Refused(400, 'not today') }
  await open(refused, `/dora/US2?selectedServices=Travel&selectedCiList=${chosen}`)
  await screen.findByText('not today')
  const text = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Text to copy' })
  expect(text.value).toBe('Data center: us2\nServices: Travel\nci-0 (Web)')
})

test('search text being typed is not carried over to another data center', async () => {
  const { sent } = await open()
  await screen.findByRole('tab', { name: 'EMEA' })
  await userEvent.type(screen.getByRole('searchbox'), 'half a w')
  await userEvent.click(screen.getByRole('tab', { name: 'EMEA' }))
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe(''))
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('EMEA')
  await userEvent.type(screen.getByRole('searchbox'), 'y')
  const getRequests = () => sent.filter(({ url }) => url.pathname === '/api/get_search_results')
  await waitFor(() => expect(getRequests()).toHaveLength(1))
  expect(getRequests()[0]?.url.search).toBe('?dc=eu&search_query=y')
})

test('the warning about a broken link stays until the selection is changed', async () => {
  const chosen = encodeURIComponent(JSON.stringify(ci('gone')))
  await open({}, `/dora/US2?selectedServices=analysis&selectedCiList=${chosen}&selectedCiList=%7Bbroken`)
  const notice = 'Parts of this link could not be read and were left out: selectedCiList'
  expect(await screen.findByText('The server does not know this CI')).toBeTruthy()
  expect(screen.getByText(notice)).toBeTruthy()
  const text = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Text to copy' })
  await waitFor(() =>
    expect(text.value).toBe(
      'Data center: us2\nServices: Analysis\ngone (Web): The server does not know this CI',
    ),
  )
  await press('Analysis')
  await waitFor(() => expect(screen.queryByText(notice)).toBeNull())
})

test('where there is no us2, its address leads to the first data center', async () => {
  await open({ 'GET /api/datacenter': { data_centers: [{ name: 'Oslo', system_name: 'oslo' }] } })
  await screen.findByRole('tab', { name: 'Oslo', selected: true })
})

test('an unknown data center is reported, and the tabs stay', async () => {
  const { sent } = await open({}, '/dora/atlantis')
  expect(await screen.findByText('There is no data center atlantis')).toBeTruthy()
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['us2', 'EMEA'])
  expect(sent.some(({ url }) => url.pathname.startsWith('/api/get_'))).toBe(false)
  expect(readToasts()).toEqual([])
})

test('the CSV is offered while its URL is short enough', async () => {
  const chosen = (name: string) => `selectedCiList=${encodeURIComponent(JSON.stringify(ci(name)))}`
  await open({}, `/dora/US2?${chosen('a,b')}`)
  const link = await screen.findByRole('link', { name: 'Download CSV' })
  expect(link.getAttribute('href')).toBe('/api/affectedcompanies/export/?cis=a%252Cb')
})

test('a failed CSV download is reported on the page', async () => {
  const saved = watchSavedFiles()
  const chosen = `selectedCiList=${encodeURIComponent(JSON.stringify(ci('a,b')))}`
  await open(
    { 'GET /api/affectedcompanies/export/': new Refused(403, 'Ask for the right') },
    `/dora/US2?${chosen}`,
  )
  await userEvent.click(await screen.findByRole('link', { name: 'Download CSV' }))
  await waitFor(() =>
    expect(readToasts().at(-1)).toMatchObject({
      message: 'The file could not be downloaded.',
      reason: 'Ask for the right',
    }),
  )
  expect(saved.files).toEqual([])
})

test('the CSV is disabled with a reason when its URL is too long', async () => {
  const names = Array.from({ length: 30 }, (_, index) => `${index}${'%'.repeat(90)}`)
  const query = names
    .map((name) => `selectedCiList=${encodeURIComponent(JSON.stringify(ci(name)))}`)
    .join('&')
  await open({}, `/dora/US2?${query}`)
  const link = await screen.findByRole('link', { name: 'Download CSV' })
  expect(link.getAttribute('aria-disabled')).toBe('true')
  expect(link.hasAttribute('href')).toBe(false)
  expect(link.title).toMatch(/too long/)
})

test('the share of the companies that depend on the selection is shown in words', async () => {
  const chosen = (name: string) => `selectedCiList=${encodeURIComponent(JSON.stringify(ci(name)))}`
  await open({}, `/dora/US2?${chosen('a')}&${chosen('b')}`)
  await screen.findByRole('button', { name: 'Remove a' })
  expect(await panel('Selected CIs').findByText('50.00%')).toBeTruthy()
})

test('on a phone one column shows at a time, the selected CIs last', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('max-width: 814px'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  await open()
  await screen.findByRole('button', { name: 'Analysis' })
  expect(screen.queryByRole('region', { name: 'CI categories' })).toBeNull()
  await press('CI categories')
  await press('Web')
  await screen.findByText('CIs: 3')
  expect(screen.queryByRole('region', { name: 'CI categories' })).toBeNull()
  await press('Selected CIs')
  expect(screen.getByText("No CI's Selected Yet!!")).toBeTruthy()
  await press('Back')
  await press('Back')
  expect(screen.getByRole('button', { name: 'Web' }).getAttribute('aria-pressed')).toBe('true')
})

test('the columns of the companies can be chosen, and stay chosen', async () => {
  const chosen = `selectedCiList=${encodeURIComponent(JSON.stringify(ci('a')))}`
  await expectStaysHidden('Companies affected', 'Entity ID', () => open({}, `/dora/US2?${chosen}`))
})
