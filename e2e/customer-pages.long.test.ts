import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tabTo } from './support/keyboard.ts'
import { expectNoSidewaysScroll } from './support/layout.ts'
import { type Person, signInAt, writeAs } from './support/person.ts'
import { incident, ingest } from './support/records.ts'
import { type BuiltServer, errorsIn, startBuiltServer } from './support/server.ts'
import { expectAccessible, open, openAs } from './support/visit.ts'

// Staff make a link for a customer, who reads its own status page by it.

/** Customers reach the server at its own address here, of which only the way is taken from the link. */
const CUSTOMER_SITE = 'http://customers.acme.example'
const PHONE = { width: 390, height: 844 }
const [HOTELS, FOODS] = [770_001, 770_002]

let server: BuiltServer
let manager: Person
beforeAll(async () => {
  server = await startBuiltServer({ CUSTOMER_SITE })
  manager = await signInAt(server.url, 'ines.incident@acme.example')
  await ingest(
    'companies',
    [
      { id: HOTELS, name: 'Northwind Hotels', data_center: 'us2' },
      { id: FOODS, name: 'Southwind Foods', data_center: 'us2' },
    ],
    server,
  )
  await ingest(
    'incidents',
    [
      incident('OPI-9701', { severity: 'OUTAGE', affected_services: ['Expense'], data_centers: ['us2'] }),
      incident('OPI-9702', { severity: 'OUTAGE', affected_services: ['Travel'], data_centers: ['us2'] }),
    ],
    server,
  )
  await ingest(
    'affected_companies',
    [
      { jira_id: 'OPI-9701', company_id: HOTELS },
      { jira_id: 'OPI-9702', company_id: FOODS },
    ],
    server,
  )
})
afterAll(async () => {
  await server.stop()
  expect(errorsIn(server.log())).toEqual([])
})

const post = (jira_id: string, words: string) =>
  writeAs(manager, {
    method: 'POST',
    path: '/api/create_message/',
    body: {
      ...{ jira_id, priority_type: 'P1', message_type: 'Update', broadcast: 'Y' },
      body: { en: `<p>${words}</p>` },
      email_template_data: { current_status: 'Looking', next_update: '13:00 UTC' },
    },
  })

/** Opens an address as somebody outside, on a device of their own. */
async function openDevice(address: string) {
  const { page, allow } = await open(address, { baseUrl: server.url, apart: true })
  allow(/403 \(Forbidden\)|answer: 403/)
  return page
}

const openLink = async (page: Page) => {
  await page.getByRole('button', { name: 'Open on this device' }).click()
  await page.getByRole('heading', { name: 'What is happening now' }).waitFor()
}

test('a link is made by keyboard, opens on one device, and its end is seen there', async () => {
  const { page } = await openAs('incident_manager', `/customers?company=${HOTELS}`, { baseUrl: server.url })
  const panel = page.getByRole('region', { name: 'Links for this customer' })
  await panel.getByText('No link was made for this customer').waitFor()
  await expectAccessible(page)
  await tabTo(page, page.getByRole('button', { name: 'Make a link' }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Make a link' })
  const devices = dialog.getByRole('textbox', { name: 'Devices at most' })
  await devices.waitFor()
  await expectAccessible(page)
  await page.keyboard.type('Their desk')
  await devices.fill('0')
  await dialog.getByRole('status').getByText('Type a number from 1 to 20').waitFor()
  await devices.fill('1')
  await page.keyboard.press('Control+Enter')
  const made = page.getByRole('dialog', { name: 'The link for Their desk' })
  const address = await made.getByText('/api/customer_links/').textContent()
  expect(address).toMatch(/^http:\/\/customers\.acme\.example\/api\/customer_links\/[\w-]{43}\/$/)
  await expectAccessible(page)
  await made.getByRole('button', { name: 'I have kept it' }).click()
  await panel.getByText('Their desk').waitFor()

  await post('OPI-9701', 'Hotels wait for us')
  await post('OPI-9702', 'Foods wait for us')
  const link = new URL(address ?? '').pathname
  const device = await openDevice(link)
  await device.getByRole('heading', { name: 'Status for Northwind Hotels' }).waitFor()
  await expectAccessible(device)
  await openLink(device)
  expect(new URL(device.url()).pathname).toBe('/customer/')
  await device.getByText('Hotels wait for us').waitFor()
  await device.getByText('Northwind Hotels is affected').waitFor()
  expect(await device.getByText(/Foods|OPI-/).count()).toBe(0)
  for (const colorScheme of ['light', 'dark'] as const) {
    await device.emulateMedia({ colorScheme })
    await expectAccessible(device)
  }
  await panel.getByText('1 of 1').waitFor()

  const other = await openDevice(link)
  await other.getByRole('button', { name: 'Open on this device' }).click()
  await other.getByRole('heading', { name: 'This link is in use on other devices' }).waitFor()
  await expectAccessible(other)
  await other.goto(`${server.url}/customer/`)
  await other.getByRole('heading', { name: 'This page needs a link' }).waitFor()

  await tabTo(page, page.getByRole('button', { name: 'Actions: Their desk' }))
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'End' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End the link' }).click()
  await panel.getByText('No link was made for this customer').waitFor()
  await device.reload()
  await device.getByRole('heading', { name: 'This page needs a link' }).waitFor()
})

test('a page that is open says by itself that its link has ended', async () => {
  const answer = await writeAs<{ address: string; customer_link: { link_id: number } }>(manager, {
    method: 'POST',
    path: '/api/customer_links/',
    body: {
      ...{ company_id: FOODS, name: 'Desk', most_devices: 2 },
      expires_date: new Date(Date.now() + 3_600_000).toISOString(),
    },
  })
  const device = await openDevice(new URL(answer.address).pathname)
  await device.setViewportSize(PHONE)
  await openLink(device)
  await device.clock.install()
  await device.reload()
  await device.getByRole('heading', { name: 'What is happening now' }).waitFor()
  await expectNoSidewaysScroll(device)
  await post('OPI-9702', 'Foods have news')
  await expect
    .poll(async () => {
      await device.clock.runFor(60_000)
      return device.getByText('Foods have news').count()
    })
    .toBe(1)
  const { link_id } = answer.customer_link
  await writeAs(manager, { method: 'DELETE', path: '/api/customer_links/', body: { link_id } })
  await expect
    .poll(async () => {
      await device.clock.runFor(60_000)
      return device.getByRole('heading', { name: 'This page needs a link' }).count()
    })
    .toBe(1)
})
