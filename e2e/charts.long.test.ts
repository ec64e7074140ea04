import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgres15 } from '../apps/server/testing/postgres-15.ts'
import { isFocused } from './support/keyboard.ts'
import { expectNoSidewaysScroll } from './support/layout.ts'
import { incident, ingest } from './support/records.ts'
import { type BuiltServer, errorsIn, startBuiltServer } from './support/server.ts'
import { expectAccessible, openAs } from './support/visit.ts'

const RANGE = '/charts?start=2026-06-01&end=2026-08-29'
const HOUR = 3_600_000

// A separate database: the figures are compared with SQL, and other tests would add incidents to them.
let database: Awaited<ReturnType<typeof startPostgres15>>
let folder: string
let server: BuiltServer
let client: pg.Client

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'aviary-charts-'))
  chmodSync(folder, 0o711)
  database = await startPostgres15(folder)
  server = await startBuiltServer({ DATABASE_URL: database.url, SEED_DEMO: 'false' })
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await ingest('incidents', records(), server)
})
afterAll(async () => {
  await client.end()
  await server.stop()
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
  expect(errorsIn(server.log())).toEqual([])
})

/**
 * More incidents than one page lists, 20 hours apart, spread over the bars of the data centers. Two further
 * incidents have no measurable duration.
 */
function records() {
  const severities = ['OUTAGE', 'PARTIAL_OUTAGE', 'PERFORMANCE', 'PARTIAL_PERFORMANCE', 'NORMAL']
  const dataCenters = [['us2'], ['eu2', 'eu'], ['china'], ['usg', 'acmegovprod'], ['acmegovprod'], ['apj1']]
  const many = Array.from({ length: 120 }, (_, index) => {
    const start = Date.parse('2026-05-20T03:00:00Z') + index * 20 * HOUR
    return incident(`OPI-${2_000 + index}`, {
      status: 'RESOLVED',
      severity: severities[(index * 7) % 5],
      affected_services: ['Travel'],
      data_centers: dataCenters[index % dataCenters.length],
      start_date: new Date(start).toISOString(),
      end_date: new Date(start + (17 + ((index * 37) % 400)) * 60_000).toISOString(),
    })
  })
  const expense = { status: 'RESOLVED', affected_services: ['Expense'], data_centers: ['us2'] }
  const bad = { start_date: '2026-08-20T10:00:00Z', end_date: '2026-08-20T10:36:00Z' }
  return [
    ...many,
    incident('OPI-3000', { ...expense, start_date: '2026-06-02T10:00:00Z' }),
    incident('OPI-3001', { ...expense, ...bad }),
    incident('OPI-3002', {
      ...expense,
      start_date: '2026-08-25T10:00:00Z',
      end_date: '2026-08-25T10:00:00Z',
    }),
  ]
}

const open = async (address = RANGE, options: object = {}) => {
  const { page } = await openAs('support', address, { baseUrl: server.url, ...options })
  await page.locator('[data-complete=true]').waitFor()
  await page.getByRole('slider').first().waitFor()
  return page
}

async function tableOf(page: Page, title: string): Promise<string[][]> {
  await page.getByRole('button', { name: `Show numbers: ${title}` }).click()
  const rows = page.getByRole('table', { name: title }).locator('tbody tr')
  return rows.evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent ?? '')),
  )
}

async function saved(page: Page, title: string, file: 'CSV' | 'PNG') {
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: `Actions: ${title}` }).click()
  await page.getByRole('menuitem', { name: file }).click()
  const download = await downloading
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) }
}

const within = `start_date >= '2026-06-01T00:00:00Z' and start_date < '2026-08-30T00:00:00Z'`
const minutes = 'extract(epoch from end_date - start_date)::float8 / 60'

test('every figure is what SQL counts, in the tables and in the files', async () => {
  const page = await open()
  await page.getByText('All 123 historic incidents are loaded').waitFor()
  const counted: { count: number; minutes: number | null }[] = []
  for (const names of [['us2'], ['eu2'], ['china'], ['usg', 'acmegovprod'], ['france']]) {
    const { rows } = await client.query(
      `select count(*)::int as count, avg(${minutes}) filter (where end_date > start_date) as minutes
       from incidents where ${within} and incident_id in
         (select incident_id from incident_data_centers where data_center = any($1))`,
      [names],
    )
    counted.push(rows[0])
  }
  expect(counted[0]?.count).toBeGreaterThan(10)
  const format = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })
  await expect
    .poll(() => tableOf(page, 'Average Length of Incidents'))
    .toEqual(
      ['US2', 'EU2', 'China', 'PSCC (Acme Cloud for Public Sector)', 'France (France DC)'].map(
        (name, index) => {
          const value = counted[index]?.minutes
          return [name, typeof value === 'number' ? format.format(value) : 'no data']
        },
      ),
    )
  expect((await tableOf(page, 'Number of Incidents')).map(([, count]) => count)).toEqual(
    counted.map(({ count }) => String(count)),
  )

  const { rows: months } = await client.query(
    `select to_char(start_date at time zone 'UTC', 'YYYY-MM') as month,
       count(*) filter (where severity = 'OUTAGE') as outage, count(*) as all,
       count(*) filter (where end_date > start_date) as measured,
       percentile_cont(array[0.5, 0.9]) within group (order by ${minutes})
         filter (where end_date > start_date) as parts
     from incidents where ${within} group by 1 order by 1`,
  )
  const shown = await tableOf(page, 'Incidents per month by severity')
  expect(shown.map((cells) => [cells[1], cells[6]])).toEqual(months.map((month) => [month.outage, month.all]))
  const csv = await saved(page, 'Time to resolve per month', 'CSV')
  expect(csv.name).toBe('time-to-resolve-per-month.csv')
  const lines = csv.bytes.toString('utf8').replace('\uFEFF', '').split('\r\n')
  expect(lines[0]).toBe('Month,Measured,Median (minutes),90th percentile (minutes)')
  for (const [index, expectedMonth] of months.entries()) {
    const [month, measured, median, ninetieth] = lines[index + 1]?.split(',') ?? []
    expect([month, measured]).toEqual([expectedMonth.month, expectedMonth.measured])
    expect(Number(median)).toBeCloseTo(expectedMonth.parts[0], 6)
    expect(Number(ninetieth)).toBeCloseTo(expectedMonth.parts[1], 6)
  }
})

test('every figure is offered as a picture, in the theme that shows', async () => {
  const page = await open(`${RANGE}&data_centers=us2,eu2`)
  const sizes: number[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor()
    const { name, bytes } = await saved(page, 'Incidents per month by severity', 'PNG')
    expect(name).toBe('incidents-per-month-by-severity.png')
    expect(bytes.subarray(1, 4).toString()).toBe('PNG')
    expect(await coloursIn(page, bytes)).toBeGreaterThan(6)
    sizes.push(bytes.length)
  }
  expect(sizes[0]).not.toBe(sizes[1])
  await page.getByRole('button', { name: /^Show numbers: Availability/ }).click()
  expect((await saved(page, 'Availability', 'PNG')).bytes.length).toBeGreaterThan(10_000)
})

/** Number of different colours in a picture. */
const coloursIn = (page: Page, bytes: Buffer) =>
  page.evaluate(async (text) => {
    const image = new Image()
    image.src = `data:image/png;base64,${text}`
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = image.width
    canvas.height = image.height
    const context = canvas.getContext('2d')
    context?.drawImage(image, 0, 0)
    const data = context?.getImageData(0, 0, image.width, image.height).data ?? []
    const colours = new Set<number>()
    for (let index = 0; index + 3 < data.length; index += 4)
      colours.add(((data[index] ?? 0) << 16) | ((data[index + 1] ?? 0) << 8) | (data[index + 2] ?? 0))
    return colours.size
  }, bytes.toString('base64'))

test('response times load when they are reached, and are what SQL counts', async () => {
  const page = await open()
  const asked = (): Promise<boolean> =>
    page.evaluate(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('/charts/response_times/')),
    )
  expect(await asked()).toBe(false)
  const panel = page.getByRole('region', { name: 'Response times' })
  await panel.scrollIntoViewIfNeeded()
  await panel.getByRole('radio', { name: 'Resolved' }).focus()
  await page.keyboard.press('Space')
  await panel.getByRole('application', { name: /^Response times: Resolved, All services/ }).waitFor()
  await panel.getByRole('combobox', { name: 'Service' }).selectOption('Travel')
  await panel.getByRole('application', { name: /^Response times: Resolved, Travel/ }).waitFor()
  const address = new URL(page.url()).searchParams
  expect([address.get('measure'), address.get('service')]).toEqual(['resolve', 'Travel'])
  await expectAccessible(page)
  const { rows } = await client.query(
    `select to_char(start_date at time zone 'UTC', 'YYYY-MM') as month, count(*)::int as incidents,
       count(*) filter (where end_date > start_date)::int as measured,
       percentile_cont(array[0.5, 0.9]) within group (order by extract(epoch from end_date - start_date))
         filter (where end_date > start_date) as parts
     from incidents join incident_services using (incident_id) where ${within} and service = 'Travel'
     group by 1 order by 1`,
  )
  const csv = await saved(page, 'Response times', 'CSV')
  expect(csv.name).toBe('response-times.csv')
  const lines = csv.bytes.toString('utf8').split('\r\n')
  const travel = lines.flatMap((line) => (/^Travel,\d{4}-\d\d,/.test(line) ? [line.split(',')] : []))
  expect(travel.map((cells) => [cells[1], ...[2, 9, 10, 11].map((index) => Number(cells[index]))])).toEqual(
    rows.map(({ month, incidents, measured, parts }) => [
      ...[month, incidents, measured],
      ...parts.map((seconds: number) => Math.round(seconds)),
    ]),
  )
  const picture = await saved(page, 'Response times', 'PNG')
  expect([picture.name, picture.bytes.subarray(1, 4).toString()]).toEqual(['response-times.png', 'PNG'])
  await page.getByRole('button', { name: 'Show numbers: Response times' }).click()
  await page.getByRole('table', { name: 'Response times: Resolved, Travel, By month' }).waitFor()
  await page.getByRole('table', { name: 'Response times: Resolved, By service' }).waitFor()
})

test('a day is reached by keyboard, with its figures, its incidents and its changes', async () => {
  const page = await open(`${RANGE}&data_centers=us2`)
  const strip = page.getByRole('slider', { name: 'Expense, us2', exact: true })
  await page.getByRole('button', { name: 'Show numbers: Availability' }).focus()
  await page.keyboard.press('Tab')
  await expect.poll(() => isFocused(strip)).toBe(true)
  await page.keyboard.press('End')
  for (let steps = 0; steps < 9; steps += 1) await page.keyboard.press('ArrowLeft')
  const columnText = 'Aug 20, 2026: outage 36 minutes · 97.500% available'
  await expect.poll(() => strip.getAttribute('aria-valuetext')).toBe(columnText)
  await page.getByText(columnText).waitFor()

  const answer = await page.request.get(
    `${server.url}/api/charts/availability/?start_day=2026-06-01&end_day=2026-08-29&data_centers=us2`,
  )
  const [cell] = (await answer.json()).cells
  const percent = Math.floor(cell.availability * 1000) / 1000
  expect(cell).toMatchObject({ service: 'Expense', outage: 36 * 60 })
  await page.getByRole('listitem').filter({ has: strip }).getByText(`${percent}%`).waitFor()

  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Expense, us2: Aug 20, 2026' })
  await dialog.getByRole('link', { name: 'OPI-3001' }).waitFor()
  await expect.poll(() => dialog.getByRole('listitem').count()).toBe(1)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => isFocused(strip)).toBe(true)
  await page.keyboard.press('Enter')
  await dialog.getByRole('link', { name: 'Search automated changes' }).click()
  await page.waitForURL(/\/changes\?change_type=auto/)
  const { searchParams } = new URL(page.url())
  expect(searchParams.get('selected_services')).toBe('Expense')
  expect(Number(searchParams.get('date_range_end')) - Number(searchParams.get('date_range_start'))).toBe(
    86_400,
  )
})

test('days without incidents lead to days with some; invalid parameters show the default', async () => {
  const page = await open('/charts?start=2020-01-01&end=2020-03-30')
  await page.getByText(/^No historic incident began in Jan 1/).waitFor()
  await page.getByRole('button', { name: /^Show May 20/ }).click()
  await page.getByRole('figure', { name: 'Number of Incidents' }).waitFor()
  await page.waitForURL(/start=2026-05-20/)
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN')
  await page.goto('/charts?start=2026-08-29&end=2020-01-01&days=many&data_centers=atlantis')
  await page.getByRole('slider').first().waitFor()
  await expect.poll(() => page.getByLabel('Days (UTC)').inputValue()).toBe('all')
  const years = await page.request.get(
    `${server.url}/api/charts/availability/?start_day=2021-03-09&end_day=2026-08-29`,
  )
  expect(years.status()).toBe(400)
})

test.each([480, 700, 1280])('the details of a day stay within a window of %d pixels', async (width) => {
  const page = await open(RANGE, { viewport: { width, height: 900 } })
  for (const service of ['Expense, us2', 'Travel, eu2']) {
    const strip = page.getByRole('slider', { name: service, exact: true })
    await strip.scrollIntoViewIfNeeded()
    const box = await strip.boundingBox()
    if (!box) throw new Error('The strip is not drawn')
    for (const part of [0.01, 0.25, 0.5, 0.75, 0.99]) {
      await page.mouse.move(box.x + box.width * part, box.y + box.height / 2)
      await page.getByText(/2026: (nothing|.*available)/).waitFor()
      await expectNoSidewaysScroll(page)
    }
  }
})

test.each([
  ['de-DE', false],
  ['ja-JP', true],
])('in %s it fits a small window, as figures and as tables', async (locale, asTables) => {
  const page = await open(`${RANGE}&data_centers=us2`, { locale, viewport: { width: 480, height: 900 } })
  await expectNoSidewaysScroll(page)
  if (!asTables) return expectAccessible(page)
  for (const toggle of await page.getByRole('button', { name: /^数値を表示: / }).all()) await toggle.click()
  await page.getByRole('table').or(page.getByRole('main').locator('ul[aria-label]')).nth(4).waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})
