import { readFileSync } from 'node:fs'
import { expect, inject, test } from 'vitest'
import { expectNoSidewaysScroll } from './support/layout.ts'
import { incident, ingest as ingestAt } from './support/records.ts'
import { expectAccessible, openAndSignIn, openAs } from './support/visit.ts'

const ingest = (kind: string, records: object[]) =>
  ingestAt(kind, records, { url: inject('baseUrl'), token: inject('serviceToken') })

test('the way from a card to its details, with everything the incident has', async () => {
  const { page } = await openAs('support', '/')
  await page.getByRole('link', { name: 'View more OPI-1794' }).click()
  await page.getByRole('heading', { level: 1, name: /^OPI-1794.*: / }).waitFor()
  await page.getByRole('progressbar', { name: 'SLA' }).waitFor()
  await expect
    .poll(() => page.getByRole('progressbar').getAttribute('aria-valuetext'))
    .toMatch(/SLA ended .* ago/)
  await page.getByRole('region', { name: 'Story' }).getByText('Initial Notification').waitFor()
  await page.getByRole('region', { name: 'Incident team' }).getByText('#opi-1794').waitFor()
  await page.getByText('1,240 of 1,240 companies').waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})

test('filters narrow the companies, stay in the address, and are saved beyond a sign-out', async () => {
  const { page } = await openAs('support', '/details/OPI-1794')
  await page.getByText('1,240 of 1,240 companies').waitFor()
  await page.getByRole('textbox', { name: 'Filter Customer Name' }).fill('ROBOTICS, pharma')
  await page.getByText(/^\d+ of 1,240 companies/).waitFor()
  await page.waitForURL(/customer_name=/)
  const count = await page.getByText(/of 1,240 companies/).textContent()
  expect(count).not.toContain('1,240 of 1,240')
  await page.getByRole('button', { name: 'Create New' }).click()
  await page.getByText('Your filter requires a name').waitFor()
  await page.getByRole('textbox', { name: 'Name of a new filter' }).fill('Makers')
  await page.getByRole('button', { name: 'Create New' }).click()
  await page.getByText('Customer Impact tile settings updated').waitFor()
  await page.reload()
  await page.getByText(count ?? '').waitFor()

  const again = await openAndSignIn('support', '/details/OPI-1794')
  await again.page.getByText('1,240 of 1,240 companies').waitFor()
  await again.page.getByRole('button', { name: 'Saved Filters' }).click()
  await again.page.getByRole('menuitem', { name: 'Makers' }).click()
  await again.page.getByText(count ?? '').waitFor()
  await again.page.getByRole('button', { name: 'Manage Saved Settings' }).click()
  const dialog = again.page.getByRole('dialog', { name: 'Manage Saved Settings' })
  await dialog.waitFor()
  await expectAccessible(again.page)
  await dialog.getByRole('checkbox', { name: /Makers/ }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => again.page.getByRole('button', { name: 'Saved Filters' }).isDisabled()).toBe(true)
})

test('the companies are offered as a file in which no cell runs as a formula', async () => {
  await ingest('companies', [{ id: 77, name: '=HYPERLINK("https://evil.example")' }])
  await ingest('incidents', [incident('OPI-9010', { status: 'RESOLVED', end_date: '2026-09-01T10:30:00Z' })])
  await ingest('affected_companies', [{ jira_id: 'OPI-9010', company_id: 77 }])
  const { page } = await openAs('support', '/details/OPI-9010')
  await page.getByRole('region', { name: 'SLA' }).getByText('Incident Resolved In 30 minutes').waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download', { timeout: 60_000 }),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ])
  const text = readFileSync(await download.path(), 'utf8')
  expect(text).toContain('Customer Name,Entity ID,Outtask ID')
  expect(text).toContain(`"'=HYPERLINK(""https://evil.example"")",,77`)
})

test('a message that arrives shows at once, and a hostile one does nothing', async () => {
  await ingest('incidents', [incident('OPI-9011')])
  const { page } = await openAs('support', '/details/OPI-9011')
  const story = page.getByRole('region', { name: 'Story' })
  await story.getByRole('button', { name: /^Messages/ }).click()
  await page.getByText('No communications have been sent for this incident').waitFor()
  const body = {
    en: '<p>Hello</p><img src="x" onerror="window.ran=1"><script>window.ran=1</script>',
    ja: '<p>こんにちは</p>',
  }
  await ingest('incidents', [
    incident('OPI-9011', {
      messages: [{ key: '1', title: 'Internal Update', created_date: '2026-09-01T10:10:00Z', body }],
    }),
  ])
  await story.getByText('Hello').waitFor()
  expect(await page.evaluate(() => 'ran' in window)).toBe(false)
  await page
    .getByRole('banner')
    .getByRole('button', { name: /Language/ })
    .click()
  await page.getByRole('menuitem', { name: '日本語' }).click()
  await page.getByText('こんにちは').waitFor()
  await ingest('incidents', [incident('OPI-9011', { status: 'RESOLVED', end_date: '2026-09-01T11:00:00Z' })])
})

test('an update is posted and mailed from the incident, and stands in its story with its mails', async () => {
  await ingest('incidents', [incident('OPI-9012', { affected_services: ['Travel'], data_centers: ['apj1'] })])
  const { page } = await openAs('incident_manager', '/details/OPI-9012')
  const post = page.getByRole('button', { name: 'Post message' })
  await post.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Message type').selectOption('Update')
  await dialog.getByLabel('Body').fill('We have found the cause.')
  await dialog.getByRole('radio', { name: 'Yes' }).check()
  await dialog.getByLabel('Current Status').fill('Fixing')
  await dialog.getByLabel('Next Update').fill('22:00 UTC')
  await dialog.getByRole('button', { name: 'Go on to confirmation' }).click()
  await dialog.getByText('These e-mails go EXTERNAL').waitFor()
  await dialog.getByRole('button', { name: /^Confirm: send to [\d,]+, EXTERNAL$/ }).click()
  await dialog.waitFor({ state: 'detached' })
  const entry = page.getByRole('article', { name: 'Update' })
  await entry.getByText('We have found the cause.').waitFor()
  await entry.getByRole('link', { name: /^Mailed to \d+ people, EXTERNAL$/ }).waitFor()
  await page.getByText(/^Update, to \d+ people$/).waitFor()
  await page.getByRole('link', { name: /^Who was told \([1-9]/ }).click()
  await page.waitForURL('**/deliveries?reference=OPI-9012')
  await page
    .getByRole('row', { name: /OPI-9012/ })
    .first()
    .waitFor()
  await ingest('incidents', [incident('OPI-9012', { status: 'RESOLVED', end_date: '2026-09-01T11:00:00Z' })])
})

test('a link to a part leads to its head, below the header that stays in sight', async () => {
  const { page } = await openAs('support', '/details/OPI-1794')
  await page.getByText('1,240 of 1,240 companies').waitFor()
  await page.getByRole('link', { name: 'Open the table' }).click()
  const title = page.getByRole('heading', { name: 'Customer impact' })
  await expect
    .poll(async () => (await title.boundingBox())?.y ?? 0)
    .toBeLessThan(page.viewportSize()?.height ?? 0)
  const { y = 0, height = 0 } = (await page.getByRole('main').locator('header').first().boundingBox()) ?? {}
  expect((await title.boundingBox())?.y).toBeGreaterThan(y + height)
})

test('from an incident one gets to its messages, if one may edit them', async () => {
  const { page } = await openAs('incident_manager', '/details/OPI-1794')
  const facts = page.locator('main header')
  for (const fact of ['partial outage', 'P1', 'INVESTIGATION'])
    await facts.getByText(fact, { exact: true }).first().waitFor()
  await page.getByRole('button', { name: 'More about the story' }).click()
  await page.getByRole('menuitem', { name: 'Incident messages' }).click()
  await page.waitForURL(/\/edit\/OPI-1794/)
  const support = await openAs('support', '/details/OPI-1794')
  await support.page.getByRole('button', { name: 'More about the story' }).click()
  await support.page.getByRole('menuitem', { name: 'Print' }).waitFor()
  await expect.poll(() => support.page.getByRole('menuitem', { name: 'Incident messages' }).count()).toBe(0)
})

test('who may not post on an incident has no button for it', async () => {
  const { page } = await openAs('support', '/details/OPI-1794')
  await page.getByRole('region', { name: 'Story' }).getByRole('article').first().waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Post message' }).count()).toBe(0)
})

test('an unknown incident is said to be unknown', async () => {
  const { page, allow } = await openAs('support', '/details/OPI-404')
  allow(/404/)
  await page.getByRole('heading', { name: 'There is no incident OPI-404' }).waitFor()
})
