import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../testing/app.ts'
import { startAviary } from '../../testing/command.ts'
import { incidentRecord, ingest } from '../../testing/ingest.ts'
import { publish, startExporter } from '../../testing/status-page.ts'

let server: TestApp
let base: string
beforeAll(async () => {
  base = mkdtempSync(path.join(tmpdir(), 'aviary-status-'))
  server = await openTestApp()
  await ingest(server, 'incidents', [
    incidentRecord('OPI-1', { affected_services: ['Mobile'], start_date: new Date().toISOString() }),
  ])
  await publish(await server.signInAs('incident_manager'), 'OPI-1')
})
afterAll(async () => {
  await server.close()
  rmSync(base, { recursive: true })
})

const write = (folder: string, ...args: string[]) =>
  run(['status-page', 'write', path.join(base, folder), ...args])
const run = (args: string[], environment: Record<string, string> = { DATABASE_URL: server.databaseUrl }) => {
  const child = startAviary(args, { DATA_DIR: path.join(base, 'data'), ...environment })
  child.stdin.end()
  return child.ended
}
const read = (folder: string, name = 'index.html') => readFileSync(path.join(base, folder, name), 'utf8')

test('what the database knows is published by hand, and Aviary leaves it alone until told', async () => {
  const { code, out, err } = await write('a')
  expect([err, code]).toEqual(['', 0])
  expect(out).toContain('Nothing automatic writes there until --resume')
  expect(read('a')).toContain('Mobile in us2')
  expect(JSON.parse(read('a', 'heartbeat.json'))).toMatchObject({ by_hand: true })

  const exporter = await startExporter(server, [path.join(base, 'a')])
  await expect.poll(() => exporter.errors.length).toBeGreaterThan(0)
  await exporter.stop()
  expect(exporter.errors[0]).toContain('published by hand')
  expect(JSON.parse(read('a', 'heartbeat.json'))).toMatchObject({ by_hand: true })

  expect((await write('a', '--resume')).code).toBe(0)
  const resumed = await startExporter(server, [path.join(base, 'a')])
  await expect
    .poll(() => JSON.parse(read('a', 'heartbeat.json')), { timeout: 50_000 })
    .not.toHaveProperty('by_hand')
  await resumed.stop()
  expect(resumed.errors).toEqual([])
})

test('a text is published on top of what was known, without any database', async () => {
  await write('b')
  const without = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }
  const said = 'Our <data center> is dark.\n\nWe are on our way.'
  const { code, err } = await run(['status-page', 'write', path.join(base, 'b'), '--text', said], without)
  expect([err, code]).toEqual(['', 0])
  const page = read('b')
  expect(page).toContain('<p>Our &lt;data center&gt; is dark.</p><p>We are on our way.</p>')
  expect(page).toContain('Mobile')
  expect(page).toMatch(/<h1>Outage/)
})

test('a text is published where nothing was before', async () => {
  const { code } = await write('c', '--text', 'Nothing works', '--severity', 'partial outage')
  expect(code).toBe(0)
  expect(read('c')).toContain('<p>Nothing works</p>')
  expect(read('c')).toMatch(/<h1>Partial outage/)
})

test('a backup is published while the database is gone', async () => {
  const backup = path.join(base, 'aviary.backup')
  expect((await run(['backup', backup])).code).toBe(0)
  const without = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }
  const { code, err } = await run(['status-page', 'write', path.join(base, 'd'), '--backup', backup], without)
  expect([err, code]).toEqual(['', 0])
  expect(read('d')).toContain('Mobile in us2')
})

test.each([
  [['--text', ' '], '--text is empty'],
  [['--text', 'x', '--resume'], '--text stands alone'],
  [['--text', 'x', '--severity', 'bad'], 'Use outage, partial outage'],
  [['--backup', '/nowhere/file'], 'There is no file /nowhere/file'],
])('%j is refused, and nothing is written', async (args, fault) => {
  const { code, err } = await write('e', ...args)
  expect(code).toBe(1)
  expect(err).toContain(fault)
  expect(existsSync(path.join(base, 'e'))).toBe(false)
})
