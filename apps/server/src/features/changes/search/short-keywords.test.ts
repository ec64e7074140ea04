import { SEARCHED_FIELDS } from '@aviary/contract/changes/rules'
import { type Change, pagedSearch } from '@aviary/contract/changes/schemas'
import { type SQL, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../../testing/app.ts'
import { changeRecord, ingest } from '../../../../testing/ingest.ts'
import { countUnread } from '../../../../testing/ngram-index.ts'
import { watchQueries } from '../../../../testing/queries.ts'
import { indexNgrams } from '../ngram-index/index-ngrams.ts'
import { searchChanges } from './run.ts'

// Keywords that no trigram index serves, over hours of which few have any of them, held against the plainest of questions.

const BEGIN = Date.UTC(2026, 7, 1)
const iso = (ms: number) => new Date(ms).toISOString()
/** Also the first and the last moment of an hour. */
const minute = fc.oneof(
  fc.nat({ max: 60 * 200 }),
  fc.nat({ max: 200 }).map((hour) => hour * 60),
  fc.nat({ max: 200 }).map((hour) => hour * 60 + 60 - 1 / 60_000),
)
const moment = minute.map((minutes) => iso(Math.round(BEGIN + minutes * 60_000)))
const UNITS = [
  'a',
  'B',
  'z',
  'q',
  '1',
  '%',
  '_',
  '\\',
  ' ',
  '-',
  '/',
  '\n',
  'ß',
  'İ',
  'Σ',
  'é',
  'e\u0301',
  '障',
  '害',
  '𠮷',
]
const unit = fc.constantFrom(...UNITS)
const phrase = fc.array(unit, { minLength: 1, maxLength: 3 }).map((units) => `x${units.join('')}y`)
/** As the call takes it: nothing but what stands between blanks. */
const keyword = fc
  .array(unit, { minLength: 1, maxLength: 3 })
  .map((units) => units.join('').trim())
  .filter((text) => text !== '')

const record = fc.record({
  change_type: fc.constantFrom('auto' as const, 'auto' as const, 'manual' as const),
  summary: phrase,
  description: fc.oneof({ weight: 5, arbitrary: fc.constant('plain') }, phrase),
  github_owner: fc.option(phrase, { nil: null, freq: 5 }),
  github_repo: fc.option(phrase, { nil: null, freq: 5 }),
  actual_start: moment,
  data_centers: fc.subarray(['us2', 'eu', 'eu2'], { maxLength: 2 }),
})
const sought = fc.record({
  change_type: fc.constantFrom('auto', 'manual'),
  search_params: fc.record({
    keyword,
    search_type: fc.constantFrom('any' as const, 'any' as const, 'summary' as const),
    data_centers: fc.subarray(['us2', 'eu'], { maxLength: 2 }),
    date_range_start: fc.option(moment, { nil: undefined }),
  }),
  sort_direction: fc.constantFrom('ASC' as const, 'DESC' as const),
  results_per_page: fc.constantFrom(1, 7, 50),
})
type Sought = typeof sought extends fc.Arbitrary<infer T> ? T : never

let server: TestApp
const records = fc.sample(record, { seed: 25, numRuns: 400 })
const recordAt = (at: number, fields: object = {}) =>
  changeRecord(String(at), { actual_end: null, ...records[at], ...fields })

beforeAll(async () => {
  server = await openTestApp({ now: new Date('2026-08-20T12:00:00Z') })
  await ingest(
    server,
    'changes',
    records.map((_, at) => recordAt(at)),
  )
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

async function expected({ change_type, search_params: params, sort_direction }: Sought): Promise<number[]> {
  const fields = SEARCHED_FIELDS[params.search_type].map((field) => sql`${sql.identifier(field)}`)
  const repository = sql`github_owner || '/' || github_repo`
  const contains = (text: SQL) => sql`strpos(lower(${text}), lower(${params.keyword})) > 0`
  const columns = params.search_type === 'any' ? [...fields, repository] : fields
  const found = await server.db.execute<{ id: number }>(sql`
    select change_id::float8 as id from changes
    where change_type = ${change_type} and (${sql.join(columns.map(contains), sql` or `)})
      and effective_at >= ${params.date_range_start ?? '-infinity'}::timestamptz
      and (cardinality(${sql.param(params.data_centers)}::text[]) = 0 or data_centers && ${sql.param(params.data_centers)}::text[])
    order by effective_at ${sql.raw(sort_direction)}, change_id ${sql.raw(sort_direction)}`)
  return found.rows.map(({ id }) => id)
}

/** The sample is so small that nearly everything is found by the n-gram index. */
const pageOf = (search: object): Promise<{ rows: Change[]; next_cursor?: string | undefined }> =>
  searchChanges(server.db, pagedSearch.parse(search), {
    timeoutMs: 20_000,
    sampleRows: { byTime: 3, byMarks: 2 },
  })

async function found(search: Sought): Promise<number[]> {
  const ids: number[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await pageOf({ ...search, cursor })
    ids.push(...page.rows.map(({ id }) => id))
    cursor = page.next_cursor
    if (cursor === undefined) return ids
  }
}

const check = (seed: number) =>
  fc.assert(
    fc.asyncProperty(sought, async (search) => {
      expect(await found(search)).toEqual(await expected(search))
    }),
    { seed, numRuns: 40 },
  )

test('short keywords find what the rules say while none, some and all of the changes are read', async () => {
  await check(1)
  let steps = 4
  await indexNgrams(server.db, { batchChanges: 5, mayGoOn: () => steps-- > 0 })
  expect(await countUnread(server)).toBeGreaterThan(50)
  await check(2)
  await indexNgrams(server.db)
  expect(await countUnread(server)).toBe(0)
  await check(3)
  await server.db.execute(sql`analyze changes`)
  await check(4)
  // Told anew, with other words or at another time, before and after that is read.
  await ingest(
    server,
    'changes',
    records.flatMap((one, at) =>
      at % 4 === 0
        ? [recordAt(at, { summary: `${one.summary} Zq ß` })]
        : at % 7 === 0
          ? [recordAt(at, { actual_start: iso(BEGIN + at) })]
          : [],
    ),
  )
  await check(5)
  await indexNgrams(server.db)
  await check(6)
}, 120_000)

test('a keyword that stands in few hours is looked for in these alone', async () => {
  await indexNgrams(server.db)
  const search = { search_params: { keyword: '猫' }, change_type: 'auto' }
  const askAndWatch = async () => {
    const queries = watchQueries()
    const page = await pageOf(search)
    queries.stop()
    const summaries = page.rows.map(({ summary }) => summary)
    return { summaries, lookups: queries.sent.filter((text) => /textlike/.test(text)) }
  }
  const nothing = await askAndWatch()
  expect(nothing.summaries).toEqual([])
  expect(nothing.lookups).toHaveLength(1) // the sample
  await ingest(server, 'changes', [
    recordAt(1_000, { change_type: 'auto', summary: 'A 猫', actual_start: iso(BEGIN + 3_600_000) }),
    recordAt(1_001, { change_type: 'manual', summary: 'Another 猫', actual_start: iso(BEGIN) }),
  ])
  for (const _ of ['unread', 'read']) {
    const one = await askAndWatch()
    expect(one.summaries).toEqual(['A 猫'])
    expect(one.lookups).toHaveLength(2)
    expect(one.lookups[1]).toContain('time.first')
    await indexNgrams(server.db)
  }
})
