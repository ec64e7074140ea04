import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openTestApp, type TestApp } from '../../testing/app.ts'
import { createManyChanges } from '../../testing/changes.ts'
import { startProcess } from '../../testing/process.ts'
import { readEverything } from '../../testing/read-everything.ts'
import { retain, retentionAudit } from '../../testing/retention.ts'
import { fillEverything } from '../../testing/some-of-everything.ts'
import { renderStatusPage } from '../../testing/status-page.ts'
import { changeRecords } from '../database/tables/changes.ts'
import { KIND_NAMES, KINDS } from '../features/retention/public.ts'

vi.setConfig({ testTimeout: 150_000 })

let server: TestApp
let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'aviary-retention-job-'))
})
beforeEach(async () => {
  server = await openTestApp()
})
afterEach(() => server.close())
afterAll(() => rmSync(folder, { recursive: true }))

const left = () => server.db.$count(changeRecords)

test('when every row of every kind is old, all that is not held goes, and every page can be read', async () => {
  const administrator = await server.signInAs('administrator')
  await fillEverything(server, { person: administrator, dataDir: folder })
  await server.db.execute(sql`delete from retention_runs`)
  await server.db.execute(sql`
    update incidents set status = 'RESOLVED', end_date = start_date + interval '1 hour';
    update follow_ups set state = 'DONE';
    update follow_up_issues set state = 'DONE';
    update published_incidents set is_resolved = true, resolved_at = started_at, is_stale = false`)
  const reads = async () =>
    Object.entries(await readEverything(server, await server.signInAs('administrator')))
      .filter(([, { status }]) => status >= 500)
      .map(([url]) => url)
  // Some of these rows are such that the product writes none.
  const failedBefore = await reads()
  server.setNow(new Date(Date.now() + 4_000 * 86_400_000))
  const days = Object.fromEntries(KIND_NAMES.map((kind) => [kind, KINDS[kind].leastDays]))
  const applied = await retain(server, days)
  expect(applied?.flatMap(({ kind, rows }) => (Object.keys(rows).length > 0 ? [kind] : []))).toEqual(
    expect.arrayContaining(['changes', 'incidents', 'maintenance', 'channels', 'error_reports', 'webhooks']),
  )
  const { rows } = await server.db.execute(
    sql`select (select count(*)::int from incidents) as incidents, (select count(*)::int from changes) as changes,
      (select count(*)::int from marked_changes) as marked, (select count(*)::int from maintenance_events) as events`,
  )
  expect(rows).toEqual([{ incidents: 0, changes: 0, marked: 0, events: 0 }])
  expect(failedBefore).toEqual(expect.arrayContaining(await reads()))
  await server.tick()
  await renderStatusPage(server)
})

test('a server deletes old rows by itself; when it is killed, the next one goes on', async () => {
  const old = 6_000
  await createManyChanges(server.db, old, { seed: 1, before: new Date(Date.now() - 200 * 86_400_000) })
  writeFileSync(path.join(folder, 'index.html'), '<html></html>')
  const environment = {
    WEB_DIR: folder,
    DATABASE_URL: server.databaseUrl,
    DATA_DIR: folder,
    CHANGES_RETENTION_DAYS: '100',
  }
  const first = await startProcess(environment)
  await expect.poll(left, { interval: 10 }).toBeLessThan(old)
  await first.end('SIGKILL')
  expect(await left()).toBeGreaterThan(0)
  expect(await retentionAudit(server)).toEqual([])
  const second = await startProcess(environment)
  await expect.poll(left, { timeout: 100_000 }).toBe(0)
  await expect
    .poll(() => retentionAudit(server), { timeout: 100_000 })
    .toMatchObject([{ kind: 'changes', rows: { changes: old } }])
  expect(await second.end('SIGTERM')).toBe(0)
  expect(second.output()).toContain('old rows were deleted')
})
