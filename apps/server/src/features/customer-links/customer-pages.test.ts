import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { CUSTOMER_SITE, openCustomer } from '../../../testing/customer-pages.ts'
import { incidentRecord, ingest, statusRecord } from '../../../testing/ingest.ts'
import { planEvent } from '../../../testing/maintenance.ts'
import { publish, publishMaintenance } from '../../../testing/status-page.ts'

// Acme Hotels is in us2, Baltic Foods in eu2. What each reads, and that it is nothing of the other's.

const [HOTELS, FOODS, NOWHERE] = [1, 2, 3]

let server: TestApp
let manager: Person
let hotels: Awaited<ReturnType<typeof openCustomer>>
let foods: Awaited<ReturnType<typeof openCustomer>>
beforeAll(async () => {
  server = await openTestApp({ environment: { CUSTOMER_SITE } })
  manager = await server.signInAs('incident_manager')
  await ingest(server, 'companies', [
    { id: HOTELS, name: 'Aster Hotels', data_center: 'us2' },
    { id: FOODS, name: 'Baltic <Foods>', data_center: 'eu2' },
    { id: NOWHERE, name: 'Cedar Nowhere' },
  ])
  hotels = await openCustomer(server, manager, HOTELS)
  foods = await openCustomer(server, manager, FOODS)
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

type Incident = { fields?: object; companies?: number[]; text: string }

async function tell(jiraId: string, { fields, companies = [], text }: Incident): Promise<void> {
  await ingest(server, 'incidents', [incidentRecord(jiraId, { ...fields })])
  if (companies.length > 0)
    await ingest(
      server,
      'affectedCompanies',
      companies.map((company_id) => ({ jira_id: jiraId, company_id })),
    )
  await publish(manager, jiraId, { body: { en: `<p>${text}</p>` } })
}

/** Waits until `browser` reads a text that was published last, so that everything before it would be shown. */
async function reads(browser: typeof hotels, text: string): Promise<string> {
  await expect.poll(() => browser.read()).toContain(text)
  return browser.read()
}

test('it says whose it is, and shows the one data center of the company, with nothing for programs', async () => {
  const { statusCode, headers, body } = await foods.get('/customer/')
  expect(statusCode).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'private, no-cache',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  })
  expect(body).toContain('Baltic &lt;Foods&gt;')
  expect(body).toContain('No incident is known that affects Baltic &lt;Foods&gt;')
  expect(body).toContain('>eu2<')
  expect(body).not.toContain('us2')
  expect(body).not.toMatch(/feed|\.json|\.ics|<form/)
})

test('an incident that names companies is shown to them alone, wherever it is', async () => {
  await tell('OPI-1', { companies: [HOTELS], text: 'Hotels wait' })
  await tell('OPI-2', { fields: { data_centers: ['eu2'] }, companies: [FOODS, HOTELS], text: 'Both wait' })
  await tell('OPI-3', { fields: { data_centers: ['us2', 'eu2'] }, companies: [FOODS], text: 'Foods wait' })
  const page = await reads(foods, 'Foods wait')
  expect(page).toContain('Both wait')
  expect(page).toContain('Baltic &lt;Foods&gt; is affected')
  expect(page).not.toContain('Hotels wait')
  expect(page).not.toContain('us2')
  const other = await reads(hotels, 'Both wait')
  expect(other).toContain('Hotels wait')
  expect(other).not.toContain('Foods wait')
  // The cells are as bad as the company's own incidents, and no worse.
  expect(other).toMatch(/Expense<\/span><span class="hidden">: Outage/)
})

test('an incident that names nobody is shown where the company is, and everywhere if it has no place', async () => {
  await tell('OPI-4', { fields: { affected_services: ['Travel'] }, text: 'In us2 only' })
  await tell('OPI-5', {
    fields: { affected_services: ['Travel'], data_centers: ['eu2', 'us2'] },
    text: 'In both',
  })
  await tell('OPI-6', { fields: { affected_services: [], data_centers: [] }, text: 'Somewhere' })
  const page = await reads(foods, 'Somewhere')
  expect(page).toContain('In both')
  expect(page).not.toContain('In us2 only')
  expect(page).not.toContain('us2')
  expect(page.match(/Travel<\/a>/g)).toHaveLength(1)
  expect(await reads(hotels, 'Somewhere')).toContain('In us2 only')
})

test('what was not published is shown to nobody, whomever it names', async () => {
  await ingest(server, 'incidents', [incidentRecord('OPI-7', { details: 'secret' })])
  await ingest(server, 'affectedCompanies', [{ jira_id: 'OPI-7', company_id: FOODS }])
  await ingest(server, 'incidents', [incidentRecord('OPI-8', { is_internal: 'Y', details: 'secret' })])
  await ingest(server, 'affectedCompanies', [{ jira_id: 'OPI-8', company_id: FOODS }])
  await publish(manager, 'OPI-7', { message_type: 'Internal Update', body: { en: '<p>secret</p>' } })
  await publish(manager, 'OPI-8', { message_type: 'Internal Update', body: { en: '<p>secret</p>' } })
  await ingest(server, 'status', [statusRecord({ service: 'Billing', data_center: 'eu2', status: 'OUTAGE' })])
  await tell('OPI-9', { companies: [FOODS], text: 'The last word' })
  const page = await reads(foods, 'The last word')
  expect(page).not.toMatch(/secret|OPI-|@/)
  expect(page).toMatch(/Billing<\/span><span class="hidden">: Normal/)
})

test('what is kept off the page for everybody is shown to whom it names, and to nobody else', async () => {
  await tell('OPI-10', { companies: [FOODS], text: 'Kept off for others' })
  await tell('OPI-11', { fields: { data_centers: ['eu2'] }, text: 'Kept off for all' })
  await server.db.execute(
    sql`update incidents set is_on_status_page = false where jira_id in ('OPI-10', 'OPI-11')`,
  )
  await tell('OPI-12', { companies: [FOODS], text: 'After both' })
  const page = await reads(foods, 'After both')
  expect(page).toContain('Kept off for others')
  await expect.poll(() => foods.read()).not.toContain('Kept off for all')
})

test('a service that is kept off the page is shown to companies that depend on it alone', async () => {
  await server.db.execute(sql`update services set is_on_status_page = false where system_name = 'Mobile'`)
  await tell('OPI-15', {
    fields: { affected_services: ['Mobile'], data_centers: ['eu2'] },
    text: 'Hidden here',
  })
  await tell('OPI-16', { fields: { affected_services: ['Mobile'], data_centers: [] }, text: 'Hidden at all' })
  await tell('OPI-17', { companies: [FOODS], text: 'After the hidden ones' })
  const page = await reads(foods, 'After the hidden ones')
  expect(page).not.toMatch(/Hidden|Mobile/)
  await ingest(server, 'cis', [
    { name: 'app-1', category: 'Apps', services: ['Mobile'], data_centers: ['eu2'] },
  ])
  await ingest(server, 'ciDependencies', [{ ci: 'app-1', company_id: FOODS }])
  const depends = await reads(foods, 'Hidden here')
  expect(depends).toContain('Hidden at all')
  expect(depends).toContain('Mobile')
  expect(await hotels.read()).not.toMatch(/Hidden|Mobile/)
})

test('maintenance is shown where the company is', async () => {
  const operator = await server.signInAs('operator')
  const here = await planEvent(server, { dataCenters: ['eu2', 'us2'] })
  const there = await planEvent(server, { dataCenters: ['us2'] })
  await publishMaintenance(server, operator, { eventId: there, subject: { en: 'Work in us2' } })
  await publishMaintenance(server, operator, { eventId: here, subject: { en: 'Work in both' } })
  const page = await reads(foods, 'Work in both')
  expect(page).not.toContain('us2')
  expect(await reads(hotels, 'Work in both')).toContain('Work in us2')
  const [, address = ''] = /href="(maintenance\/[0-9a-v]{26}\/)">Work in us2/.exec(await hotels.read()) ?? []
  expect((await hotels.get(`/customer/${address}`)).statusCode).toBe(200)
  expect((await foods.get(`/customer/${address}`)).statusCode).toBe(404)
})

test('the page of an incident is there for its companies alone, in each language', async () => {
  const [, address = ''] = /href="(incidents\/[0-9a-v]{26}\/)">/.exec(await hotels.read()) ?? []
  const addresses = [...(await hotels.read()).matchAll(/href="(incidents\/[0-9a-v]{26}\/)">/g)].map(
    ([, found = '']) => found,
  )
  expect(addresses).toContain(address)
  const shown = await Promise.all(
    addresses.map(async (each) => ({
      hotels: (await hotels.get(`/customer/ja/${each}`)).body,
      foods: await foods.get(`/customer/ja/${each}`),
    })),
  )
  const only = shown.filter(({ hotels: page }) => page.includes('Hotels wait'))
  expect(only).toHaveLength(1)
  expect(only[0]?.hotels).toContain('<html lang="ja"')
  expect(only[0]?.foods.statusCode).toBe(404)
  expect(only[0]?.foods.body).not.toContain('Hotels')
})

test('a company in no data center reads the incidents that name it', async () => {
  const nowhere = await openCustomer(server, manager, NOWHERE)
  await tell('OPI-13', { companies: [NOWHERE], text: 'Nowhere waits' })
  const page = await reads(nowhere, 'Nowhere waits')
  expect(page).not.toMatch(/us2|eu2|class="services"/)
  expect(page).not.toContain('Foods wait')
})

describe('the way to a page', () => {
  test('a change is heard of by the heartbeat, which others’ news do not move', async () => {
    const version = async (browser: typeof hotels) =>
      JSON.parse((await browser.get('/customer/heartbeat.json')).body).version
    const [before, others] = [await version(hotels), await version(foods)]
    await tell('OPI-14', { companies: [HOTELS], text: 'More for hotels' })
    await expect.poll(() => version(hotels)).not.toBe(before)
    expect(await version(foods)).toBe(others)
  })

  test('a page that has not changed costs no bytes', async () => {
    const { headers } = await foods.get('/customer/history/')
    const again = await foods.get('/customer/history/', { 'if-none-match': String(headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  test.each([
    ['/customer', '/customer/'],
    ['/customer/de', '/customer/de/'],
    ['/customer/history', '/customer/history/'],
  ])('%s leads to %s', async (from, to) => {
    const { statusCode, headers } = await foods.get(from)
    expect([statusCode, headers.location]).toEqual([301, to])
  })

  test.each([
    '/customer/nothing/',
    '/customer/incidents/',
    '/customer/snapshot.json',
    '/customer/feed.atom',
    '/customer/de/de/',
    '/customer/en/',
    '/customer/%2e%2e/api/whoami',
  ])('%s leads nowhere', async (path) => {
    expect((await foods.get(path)).statusCode).toBe(404)
  })
})
