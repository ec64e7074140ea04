import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../../testing/app.ts'
import { incidentRecord, ingest } from '../../../../testing/ingest.ts'
import { publish, startExporter, takeBack } from '../../../../testing/status-page.ts'

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

let folder: string
let exporter: Awaited<ReturnType<typeof startExporter>>
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'aviary-status-'))
})
afterEach(async () => {
  await exporter.stop()
  rmSync(folder, { recursive: true })
})

const inFolder = (name: string) => path.join(folder, name)
const read = (name: string) => readFileSync(inFolder(name), 'utf8')
const patiently = { timeout: 50_000 }
const exists = (name: string) => expect.poll(() => existsSync(inFolder(name)), patiently).toBe(true)
const shows = (text: string) => expect.poll(() => read('index.html'), patiently).toContain(text)
const listPages = () =>
  existsSync(inFolder('incidents')) ? readdirSync(inFolder('incidents')).toSorted() : []

test('a folder holds all pages, each with its compressed copies, and the heartbeat', async () => {
  await ingest(server, 'incidents', [incidentRecord('OPI-1', { affected_services: ['Mobile'] })])
  await publish(manager, 'OPI-1')
  exporter = await startExporter(server, [folder])
  await exists('heartbeat.json')
  expect(read('index.html')).toContain('Mobile in us2')
  expect(gunzipSync(readFileSync(inFolder('index.html.gz'))).toString()).toBe(read('index.html'))
  expect(brotliDecompressSync(readFileSync(inFolder('index.html.br'))).toString()).toBe(read('index.html'))
  expect(JSON.parse(read('heartbeat.json'))).toEqual({
    at: server.now().toISOString(),
    version: expect.stringMatching(/^[0-9a-f]{12}$/),
  })
  const names = readdirSync(folder, { recursive: true }).map(String)
  expect(names.filter((name) => name.endsWith('.partial'))).toEqual([])
  for (const name of ['index.html', 'index.html.gz', 'de/index.html', 'heartbeat.json']) {
    const { mode, mtime } = statSync(inFolder(name))
    expect([name, (mode & 0o777).toString(8), mtime]).toEqual([name, '644', server.now()])
  }
  const [page] = listPages()
  expect(read(`de/incidents/${page}/index.html`)).toContain('Wir sehen nach')
  expect(exporter.errors).toEqual([])
})

test('a change is written soon, what did not change stays as it is, and what is taken back is removed', async () => {
  exporter = await startExporter(server, [folder])
  await exists('heartbeat.json')
  const before = listPages()
  server.setNow(new Date(server.now().getTime() + 1_000))
  await ingest(server, 'incidents', [incidentRecord('OPI-2', { affected_services: ['Billing'] })])
  const message = await publish(manager, 'OPI-2')
  await shows('Billing in us2')
  await expect.poll(listPages, patiently).toHaveLength(before.length + 1)
  const [old = ''] = before
  expect(statSync(inFolder(`incidents/${old}/index.html`)).mtime.getTime()).toBeLessThan(
    server.now().getTime(),
  )
  const [added = ''] = listPages().filter((name) => !before.includes(name))
  await takeBack(manager, 'OPI-2', message)
  await expect.poll(listPages, patiently).toEqual(before)
  await expect.poll(() => existsSync(inFolder(`ja/incidents/${added}`)), patiently).toBe(false)
  expect(exporter.errors).toEqual([])
})

test('what a round that failed had written is removed, though all is as it was before that round', async () => {
  await ingest(server, 'incidents', [incidentRecord('OPI-4', { affected_services: ['Expense'] })])
  exporter = await startExporter(server, [folder])
  await exists('heartbeat.json')
  const before = listPages()
  const page = read('index.html')
  rmSync(inFolder('ja/index.html'))
  mkdirSync(inFolder('ja/index.html'))
  const message = await publish(manager, 'OPI-4')
  await expect.poll(() => exporter.errors, patiently).toHaveLength(1)
  expect(listPages()).toHaveLength(before.length + 1)
  rmSync(inFolder('ja/index.html'), { recursive: true })
  await takeBack(manager, 'OPI-4', message)
  await expect.poll(listPages, patiently).toEqual(before)
  await exists('ja/index.html')
  expect(read('index.html')).toBe(page)
})

test('files of others in the folder are left alone; what a write that was cut off left is removed', async () => {
  writeFileSync(inFolder('robots.txt'), 'User-agent: *\n')
  writeFileSync(inFolder('index.html.partial'), 'half')
  exporter = await startExporter(server, [folder])
  await exists('heartbeat.json')
  expect(read('robots.txt')).toBe('User-agent: *\n')
  expect(existsSync(inFolder('index.html.partial'))).toBe(false)
})

test('several processes write one folder in turn', async () => {
  const others = [await startExporter(server, [folder]), await startExporter(server, [folder])]
  exporter = await startExporter(server, [folder])
  await exists('heartbeat.json')
  await ingest(server, 'incidents', [incidentRecord('OPI-3', { affected_services: ['Analysis'] })])
  await publish(manager, 'OPI-3')
  await shows('Analysis in us2')
  for (const other of others) await other.stop()
  expect([...exporter.errors, ...others.flatMap(({ errors }) => errors)]).toEqual([])
})

test('a folder that cannot be written is reported, and the others are written', async () => {
  const broken = path.join(folder, 'file')
  writeFileSync(broken, 'not a folder')
  const good = path.join(folder, 'good')
  exporter = await startExporter(server, [broken, good])
  await exists('good/heartbeat.json')
  await expect
    .poll(() => exporter.errors)
    .toEqual(['the status page is not brought up to date, trying again'])
  const metrics = await exporter.metrics()
  expect(metrics).toContain('aviary_job_failures_total{background_job="status_page"} 1')
  const written = /^aviary_status_page_written_timestamp_seconds\{place="(.*)"\} (\d+)/m.exec(metrics)
  expect(written?.slice(1)).toEqual([good, String(server.now().getTime() / 1_000)])
})
