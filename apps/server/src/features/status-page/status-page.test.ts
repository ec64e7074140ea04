import { cancelMaintenanceEvent } from '@aviary/contract/maintenance/endpoints'
import { updateMessage } from '@aviary/contract/messages/endpoints'
import { createNotification } from '@aviary/contract/notifications/endpoints'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { incidentRecord, ingest, statusRecord } from '../../../testing/ingest.ts'
import { planEvent } from '../../../testing/maintenance.ts'
import { publish, publishMaintenance, takeBack } from '../../../testing/status-page.ts'

let server: TestApp
let manager: Person
beforeAll(async () => {
  server = await openTestApp({ environment: { PUBLIC_STATUS: '/status' } })
  manager = await server.signInAs('incident_manager')
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const get = (path: string, headers: Record<string, string> = {}) =>
  server.app.inject({ method: 'GET', url: path, headers })
const read = async (path = '/status/') => (await get(path)).body
/** Waits until a page shows, or shows no longer, a text. */
const shows = (text: string, path?: string) =>
  expect.poll(() => read(path), { timeout: 50_000 }).toContain(text)
const hides = (text: string, path?: string) =>
  expect.poll(() => read(path), { timeout: 50_000 }).not.toContain(text)

const post = (jiraId: string, fields?: object) => publish(manager, jiraId, fields)

test('anybody reads it, without a session, a cookie or a script', async () => {
  const { statusCode, headers, body } = await get('/status/')
  expect(statusCode).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'public, max-age=15, s-maxage=15, stale-while-revalidate=60, stale-if-error=86400',
    'content-security-policy': expect.stringContaining("script-src 'self'"),
  })
  expect(headers['set-cookie']).toBeUndefined()
  expect(body).toContain('All services work normally')
  expect(body).toContain('No incident is open.')
  expect(body).not.toMatch(/<script(?! defer src=)|\sstyle=|\son[a-z]+=/)
})

test('what monitoring and staff know is not shown until it is published', async () => {
  await ingest(server, 'status', [
    statusRecord({ service: 'Travel', data_center: 'eu', status: 'OUTAGE', summary: 'secret' }),
  ])
  await ingest(server, 'incidents', [incidentRecord('OPI-1', { details: 'secret', severity: 'OUTAGE' })])
  await post('OPI-1', { message_type: 'Internal Update' })
  const incidents = [incidentRecord('OPI-2', { is_internal: 'Y' })]
  await ingest(server, 'incidents', incidents)
  await post('OPI-2', { message_type: 'Internal Update' })
  // Published last, so that everything before it would be shown by now.
  await ingest(server, 'incidents', [incidentRecord('OPI-3', { affected_services: ['Billing'] })])
  await post('OPI-3')
  await shows('Billing in us2')
  const page = await read()
  expect(page.match(/<article/g)).toHaveLength(1)
  expect(page).not.toMatch(/secret|OPI-|incident_manager/i)
})

test('internal messages move no time that people outside can see', async () => {
  const updatedAt = async () => JSON.parse(await read('/status/snapshot.json')).page.updated_at
  const before = await updatedAt()
  server.setNow(new Date(server.now().getTime() + 60_000))
  await ingest(server, 'incidents', [incidentRecord('OPI-8')])
  await post('OPI-8', { message_type: 'Internal Update' })
  server.setNow(new Date(server.now().getTime() - 60_000))
  await post('OPI-3', { body: { en: '<p>After the internal one</p>' } })
  await shows('After the internal one')
  expect(await updatedAt()).toBe(before)
})

test('each language has its page, with the texts that were published in it', async () => {
  await shows('Wir sehen nach', '/status/de/')
  const german = await read('/status/de/')
  expect(german).toContain('<html lang="de"')
  expect(german).toContain('Was gerade geschieht')
  const japanese = await read('/status/ja/')
  expect(japanese).toContain('<div lang="en"><p>We look into it</p>')
})

test('an incident has a page of its own; what is taken back is gone from all of them', async () => {
  await ingest(server, 'incidents', [incidentRecord('OPI-4', { affected_services: ['Mobile'] })])
  const first = await post('OPI-4', { body: { en: '<p>First words</p>' } })
  await shows('First words')
  const [, address = ''] = /href="(incidents\/[0-9a-v]{26}\/)">[^<]*Mobile/.exec(await read()) ?? []
  expect(await read(`/status/${address}`)).toContain('First words')
  await manager.call(updateMessage, {
    body: {
      ...{ message_id: first, jira_id: 'OPI-4', priority_type: 'P1', message_type: 'Update' },
      ...{ body: '<p>Better words</p>', language: 'en' },
    },
  })
  await shows('Better words', `/status/${address}`)
  await hides('First words', `/status/${address}`)
  await takeBack(manager, 'OPI-4', first)
  await expect.poll(async () => (await get(`/status/${address}`)).statusCode, { timeout: 50_000 }).toBe(404)
  expect(await read()).not.toContain('Mobile in')
})

describe('the way to a page', () => {
  test.each([
    ['/status', '/status/'],
    ['/status/de', '/status/de/'],
    ['/status/history', '/status/history/'],
  ])('%s leads to %s', async (from, to) => {
    const { statusCode, headers } = await get(from)
    expect([statusCode, headers.location]).toEqual([301, to])
  })

  test.each(['/status/nothing', '/status/incidents/abc/', '/status/../api/whoami', '/status/%2e%2e/x'])(
    '%s leads nowhere, and says so',
    async (path) => {
      expect((await get(path)).statusCode).toBe(404)
    },
  )

  test('a wrong address in a language answers in that language', async () => {
    const { statusCode, body } = await get('/status/de/incidents/abc/')
    expect(statusCode).toBe(404)
    expect(body).toContain('Hier ist nichts')
    expect(body).toContain('href="/status/de/"')
  })
})

test('an unchanged page costs its readers no bytes', async () => {
  const { headers } = await get('/status/')
  const again = await get('/status/', { 'if-none-match': String(headers.etag) })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

test('a page is small, with its style and script', async () => {
  const page = await get('/status/', { 'accept-encoding': 'gzip' })
  const files = [...(await read()).matchAll(/(?:href|src)="(assets\/[^"]+)"/g)].map(([, name]) => name)
  expect(files).toHaveLength(2)
  const parts = await Promise.all(files.map((name) => get(`/status/${name}`, { 'accept-encoding': 'gzip' })))
  const bytes = [page, ...parts].reduce((sum, { rawPayload }) => sum + rawPayload.length, 0)
  expect(bytes).toBeLessThan(30_000)
  for (const part of parts) expect(part.headers['cache-control']).toBe('public, max-age=31536000, immutable')
})

test('a service or data center that is kept off is not shown, nor an incident that is', async () => {
  await ingest(server, 'incidents', [
    incidentRecord('OPI-5', { affected_services: ['Imaging', 'Analysis'], data_centers: ['china'] }),
  ])
  await post('OPI-5')
  await shows('Imaging')
  await server.db.execute(sql`update services set is_on_status_page = false where system_name = 'Imaging'`)
  await post('OPI-5', { body: { en: '<p>Only Analysis</p>' } })
  await shows('Only Analysis')
  expect(await read()).not.toContain('Imaging')
  await server.db.execute(sql`update incidents set is_on_status_page = false where jira_id = 'OPI-5'`)
  await post('OPI-3', { body: { en: '<p>Another one</p>' } })
  await shows('Another one')
  expect(await read()).not.toContain('Only Analysis')
})

test('addresses of people and of the console do not stand in what was published', async () => {
  await ingest(server, 'incidents', [incidentRecord('OPI-6', { affected_services: ['Request'] })])
  await post('OPI-6', {
    body: {
      en: '<p>Write to <a href="mailto:eva@acme.example">eva@acme.example</a>, see <a href="http://localhost:8080/details/OPI-6">this</a> and <a href="https://other.example/x">that</a></p>',
    },
  })
  await shows('https://other.example/x')
  const page = await read()
  expect(page).not.toContain('eva@')
  expect(page).not.toContain('details/OPI-6')
})

test('maintenance is shown from its first notification to people outside, in their words, until it is over', async () => {
  const operator = await server.signInAs('operator')
  const eventId = await planEvent(server, { title: 'Title for staff' })
  await post('OPI-3', { body: { en: '<p>Before the notification</p>' } })
  await shows('Before the notification')
  expect(await read()).toContain('No maintenance is planned.')

  const start = server.now()
  const sendTime = new Date(start.getTime() + 60_000)
  const notification = await operator.call(createNotification, {
    body: {
      ...{ mwin_id: eventId, n_type: 'Maintenance Announcement', title: 'Work on the storage' },
      body: { en: '<p>Some calls are slow</p>', de: '<p>Manches ist langsam</p>' },
      subject: { en: 'Work on the storage', de: 'Arbeiten am Speicher' },
      ...{ broadcast: 'Y', send_time: sendTime.toISOString(), comm_src: 'x', is_test: 'N' },
      created_by: operator.email,
    },
  })
  expect(notification.status).toBe(200)
  server.setNow(new Date(sendTime.getTime() + 1_000))
  expect(await server.sendDue()).toEqual({ sent: 1, failed: 0 })
  await shows('Work on the storage')
  const page = await read('/status/de/')
  expect(page).not.toContain('Title for staff')
  const [, address = ''] = /href="(maintenance\/[0-9a-v]{26}\/)">Arbeiten am Speicher/.exec(page) ?? []
  expect(await read(`/status/de/${address}`)).toContain('Manches ist langsam')

  const cancelled = await operator.call(cancelMaintenanceEvent, { body: { id: eventId } })
  expect(cancelled.status).toBe(200)
  await shows('Cancelled · ')
  server.setNow(start)
})

test('maintenance concerns its own data centers', async () => {
  const operator = await server.signInAs('operator')
  const start = server.now()
  const soon = new Date(start.getTime() + 30 * 60_000)
  for (const dataCenter of ['eu', 'apj1']) {
    const eventId = await planEvent(server, { start: soon, dataCenters: [dataCenter] })
    const title = `Work in ${dataCenter}`
    await publishMaintenance(server, operator, { eventId, title, subject: { en: title } })
  }
  server.setNow(new Date(soon.getTime() + 60_000))
  await post('OPI-3', { body: { en: '<p>While both are running</p>' } })
  await shows('While both are running')
  const { maintenance, cells, data_centers } = JSON.parse(await read('/status/snapshot.json'))
  const placesOf = (title: string) =>
    maintenance
      .find(({ notices }: { notices: { titles: { en: string } }[] }) => notices[0]?.titles.en === title)
      .data_centers.map(({ name }: { name: string }) => name)
  expect([placesOf('Work in eu'), placesOf('Work in apj1')]).toEqual([['EMEA'], ['apj1']])
  const named = new Map(data_centers.map(({ id, name }: { id: string; name: string }) => [id, name]))
  const touched = cells.filter(({ is_in_maintenance }: { is_in_maintenance: boolean }) => is_in_maintenance)
  const places = touched.map(({ data_center }: { data_center: string }) => named.get(data_center))
  expect(new Set(places)).toEqual(new Set(['EMEA', 'apj1']))
  server.setNow(start)
})

test('mails to people outside lead to the incident’s page in their language, or to the first page', async () => {
  const mailOf = async (jiraId: string) => {
    const { rows } = await server.db.execute<{ contents: Record<string, { text: string }> }>(
      sql`select contents from broadcasts where reference = ${jiraId} order by broadcast_id desc limit 1`,
    )
    return rows[0]?.contents ?? {}
  }
  await ingest(server, 'incidents', [incidentRecord('OPI-7')])
  await post('OPI-7')
  const { en, de } = await mailOf('OPI-7')
  const [, page = ''] =
    /http:\/\/localhost:8080(\/status\/incidents\/[0-9a-v]{26}\/)/.exec(en?.text ?? '') ?? []
  expect(de?.text).toContain(`http://localhost:8080${page.replace('/status/', '/status/de/')}`)
  await expect.poll(async () => (await get(page)).statusCode, { timeout: 50_000 }).toBe(200)
  await server.db.execute(sql`update incidents set is_on_status_page = false where jira_id = 'OPI-7'`)
  await post('OPI-7')
  expect((await mailOf('OPI-7')).de?.text).toMatch(/http:\/\/localhost:8080\/status\/de\/$/m)
})

test('pages lead to the feeds, the calendar and the answers for programs', async () => {
  const links = async (name: string) =>
    [...(await read(name)).matchAll(/href="([^"#]+\.(?:atom|json|ics))"/g)].map(
      ([, href]) => new URL(href ?? '', `https://status.example${name}`).pathname,
    )
  const snapshot = JSON.parse(await read('/status/snapshot.json'))
  const [service, dataCenter] = [snapshot.services[0].id, snapshot.data_centers[0].id]
  const expected = {
    '/status/': [
      'feed.atom',
      'feed.json',
      'maintenance.ics',
      'api/v2/summary.json',
      `services/${service}/feed.atom`,
    ],
    '/status/de/': ['de/feed.atom', 'de/feed.json', 'de/maintenance.ics', 'api/v2/summary.json'],
    [`/status/fr/data-centers/${dataCenter}/`]: [
      ...['fr/feed.atom', 'fr/maintenance.ics'],
      ...[`data-centers/${dataCenter}/feed.atom`, `data-centers/${dataCenter}/feed.json`],
    ],
    '/status/history/': ['feed.atom', 'feed.json', 'maintenance.ics'],
  }
  for (const [page, names] of Object.entries(expected)) {
    const found = await links(page)
    expect([page, found]).toEqual([page, expect.arrayContaining(names.map((name) => `/status/${name}`))])
    for (const link of found) expect([link, (await get(link)).statusCode]).toEqual([link, 200])
  }
})
