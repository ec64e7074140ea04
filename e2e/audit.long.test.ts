import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isFocused } from './support/keyboard.ts'
import { expectNoSidewaysScroll } from './support/layout.ts'
import { cardOf } from './support/row.ts'
import { type BuiltServer, startBuiltServer } from './support/server.ts'
import { expectAccessible, openAs } from './support/visit.ts'
import { write } from './support/write.ts'

const ADA = 'ada.admin@acme.example'
const WRITES = 101

// A separate server, because the other tests constantly write audit rows.
let server: BuiltServer
beforeAll(async () => {
  server = await startBuiltServer()
  const { page } = await openAs('administrator', '/audit', { baseUrl: server.url })
  const post = (path: string, body: object) => write(page, { method: 'POST', path, person: ADA, body })
  for (let index = 0; index < WRITES; index += 1)
    expect(await post('/banner', { display: index % 2 === 0 })).toBe(200)
  const template = { template_type: 'message', title: 'Slow', body: 'All is slow' }
  expect(await post('/templates', { ...template, message_type: 'Update', affected_service: 'Expense' })).toBe(
    200,
  )
})
afterAll(() => server.stop())

const open = async (address = '/audit') =>
  (await openAs('administrator', address, { baseUrl: server.url })).page
const rows = (page: Page) => page.getByRole('table', { name: 'Audit log' }).locator('tbody tr')

test('an administrator pages through the log, and a link shows the same page again', async () => {
  const page = await open()
  await page.getByText('Page 1 · 1 to 100').waitFor()
  await expect.poll(() => rows(page).first().textContent()).toContain('Create Template')
  const [previous, next] = [
    page.getByRole('button', { name: 'Prev' }),
    page.getByRole('button', { name: 'Next' }),
  ]
  await expect.poll(() => previous.isDisabled()).toBe(true)
  await expectAccessible(page)
  await next.focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/page=2/)
  await page.getByText('Page 2 · 101 to').waitFor()
  await expect.poll(() => next.isDisabled()).toBe(true)
  // On the last page focus stays on the button, so that Tab continues from there.
  await expect.poll(() => isFocused(next)).toBe(true)
  await page.reload()
  await page.getByText('Page 2 · 101 to').waitFor()
  await previous.click()
  await page.getByText('Page 1 · 1 to 100').waitFor()
  for (const width of [480, 814, 996, 1270]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSidewaysScroll(page)
  }
})

test('the log is filtered by keyboard, and what a change did is shown as a difference', async () => {
  const page = await open()
  await page.getByText('Page 1 · 1 to 100').waitFor()
  await page.getByRole('button', { name: 'Actions', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => isFocused(page.getByRole('combobox', { name: 'Actions' }))).toBe(true)
  await page.keyboard.type('banner')
  // The whole list has this one, too.
  await expect.poll(() => page.getByRole('option').first().textContent()).toContain('Update Banner')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(/action=Update(\+|%20)Banner/)
  await expect.poll(() => rows(page).first().textContent()).toContain('Update Banner')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  const chip = page.getByRole('button', { name: 'Actions: Update Banner' })
  await expect.poll(() => isFocused(chip)).toBe(true)

  const view = rows(page).first().getByRole('button', { name: 'View' })
  await view.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('heading', { name: 'What changed' }).waitFor()
  await expect.poll(() => dialog.locator('del').allTextContents()).toEqual([expect.stringContaining('false')])
  await expect.poll(() => dialog.locator('ins').allTextContents()).toEqual([expect.stringContaining('true')])
  await dialog.getByText('"request_id"').waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => isFocused(view)).toBe(true)
  await page.setViewportSize({ width: 480, height: 900 })
  await cardOf(page, 'Update Banner').getByRole('button', { name: 'View' }).click()
  await dialog.getByRole('heading', { name: 'What changed' }).waitFor()
  await expectNoSidewaysScroll(page)
})

test('what was filtered is exported as a whole, as CSV and as JSON Lines', async () => {
  const page = await open('/audit?action=Update Banner')
  await page.getByText('Page 1 · 1 to 100').waitFor()
  const exported = async (name: string) => {
    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name }).click()
    const download = await downloading
    return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') }
  }
  const csv = await exported('Export as CSV')
  expect(csv.name).toMatch(/^audit-\d{4}-\d\d-\d\d\.csv$/)
  const lines = csv.text.trimEnd().split('\r\n')
  expect(lines).toHaveLength(WRITES + 1)
  expect(lines.at(-1)).toContain(`,Aviary,${ADA},Update Banner,`)
  const { text } = await exported('Export as JSON Lines')
  const records = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(records).toHaveLength(WRITES)
  expect(records[0].context.after).toMatchObject({ display: true })
})

test('a range that ends before it starts is said, exports nothing, and is mended at the field', async () => {
  const page = await open('/audit?start=2030-01-02T00:00&end=2030-01-01T00:00')
  await page.getByText('The end is before the start').first().waitFor()
  const link = page.getByRole('link', { name: 'Export as CSV' })
  await expect.poll(() => link.getAttribute('href')).toBeNull()
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Start: / }).click()
  await page.getByLabel('Start (UTC)').fill('2020-01-01T00:00')
  await page.getByText('Page 1 · 1 to 100').waitFor()
  await expect.poll(() => link.getAttribute('href')).toContain('start_date=1577836800')
})

test('the server seals the log by itself, and the page tells how far', async () => {
  const page = await open()
  const sealed = page.getByText(/^Sealed: 1\d\d, waiting: 0, in archives: 0$/)
  await expect
    .poll(
      async () => {
        await page.reload()
        await page.getByText(/^Sealed: /).waitFor()
        return sealed.count()
      },
      { timeout: 60_000 },
    )
    .toBe(1)
  expect(server.log()).toMatch(/"seal_no":\d+,"hash":"[\w-]{43}".*the audit log is sealed/)
})

test('a person without the action reads which one is missing', async () => {
  const { page } = await openAs('support', '/audit', { baseUrl: server.url })
  await page.getByText(/“Read the audit log”/).waitFor()
})
