import { readFileSync } from 'node:fs'
import { beforeAll, expect, inject, test } from 'vitest'
import { expectNoSidewaysScroll } from './support/layout.ts'
import { incident, ingest as ingestAt } from './support/records.ts'
import { expectAccessible, openAs } from './support/visit.ts'

const ingest = (kind: string, records: object[]) =>
  ingestAt(kind, records, { url: inject('baseUrl'), token: inject('serviceToken') })

/** Yesterday: after the end of every closed incident of the demo data. */
const DAY = new Date(Date.now() - 24 * 60 * 60_000).toISOString().slice(0, 10)
const closed = { status: 'RESOLVED', end_date: `${DAY}T11:30:00Z` }
const COUNT = /^[\d,]+ of [\d,]+ incidents$/

beforeAll(async () => {
  const body = { en: '<p>A <b>cable</b> was cut by a digger that nobody had told about it</p>' }
  const messages = [{ key: '1', title: 'Root Cause Analysis', created_date: `${DAY}T11:30:00Z`, body }]
  await ingest('companies', [
    { id: 7101, name: 'Quokka & Sons', entity_code: 'qs-1', data_center: 'eu' },
    { id: 7102, name: 'Quokka Bank' },
  ])
  await ingest('incidents', [
    incident('OPI-9101', { ...closed, messages, start_date: `${DAY}T10:00:00Z` }),
    incident('OPI-9102', { ...closed, is_internal: 'Y', start_date: `${DAY}T11:00:00Z` }),
    incident('OPI-9103', { ...closed, start_date: `${DAY}T09:00:00Z` }),
  ])
  await ingest(
    'affected_companies',
    ['OPI-9101', 'OPI-9102'].map((jira_id) => ({ jira_id, company_id: 7101 })),
  )
})

test('the history shows what is over, newest first, and is found by its root cause', async () => {
  const { page } = await openAs('support', '/history')
  await page.getByText(COUNT).waitFor()
  const row = page.getByRole('row', { name: /OPI-9102/ })
  await expect.poll(() => row.getAttribute('data-internal')).toBe('true')
  await expect.poll(() => row.textContent()).toContain('Internal')
  await expectAccessible(page)
  await page.getByRole('searchbox', { name: /^Filter by/ }).fill('CUT BY A DIGGER')
  await page.getByText(/^1 of [\d,]+ incidents$/).waitFor()
  await page.waitForURL(/filter=CUT/)
  await page.reload()
  await page.getByText(/^1 of [\d,]+ incidents$/).waitFor()
  await page.getByText('A cable was cut by a digger that nobody had told a…').waitFor()
  await page.getByRole('link', { name: 'OPI-9101, view details' }).click()
  await page.getByRole('heading', { level: 1, name: /OPI-9101/ }).waitFor()
})

test('the sort and the page of the history stay in the address', async () => {
  const { page } = await openAs('support', '/history?sort=opi+asc')
  await page.getByText(COUNT).waitFor()
  await page.getByRole('button', { name: 'Next page' }).click()
  await page.waitForURL(/page=2/)
  await page.getByText(/^Page 2 of/).waitFor()
  await page.getByRole('button', { name: 'OPI number' }).press('Enter')
  await page.waitForURL(/sort=opi(\+|%20)desc/)
  await page.getByText(/^Page 1 of/).waitFor()
})

test('an incident that is over appears in the history without a reload', async () => {
  const { page } = await openAs('support', '/history?filter=9104')
  await page.getByText(/^0 of [\d,]+ incidents$/).waitFor()
  await page.getByText('Live', { exact: true }).waitFor()
  await ingest('incidents', [incident('OPI-9104', closed)])
  await page.getByRole('row', { name: /OPI-9104/ }).waitFor({ timeout: 25_000 })
})

test('a customer is found by keyboard, and a link brings it back', async () => {
  const { page } = await openAs('support', '/customers')
  const search = page.getByRole('combobox', { name: 'Find a customer' })
  await search.focus()
  await page.keyboard.type('quokka &')
  await page.getByRole('option', { name: /Quokka & Sons/ }).waitFor()
  await expect.poll(() => search.getAttribute('aria-expanded')).toBe('true')
  await expectAccessible(page)
  await page.keyboard.press('ArrowDown')
  const active = await search.getAttribute('aria-activedescendant')
  await expect.poll(() => page.locator(`[id="${active}"]`).textContent()).toContain('Quokka & Sons')
  await page.keyboard.press('Enter')
  await page.waitForURL(/company=7101/)
  const info = page.getByRole('region', { name: 'Customer Info' })
  await info.getByText('No', { exact: true }).waitFor()
  await expect.poll(() => search.getAttribute('aria-expanded')).toBe('false')
  await expectAccessible(page)
  await page.reload()
  await info.getByText('Quokka & Sons').waitFor()
  await page.getByText('Incidents: 2').waitFor()
  await expect
    .poll(() => page.getByRole('link', { name: /, view details$/ }).allTextContents())
    .toEqual(['OPI-9102', 'OPI-9101'])
})

test('the command palette finds a customer, by keyboard alone', async () => {
  const { page } = await openAs('support', '/history')
  await page.getByRole('button', { name: /^Search/ }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Pages, incidents by id, customers, commands').fill('quokka &')
  await page
    .getByRole('group', { name: 'Customers' })
    .getByRole('button', { name: /Quokka & Sons/ })
    .waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await page.waitForURL(/company=7101/)
})

test('the incidents of a customer are offered as a file', async () => {
  const { page } = await openAs('support', '/customers?company=7101')
  await page.getByText('Incidents: 2').waitFor()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^Quokka & Sons-\d{4}-\d{2}-\d{2}\.csv$/)
  const [header, first, second] = readFileSync(await download.path(), 'utf8').split('\r\n')
  expect(header).toContain(
    'Severity,OPI Number,Status,Affected Service(s),Start Date,End Date,Duration (minutes),Intermediate Root Cause Analysis,Root Cause Analysis',
  )
  expect(first).toBe(`outage,OPI-9102,Closed,Mobile,${DAY} 11:00:00 UTC,${DAY} 11:30:00 UTC,30,,`)
  expect(second).toContain(',90,,A cable was cut by a digger')
})

test('without incidents the table is empty with a text and the download says why it is disabled', async () => {
  const { page } = await openAs('support', '/customers?company=7102')
  await page.getByText('No incidents found for Quokka Bank').waitFor()
  const button = page.getByRole('button', { name: 'Download CSV' })
  await expect.poll(() => button.isDisabled()).toBe(true)
  await button.focus()
  await page.getByRole('tooltip', { name: 'No data to export' }).waitFor()
  await expectAccessible(page)
})

test.each([480, 814, 996, 1270])('nothing reaches beyond a window %i pixels wide', async (width) => {
  const { page } = await openAs('support', '/history', { viewport: { width, height: 900 } })
  await page.getByText(COUNT).waitFor()
  await expectNoSidewaysScroll(page)
  const long = page.getByRole('columnheader', { name: 'Total affected companies' })
  await expect.poll(() => long.count()).toBe(width >= 1270 ? 1 : 0)
  await page.goto('/customers?company=7101')
  await page.getByText('Incidents: 2').waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})

test.each(['ja-JP', 'de-DE'])('both pages in %s are accessible and fit', async (locale) => {
  const { page } = await openAs('support', '/history', { locale, viewport: { width: 996, height: 900 } })
  await page.getByRole('row', { name: /OPI-9102/ }).waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.goto('/customers?company=7101')
  await page.getByRole('row', { name: /OPI-9102/ }).waitFor()
  await expectNoSidewaysScroll(page)
})
