import { toHex } from '@aviary/contract/subscribers/address'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSmtp, type TestSmtp } from '../apps/server/testing/smtp.ts'
import {
  brokenLinks,
  isTextOfProduct,
  openAlbum,
  pagesOfGuide,
  pictureFiles,
  picturesInPages,
  titlesOfScreens,
} from './support/album.ts'
import { choose, csv, written } from './support/merge.ts'
import type { Role } from './support/role.ts'
import { chooseAction } from './support/row.ts'
import { type BuiltServer, errorsIn, startBuiltServer } from './support/server.ts'
import { open, openAs, signedInAs } from './support/visit.ts'

// The demo data are moved to this time: the newest incident is 25 minutes old.
const NOW = Date.parse('2026-08-20T20:50:00Z')
const MINUTE = 60_000
const LARGEST_BYTES = 120 * 1024
const SUE = 'sue.subscriber@acme.example'

const album = openAlbum()
let smtp: TestSmtp
let server: BuiltServer
beforeAll(async () => {
  smtp = await startSmtp()
  server = await startBuiltServer({ SMTP_URL: smtp.url }, { movesClock: true, beginsAt: NOW })
  // Signs in with a clock that is not behind the machine's: otherwise the browser would drop cookies that seem
  // expired.
  await server.setClockAhead(Math.max(0, NOW - Date.now()))
  const roles = ['administrator', 'incident_manager', 'operator'] as const
  await Promise.all(roles.map((role) => signedInAs(role, server.url)))
  await server.setClockAhead(NOW - Date.now())
  // The demo data have mails in the ledger, and none of them may go out.
  expect(smtp.received).toEqual([])
})
afterAll(async () => {
  await server.stop()
  await smtp.close()
  expect(errorsIn(server.log())).toEqual([])
})

async function visit(role: Role, address: string): Promise<Page> {
  const { page } = await openAs(role, address, {
    baseUrl: server.url,
    viewport: { width: 1280, height: 800 },
    colorScheme: 'light',
    reducedMotion: 'reduce',
    // Slightly ahead of the server's clock, so that no page shows a write of the server as future.
    now: NOW + 2 * MINUTE,
  })
  return page
}

const shows = (where: Page | Locator, ...texts: (string | RegExp)[]) =>
  Promise.all(texts.map((text) => where.getByText(text).first().waitFor()))
const region = (page: Page, name: string | RegExp) => page.getByRole('region', { name })
const press = (where: Page | Locator, name: string | RegExp) =>
  where.getByRole('button', { name }).first().click()

test('what is wrong, and how to find one’s way', async () => {
  const page = await visit('incident_manager', '/')
  await shows(page, 'OPI-1801', 'Service status by data center', /Started 2\d minutes ago/, 'ines.incident')
  await album.screen('active-incidents', page, { isWhole: true, height: 480 })
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Pages, incidents by id, customers, commands').fill('incident')
  await shows(page.getByRole('dialog'), 'Incident history', 'Create message')
  await page.getByText('Searching…').waitFor({ state: 'hidden' })
  await album.part('command-palette', page.getByRole('dialog'))
  await page.keyboard.press('Escape')

  await page.goto('/details/OPI-1801')
  await shows(page, 'Story', /^3h.* left/, '#opi-1801', /^Listed because they share/)
  await album.screen('incident-details', page, { height: 470 })
  await press(region(page, 'What changed before this incident'), 'Show all')
  await shows(region(page, 'What changed before this incident'), /Automated change/)
  await album.part('what-changed-before', region(page, 'What changed before this incident'), 480)

  await page.goto('/history?filter=expense')
  await shows(page, 'OPI-1797')
  await album.screen('incident-history', page, { height: 560 })
  await page.goto('/customers')
  await page.getByLabel('Find a customer').fill('amber')
  await page.getByRole('option').first().waitFor()
  await page.getByRole('option').first().click()
  await shows(page, 'Customer Info', 'Incidents of this customer', /^Incidents: \d/)
  await album.screen('customer', page, { height: 640 })
})

test('a message about an incident', async () => {
  const page = await visit('incident_manager', '/incident/review')
  await shows(page, 'OPI-1801', 'Service-disruption banner')
  await album.screen('incident-management', page, { height: 620 })
  await page.goto('/edit/OPI-1801')
  await press(page, 'Create message')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Message type').selectOption('Update')
  await dialog.getByLabel('Body').fill('We have found the cause: a full disk.\n\nThe fix is on its way.')
  await dialog.getByRole('radio', { name: 'Yes' }).check()
  await dialog.getByLabel('Update promised for (UTC)').fill('2026-08-20T22:00')
  await dialog.getByLabel('Current Status').fill('Fixing')
  await dialog.getByLabel('Next Update').focus()
  await album.part('create-message', dialog)
  await press(dialog, 'Go on to confirmation')
  await shows(dialog, 'These e-mails go EXTERNAL', /^Recipients: \d/, /^Outage: Travel in /)
  await album.part('confirm-broadcast', dialog)
  await press(dialog, /^Confirm: send to [\d,]+, EXTERNAL$/)
  await dialog.waitFor({ state: 'detached' })
  const broadcasts = region(page, 'Broadcasts')
  // The second broadcast is from the demo data.
  await broadcasts.getByText('Queued: 0').nth(1).waitFor()
  await album.part('broadcast-progress', broadcasts)

  await page.goto('/details/OPI-1801')
  await shows(region(page, 'Story'), /^Mailed to \d+ people, EXTERNAL$/, /^[1-9]\d* sent$/)
  await album.screen('timeline', page, { height: 520 })
})

test('what changed, charts, and whom a part affects', async () => {
  const page = await visit('incident_manager', '/changes')
  await press(page, 'Apply')
  await shows(page, 'Changes over time', /Planned Start|Completed/)
  await album.screen('change-history', page, { height: 680 })
  await page.goto('/charts')
  await shows(page, 'Average Length of Incidents', /historic incidents are loaded$/, 'Number of Incidents')
  await album.screen('charts', page)
  const times = region(page, 'Response times')
  await times.scrollIntoViewIfNeeded()
  await times.getByRole('radio', { name: 'Resolved' }).check()
  await shows(times, /Half took at most/)
  await album.part('response-times', times)
  await shows(region(page, 'Availability per service and data center'), 'Expense')
  await album.part('availability', region(page, 'Availability per service and data center'))
  await page.goto('/dora/US2')
  await press(page, 'Expense')
  await page.getByRole('button', { name: 'Data store' }).click()
  await press(page, /^Add (?!all)/)
  await shows(page, 'Selected: 1', 'In scope', /^Companies: \d/)
  await album.screen('dora', page)
})

test('maintenance and its notifications', async () => {
  const page = await visit('operator', '/maintenance_event')
  await shows(page, /^Database failover exercise/, /^Period-end freeze/)
  await album.screen('maintenance-events', page, { height: 620 })
  await page.goto('/maintenance_event?tab=calendar')
  await shows(page, 'August 2026', /Operating system updates/)
  await album.screen('maintenance-calendar', page)
  await page.goto('/maintenance_event')
  const row = page.getByRole('row', { name: /Operating system updates/ })
  await chooseAction(row, 'Review')
  await press(page, 'Create Notification')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title').fill('Operating system updates on Monday')
  await dialog
    .getByLabel('Body')
    .fill('Some calls are slow while we update the machines, one after the other.')
  await dialog.getByRole('radio', { name: 'Yes' }).check()
  await dialog.getByLabel('Send time (Pacific time)').fill('2026-08-23T08:00')
  // The mail appears beside the fields once its author stops typing.
  await dialog.getByRole('complementary').getByRole('document').waitFor()
  await album.part('create-notification', dialog)
  await press(dialog, 'Go on to confirmation')
  await press(dialog, /^Confirm: schedule for EXTERNAL/)
  await dialog.waitFor({ state: 'detached' })
  await shows(page, 'Scheduled', 'Operating system updates on Monday')
  await album.screen('maintenance-event', page, { height: 600 })
})

test('templates, subscriptions, and who heard of it', async () => {
  const page = await visit('administrator', '/template_management/message')
  await shows(page, /^\d+ of \d+ templates/)
  await album.screen('templates', page, { height: 560 })
  await page.goto('/subscriptions')
  await shows(page, 'E-mail address:', 'P1')
  await album.screen('subscriptions', page)
  await page.goto(`/deliveries?reference=OPI-1801`)
  await page
    .getByRole('button', { name: /^View mail/ })
    .first()
    .waitFor()
  await album.screen('delivery-ledger', page, { height: 520 })
  await page.goto(`/comm_history/u/${toHex(SUE)}`)
  await press(page, /^Why mailed: OPI-1801/)
  await shows(page.getByRole('dialog'), `Why ${SUE} was mailed, or not`, 'Type of the alert')
  await album.part('why-mailed', page.getByRole('dialog'))
})

test('security communications', async () => {
  const page = await visit('administrator', '/')
  const { secId, commId } = await openSecurity(page)
  await page.goto('/security_incidents')
  await shows(page, 'Lost laptop with customer contacts')
  await album.screen('security-incidents', page, { height: 340 })
  await page.goto(`/mass_import/${secId}/${commId}`)
  await press(page, 'Upload Mail Merge File')
  const dialog = page.getByRole('dialog')
  await choose(page, csv(MERGE, 'notice.csv'))
  await shows(dialog, 'The first rows as mails', 'Row 1 of 3')
  await album.part('mail-merge', dialog)
  await press(dialog, 'Upload and stage')
  await page.getByRole('link', { name: /^Review Data/ }).click()
  await press(page, /^Review: \d+ Notice for Bryce/)
  await shows(dialog, 'Active users of the company: 1', 'The row of the file')
  await album.part('staged-email', dialog)
  await page.keyboard.press('Escape')
  await press(page, 'Promote all (3)')
  await press(dialog, 'Promote (3)')
  await page.getByRole('link', { name: /^Emails of this import/ }).click()
  await press(page, 'Send all unsent of this import…')
  await shows(dialog, 'Emails: 2 · companies: 2 · recipients: 2', 'Emails that have nobody to reach: 1')
  await album.part('send-security-emails', dialog)
  await page.keyboard.press('Escape')
  await page.goto(`/emails/${commId}`)
  await chooseAction(page.getByRole('row', { name: /Notice for Bryce/ }), 'Edit')
  await shows(page, 'Add paragraph')
  await album.screen('compose-email', page, { height: 744 })
})

const MERGE = ['company_id,subject,body,name']
  .concat(
    ['Ashgrove', 'Bryce', 'Corley'].map(
      (name, index) =>
        `${100_001 + index},Notice for {{name}},"<p>Dear {{name}},</p><p>on August 18 a laptop with contact data was lost.</p>",${name}`,
    ),
  )
  .join('\n')

/** Creates a security incident with a comm, and security users for two companies. A third company has none. */
async function openSecurity(page: Page): Promise<{ secId: number; commId: number }> {
  const { sec_id: secId = 0 } = await written(page, '/sec/incidents/', {
    title: 'Lost laptop with customer contacts',
    status: 'Open',
    description: 'Disk encrypted; contact data of some customers on it.',
    start_date: '2026-08-18T09:30:00-07:00',
  })
  const { sec_comm_id: commId = 0 } = await written(page, '/sec/comms/', {
    sec_id: secId,
    status: 'Draft',
    description: 'First notice to customers',
    comm_type: 1,
  })
  for (const company of [100_001, 100_002])
    await written(page, '/sec/user/', {
      company_id: company,
      email: `security@customer-${company}.example`,
      active: 'Y',
    })
  return { secId, commId }
}

test('the status page, as anybody reads it', async () => {
  const site = await startBuiltServer({ PUBLIC_STATUS: '/status' }, { movesClock: true, beginsAt: NOW })
  const { page } = await open('/status/', {
    ...{ baseUrl: site.url, viewport: { width: 1000, height: 900 } },
    // The script would find the demo's time to be long ago.
    javaScriptEnabled: false,
  })
  await shows(page, 'Outage: Travel in eu2, CCPS, apj1', 'Partial outage', 'Operating system updates')
  await album.part('status-page', page.locator('body'))
  await site.stop()
})

test('rights and the audit log', async () => {
  const page = await visit('administrator', '/administration')
  await shows(page, 'User Management', SUE)
  await chooseAction(page.getByRole('row', { name: /ines\.incident/ }), 'Edit')
  await shows(page.getByRole('dialog'), 'Unassigned', 'Assigned')
  await album.part('edit-user', page.getByRole('dialog'))
  await page.goto('/audit')
  await shows(page.getByRole('table'), 'Create Notification')
  await shows(page, /^Sealed: [1-9]/)
  await album.screen('audit', page, { height: 560 })
})

test('the pages show what was pictured, and nothing else lies in their folder', () => {
  const expectedPictures = picturesInPages()
  const names = expectedPictures.map(({ name }) => name).sort()
  expect(album.takenNames().sort()).toEqual(names)
  const files = pictureFiles()
  expect(files.map(({ name }) => name).sort()).toEqual(names)
  expect(files.filter(({ bytes }) => bytes > LARGEST_BYTES)).toEqual([])
  expect(expectedPictures.filter(({ alt }) => alt.length < 20)).toEqual([])
})

test('the pages name every screen, by the words of the product, and their links lead somewhere', () => {
  const pages = pagesOfGuide()
  const pictureNames = pages.flatMap(({ text }) =>
    [...text.matchAll(/\*\*([^*]+)\*\*/g)].map(([, label = '']) => label.replaceAll(/\s+/g, ' ')),
  )
  expect(titlesOfScreens().filter((title) => !pictureNames.includes(title))).toEqual([])
  const isText = isTextOfProduct()
  expect(pictureNames.filter((label) => !label.endsWith('.') && !isText(label))).toEqual([])
  expect(pages.flatMap(brokenLinks)).toEqual([])
})
