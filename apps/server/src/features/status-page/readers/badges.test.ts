import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { openTestApp, type Person, type TestApp } from '../../../../testing/app.ts'
import { incidentRecord, ingest } from '../../../../testing/ingest.ts'
import { planEvent } from '../../../../testing/maintenance.ts'
import { openReader, publish, publishMaintenance } from '../../../../testing/status-page.ts'

let server: TestApp
let manager: Person
beforeAll(async () => {
  server = await openTestApp({
    environment: { PUBLIC_STATUS: '/status', PROVIDER_NAME: 'Example Cloud' },
  })
  manager = await server.signInAs('incident_manager')
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const reader = () => openReader(server)
const badge = async (folder = '') => JSON.parse(await reader().read(`${folder}badge.json`))
const folderOf = async (kind: 'services' | 'data_centers', name: string): Promise<string> => {
  const snapshot = JSON.parse(await reader().read('snapshot.json'))
  const { id } = snapshot[kind].find((place: { name: string }) => place.name.startsWith(name))
  return `${kind === 'services' ? 'services' : 'data-centers'}/${id}/`
}
const open = async (severity: string, service: string) => {
  const jiraId = `OPI-${severity}`
  await ingest(server, 'incidents', [
    incidentRecord(jiraId, { severity, affected_services: [service], data_centers: ['eu'] }),
  ])
  await publish(manager, jiraId)
}

/** Parses a picture, which must be well-formed. */
async function readPicture(folder = '') {
  const { body, headers } = await reader().get(`${folder}badge.svg`)
  expect(headers).toMatchObject({
    'content-type': 'image/svg+xml; charset=utf-8',
    'access-control-allow-origin': '*',
  })
  const { errors } = await validateXML({
    ...{ xml: { fileName: 'badge.svg', contents: body }, normalization: 'format' },
  })
  expect(errors).toEqual([])
  return body
}

test('a badge says that everything works, to shields.io and as a picture', async () => {
  expect(await badge()).toEqual({
    ...{ schemaVersion: 1, label: 'Example Cloud', message: 'operational', color: 'brightgreen' },
    cacheSeconds: 300,
  })
  const picture = await readPicture()
  expect(picture).toContain('role="img" aria-label="Example Cloud: operational"')
  expect(picture).toContain('<title>Example Cloud: operational</title>')
})

test('maintenance shows where nothing is worse', async () => {
  const operator = await server.signInAs('operator')
  const start = new Date(server.now().getTime() + 30_000)
  const eventId = await planEvent(server, { start, dataCenters: ['us2'] })
  await publishMaintenance(server, operator, { eventId })
  await expect.poll(() => badge()).toMatchObject({ message: 'under maintenance', color: 'blue' })
  const folder = await folderOf('data_centers', 'EMEA')
  expect(await badge(folder)).toMatchObject({ label: 'EMEA', message: 'operational' })
})

test.each([
  { severity: 'PERFORMANCE', service: 'Invoice', message: 'degraded performance', color: 'yellow' },
  { severity: 'PARTIAL_OUTAGE', service: 'Imaging', message: 'partial outage', color: 'orange' },
  { severity: 'OUTAGE', service: 'Travel', message: 'major outage', color: 'red' },
])('$severity of a service shows in all badges it belongs to', async (row) => {
  const { severity, service, message, color } = row
  await open(severity, service)
  await expect.poll(() => badge()).toMatchObject({ message, color })
  for (const folder of [await folderOf('services', service), await folderOf('data_centers', 'EMEA')])
    expect(await badge(folder)).toMatchObject({ message, color })
  expect(await badge(await folderOf('services', 'Request'))).toMatchObject({ message: 'under maintenance' })
  expect(await readPicture(await folderOf('services', service))).toContain(`${service}: ${message}`)
})

test('a name can be long and cannot break out of the picture', async () => {
  const name = `Req"><script>alert(1)</script>\u202E\n${'漢字👩‍👩‍👧'.repeat(40)}`
  await server.db.execute(sql`update services set display_name = ${name} where system_name = 'Request'`)
  await publish(manager, 'OPI-OUTAGE')
  await expect.poll(async () => (await badge(await folderOf('services', 'Req'))).label).toContain('script')
  const folder = await folderOf('services', 'Req')
  const picture = await readPicture(folder)
  expect(picture).not.toMatch(/<script|\u202E/)
  expect(picture).toContain('aria-label="Req&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; 漢字👩‍👩‍👧')
  const { label } = await badge(folder)
  expect([...new Intl.Segmenter().segment(label)]).toHaveLength(60)
  expect(label).toMatch(/…$/)
})
