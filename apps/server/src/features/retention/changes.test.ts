import { getChange, searchChangeEntity, searchChanges } from '@aviary/contract/changes/endpoints'
import { createPostMortem } from '@aviary/contract/post-mortems/endpoints'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { changeRecord, incidentRecord, ingest, markedChangesOf } from '../../../testing/ingest.ts'
import { findLost } from '../../../testing/ngram-index.ts'
import { runOn } from '../../../testing/queries.ts'
import { retain, retentionAudit } from '../../../testing/retention.ts'
import { openChanges } from '../../database/changes.ts'
import { changeRecords } from '../../database/tables/changes.ts'
import { startRetention } from '../../jobs/retention.ts'
import { indexNgrams } from '../changes/public.ts'
import { KIND_NAMES, type RetentionDays } from './public.ts'

const NOW = new Date('2026-08-20T12:00:00Z')
const DAY_MS = 86_400_000
const NOTHING = Object.fromEntries(KIND_NAMES.map((kind) => [kind, undefined])) as RetentionDays
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS).toISOString()

let server: TestApp
let manager: Person
beforeAll(async () => {
  server = await openTestApp({ now: NOW })
  manager = await server.signInAs('incident_manager')
})
beforeEach(async () => {
  server.setNow(NOW)
  await runOn(
    server,
    `truncate changes, marked_changes, change_letters, unread_changes, retention_runs, error_reports; delete from incidents;
     alter table audit_log disable trigger user; delete from audit_log; alter table audit_log enable trigger user`,
  )
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const old = (key: string, days: number, fields: object = {}) =>
  changeRecord(key, { actual_start: daysAgo(days), actual_end: daysAgo(days), ...fields })
const many = (count: number, days: number) =>
  Array.from({ length: count }, (_, key) =>
    old(`many ${key}`, days, { change_type: key % 2 === 0 ? 'auto' : 'manual', summary: `zq ${key}` }),
  )
const find = async (keyword = '', change_type: 'manual' | 'auto' = 'manual') => {
  const answer = await manager.call(searchChanges, { body: { change_type, search_params: { keyword } } })
  expect(answer.problem).toMatchObject({ rows: expect.any(Array) })
  return answer.body.rows
}
const search = async (...asked: Parameters<typeof find>) =>
  (await find(...asked)).map(({ summary }) => summary)

test('old changes go from lists, searches and indexes, and new ones stay', async () => {
  await ingest(server, 'changes', [
    old('old', 401, { cis: ['queue-1'], services: ['Expense', 'Travel'], summary: 'zq old' }),
    old('unread', 402),
    old('automatic', 500, { change_type: 'auto' }),
    old('new', 399, { cis: ['queue-2'], summary: 'zq new' }),
  ])
  const [found] = await find('zq old')
  await indexNgrams(server.db)
  expect(await retain(server, { changes: 400 })).toEqual([{ kind: 'changes', rows: { changes: 3 } }])
  await expect.poll(() => search()).toEqual(['zq new'])
  expect(await search('zq')).toEqual(['zq new'])
  expect(await search('', 'auto')).toEqual([])
  expect((await manager.call(getChange, { params: { change_id: String(found?.id) } })).status).toBe(404)
  const cis = await manager.call(searchChangeEntity, { body: { entity: 'cis', search_text: 'queue' } })
  expect(JSON.stringify(cis.body)).toContain('queue-2')
  expect(JSON.stringify(cis.body)).not.toContain('queue-1')
  const { should, are } = await markedChangesOf(server)
  expect(are).toEqual(should)
  expect(await findLost(server)).toEqual([])
  const { rows } = await server.db.execute('select count(*)::int as hours from change_letters')
  expect(rows).toEqual([{ hours: 1 }])
  expect(await retentionAudit(server)).toEqual([
    { kind: 'changes', days: 400, before: daysAgo(400), rows: { changes: 3 } },
  ])
  // What is gone may come again, and is an old change again.
  await ingest(server, 'changes', [old('old', 401, { cis: ['queue-1'] })])
  expect(await retain(server, { changes: 400 })).toEqual([{ kind: 'changes', rows: { changes: 1 } }])
  expect(await retain(server, { changes: 400 })).toEqual([{ kind: 'changes', rows: {} }])
  expect(await retentionAudit(server)).toHaveLength(2)
})

test('a change stays while a post-mortem names it, or the incident after it is open', async () => {
  await ingest(server, 'incidents', [
    incidentRecord('OPI-1', { start_date: daysAgo(500), status: 'RESOLVED', end_date: daysAgo(499) }),
    incidentRecord('OPI-2', { start_date: daysAgo(450) }),
  ])
  await ingest(server, 'changes', [
    old('named', 500.1),
    old('not named', 503),
    old('before an open one', 456),
    old('after it', 449),
  ])
  expect((await manager.call(createPostMortem, { body: { jira_id: 'OPI-1', locale: 'en' } })).status).toBe(
    200,
  )
  expect(await retain(server, { changes: 400 })).toEqual([{ kind: 'changes', rows: { changes: 2 } }])
  await expect
    .poll(() => search())
    .toEqual(['What was changed in before an open one', 'What was changed in named'])
  await runOn(server, 'delete from incidents')
  await retain(server, { changes: 400 })
  await expect.poll(() => search()).toEqual([])
})

test('a run that is ended goes on where it was, and one audit row has all that was deleted', async () => {
  await ingest(server, 'changes', many(50, 600))
  let batches = 0
  const ended = await retain(
    server,
    { changes: 400 },
    {
      rowsPerBatch: 8,
      mayGoOn: () => batches < 2,
      onBatch: () => {
        batches += 1
      },
    },
  )
  expect(ended).toEqual([])
  expect(await retentionAudit(server)).toEqual([])
  expect(await server.db.$count(changeRecords)).toBe(34)
  expect(await retain(server, { changes: 400 })).toEqual([{ kind: 'changes', rows: { changes: 50 } }])
  expect(await retentionAudit(server)).toMatchObject([{ rows: { changes: 50 } }])
})

test('a fault undoes its batch, ends the run of this kind only, and the next run goes on', async () => {
  await ingest(server, 'changes', many(20, 600))
  await runOn(
    server,
    `insert into error_reports (user_email, report, created_at) values ('a@acme.example', '{}', '2026-01-01')`,
  )
  let batches = 0
  const days = { changes: 400, error_reports: 30 }
  const fail = async () => {
    batches += 1
    if (batches === 1) await runOn(server, 'alter table marked_changes rename to elsewhere')
  }
  await expect(retain(server, days, { rowsPerBatch: 4, onBatch: fail })).rejects.toThrow('Not every kind')
  await runOn(server, 'alter table elsewhere rename to marked_changes')
  expect(await retentionAudit(server)).toMatchObject([{ kind: 'error_reports', rows: { error_reports: 1 } }])
  expect(await server.db.$count(changeRecords)).toBe(16)
  await retain(server, days)
  expect(await retentionAudit(server)).toMatchObject([{}, { kind: 'changes', rows: { changes: 20 } }])
})

test('two processes delete once, write one audit row, and are through for a day', async () => {
  await ingest(server, 'changes', many(60, 600))
  const changes = await openChanges(server.databaseUrl, () => undefined)
  const log = pino({ level: 'silent' })
  const days = { ...NOTHING, changes: 400 }
  const start = () =>
    startRetention({
      ...{ db: server.db, url: server.databaseUrl, clock: server.now, changes, log, days, rowsPerBatch: 7 },
    })
  const stops = [start(), start()]
  await expect.poll(() => retentionAudit(server)).toMatchObject([{ rows: { changes: 60 } }])
  await Promise.all(stops.map((stop) => stop()))
  await ingest(server, 'changes', [old('late', 700)])
  await start()()
  expect(await server.db.$count(changeRecords)).toBe(1)
  server.setNow(new Date(NOW.getTime() + DAY_MS))
  const stop = start()
  await expect.poll(() => retentionAudit(server)).toHaveLength(2)
  await stop()
  expect(await server.db.$count(changeRecords)).toBe(0)
  await changes.close()
})

test('searches and writes go on meanwhile, and nothing of what is written is lost', async () => {
  await ingest(server, 'changes', many(300, 600))
  let isRunning = true
  const write = async () => {
    for (let round = 0; isRunning && round < 40; round += 1)
      // Old changes that come back while they are deleted, and new ones.
      await ingest(server, 'changes', [
        old(`many ${round % 300}`, 600, { summary: `again ${round}`, services: ['Travel'] }),
        old(`new ${round}`, 10),
      ])
  }
  const read = async () => {
    while (isRunning) await search('zq')
  }
  const index = async () => {
    while (isRunning) await indexNgrams(server.db)
  }
  const deleting = retain(server, { changes: 400 }, { rowsPerBatch: 10 }).finally(() => {
    isRunning = false
  })
  await Promise.all([deleting, write(), read(), index()])
  await retain(server, { changes: 400 })
  const { should, are } = await markedChangesOf(server)
  expect(are).toEqual(should)
  expect(should.length).toBeGreaterThan(0)
  expect(await findLost(server)).toEqual([])
  expect((await search('again')).length).toBe(0)
})
