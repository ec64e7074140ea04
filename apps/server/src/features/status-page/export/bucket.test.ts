import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { gunzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../../testing/app.ts'
import { ACCESS_KEY, SECRET_KEY, startBucket, type TestBucket } from '../../../../testing/bucket.ts'
import { incidentRecord, ingest } from '../../../../testing/ingest.ts'
import { publish, startExporter, takeBack } from '../../../../testing/status-page.ts'
import { readConfig } from '../../../config.ts'
import { openPlace } from '../../../mount-status-page.ts'
import { openBucket } from './bucket.ts'
import { addIncident, publishByHand, readPublished } from './by-hand.ts'

let server: TestApp
let manager: Person
beforeAll(async () => {
  server = await openTestApp()
  manager = await server.signInAs('incident_manager')
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const PLACE = 's3://pages/acme/status'
const ROOT = '/pages/acme/status/'

let bucket: TestBucket
let exporter: Awaited<ReturnType<typeof startExporter>> | undefined
beforeEach(async () => {
  bucket = await startBucket()
})
afterEach(async () => {
  await exporter?.stop()
  exporter = undefined
  await bucket.close()
})

const start = async () => {
  exporter = await startExporter(server, [PLACE], bucket.environment)
}
const patiently = { timeout: 50_000 }
const has = (name: string) => expect.poll(() => bucket.objects.has(ROOT + name), patiently).toBe(true)
const page = (name: string, root = ROOT) =>
  gunzipSync(bucket.objects.get(root + name)?.body ?? Buffer.alloc(0)).toString()
const names = () => [...bucket.objects.keys()]

test('a bucket holds all pages with their types, their life in caches, and the heartbeat last', async () => {
  await ingest(server, 'incidents', [incidentRecord('OPI-1', { affected_services: ['Mobile'] })])
  await publish(manager, 'OPI-1')
  await start()
  await has('heartbeat.json')
  expect(page('index.html')).toContain('Mobile in us2')
  expect(bucket.objects.get(`${ROOT}de/index.html`)?.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-encoding': 'gzip',
    'cache-control': expect.stringContaining('max-age=15'),
  })
  const style = names().find((name) => name.endsWith('.css')) ?? ''
  expect(bucket.objects.get(style)?.headers['cache-control']).toContain('immutable')
  const last = ['index.html', 'contents.json', 'version.json', 'heartbeat.json']
  expect(bucket.requests.filter((each) => each.startsWith('PUT')).slice(-4)).toEqual(
    last.map((name) => `PUT ${ROOT}${name}`),
  )
  expect(exporter?.errors).toEqual([])
})

test('only what changed is written, and what is taken back is removed', async () => {
  await start()
  await has('heartbeat.json')
  const before = names()
  bucket.requests.length = 0
  await ingest(server, 'incidents', [incidentRecord('OPI-2', { affected_services: ['Billing'] })])
  const message = await publish(manager, 'OPI-2')
  await expect.poll(() => page('index.html'), patiently).toContain('Billing in us2')
  await expect.poll(() => bucket.requests.at(-1), patiently).toBe(`PUT ${ROOT}heartbeat.json`)
  expect(bucket.requests.filter((request) => request.endsWith('.css'))).toEqual([])
  await takeBack(manager, 'OPI-2', message)
  await expect.poll(() => names().toSorted(), patiently).toEqual(before.toSorted())
})

test('what a round that failed had written is written again, though it is as it was before that round', async () => {
  await ingest(server, 'incidents', [incidentRecord('OPI-3', { affected_services: ['Analysis'] })])
  await start()
  await has('heartbeat.json')
  const before = page('de/index.html')
  const goOn = bucket.hold(`${ROOT}de/index.html`)
  const message = await publish(manager, 'OPI-3')
  await expect.poll(() => page('de/index.html'), patiently).not.toBe(before)
  await takeBack(manager, 'OPI-3', message)
  bucket.refuse(500, 3)
  goOn()
  await expect.poll(() => page('de/index.html'), patiently).toBe(before)
})

test('what a person publishes while a round is under way is not written over', async () => {
  const goOn = bucket.hold(`${ROOT}ja/index.html`)
  await start()
  await has('ja/index.html')
  const target = { bucket: 'pages', prefix: 'acme/status' }
  const place = await openPlace(target, readConfig({ NODE_ENV: 'test', ...bucket.environment }))
  const status = await readPublished(place, 'Acme', server.now())
  const said = { text: 'Said by hand', severity: 'OUTAGE' as const }
  await publishByHand(place, addIncident(status, said, server.now()), server.now())
  const written = new Map([...bucket.objects].map(([name, { body }]) => [name, body.toString('base64')]))
  goOn()
  await expect
    .poll(() => exporter?.errors, patiently)
    .toEqual([expect.stringContaining('was published by hand and is left alone')])
  const after = new Map([...bucket.objects].map(([name, { body }]) => [name, body.toString('base64')]))
  expect(after).toEqual(written)
  expect(page('index.html')).toContain('Said by hand')
})

test('storage that is slow for a while is tried again; a wrong key is reported', async () => {
  bucket.refuse(503, 2)
  await start()
  await has('heartbeat.json')
  expect(exporter?.errors).toEqual([])
  await exporter?.stop()
  exporter = await startExporter(server, [PLACE], { ...bucket.environment, AWS_SECRET_ACCESS_KEY: 'wrong' })
  await expect
    .poll(() => exporter?.errors, patiently)
    .toEqual(['the status page is not brought up to date, trying again'])
})

test('a bucket that does not answer keeps neither a folder nor another bucket from being written', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'aviary-status-'))
  const file = path.join(folder, 'index.html')
  const goOn = bucket.hold(`${ROOT}index.html`)
  await ingest(server, 'incidents', [incidentRecord('OPI-5', { affected_services: ['Request'] })])
  exporter = await startExporter(server, [PLACE, folder, 's3://others'], bucket.environment)
  await expect.poll(() => bucket.objects.has(`${ROOT}index.html`), patiently).toBe(true)
  await publish(manager, 'OPI-5')
  await expect
    .poll(() => existsSync(file) && readFileSync(file, 'utf8'), patiently)
    .toContain('Request in us2')
  await expect.poll(() => page('index.html', '/others/'), patiently).toContain('Request in us2')
  expect(page('index.html')).not.toContain('Request in us2')
  goOn()
  await expect.poll(() => page('index.html'), patiently).toContain('Request in us2')
  expect(exporter.errors).toEqual([])
  rmSync(folder, { recursive: true })
})

test('a request that nobody answers ends after its time, whatever the garbage collection takes meanwhile', async () => {
  const target = { bucket: 'pages', prefix: '', endpoint: bucket.environment.AWS_ENDPOINT_URL_S3 ?? '' }
  const keys = { accessKeyId: ACCESS_KEY, secretAccessKey: SECRET_KEY, sessionToken: undefined }
  const place = openBucket({ ...target, ...keys, region: 'eu-central-1', answersWithinMs: 300 })
  const answer = bucket.hang()
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const collecting = setInterval(collect, 20)
  await expect(place.read('index.html')).rejects.toThrow(/timeout/)
  clearInterval(collecting)
  answer()
})
