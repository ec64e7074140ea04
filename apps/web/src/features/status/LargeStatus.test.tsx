import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../../testing/render.tsx'
import { StatusPanel } from './StatusPanel.tsx'

const names = (kind: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    name: `${kind} ${index + 1}`,
    system_name: `${kind}-${index + 1}`,
  }))

type Cells = Record<string, Record<string, string>>

/** A matrix in which every cell is normal, except for those given. */
function open(rows: number, columns: number, others: Cells = {}) {
  const [services, dataCenters] = [names('Service', rows), names('dc', columns)]
  const normal = Object.fromEntries(dataCenters.map(({ system_name }) => [system_name, 'NORMAL']))
  const cells: Cells = Object.fromEntries(
    services.map(({ system_name }) => [system_name, { ...normal, ...others[system_name] }]),
  )
  const set = (service: string, dataCenter: string, status: string) => {
    cells[service] = { ...cells[service], [dataCenter]: status }
  }
  return { cells, set, page: renderPage(<StatusPanel areIncidentsShown />, answers()) }

  function answers() {
    return {
      'GET /api/services': { services },
      'GET /api/data_centers': { data_centers: dataCenters },
      'GET /api/v4/status/': () => cells,
      'GET /api/v4/status/since/': { cells: [] },
      'GET /api/v4/status/reasons/': { reasons: [] },
    }
  }
}

const TROUBLE = { 'Service-7': { 'dc-2': 'PERFORMANCE' }, 'Service-30': { 'dc-20': 'OUTAGE' } }
const rowNames = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent)
const focused = () => document.activeElement?.getAttribute('aria-label')

beforeEach(() => {
  vi.unstubAllGlobals()
})

test.each([
  [16, 12, 16],
  [17, 12, 1],
  [16, 13, 1],
])('%i services in %i data centers are %i rows', async (rows, columns, shown) => {
  await open(rows, columns, { 'Service-7': { 'dc-2': 'PERFORMANCE' } }).page
  await screen.findByRole('grid')
  await waitFor(() => expect(screen.getAllByRole('rowheader')).toHaveLength(shown))
})

test('of a very large grid only the cells in trouble are asked for their times', async () => {
  for (const [rows, of] of [
    [100, 'all'],
    [201, 'trouble'],
  ] as const) {
    const { sent } = await open(rows, 20, TROUBLE).page
    await waitFor(() =>
      expect(
        sent
          .filter(({ url }) => url.pathname.endsWith('/since/'))
          .map(({ url }) => url.searchParams.get('of')),
      ).toEqual([of]),
    )
    document.body.innerHTML = ''
  }
})

test('services in trouble come first, and the others are one line that unfolds', async () => {
  await open(40, 20, { ...TROUBLE, 'Service-9': { 'dc-1': 'NA' } }).page
  const grid = await screen.findByRole('grid')
  await waitFor(() => expect(rowNames()).toEqual(['Service 30', 'Service 7']))
  expect(grid.getAttribute('aria-rowcount')).toBe('3')
  expect(grid.getAttribute('aria-colcount')).toBe('21')
  expect(screen.getByText('40 services')).toBeTruthy()
  const fold = screen.getByRole('button', {
    name: '37 services are normal in all data centers. 1 service has no data in some.',
  })
  expect(fold.getAttribute('aria-expanded')).toBe('false')
  await userEvent.click(fold)
  expect(fold.getAttribute('aria-expanded')).toBe('true')
  await waitFor(() =>
    expect(rowNames().slice(0, 4)).toEqual(['Service 30', 'Service 7', 'Service 1', 'Service 2']),
  )
  expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('41')
})

test('without trouble only the line stands above the legend', async () => {
  await open(40, 20).page
  await screen.findByRole('button', { name: '40 services are normal in all data centers.' })
  expect(screen.queryByRole('grid')).toBeNull()
  expect(screen.getByRole('region', { name: 'Status legend' })).toBeTruthy()
})

test('the filter shows every service with the text, healthy ones too', async () => {
  await open(40, 20, TROUBLE).page
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Filter services' }), 'service 3')
  await waitFor(() => expect(screen.getByText('11 of 40 services')).toBeTruthy())
  await waitFor(() => expect(rowNames().slice(0, 3)).toEqual(['Service 30', 'Service 3', 'Service 31']))
  await userEvent.type(screen.getByRole('searchbox'), 'x')
  expect(await screen.findByText('No service has that name.')).toBeTruthy()
})

test('only a part of 1,000 × 60 is in the document, and keys reach the rest', async () => {
  await open(1_000, 60, { 'Service-1': { 'dc-1': 'OUTAGE' } }).page
  await userEvent.click(await screen.findByRole('button', { name: /^999 services/ }))
  const grid = screen.getByRole('grid')
  expect(grid.getAttribute('aria-rowcount')).toBe('1001')
  await waitFor(() => expect(within(grid).getAllByRole('rowheader').length).toBeGreaterThan(10))
  expect(within(grid).getAllByRole('gridcell').length).toBeLessThan(2_000)
  grid.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  expect(focused()).toBe('Service 1, dc 1: outage')
  await userEvent.keyboard('{End}')
  expect(focused()).toBe('Service 1, dc 60: normal')
  await userEvent.keyboard('{PageDown}{PageDown}{PageDown}{PageDown}{ArrowDown}{Home}')
  expect(focused()).toMatch(/^Service \d\d, dc 1: normal$/)
  const row = document.activeElement?.closest('tr')
  expect(Number(row?.getAttribute('aria-rowindex'))).toBeGreaterThan(60)
  expect(document.activeElement?.closest('td')?.getAttribute('aria-colindex')).toBe('2')
  expect(grid.querySelectorAll('[tabindex="0"]')).toHaveLength(1)
})

test('on paper no cell is a drawing, and the rows stay as they were when printing began', async () => {
  const outage = Object.fromEntries(names('dc', 20).map(({ system_name }) => [system_name, 'OUTAGE']))
  const all = Object.fromEntries(names('Service', 40).map(({ system_name }) => [system_name, outage]))
  const { set, page } = open(40, 20, all)
  const { client } = await page
  await screen.findByRole('grid')
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  const paper = () => document.querySelector('[data-paper-matrix]')
  expect(paper()?.querySelectorAll('td[data-status="OUTAGE"]')).toHaveLength(800)
  expect(paper()?.querySelectorAll('svg')).toHaveLength(0)
  set('Service-1', 'dc-1', 'PERFORMANCE')
  await client.refetchQueries({ queryKey: ['status', 'matrix'] })
  await screen.findByRole('button', { name: 'Service 1, dc 1: performance' })
  expect(paper()?.querySelectorAll('td[data-status="OUTAGE"]')).toHaveLength(800)
  act(() => void window.dispatchEvent(new Event('afterprint')))
  expect(paper()).toBeNull()
})

test('a row with the focus stays when it recovers, with its popover, until the focus leaves', async () => {
  const { set, page } = open(40, 20, { 'Service-7': { 'dc-2': 'PERFORMANCE' } })
  const { client } = await page
  const cell = await screen.findByRole('button', { name: 'Service 7, dc 2: performance' })
  await userEvent.click(cell)
  const popover = await screen.findByRole('dialog')
  set('Service-7', 'dc-2', 'NORMAL')
  await client.refetchQueries({ queryKey: ['status', 'matrix'] })
  expect(await within(popover).findByText('This is normal again.')).toBeTruthy()
  expect(rowNames()).toEqual(['Service 7'])
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(focused()).toBe('Service 7, dc 2: normal'))
  await userEvent.click(screen.getByRole('searchbox'))
  await waitFor(() => expect(screen.queryByRole('grid')).toBeNull())
})

test('a focused quiet cell keeps the focus when it fails and its row moves up', async () => {
  const { set, page } = open(17, 2, {
    'Service-7': { 'dc-2': 'PERFORMANCE' },
    'Service-9': { 'dc-2': 'OUTAGE' },
  })
  const { client } = await page
  const cell = await screen.findByRole('gridcell', { name: 'Service 7, dc 1: normal' })
  cell.focus()
  set('Service-7', 'dc-1', 'OUTAGE')
  await client.refetchQueries({ queryKey: ['status', 'matrix'] })
  await waitFor(() => expect(focused()).toBe('Service 7, dc 1: outage'))
  expect(rowNames()).toEqual(['Service 7', 'Service 9'])
})

test('on a phone the services in trouble come first, and the whole matrix is behind a button', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('max-width: 814px'),
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  await open(14, 7, { 'Service-7': { 'dc-2': 'PERFORMANCE', 'dc-3': 'OUTAGE' } }).page
  expect(await screen.findByRole('heading', { name: 'Services with trouble' })).toBeTruthy()
  expect(screen.getAllByRole('button', { name: /^Service 7, dc/ })).toHaveLength(2)
  expect(screen.queryByRole('grid')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: /^Service 7, dc 3: outage/ }))
  expect(await screen.findByRole('dialog', { name: /^Service 7, dc 3/ })).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  await userEvent.click(screen.getByRole('button', { name: 'All 14' }))
  expect(screen.getAllByRole('rowheader')).toHaveLength(14)
})
