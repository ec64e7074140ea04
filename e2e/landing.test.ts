import { expect, inject, test } from 'vitest'
import { incident, takeIn as takeInAt } from './support/records.ts'
import { expectAccessible, expectNoSidewaysScroll, openAs } from './support/visit.ts'

const takeIn = (kind: string, records: object[]) =>
  takeInAt(kind, records, { url: inject('baseUrl'), token: inject('serviceToken') })

test('the landing page shows the grid, the legend and the real open incidents', async () => {
  const { page } = await openAs('support', '/')
  const card = page.getByRole('article', { name: /OPI-1801/ })
  await card.waitFor()
  expect(await card.textContent()).toContain('Intermittent failures creating agent tasks')
  expect(await page.getByRole('article', { name: /OPI-1799/ }).textContent()).toContain('internal')
  const grid = page.getByRole('grid', { name: 'Service status by data center' })
  expect(await grid.getByRole('row').count()).toBe(15)
  const headers = await grid.getByRole('columnheader').allTextContents()
  expect(headers).toEqual(['Service', 'us2', 'EMEA', 'eu2', 'China', 'CCPS', 'acmegovprod', 'apj1'])
  const cell = grid.getByRole('link', { name: /^Travel, CCPS: outage since / })
  expect(await cell.getAttribute('href')).toBe(
    'https://status.example/details/p1/usg/Travel/Current%20Status',
  )
  await page.getByRole('region', { name: 'Status legend' }).getByText('partial performance').waitFor()
  await page.getByText('Last refresh').waitFor()
  await expectAccessible(page)
})

test('an incident that another system reports appears without a reload, and the grid changes with it', async () => {
  const { page } = await openAs('support', '/')
  await page.getByText('Live', { exact: true }).waitFor()
  await page.evaluate(() => {
    ;(window as unknown as { stayed: boolean }).stayed = true
  })
  await takeIn('incidents', [incident('OPI-9001')])
  await page.getByRole('article', { name: /OPI-9001/ }).waitFor({ timeout: 10_000 })
  await page.getByRole('link', { name: /^Mobile, China: outage/ }).waitFor({ timeout: 10_000 })
  expect(await page.evaluate(() => (window as unknown as { stayed: boolean }).stayed)).toBe(true)

  await takeIn('incidents', [incident('OPI-9001', { status: 'RESOLVED', end_date: '2026-09-01T11:00:00Z' })])
  await page.getByRole('article', { name: /OPI-9001/ }).waitFor({ state: 'detached', timeout: 10_000 })
})

test('without push, polling brings the change within half a minute', async () => {
  const { page, allow } = await openAs('support', '/history', { apart: true })
  allow(/events/)
  await page.route('**/api/events', (route) => route.abort())
  await page.clock.install()
  await page.goto('/')
  await page.getByText('Every 30 seconds').waitFor()
  await page.getByRole('article', { name: /OPI-1801/ }).waitFor()
  await takeIn('incidents', [incident('OPI-9002')])
  expect(await page.getByRole('article', { name: /OPI-9002/ }).count()).toBe(0)
  await page.clock.fastForward(31_000)
  await page.getByRole('article', { name: /OPI-9002/ }).waitFor()
  await takeIn('incidents', [incident('OPI-9002', { status: 'RESOLVED', end_date: '2026-09-01T11:00:00Z' })])
})

test('polling stops while the page is hidden and goes on at once when it is seen again', async () => {
  const { page, allow } = await openAs('support', '/history', { apart: true })
  allow(/events/)
  await page.route('**/api/events', (route) => route.abort())
  await page.clock.install()
  await page.goto('/')
  await page.getByRole('article', { name: /OPI-1801/ }).waitFor()
  let asked = 0
  page.on('request', (request) => {
    if (request.url().includes('/api/incidents/')) asked += 1
  })
  const show = (state: 'hidden' | 'visible') =>
    page.evaluate((next) => {
      Object.defineProperty(document, 'visibilityState', { value: next, configurable: true })
      Object.defineProperty(document, 'hidden', { value: next === 'hidden', configurable: true })
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    }, state)
  await show('hidden')
  await page.clock.runFor(120_000)
  expect(asked).toBe(0)
  const again = page.waitForRequest(/\/api\/incidents\//)
  await show('visible')
  await again
})

test('the arrow keys walk the grid', async () => {
  const { page } = await openAs('support', '/')
  const grid = page.getByRole('grid')
  await grid.locator('[data-cell="0-0"]').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toMatch(
    /^Travel, EMEA: /,
  )
})

test.each([480, 814, 996, 1270])('nothing reaches beyond a window %i pixels wide', async (width) => {
  const { page } = await openAs('support', '/', { viewport: { width, height: 900 } })
  await page.getByRole('article', { name: /OPI-1801/ }).waitFor()
  await expectNoSidewaysScroll(page)
})

test.each(['ja-JP', 'de-DE'])('the page in %s is accessible and fits', async (locale) => {
  const { page } = await openAs('support', '/', { locale, viewport: { width: 996, height: 900 } })
  await page.getByRole('article', { name: /OPI-1801/ }).waitFor()
  expect(await page.evaluate(() => document.documentElement.lang)).toBe(locale.slice(0, 2))
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})
