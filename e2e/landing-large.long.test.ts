import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectInSight, expectNoSidewaysScroll } from './support/layout.ts'
import { expectAccessible, openAs } from './support/visit.ts'

const names = (kind: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    name: `${kind} ${index + 1}`,
    system_name: `${kind}-${index + 1}`,
  }))

/** Bad statuses, which every fifth service gets in turn; it has its status in one of every ten data centers. */
const STATUSES = ['OUTAGE', 'PARTIAL_OUTAGE', 'PERFORMANCE', 'PARTIAL_PERFORMANCE'] as const

async function answerWith(page: Page, size: { services: number; dataCenters: number }): Promise<void> {
  const services = names('Service', size.services)
  const dataCenters = names('dc', size.dataCenters)
  const statusAt = (row: number, column: number) =>
    row % 5 === 4 && column % 10 === row % 10 ? (STATUSES[((row - 4) / 5) % 4] ?? 'OUTAGE') : 'NORMAL'
  const matrix = Object.fromEntries(
    services.map(({ system_name }, row) => [
      system_name,
      Object.fromEntries(dataCenters.map((place, column) => [place.system_name, statusAt(row, column)])),
    ]),
  )
  const answers = {
    services: { services },
    data_centers: { data_centers: dataCenters },
    'v4/status/': matrix,
    'v4/status/since/': { cells: [] },
    'v4/status/reasons/**': { reasons: [] },
  }
  for (const [path, json] of Object.entries(answers))
    await page.route(`**/api/${path}`, (route) => route.fulfill({ json }))
}

type Size = Parameters<typeof answerWith>[1]
type Options = Parameters<typeof openAs>[2]

async function openLarge(size: Size, options: Options = {}): Promise<Page> {
  const { page } = await openAs('support', '/history', { ...options, apart: true })
  await answerWith(page, size)
  await page.goto('/')
  return page
}

const LARGE = { services: 40, dataCenters: 20 }
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))

describe('40 services in 20 data centers', () => {
  test('show those in trouble with low rows and upright heads, and fold the others into one line', async () => {
    const page = await openLarge(LARGE, { viewport: { width: 1440, height: 900 } })
    const grid = page.getByRole('grid', { name: 'Service status by data center' })
    await grid.getByRole('row').nth(8).waitFor()
    await expect
      .poll(() => grid.getByRole('rowheader').allTextContents())
      .toEqual([5, 25, 10, 30, 15, 35, 20, 40].map((number) => `Service ${number}`))
    const row = await grid.getByRole('row').nth(1).boundingBox()
    expect(row?.height).toBe(26)
    const head = grid.getByRole('columnheader', { name: 'dc 12' }).locator('span')
    const size = await head.boundingBox()
    expect(size?.height).toBeGreaterThan(size?.width ?? 0)
    const legend = page.getByRole('region', { name: 'Status legend' })
    await expectInSight(legend)
    await page.getByRole('button', { name: '32 services are normal in all data centers.' }).click()
    await grid.getByRole('rowheader', { name: 'Service 1', exact: true }).waitFor()
    await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe('41')
    await legend.waitFor()
  })

  test.each([
    ['en-US', 1270, 'light'],
    ['de-DE', 996, 'dark'],
    ['ja-JP', 480, 'light'],
    ['de-DE', 390, 'dark'],
  ] as const)('are accessible and fit, %s, %i pixels, %s', async (locale, width, colorScheme) => {
    const page = await openLarge(LARGE, { locale, viewport: { width, height: 900 }, colorScheme })
    await page.getByRole('article', { name: /OPI-1801/ }).waitFor()
    await page.locator('button[data-status="OUTAGE"]').first().waitFor()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    if (width <= 814) await page.locator('button[aria-pressed]').click()
    await page.locator('button[aria-expanded]').filter({ hasText: '32' }).click()
    await page.getByRole('rowheader', { name: 'Service 1', exact: true }).waitFor()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  })

  test('are filtered by name, and walked and opened by keys', async () => {
    const page = await openLarge(LARGE)
    await page.getByRole('searchbox', { name: 'Filter services' }).fill('service 2')
    await page.getByText('11 of 40 services').waitFor()
    await page.locator('[role="grid"] [tabindex="0"]').focus()
    await expect.poll(() => focused(page)).toBe('Service 25, dc 1: normal')
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'Enter'])
      await page.keyboard.press(key)
    const popover = page.getByRole('dialog', { name: 'Service 25, dc 5: outage' })
    await popover.getByRole('link', { name: /External status page/ }).waitFor()
    await page.keyboard.press('Escape')
    await popover.waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe('Service 25, dc 5: outage')
  })
})

test('1,000 services in 60 data centers: keys reach what is not in the document', async () => {
  const page = await openLarge({ services: 1_000, dataCenters: 60 })
  await page.getByRole('button', { name: /normal in all data centers/ }).click()
  const grid = page.getByRole('grid')
  await grid.getByRole('gridcell').nth(200).waitFor()
  await expect.poll(() => page.locator('[role="gridcell"]').count()).toBeLessThan(2_500)
  await page.locator('[role="grid"] [tabindex="0"]').focus()
  await page.keyboard.press('End')
  await expect.poll(() => focused(page)).toBe('Service 5, dc 60: normal')
  for (let press = 0; press < 12; press += 1) await page.keyboard.press('PageDown')
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => focused(page)).toMatch(/^Service \d+, dc 59: normal$/)
  const cell = page.locator('[role="grid"] :focus')
  await expectInSight(cell)
  expect(Number(await cell.locator('xpath=ancestor::tr').getAttribute('aria-rowindex'))).toBeGreaterThan(100)
})

/** Prints the page; returns the numbers of rows and columns that are rendered when printing begins. */
async function countOnPaper(page: Page) {
  await page.evaluate(() =>
    window.addEventListener('beforeprint', () => {
      const tables = [...document.querySelectorAll('[data-paper-matrix]')]
      document.body.dataset.counted = JSON.stringify({
        rows: tables.map((table) => table.querySelectorAll('tbody tr').length),
        columns: tables.flatMap((table) => [...table.querySelectorAll('thead th')]).length - tables.length,
      })
    }),
  )
  await page.pdf()
  return page.evaluate(() => JSON.parse(document.body.dataset.counted ?? 'null'))
}

test.each([
  [{ services: 40, dataCenters: 20 }, { rows: [40], columns: 20 }, null],
  [
    { services: 1_000, dataCenters: 60 },
    { rows: [250, 250, 250], columns: 60 },
    '750 more rows are not printed.',
  ],
])(
  '%o are printed whole up to a limit, and then only the part in sight is back',
  async (size, whole, rest) => {
    const page = await openLarge(size)
    await page.getByRole('button', { name: /normal in all data centers/ }).click()
    const grid = page.getByRole('grid')
    await grid.getByRole('gridcell').nth(200).waitFor()
    const scroller = grid.locator('xpath=ancestor::div[2]')
    const place = async () => ({
      top: await scroller.evaluate(({ scrollTop }) => scrollTop),
      focus: await focused(page),
    })
    await page.locator('[role="grid"] [tabindex="0"]').focus()
    for (let press = 0; press < 12; press += 1) await page.keyboard.press('ArrowDown')
    await scroller.evaluate((element) => element.scrollTo({ top: 100 }))
    const before = await place()
    expect(before).toEqual({ top: 100, focus: expect.stringMatching(/^Service \d+, dc 1: normal$/) })
    await expect.poll(() => countOnPaper(page)).toEqual(whole)
    await expect.poll(place).toEqual(before)
    await expect.poll(() => page.locator('[data-paper-matrix]').count()).toBe(0)
    await page.emulateMedia({ media: 'print' })
    await page.locator('[data-paper-matrix]').first().waitFor()
    await expect.poll(() => grid.isVisible()).toBe(false)
    await expect
      .poll(() => page.getByText(/more rows? .* not printed/).allTextContents())
      .toEqual(rest ? [rest] : [])
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
      .toBeLessThanOrEqual(0)
    await page.emulateMedia({ media: null })
    await page.locator('[data-paper-matrix]').first().waitFor({ state: 'detached' })
    await expect.poll(() => grid.isVisible()).toBe(true)
    expect((await place()).top).toBe(100)
    await expect.poll(() => page.locator('[role="gridcell"]').count()).toBeLessThan(2_500)
  },
)

test('on a phone a tap opens why a service is in trouble, and the whole matrix is behind a button', async () => {
  const { page } = await openAs('support', '/', { viewport: { width: 390, height: 844 }, hasTouch: true })
  await page.getByRole('heading', { name: 'Services with trouble' }).waitFor()
  await expect.poll(() => page.getByRole('grid').count()).toBe(0)
  const cell = page.getByRole('button', { name: /^Travel, CCPS: outage/ })
  expect((await cell.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await cell.tap()
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /External status page/ })
    .waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'All 14' }).tap()
  await expect.poll(() => page.getByRole('grid').getByRole('rowheader').count()).toBe(14)
})

test('the legend stays when the status cannot be loaded', async () => {
  const { page, allow } = await openAs('support', '/history', { apart: true })
  allow(/400/)
  await page.route('**/api/v4/status/', (route) =>
    route.fulfill({ status: 400, json: { title: 'Refused', status: 400, detail: 'no status' } }),
  )
  await page.goto('/')
  await page.getByText('The service status could not be loaded.').waitFor()
  await page.getByRole('region', { name: 'Status legend' }).getByText('no data').waitFor()
})

describe('the strip of maintenance', () => {
  test('shows what is in progress and what is next, with a link to all', async () => {
    const { page } = await openAs('support', '/', { viewport: { width: 1440, height: 900 } })
    const strip = page.getByRole('region', { name: 'Maintenance now and next' })
    await strip.getByText('Now', { exact: true }).waitFor()
    await strip.getByText('Next maintenance').waitFor()
    expect((await strip.boundingBox())?.height).toBe(36)
    await strip.getByRole('link', { name: /^All \d+$/ }).click()
    await page.waitForURL('**/maintenance_event')
  })

  test('takes no room from the second visit on when there is none', async () => {
    const { page } = await openAs('support', '/history', { apart: true })
    await page.route('**/api/v2/maintenance_overlaps/**', (route) =>
      route.fulfill({ json: { overlaps: [] } }),
    )
    const visitLanding = async () => {
      const answered = page.waitForResponse((response) => response.url().includes('end_date=2999'))
      await page.goto('/')
      await page.getByRole('grid').waitFor()
      await answered
    }
    const top = async () => (await page.getByRole('grid').boundingBox())?.y ?? 0
    await visitLanding()
    await page.waitForFunction(() => localStorage.getItem('aviary-maintenance-strip') === 'none')
    const first = await top()
    await visitLanding()
    await expect.poll(async () => first - (await top())).toBe(52)
    await expect.poll(() => page.getByRole('region', { name: 'Maintenance now and next' }).count()).toBe(0)
  })
})
