import type { Page } from 'playwright-core'
import { describe, expect, inject, test } from 'vitest'
import { isFocused } from './support/keyboard.ts'
import { expectNoSidewaysScroll } from './support/layout.ts'
import { incident, ingest as ingestAt } from './support/records.ts'
import { expectAccessible, openAs } from './support/visit.ts'

const ingest = (kind: string, records: object[]) =>
  ingestAt(kind, records, { url: inject('baseUrl'), token: inject('serviceToken') })

/** Delays the requests whose URL matches the pattern `part` until `resolve` is called. */
async function holdBack(page: Page, part: string): Promise<{ resolve: () => void }> {
  const arrival = Promise.withResolvers<void>()
  await page.route(part, async (route) => {
    await arrival.promise
    await route.continue()
  })
  return arrival
}

test('the landing page shows the grid, the legend and the real open incidents', async () => {
  const { page } = await openAs('support', '/')
  const card = page.getByRole('article', { name: /OPI-1801/ })
  await card.waitFor()
  await expect.poll(() => card.textContent()).toContain('Intermittent failures creating agent tasks')
  await expect.poll(() => page.getByRole('article', { name: /OPI-1799/ }).textContent()).toContain('internal')
  const grid = page.getByRole('grid', { name: 'Service status by data center' })
  await expect.poll(() => grid.getByRole('row').count()).toBe(15)
  const headers = await grid.getByRole('columnheader').allTextContents()
  expect(headers).toEqual(['Service', 'us2', 'EMEA', 'eu2', 'China', 'CCPS', 'acmegovprod', 'apj1'])
  await grid.getByRole('button', { name: /^Travel, CCPS: outage since / }).waitFor()
  await page.getByRole('region', { name: 'Status legend' }).getByText('partial performance').waitFor()
  await page.getByRole('banner').getByText('last refresh').waitFor()
  await expectAccessible(page)
})

test('the grid does not wait for the code and texts of other screens', async () => {
  const { page } = await openAs('support', '/history', { apart: true })
  const arrival = await holdBack(page, '**/later-*.js')
  await page.goto('/')
  await page.getByRole('grid').waitFor()
  arrival.resolve()
  await page.getByRole('button', { name: /^Travel, CCPS: outage since / }).waitFor()
})

test('a fault shows also while the code of the notices cannot be loaded, and stays once it is', async () => {
  const { page, allow } = await openAs('support', '/history', { apart: true })
  allow(/ERR_FAILED|could not be loaded|503/)
  await page.route('**/tools-*.js', (route) => route.abort())
  // A server that answers would be asked for the whole page once more.
  await page.route('**/healthz', (route) => route.abort())
  await page.route('**/api/banner', (route) => route.fulfill({ status: 503 }))
  await page.clock.install()
  await page.goto('/')
  const notices = page.getByRole('region', { name: 'Notices' })
  await notices.getByText('Unable to check for banner state').waitFor()
  await expect.poll(() => notices.getByRole('alert').count()).toBe(1)
  await page.unroute('**/tools-*.js')
  await page.clock.runFor(11_000)
  await notices.locator('.mantine-Notification-root').waitFor()
  await notices.getByText('Unable to check for banner state').waitFor()
})

test('an incident that another system reports appears without a reload, and the grid changes with it', async () => {
  const { page } = await openAs('support', '/')
  await page.getByText('Live', { exact: true }).waitFor()
  await page.evaluate(() => {
    ;(window as unknown as { stayed: boolean }).stayed = true
  })
  await ingest('incidents', [incident('OPI-9001')])
  await page.getByRole('article', { name: /OPI-9001/ }).waitFor({ timeout: 25_000 })
  await page.getByRole('button', { name: /^Mobile, China: outage/ }).waitFor({ timeout: 25_000 })
  expect(await page.evaluate(() => (window as unknown as { stayed: boolean }).stayed)).toBe(true)

  await ingest('incidents', [incident('OPI-9001', { status: 'RESOLVED', end_date: '2026-09-01T11:00:00Z' })])
  await page.getByRole('article', { name: /OPI-9001/ }).waitFor({ state: 'detached', timeout: 25_000 })
})

test('without push, polling brings the change within half a minute', async () => {
  const { page, allow } = await openAs('support', '/history', { apart: true })
  allow(/events/)
  await page.route('**/api/events', (route) => route.abort())
  await page.clock.install()
  await page.goto('/')
  await page.getByText('Every 30 seconds').waitFor()
  await page.getByRole('article', { name: /OPI-1801/ }).waitFor()
  await ingest('incidents', [incident('OPI-9002')])
  await expect.poll(() => page.getByRole('article', { name: /OPI-9002/ }).count()).toBe(0)
  await page.clock.fastForward(31_000)
  await page.getByRole('article', { name: /OPI-9002/ }).waitFor()
  await ingest('incidents', [incident('OPI-9002', { status: 'RESOLVED', end_date: '2026-09-01T11:00:00Z' })])
})

test('polling stops while the page is hidden and goes on at once when it is seen again', async () => {
  const { page, allow } = await openAs('support', '/history', { apart: true })
  allow(/events/)
  await page.route('**/api/events', (route) => route.abort())
  await page.clock.install()
  await page.goto('/')
  await page.getByRole('article', { name: /OPI-1801/ }).waitFor()
  let requestCount = 0
  page.on('request', (request) => {
    if (request.url().includes('/api/incidents/')) requestCount += 1
  })
  const show = (state: 'hidden' | 'visible') =>
    page.evaluate((next) => {
      Object.defineProperty(document, 'visibilityState', { value: next, configurable: true })
      Object.defineProperty(document, 'hidden', { value: next === 'hidden', configurable: true })
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    }, state)
  await show('hidden')
  await page.clock.runFor(120_000)
  expect(requestCount).toBe(0)
  const again = page.waitForRequest(/\/api\/incidents\//)
  await show('visible')
  await again
})

describe('a cell in trouble', () => {
  test.each([
    ['en-US', 1440],
    ['de-DE', 390],
  ])('opens the alert behind it by keyboard, %s, %i pixels wide', async (locale, width) => {
    const report = { service: 'TAVS', data_center: 'eu2', source: `alertmanager:${locale}` }
    const summary = '34 % of the requests fail'
    const link = 'https://grafana.example/d/1'
    const words = { status: 'OUTAGE', at: '2026-09-01T10:00:02Z', summary, link }
    await ingest('status', [{ ...report, ...words }])
    const { page } = await openAs('support', '/', { locale, viewport: { width, height: 900 } })
    const cell = page.getByRole('button', { name: /^TAVS, eu2: / })
    await cell.focus()
    await page.keyboard.press('Enter')
    const popover = page.getByRole('dialog', { name: /^TAVS, eu2: / })
    await popover.getByText(summary).waitFor()
    await expect.poll(() => popover.getByText(/Alertmanager/).count()).toBe(1)
    const addresses = await popover
      .getByRole('link')
      .evaluateAll((links) => links.map((a) => (a as HTMLAnchorElement).href))
    expect(addresses).toEqual([link, 'https://status.example/details/p1/eu2/TAVS/Current%20Status'])
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.keyboard.press('Escape')
    await popover.waitFor({ state: 'detached' })
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toMatch(/^TAVS, eu2: /)

    await page.keyboard.press('Enter')
    await popover.getByText(summary).waitFor()
    await ingest('status', [{ ...report, status: 'NORMAL', at: '2026-09-01T10:00:03Z' }])
    await popover.getByRole('status').filter({ hasText: 'normal' }).waitFor()
    await popover.getByText(/ UTC/, { exact: false }).last().waitFor()
    await expect.poll(() => popover.getByText(summary).count()).toBe(0)
    await expect.poll(() => popover.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.keyboard.press('Escape')
    await popover.waitFor({ state: 'detached' })
    const icon = page.getByRole('img', { name: /^TAVS, eu2: normal/ })
    await expect.poll(() => isFocused(icon)).toBe(true)
  })

  test('opens while the mouse rests on it, lets the mouse into its popover, and stays once pressed', async () => {
    const { page } = await openAs('support', '/', { viewport: { width: 1440, height: 900 } })
    const cell = page.getByRole('button', { name: /^Travel, CCPS: outage since / })
    const popover = page.getByRole('dialog', { name: /^Travel, CCPS: outage/ })
    await cell.hover()
    const link = popover.getByRole('link', { name: 'OPI-1801', exact: true })
    await link.waitFor()
    const [cellBox, popoverBox] = [await cell.boundingBox(), await popover.boundingBox()]
    expect(Math.abs((popoverBox?.y ?? 0) - (cellBox?.y ?? 0) - (cellBox?.height ?? 0))).toBeLessThan(20)
    await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(true)
    await expectAccessible(page)
    await link.hover()
    await page.waitForTimeout(700)
    await page.keyboard.press('Escape')
    await popover.waitFor({ state: 'detached' })

    await page.getByRole('heading', { level: 1 }).hover()
    await cell.hover()
    await popover.waitFor()
    await cell.click()
    await page.waitForFunction(() => document.activeElement?.closest('[role="dialog"]') !== null)
    await page.getByRole('heading', { level: 1 }).hover()
    await page.waitForTimeout(700)
    await expect.poll(() => popover.count()).toBe(1)
    await page.keyboard.press('Escape')
    await popover.waitFor({ state: 'detached' })
    await cell.hover()
    await popover.waitFor()
    await page.getByRole('heading', { level: 1 }).hover()
    await popover.waitFor({ state: 'detached' })
  })

  test('opens its incident by touch', async () => {
    const { page } = await openAs('support', '/', { viewport: { width: 390, height: 844 }, hasTouch: true })
    await page.getByRole('button', { name: /^Travel, CCPS: outage since / }).tap()
    await page.getByRole('dialog').getByRole('link', { name: 'OPI-1801' }).tap()
    await page.waitForURL('**/details/OPI-1801')
  })
})

test('a cell pressed before its popover has loaded keeps the focus, and opens when that has come', async () => {
  const { page } = await openAs('support', '/history', { apart: true })
  const arrival = await holdBack(page, '**/CellPopover-*.js')
  await page.goto('/')
  const cell = page.getByRole('button', { name: /^Travel, CCPS: outage since / })
  await cell.focus()
  await page.keyboard.press('Enter')
  const popover = page.getByRole('dialog', { name: /^Travel, CCPS: outage/ })
  await expect.poll(() => popover.count()).toBe(0)
  arrival.resolve()
  await popover.waitFor()
  await page.keyboard.press('Escape')
  await popover.waitFor({ state: 'detached' })
  await page.waitForFunction(
    () => document.activeElement?.getAttribute('aria-label')?.startsWith('Travel, CCPS') === true,
  )
})

test('a cell opens when it is pressed before its popover has loaded and released after', async () => {
  const { page } = await openAs('support', '/history', { apart: true })
  const arrival = await holdBack(page, '**/CellPopover-*.js')
  const request = page.waitForRequest('**/CellPopover-*.js')
  await page.goto('/')
  await page.getByRole('button', { name: /^Travel, CCPS: outage since / }).hover()
  await request
  await page.mouse.down()
  const response = page.waitForResponse('**/CellPopover-*.js')
  arrival.resolve()
  await (await response).finished()
  await page.waitForTimeout(300)
  await page.mouse.up()
  await page.getByRole('dialog', { name: /^Travel, CCPS: outage/ }).waitFor()
})

test('the arrow keys walk the grid', async () => {
  const { page } = await openAs('support', '/')
  const grid = page.getByRole('grid')
  await grid.locator('[data-cell="0-0"]').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toMatch(/^Travel, EMEA: /)
})

test.each([480, 814, 996, 1270])('nothing reaches beyond a window %i pixels wide', async (width) => {
  const { page } = await openAs('support', '/', { viewport: { width, height: 900 } })
  await page.getByRole('article', { name: /OPI-1801/ }).waitFor()
  await expectNoSidewaysScroll(page)
})

test.each(['ja-JP', 'de-DE'])('the page in %s is accessible and fits', async (locale) => {
  const { page } = await openAs('support', '/', { locale, viewport: { width: 996, height: 900 } })
  await page.getByRole('article', { name: /OPI-1801/ }).waitFor()
  await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe(locale.slice(0, 2))
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})
