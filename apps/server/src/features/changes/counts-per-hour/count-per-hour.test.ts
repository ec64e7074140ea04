import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../../testing/app.ts'
import { countDeltas, findMiscounted, forgetCounts } from '../../../../testing/change-counts.ts'
import { createManyChanges } from '../../../../testing/changes.ts'
import { changeRecord, ingest } from '../../../../testing/ingest.ts'
import { runOn } from '../../../../testing/queries.ts'
import { countPerHour } from './count-per-hour.ts'

let server: TestApp
let secondServer: TestApp

beforeAll(async () => {
  server = await openTestApp()
  secondServer = await openTestApp({ databaseUrl: server.databaseUrl })
})
beforeEach(() => server.db.execute('truncate changes, marked_changes, change_marks'))
afterAll(async () => {
  expect([...server.errors, ...secondServer.errors]).toEqual([])
  await secondServer.close()
  await server.close()
})

const toTime = (hour: number, minute = 0) =>
  new Date(Date.UTC(2026, 7, 1, hour, minute, 0, 123)).toISOString()
const record = (key: number, fields: object = {}) =>
  changeRecord(String(key), {
    change_type: key % 3 === 0 ? 'auto' : 'manual',
    data_centers: ['us2', 'eu', 'eu2'].slice(key % 4),
    services: ['Expense', 'Travel'].slice(key % 3),
    cis: [`ci-${key % 5}`],
    actual_start: toTime(key % 7, key % 60),
    actual_end: null,
    ...fields,
  })
const records = (count: number, fields: object = {}) =>
  Array.from({ length: count }, (_, key) => record(key, fields))

const countRows = async (): Promise<number> => {
  const result = await server.db.execute<{ count: number }>(
    'select count(*)::int as count from changes_per_hour',
  )
  return result.rows[0]?.count ?? 0
}

test('every write is noted at once, and added later', async () => {
  await ingest(server, 'changes', records(50))
  expect([await countRows(), (await countDeltas(server)) > 0]).toEqual([0, true])
  expect(await findMiscounted(server)).toEqual([])
  const { changes, deltas } = await countPerHour(server.db)
  expect([changes, deltas > 0]).toEqual([0, true])
  expect([await countDeltas(server), await findMiscounted(server)]).toEqual([0, []])
  await ingest(
    server,
    'changes',
    records(20, { actual_start: toTime(30), data_centers: ['apj1'], change_type: 'auto' }),
  )
  expect(await findMiscounted(server)).toEqual([])
  await runOn(
    server,
    `delete from marked_changes where change_id % 2 = 0; delete from changes where change_id % 2 = 0`,
  )
  expect(await findMiscounted(server)).toEqual([])
  await countPerHour(server.db)
  expect([await countDeltas(server), await findMiscounted(server)]).toEqual([0, []])
  await server.db.execute('truncate changes, marked_changes')
  expect([await countRows(), await countDeltas(server), await findMiscounted(server)]).toEqual([0, 0, []])
})

test('hours and days of which every change is deleted have no counts any more', async () => {
  await ingest(server, 'changes', [...records(50), record(60, { actual_start: toTime(30) })])
  await countPerHour(server.db)
  await runOn(
    server,
    `delete from marked_changes where effective_at < '${toTime(20)}'; delete from changes where effective_at < '${toTime(20)}'`,
  )
  await countPerHour(server.db, { batch: { changes: 5, deltas: 5 } })
  const { rows } = await server.db.execute(
    `select 'hour' as unit, hour::date::text as day from changes_per_hour union select 'day', day::date::text from changes_per_day`,
  )
  expect(rows).toHaveLength(2)
  expect(rows).toEqual(expect.arrayContaining(['hour', 'day'].map((unit) => ({ unit, day: '2026-08-02' }))))
  expect([await countDeltas(server), await findMiscounted(server)]).toEqual([0, []])
})

test('a write that moves no change to another hour notes nothing', async () => {
  await ingest(server, 'changes', records(20))
  await countPerHour(server.db)
  await runOn(server, `update changes set status = 'Closed'`)
  expect(await countDeltas(server)).toBe(0)
  await runOn(
    server,
    `update marked_changes set effective_at = effective_at - interval '2 hours';
    update changes set actual_start = actual_start - interval '2 hours'`,
  )
  expect([(await countDeltas(server)) > 0, await findMiscounted(server)]).toEqual([true, []])
})

test('CIs have no counts', async () => {
  await ingest(server, 'changes', [record(1, { data_centers: [], services: [], cis: ['ci-1', 'ci-2'] })])
  expect(await countDeltas(server)).toBe(1)
})

test('changes from before the counts are counted newest first, whatever is written meanwhile', async () => {
  await createManyChanges(server.db, 3_000, { seed: 1, before: new Date('2026-09-01T00:00:00Z') })
  await forgetCounts(server)
  expect((await findMiscounted(server)).length).toBeGreaterThan(0)
  let rounds = 0
  for (let total = 0; total < 3_000; rounds += 1) {
    let steps = 1
    const { db } = rounds % 2 === 0 ? server : secondServer
    total += (await countPerHour(db, { mayGoOn: () => steps-- > 0, batch: { changes: 500, deltas: 10 } }))
      .changes
    await ingest(server, 'changes', [
      record(rounds),
      record(rounds + 1, { actual_start: '2025-03-01T00:00:00Z' }),
    ])
    if (rounds > 30) break
  }
  expect(rounds).toBeGreaterThan(3)
  await countPerHour(server.db)
  expect([await countDeltas(server), await findMiscounted(server)]).toEqual([0, []])
})

test.each([
  [
    'delta',
    `delete from changes_per_hour_deltas where ctid = (select min(ctid) from changes_per_hour_deltas)`,
  ],
  ['count', `update changes_per_hour set count = count + 1 where mark_id = 0 and change_type = 'auto'`],
])('the check finds a lost %s', async (_, loss) => {
  await ingest(server, 'changes', records(5))
  await countPerHour(server.db)
  await ingest(server, 'changes', [record(6)])
  expect(await findMiscounted(server)).toEqual([])
  await runOn(server, loss)
  expect((await findMiscounted(server)).length).toBeGreaterThan(0)
  await forgetCounts(server)
  await countPerHour(server.db)
  expect(await findMiscounted(server)).toEqual([])
})

test('a failed step leaves every delta', async () => {
  await ingest(server, 'changes', records(20))
  const deltas = await countDeltas(server)
  await server.db.execute('alter table changes_per_hour rename to elsewhere')
  await expect(countPerHour(server.db)).rejects.toThrow()
  await server.db.execute('alter table elsewhere rename to changes_per_hour')
  expect([await countDeltas(server), await findMiscounted(server)]).toEqual([deltas, []])
})

test('writers of the same hours do not wait for each other, and two that count lose nothing', async () => {
  let isWriting = true
  const countRepeatedly = async ({ db }: TestApp) => {
    while (isWriting) await countPerHour(db, { batch: { changes: 5, deltas: 5 } })
  }
  const expectNothingLost = async () => {
    while (isWriting) expect(await findMiscounted(server)).toEqual([])
  }
  await ingest(server, 'changes', records(20))
  // Each writer is one long transaction over all hours in an order of its own, and all of them overlap.
  let startedCount = 0
  const allStarted = Promise.withResolvers<void>()
  const write = (writer: number) =>
    secondServer.db.transaction(async (transaction) => {
      for (let step = 0; step < 14; step += 1) {
        const hour = writer % 2 === 0 ? step % 7 : 6 - (step % 7)
        await transaction.execute(sql`
          with written as (
            insert into changes (source, source_key, change_type, summary, description, actual_start, created_on, data_centers,
              services, cis, record_hash)
            values (${`writer ${writer}`}, ${step}, 'auto', 'x', 'x', ${toTime(hour, step)}::timestamptz, now(), '{}', '{}', '{}', '')
            returning change_id, effective_at
          )
          insert into marked_changes (mark_id, effective_at, change_id)
          select mark_id, effective_at, change_id from written cross join change_marks where change_type = 'auto'`)
        if (step === 10)
          await transaction.execute(sql`
          delete from changes where source = ${`writer ${writer}`} and source_key = '3'`)
        if (step !== 7) continue
        startedCount += 1
        if (startedCount === 4) allStarted.resolve()
        await allStarted.promise
      }
    })
  const writing = Promise.all([0, 1, 2, 3].map(write)).finally(() => {
    isWriting = false
  })
  await Promise.all([writing, countRepeatedly(server), countRepeatedly(secondServer), expectNothingLost()])
  await countPerHour(server.db)
  expect([await countDeltas(server), await findMiscounted(server)]).toEqual([0, []])
})
