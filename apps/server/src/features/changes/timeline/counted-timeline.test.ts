import { getChangeTimeline } from '@aviary/contract/changes/endpoints'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../../testing/app.ts'
import { findMiscounted, forgetCounts } from '../../../../testing/change-counts.ts'
import { changeRecord, ingest } from '../../../../testing/ingest.ts'
import { runOn } from '../../../../testing/queries.ts'
import { countPerHour } from '../counts-per-hour/count-per-hour.ts'

// Random writes and counting, and after each step a random picture that must be the one counted from the changes
// themselves.

let server: TestApp
let secondServer: TestApp
let person: Person

beforeAll(async () => {
  server = await openTestApp()
  secondServer = await openTestApp({ databaseUrl: server.databaseUrl })
  person = await server.signInAs('subscriber')
})
afterAll(async () => {
  expect([...server.errors, ...secondServer.errors]).toEqual([])
  await secondServer.close()
  await server.close()
})

const BEGIN = Date.UTC(2026, 7, 1)
const MINUTE_MS = 60_000
const DAY_MINUTES = 24 * 60
const DATA_CENTERS = ['us2', 'eu']
const SERVICES = ['Expense', 'Travel']

// Whole hours and their ends are frequent.
const minute = fc
  .tuple(fc.nat({ max: 60 }), fc.constantFrom(0, 0, 1, 30, 45, 59))
  .map(([hour, at]) => hour * 60 + at)
const toSeconds = (ms: number) => `${new Date(ms).toISOString().slice(0, 19)}Z`
const toIso = (minutes: number) => new Date(BEGIN + minutes * MINUTE_MS).toISOString()
const changes = fc.array(
  fc.record({
    key: fc.nat({ max: 20 }).map(String),
    change_type: fc.constantFrom('manual', 'auto'),
    data_centers: fc.subarray(DATA_CENTERS),
    services: fc.subarray(SERVICES),
    cis: fc.subarray(['ci-1', 'ci-2'], { maxLength: 1 }),
    actual_start: fc
      .tuple(minute, fc.constantFrom('00.000Z', '59.999Z'))
      .map(([at, end]) => toIso(at).slice(0, 17) + end),
  }),
  { maxLength: 8 },
)
const action = fc.oneof(
  { weight: 4, arbitrary: fc.record({ first: changes, second: changes }) },
  { weight: 1, arbitrary: fc.record({ deleted: fc.nat({ max: 2 }) }) },
  { weight: 3, arbitrary: fc.record({ steps: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 1, arbitrary: fc.constant({ forget: true }) },
)
const picture = fc.record({
  change_type: fc.constantFrom('manual', 'auto'),
  buckets: fc.constantFrom(10, 20, 60),
  search_params: fc
    .record({
      data_centers: fc.oneof(fc.constant([]), fc.subarray([...DATA_CENTERS, 'china'])),
      services: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, fc.subarray(SERVICES)),
      cis: fc.oneof({ weight: 5, arbitrary: fc.constant<string[]>([]) }, fc.constant(['ci-1'])),
      start: fc.oneof(
        minute,
        minute.map((at) => at - 3 * DAY_MINUTES),
      ),
      // The longer ones have buckets of days.
      minutes: fc.oneof(fc.integer({ min: 1, max: 70 * 60 }), fc.integer({ min: 1, max: 40 * DAY_MINUTES })),
    })
    .map(({ start, minutes, ...names }) => ({
      ...names,
      date_range_start: toSeconds(BEGIN + start * MINUTE_MS),
      date_range_end: toSeconds(BEGIN + (start + minutes) * MINUTE_MS),
    })),
})
type Generated<A> = A extends fc.Arbitrary<infer T> ? T : never
type Picture = Pick<Generated<typeof picture>, 'change_type' | 'search_params'>

async function act(step: Generated<typeof action>): Promise<void> {
  if ('first' in step) {
    const write = (writer: TestApp, records: Generated<typeof changes>) =>
      ingest(writer, 'changes', [
        changeRecord('0', { actual_start: toIso(0) }),
        ...records.map(({ key, ...fields }) => changeRecord(key, { actual_end: null, ...fields })),
      ])
    const counting = countPerHour(server.db, { batch: { changes: 2, deltas: 3 } })
    await Promise.all([write(server, step.first), write(secondServer, step.second), counting])
  } else if ('deleted' in step) {
    await runOn(
      server,
      `delete from marked_changes where change_id % 3 = ${step.deleted}; delete from changes where change_id % 3 = ${step.deleted}`,
    )
  } else if ('steps' in step) {
    let left = step.steps
    await countPerHour(server.db, { mayGoOn: () => left-- > 0, batch: { changes: 2, deltas: 3 } })
  } else await forgetCounts(server)
}

async function countStored({ change_type, search_params }: Picture, seconds: number) {
  const { data_centers, services, cis, date_range_start, date_range_end } = search_params
  const hasAny = (column: string, names: readonly string[]) =>
    names.length > 0 ? sql`${sql.raw(column)} && ${sql.param(names)}::text[]` : sql`true`
  const result = await server.db.execute<{ start: number; count: number }>(sql`
    select floor(extract(epoch from effective_at) / ${seconds}::int)::float8 * ${seconds}::int as start, count(*)::int as count
    from changes where change_type = ${change_type}
      and effective_at >= ${date_range_start}::timestamptz and effective_at <= ${date_range_end}::timestamptz
      and ${hasAny('data_centers', data_centers)} and ${hasAny('services', services)} and ${hasAny('cis', cis)}
    group by 1 order by 1`)
  return result.rows.map(({ start, count }) => ({ start: new Date(start * 1_000).toISOString(), count }))
}

test('whatever is written and counted, a picture shows the changes there are', async () => {
  const step = fc.record({ action, pictures: fc.array(picture, { minLength: 3, maxLength: 3 }) })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 10 }), async (steps) => {
      await server.db.execute('truncate changes, marked_changes')
      for (const { action, pictures } of steps) {
        await act(action)
        for (const raw of pictures) {
          const { body } = await person.call(getChangeTimeline, { raw })
          expect(body.buckets).toEqual(await countStored(raw, body.bucket_seconds))
        }
      }
      await countPerHour(server.db)
      expect(await findMiscounted(server)).toEqual([])
    }),
    { numRuns: 20, endOnFailure: true }, // to make a counterexample smaller takes minutes
  )
})

test('changes at the borders of hours and days are counted once', async () => {
  await server.db.execute('truncate changes, marked_changes')
  const borders = [60, 23 * 60, DAY_MINUTES, 12 * DAY_MINUTES, 12 * DAY_MINUTES + 60].map(
    (at) => BEGIN + at * MINUTE_MS,
  )
  const times = borders.flatMap((at) => [at - 1, at, at + 1])
  const records = times.map((at, index) =>
    changeRecord(String(index), { actual_start: new Date(at).toISOString(), actual_end: null }),
  )
  await ingest(server, 'changes', records)
  await countPerHour(server.db)
  const bounds = borders.flatMap((at) => [at - 30 * MINUTE_MS, at - 1_000, at, at + 1_000])
  for (const start of bounds)
    for (const end of bounds.filter((at) => at > start)) {
      const range = { date_range_start: toSeconds(start), date_range_end: toSeconds(end) }
      const raw: Picture = {
        change_type: 'manual',
        search_params: { ...range, data_centers: [], services: [], cis: [] },
      }
      const { body } = await person.call(getChangeTimeline, { raw: { ...raw, buckets: 10 } })
      expect(body.buckets, JSON.stringify(range)).toEqual(await countStored(raw, body.bucket_seconds))
    }
})

test('a picture is read from the counts', async () => {
  await server.db.execute('truncate changes, marked_changes')
  await ingest(server, 'changes', [changeRecord('1', { actual_start: toIso(90) })])
  await countPerHour(server.db)
  await runOn(server, 'update changes_per_hour set count = 7; update changes_per_day set count = 9')
  const countAll = async (search_params: object, days = 4) => {
    const end = toIso(days * DAY_MINUTES)
    const range = { date_range_start: toIso(0).slice(0, 19), date_range_end: end.slice(0, 19) }
    const { body } = await person.call(getChangeTimeline, {
      raw: { search_params: { ...range, ...search_params } },
    })
    return body.buckets.map(({ count }) => count)
  }
  const counts = [
    await countAll({}),
    await countAll({ data_centers: ['us2'] }),
    await countAll({ services: ['Expense'] }),
    await countAll({ services: ['Expense'], data_centers: ['us2'] }),
    await countAll({ keyword: 'changed' }),
  ]
  expect(counts).toEqual([[7], [7], [7], [1], [1]])
  expect([await countAll({}, 80), await countAll({ services: ['Expense'] }, 80)]).toEqual([[9], [9]])
  await forgetCounts(server)
  expect(await countAll({})).toEqual([1])
})
