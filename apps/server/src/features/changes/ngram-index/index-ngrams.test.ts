import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../../testing/app.ts'
import { changeRecord, ingest } from '../../../../testing/ingest.ts'
import { countUnread, findLost } from '../../../../testing/ngram-index.ts'
import { runOn } from '../../../../testing/queries.ts'
import { indexNgrams } from './index-ngrams.ts'

let server: TestApp
let secondServer: TestApp

beforeAll(async () => {
  server = await openTestApp()
  secondServer = await openTestApp({ databaseUrl: server.databaseUrl })
})
beforeEach(() => server.db.execute('truncate changes, change_letters, unread_changes'))
afterAll(async () => {
  await secondServer.close()
  await server.close()
})

const toTime = (hour: number, minute = 0) =>
  new Date(Date.UTC(2026, 7, 1, hour, minute, 0, 123)).toISOString()
const WORDS = ['Deploy', 'ß und İ', '障害', '𠮷野家', 'e\u0301', '100%_\\', 'zq', "o'b\nnext"]
const record = (key: number, fields: object = {}) =>
  changeRecord(String(key), {
    change_type: key % 3 === 0 ? 'auto' : 'manual',
    summary: `${WORDS[key % WORDS.length]} ${key}`,
    actual_start: toTime(key % 7, key % 60),
    actual_end: null,
    ...fields,
  })
const records = (count: number, fields: object = {}) =>
  Array.from({ length: count }, (_, key) => record(key, fields))

test('changes are unread when they are written, and indexed afterwards', async () => {
  await ingest(server, 'changes', records(50))
  expect(await countUnread(server)).toBeGreaterThan(0)
  expect(await findLost(server)).toEqual([])
  expect(await indexNgrams(server.db)).toBe(50)
  expect(await countUnread(server)).toBe(0)
  expect(await findLost(server)).toEqual([])
  expect(await indexNgrams(server.db)).toBe(0)
})

test('indexes a change again only if its text, hour or type changed', async () => {
  await ingest(server, 'changes', records(50))
  await indexNgrams(server.db)
  await ingest(server, 'changes', records(50, { status: 'Closed' }))
  expect(await countUnread(server)).toBe(0)
  await ingest(server, 'changes', [
    record(1, { summary: 'Ñandú' }),
    record(2, { actual_start: '1970-01-01T00:00:00Z' }),
    record(3, { actual_start: '2026-08-01T05:00:00Z' }),
    record(4, { change_type: 'auto', actual_start: '2999-12-31T23:59:59.999Z' }),
  ])
  expect(await findLost(server)).toEqual([])
  expect(await indexNgrams(server.db)).toBe(4)
  expect(await findLost(server)).toEqual([])
  await runOn(server, `update changes set description = 'xylograph' where source_key = '5'`)
  expect(await findLost(server)).toEqual([])
  expect(await countUnread(server)).toBe(1)
})

test('continues after an interruption anywhere, also within an hour', async () => {
  await ingest(server, 'changes', records(100))
  await ingest(
    server,
    'changes',
    Array.from({ length: 40 }, (_, key) => record(1_000 + key, { actual_start: toTime(3) })),
  )
  let rounds = 0
  while ((await countUnread(server)) > 0) {
    let steps = 1
    await indexNgrams(rounds % 2 === 0 ? server.db : secondServer.db, {
      batchChanges: 3,
      mayGoOn: () => steps-- > 0,
    })
    expect(await findLost(server)).toEqual([])
    rounds += 1
  }
  expect(rounds).toBeGreaterThan(5)
})

test('indexes texts that are too long for one batch', async () => {
  await ingest(
    server,
    'changes',
    Array.from({ length: 90 }, (_, key) =>
      record(key, {
        actual_start: toTime(1),
        description: `${String.fromCharCode(0x4e00 + key)} `.repeat(4_000),
      }),
    ),
  )
  while ((await indexNgrams(server.db)) > 0);
  expect(await countUnread(server)).toBe(0)
  expect(await findLost(server)).toEqual([])
})

test('a failed step leaves everything unread', async () => {
  await ingest(server, 'changes', records(20))
  const unread = await countUnread(server)
  await server.db.execute('alter table change_letters rename to elsewhere')
  await expect(indexNgrams(server.db)).rejects.toThrow()
  await server.db.execute('alter table elsewhere rename to change_letters')
  expect(await countUnread(server)).toBe(unread)
  await indexNgrams(server.db)
  expect(await findLost(server)).toEqual([])
})

test('concurrent writers of the same hours do not wait for each other, and two indexers lose nothing', async () => {
  let isWriting = true
  const indexRepeatedly = async ({ db }: TestApp) => {
    while (isWriting) await indexNgrams(db, { batchChanges: 5 })
  }
  const expectNothingLost = async () => {
    while (isWriting) expect(await findLost(server)).toEqual([])
  }
  // Each writer is one long transaction over all hours in an order of its own, and all of them overlap.
  let startedCount = 0
  const allStarted = Promise.withResolvers<void>()
  const write = (writer: number) =>
    secondServer.db.transaction(async (transaction) => {
      for (let step = 0; step < 14; step += 1) {
        const hour = writer % 2 === 0 ? step % 7 : 6 - (step % 7)
        await transaction.execute(sql`
          insert into changes (source, source_key, change_type, summary, description, actual_start, created_on, data_centers,
            services, cis, record_hash)
          values (${`writer ${writer}`}, ${step}, 'auto', ${WORDS[(writer + step) % WORDS.length]}, ${`by ${writer}`},
            ${toTime(hour, step)}::timestamptz, now(), '{}', '{}', '{}', '')`)
        await transaction.execute(sql`
          update changes set summary = summary || ' ñ' where source = ${`writer ${writer}`}`)
        if (step !== 7) continue
        startedCount += 1
        if (startedCount === 4) allStarted.resolve()
        await allStarted.promise
      }
    })
  const writing = Promise.all([0, 1, 2, 3].map(write)).finally(() => {
    isWriting = false
  })
  await Promise.all([writing, indexRepeatedly(server), indexRepeatedly(secondServer), expectNothingLost()])
  while ((await indexNgrams(server.db)) > 0);
  expect(await countUnread(server)).toBe(0)
  expect(await findLost(server)).toEqual([])
})
