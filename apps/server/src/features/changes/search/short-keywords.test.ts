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

// Compares searches for keywords too short for the trigram index with plain SQL. Each keyword occurs in only
// a few of the hours.

const BEGIN = Date.UTC(2026, 7, 1)
const iso = (ms: number) => new Date(ms).toISOString()
/** Minutes after `BEGIN`, among them often the first and the last millisecond of an hour. */
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
/** A keyword without blanks at its ends, because the call would trim them. */
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
const randomSearch = fc.record({
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
type Search = typeof randomSearch extends fc.Arbitrary<infer T> ? T : never

let server: TestApp
const records = fc.sample(record, { seed: 25, numRuns: 400 })
const toRecord = (index: number, fields: object = {}) =>
  changeRecord(String(index), { actual_end: null, ...records[index], ...fields })

beforeAll(async () => {
  server = await openTestApp({ now: new Date('2026-08-20T12:00:00Z') })
  await ingest(
    server,
    'changes',
    records.map((_, index) => toRecord(index)),
  )
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

async function listExpected({
  change_type,
  search_params: params,
  sort_direction,
}: Search): Promise<number[]> {
  const fields = SEARCHED_FIELDS[params.search_type].map((field) => sql`${sql.identifier(field)}`)
  const repository = sql`github_owner || '/' || github_repo`
  const contains = (text: SQL) => sql`strpos(lower(${text}), lower(${params.keyword})) > 0`
  const columns = params.search_type === 'any' ? [...fields, repository] : fields
  const result = await server.db.execute<{ id: number }>(sql`
    select change_id::float8 as id from changes
    where change_type = ${change_type} and (${sql.join(columns.map(contains), sql` or `)})
      and effective_at >= ${params.date_range_start ?? '-infinity'}::timestamptz
      and (cardinality(${sql.param(params.data_centers)}::text[]) = 0 or data_centers && ${sql.param(params.data_centers)}::text[])
    order by effective_at ${sql.raw(sort_direction)}, change_id ${sql.raw(sort_direction)}`)
  return result.rows.map(({ id }) => id)
}

/** Uses a sample so small that nearly all matches are found by the n-gram index. */
const getPage = (search: object): Promise<{ rows: Change[]; next_cursor?: string | undefined }> =>
  searchChanges(server.db, pagedSearch.parse(search), {
    timeoutMs: 20_000,
    sampleRows: { byTime: 3, byMarks: 2 },
  })

async function listFound(search: Search): Promise<number[]> {
  const ids: number[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await getPage({ ...search, cursor })
    ids.push(...page.rows.map(({ id }) => id))
    cursor = page.next_cursor
    if (cursor === undefined) return ids
  }
}

const check = (seed: number) =>
  fc.assert(
    fc.asyncProperty(randomSearch, async (search) => {
      expect(await listFound(search)).toEqual(await listExpected(search))
    }),
    { seed, numRuns: 40 },
  )

test('finds short keywords while none, some and all of the changes are indexed', async () => {
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
  // Updates changes with another text or time, to search before and after they are indexed again.
  await ingest(
    server,
    'changes',
    records.flatMap((original, index) =>
      index % 4 === 0
        ? [toRecord(index, { summary: `${original.summary} Zq ß` })]
        : index % 7 === 0
          ? [toRecord(index, { actual_start: iso(BEGIN + index) })]
          : [],
    ),
  )
  await check(5)
  await indexNgrams(server.db)
  await check(6)
}, 120_000)

test('searches only the hours that may contain the keyword', async () => {
  await indexNgrams(server.db)
  const search = { search_params: { keyword: '猫' }, change_type: 'auto' }
  const searchAndWatch = async () => {
    const queries = watchQueries()
    const page = await getPage(search)
    queries.stop()
    const summaries = page.rows.map(({ summary }) => summary)
    return { summaries, lookups: queries.sent.filter((text) => /textlike/.test(text)) }
  }
  const absent = await searchAndWatch()
  expect(absent.summaries).toEqual([])
  expect(absent.lookups).toHaveLength(1) // only the sample was read
  await ingest(server, 'changes', [
    toRecord(1_000, { change_type: 'auto', summary: 'A 猫', actual_start: iso(BEGIN + 3_600_000) }),
    toRecord(1_001, { change_type: 'manual', summary: 'Another 猫', actual_start: iso(BEGIN) }),
  ])
  for (const _ of ['unread', 'read']) {
    const present = await searchAndWatch()
    expect(present.summaries).toEqual(['A 猫'])
    expect(present.lookups).toHaveLength(2)
    expect(present.lookups[1]).toContain('span.first')
    await indexNgrams(server.db)
  }
})
