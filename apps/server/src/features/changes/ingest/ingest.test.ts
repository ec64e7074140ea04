import { ingestChanges } from '@aviary/contract/ingest/endpoints'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callPlain, openTestApp, type TestApp } from '../../../../testing/app.ts'
import { openEventStream } from '../../../../testing/event-stream.ts'
import {
  changeRecord,
  ingest,
  markedChangesOf,
  statusRecord,
  storedChange,
} from '../../../../testing/ingest.ts'

let server: TestApp
let authorization: string

beforeAll(async () => {
  server = await openTestApp()
  authorization = `Bearer ${await server.createToken(['ingest:changes'])}`
})
afterAll(() => server.close())

type Records = Record<string, unknown>[]

const send = (...records: Records) =>
  callPlain(server.app, ingestChanges, { body: { records }, headers: { authorization } })
const ingestAll = async (...records: Records) => {
  const answer = await send(...records)
  expect(answer.status, JSON.stringify(answer.problem)).toBe(200)
  const { refused, faults, ...counts } = answer.body
  expect([refused, faults]).toEqual([0, []])
  return counts
}
const expectMarksToMatch = async () => {
  const { should, are } = await markedChangesOf(server)
  expect(are).toEqual(should)
  return are.length
}

test('stores every field of a change', async () => {
  const record = {
    source: 'cab',
    key: 'all',
    change_type: 'auto',
    ticket_id: 'CHG-7',
    summary: 'Say "everything" \\ at once',
    description: 'A first line\nand an é, a 猫 and a 🦜',
    status: 'Closed',
    catalog_type: 'Standard',
    planned_start: '2026-08-20T08:00:00+02:00',
    planned_end: '2026-08-20T09:00:00Z',
    actual_start: '2026-08-20T06:05:00.123Z',
    actual_end: '2026-08-20T06:30:00Z',
    submitted_by: 'ada@acme.example',
    submitted_on: '2026-08-20T07:00:00Z',
    created_on: '2026-08-19T07:00:00Z',
    data_centers: ['us2', 'eu', 'us2'],
    services: ['Expense'],
    cis: ['db-1', 'a,b "c" {d} \\', 'db-1', 'NULL'],
    master_approval_entity_id: 'OPI-9',
    company_id: 4711,
    github_owner: 'acme',
    github_repo: 'expense',
    github_sha: 'f95f852bd8fca8fcc58a9a2d6c842781e32a215e',
    github_tag: 'v1',
  }
  expect(await ingestAll(record)).toEqual({ created: 1, updated: 0, unchanged: 0 })
  const { key, ...fields } = record
  expect(await storedChange(server, key)).toEqual({
    ...fields,
    source_key: 'all',
    planned_start: '2026-08-20T06:00:00+00:00',
    planned_end: '2026-08-20T09:00:00+00:00',
    actual_start: '2026-08-20T06:05:00.123+00:00',
    actual_end: '2026-08-20T06:30:00+00:00',
    submitted_on: '2026-08-20T07:00:00+00:00',
    created_on: '2026-08-19T07:00:00+00:00',
    effective_at: '2026-08-20T06:05:00.123+00:00',
    data_centers: ['us2', 'eu'],
    cis: ['db-1', 'a,b "c" {d} \\', 'NULL'],
    company_id: '4711',
    source_updated_at: null,
  })
  expect(await ingestAll(record)).toEqual({ created: 0, updated: 0, unchanged: 1 })
  await expectMarksToMatch()
})

test('identifies a change without a key by its ticket, separately for each source', async () => {
  const { key: _, ...bare } = changeRecord('', { ticket_id: 'CHG-1' })
  expect(await ingestAll(bare, { ...bare, source: 'other' })).toEqual({
    created: 2,
    updated: 0,
    unchanged: 0,
  })
  expect(await ingestAll({ ...bare, key: 'CHG-1' })).toEqual({ created: 0, updated: 0, unchanged: 1 })
})

test('uses the later of two records for one change', async () => {
  expect(
    await ingestAll(changeRecord('twice', { status: 'first' }), changeRecord('twice', { status: 'second' })),
  ).toEqual({
    created: 1,
    updated: 0,
    unchanged: 1,
  })
  expect(await storedChange(server, 'twice')).toMatchObject({ status: 'second' })
})

test('created_on is the time of the first record until the source sends one', async () => {
  const bare = { source: 'test', key: 'when', change_type: 'manual', summary: 'Nobody knows when' }
  await ingestAll(bare)
  server.setNow(new Date('2026-08-21T12:00:00Z'))
  await ingestAll({ ...bare, status: 'Open' })
  const first = '2026-08-20T12:00:00+00:00'
  expect(await storedChange(server, 'when')).toMatchObject({ created_on: first, effective_at: first })
  await ingestAll({ ...bare, created_on: '2026-08-01T00:00:00Z' })
  expect(await storedChange(server, 'when')).toMatchObject({ effective_at: '2026-08-01T00:00:00+00:00' })
  server.setNow(new Date('2026-08-20T12:00:00Z'))
})

test('reports unknown services and data centers by record, and stores the other records', async () => {
  const answer = await send(
    changeRecord('bad-1'),
    changeRecord('bad-2', { services: ['Expense', 'Espresso'] }),
    changeRecord('bad-3', { data_centers: ['mars'] }),
  )
  expect([answer.status, answer.body.refused]).toEqual([200, 2])
  expect(answer.body.faults).toEqual([
    { index: 1, message: "unknown service 'Espresso'" },
    { index: 2, message: "unknown data center 'mars'" },
  ])
  expect(await storedChange(server, 'bad-1')).toBeTruthy()
  expect(await storedChange(server, 'bad-2')).toBeUndefined()
})

test.each([
  [{ key: undefined }, 'say key or ticket_id'],
  [{ actual_end: '2026-08-20T08:59:59Z' }, 'actual_end is before actual_start'],
  [{ planned_start: '2026-08-20T08:00:00Z', planned_end: '2026-08-20T07:00:00Z' }, 'planned_end is before'],
  [{ change_type: 'both' }, 'change_type'],
  [{ summary: ' ' }, 'summary'],
  [{ cis: ['a\0b'] }, 'U+0000'],
  [{ description: '\ud83e' }, 'half a character'],
  [{ created_on: '0001-01-01T00:00:00Z' }, 'use a time from 1970 to 2999'],
])('a record with %o is refused', async (fields, detail) => {
  const answer = await send(changeRecord('refused', fields))
  expect([answer.status, answer.problem.detail]).toEqual([400, expect.stringContaining(detail)])
})

test('notifies open pages and audits the counts; an unchanged record notifies nobody', async () => {
  const { cookies } = await server.signInAs('support')
  const stream = await openEventStream(await server.listen(), cookies)
  await stream.next()
  await ingestAll(changeRecord('loud'))
  expect((await stream.next())?.data).toEqual({ topics: ['changes'] })
  await ingestAll(changeRecord('loud'))
  await ingest(server, 'status', [statusRecord()])
  expect((await stream.next())?.data).toEqual({ topics: ['status'] })
  await stream.leave()
  const rows = await server.db.execute<{ context: unknown }>(
    sql`select context from audit_log where action_name = 'Ingest Changes' order by pkey desc limit 2`,
  )
  expect(rows.rows.map(({ context }) => context)).toMatchObject([
    { created: 0, unchanged: 1, keys: [['test', 'loud']] },
    { created: 1, unchanged: 0, keys: [['test', 'loud']] },
  ])
})

test('the lists of marks match the changes after any records', async () => {
  const names = (values: string[]) => fc.uniqueArray(fc.constantFrom(...values), { maxLength: 3 })
  const hour = fc.integer({ min: 0, max: 23 })
  const toTime = (value: number) => `2026-08-${String(1 + value).padStart(2, '0')}T00:00:00.00${value % 10}Z`
  const record = fc
    .record({
      key: fc.constantFrom('s-1', 's-2', 's-3', 's-4', 's-5'),
      change_type: fc.constantFrom('manual', 'auto'),
      actual_start: fc.option(hour.map(toTime)),
      planned_start: fc.option(hour.map(toTime)),
      services: names(['Expense', 'Travel', 'Invoice']),
      data_centers: names(['us2', 'eu']),
      cis: names(['us2', 'Expense', 'ci 1', "ci '2'"]),
    })
    .map((fields) => ({ source: 'steps', summary: 'In step', ...fields }))
  await fc.assert(
    fc.asyncProperty(fc.array(record, { minLength: 1, maxLength: 8 }), async (records) => {
      await ingestAll(...records)
      await expectMarksToMatch()
    }),
    { numRuns: 60 },
  )
})

test('concurrent writers of the same changes and new names neither fail nor leave duplicates', async () => {
  for (const round of [1, 2, 3, 4]) {
    const records = Array.from({ length: 60 }, (_, index) =>
      changeRecord(`race-${round}-${index}`, {
        cis: [`race-${round}-ci-${index % 17}`, `race-${round}-ci-${(index * 7) % 23}`],
      }),
    )
    // Each writer has its own status and order of records, so that the writers collide on different records.
    const writers = Array.from({ length: 6 }, (_, writer) => {
      const batch = records.map((record) => ({ ...record, status: `by ${writer}` }))
      const ordered = [...batch.slice(writer * 10), ...batch.slice(0, writer * 10)]
      return writer % 2 ? ordered.reverse() : ordered
    })
    const answers = await Promise.all(writers.map((batch) => send(...batch)))
    expect(answers.map(({ status }) => status)).toEqual(writers.map(() => 200))
    expect(answers.reduce((sum, { body }) => sum + body.created, 0)).toBe(records.length)
  }
  expect(await expectMarksToMatch()).toBeGreaterThan(4 * 60)
  const duplicates = await server.db.execute(
    sql`select source_key from changes group by source, source_key having count(*) > 1`,
  )
  expect([duplicates.rows, server.errors]).toEqual([[], []])
})
