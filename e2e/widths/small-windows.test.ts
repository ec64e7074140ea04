import { toPacificWire } from '@aviary/contract/maintenance/pacific'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isFocused } from '../support/keyboard.ts'
import { expectNoSidewaysScroll } from '../support/layout.ts'
import { type BuiltServer, errorsIn, startBuiltServer } from '../support/server.ts'
import { expectAccessible, openAs } from '../support/visit.ts'
import { write } from '../support/write.ts'

const HIGHEST_ROW = 120

// A separate server, because banners and notices on every page would disturb other tests.
let server: BuiltServer
beforeAll(async () => {
  server = await startBuiltServer()
})
afterAll(async () => {
  await server.stop()
  expect(errorsIn(server.log())).toEqual([])
})

test.each([480, 814, 996])(
  'at %i px lists are cards or scroll in their own box, the page does not',
  async (width) => {
    const { page } = await openAs('administrator', '/', {
      baseUrl: server.url,
      viewport: { width, height: 900 },
    })
    for (const address of ['/incident/review', '/edit/OPI-1801', '/deliveries', '/details']) {
      await page.goto(address)
      await page.getByRole('heading', { level: 1 }).waitFor()
      if (address !== '/details') await page.locator('main :is(table, ul[aria-label])').first().waitFor()
      await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
      await expectNoSidewaysScroll(page)
      const heights = await page
        .locator('tbody tr')
        .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height))
      expect(Math.max(0, ...heights), address).toBeLessThan(HIGHEST_ROW)
      await page.getByText('Live', { exact: true }).waitFor()
      await expectAccessible(page)
    }
  },
)

const OPERATOR = 'oleg.operator@acme.example'
const HOUR = 3_600_000
const LONG = 'W'.repeat(200)

/**
 * Creates a running test event with one notification for each title in `notices`, and a template. Returns the
 * event's id.
 */
async function planTest(page: Page, notices: readonly string[]): Promise<number> {
  const send = (path: string, body: object) => write(page, { method: 'POST', path, person: OPERATOR, body })
  const times = {
    start_date: toPacificWire(Date.now() - HOUR),
    end_date: toPacificWire(Date.now() + 4 * HOUR),
  }
  const event = { title: LONG, is_internal: 'Y', is_test: 'Y', data_centers: ['us2'], created_by: OPERATOR }
  expect(await send('/v2/maintenance_event', { ...event, ...times })).toBe(200)
  const id = await page.evaluate(async (title) => {
    const { maintenance_events } = await (await fetch('/api/v2/maintenance_event?notifications=N')).json()
    return maintenance_events.find((event: { title: string }) => event.title === title).id
  }, LONG)
  const notice = {
    mwin_id: id,
    n_type: 'Personalized Open',
    body: '<p>Reports are late.</p>',
    broadcast: 'N',
  }
  const common = { is_test: 'Y', comm_src: 'Aviary', created_by: OPERATOR }
  for (const title of notices)
    expect(await send('/notifications', { ...notice, ...common, ...times, title })).toBe(200)
  const template = { template_type: 'notification', title: LONG, body: LONG }
  expect(await send('/templates', template)).toBe(200)
  return id
}

/** Checks that the box of each table ends before the right edge of its panel. */
async function expectTablesWithinPanels(page: Page): Promise<void> {
  const beyond = await page.locator('section table').evaluateAll((tables) =>
    tables.map((table) => {
      const panel = table.closest('section') ?? table
      const box = table.parentElement ?? table
      return box.getBoundingClientRect().right - panel.getBoundingClientRect().right
    }),
  )
  expect(Math.max(-1, ...beyond)).toBeLessThan(0)
}

test('a title without a space stays within its page, and a test is marked wherever it shows', async () => {
  const { page } = await openAs('operator', '/', { baseUrl: server.url })
  const id = await planTest(page, [LONG, 'Second', 'Third', 'Fourth'])
  const listed = page
    .getByRole('row', { name: LONG })
    .or(page.getByRole('main').getByRole('listitem').filter({ hasText: LONG }))
  const marked = { table: listed.getByText('TEST', { exact: true }).first() }
  const entry = page.getByRole('link', { name: LONG }).locator('..').getByText(/TEST/)
  const screens = [
    { address: '/maintenance_event', shows: marked.table },
    { address: '/maintenance_event?tab=windows&view=all', shows: marked.table },
    { address: `/maintenance_event/review/${id}`, shows: marked.table },
    { address: '/maintenance_event?tab=calendar', shows: entry.first() },
    { address: '/maintenance_event?tab=calendar&show=week', shows: entry.first() },
    { address: '/template_management/notification', shows: listed.first() },
  ]
  const notice = page.getByRole('region', { name: LONG, exact: true })
  for (const { address, shows } of screens) {
    await page.setViewportSize({ width: 1270, height: 900 })
    await page.goto(address)
    await shows.waitFor()
    await expectTablesWithinPanels(page)
    for (const width of [1270, 480]) {
      await page.setViewportSize({ width, height: 900 })
      await shows.waitFor()
      await notice.getByText('TEST', { exact: true }).waitFor()
      await expectNoSidewaysScroll(page)
    }
  }
  await page.goto(`/maintenance_event/review/${id}`)
  const head = page.locator('main header')
  await head.getByRole('heading', { level: 1, name: LONG }).waitFor()
  await head.getByText('TEST', { exact: true }).waitFor()
})

test('of four notices two show; by keyboard the others open and close again', async () => {
  const { page } = await openAs('subscriber', '/', { baseUrl: server.url })
  const notices = page.getByRole('main').locator('xpath=preceding-sibling::*').getByRole('region')
  const titles = () => notices.evaluateAll((all) => all.map((event) => event.getAttribute('aria-label')))
  const more = page.getByRole('button', { name: '+2 more, show all' })
  await notices.nth(1).waitFor()
  await more.waitFor()
  await expect.poll(() => titles()).toHaveLength(2)
  await page
    .getByRole('button', { name: /^Hide: / })
    .last()
    .focus()
  await page.keyboard.press('Tab')
  await expect.poll(() => isFocused(more)).toBe(true)
  await page.keyboard.press('Enter')
  const fewer = page.getByRole('button', { name: 'Show fewer' })
  await fewer.waitFor()
  expect((await titles()).toSorted()).toEqual(['Fourth', 'Second', 'Third', LONG])
  await expect.poll(() => fewer.getAttribute('aria-expanded')).toBe('true')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.keyboard.press('Enter')
  await more.waitFor()
  await expect.poll(() => titles()).toHaveLength(2)
})
