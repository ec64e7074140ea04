import { getChangeTimeline, searchChanges } from '@aviary/contract/changes/endpoints'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../../testing/app.ts'
import { ABSENT_WORD, createManyChanges, RARE_WORD } from '../../../../testing/changes.ts'
import { markedChangesOf } from '../../../../testing/ingest.ts'
import { watchQueries } from '../../../../testing/queries.ts'
import { countPerHour } from '../counts-per-hour/count-per-hour.ts'
import { indexNgrams } from '../ngram-index/index-ngrams.ts'

// More than SAMPLE_ROWS: a search for a rare word must go on after its first sample.
const COUNT = 30_000

let server: TestApp
let person: Person

beforeAll(async () => {
  server = await openTestApp({ now: new Date('2026-09-01T00:00:00Z') })
  await createManyChanges(server.db, COUNT, { seed: 5, before: server.now() })
  person = await server.signInAs('support')
}, 120_000)
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

/** Reference: every change that contains the keyword and has one of the data centers, newest first. */
async function listExpectedIds(keyword: string, dataCenters: string[]): Promise<number[]> {
  const inDataCenters =
    dataCenters.length > 0 ? sql`data_centers && ${sql.param(dataCenters)}::text[]` : sql`true`
  const result = await server.db.execute<{ change_id: string }>(sql`
    select change_id from changes
    where change_type = 'auto' and position(${keyword} in search_text) > 0 and ${inDataCenters}
    order by effective_at desc, change_id desc`)
  return result.rows.map((row) => Number(row.change_id))
}

const search = async (keyword: string, data_centers: string[], fields: object) => {
  const raw = { change_type: 'auto', search_params: { keyword, data_centers }, ...fields }
  const { body } = await person.call(searchChanges, { raw })
  return { ...body, ids: body.rows.map(({ id }) => id) }
}

test('generated changes are listed under each of their marks', async () => {
  const { should, are } = await markedChangesOf(server)
  expect(are.length).toBeGreaterThan(COUNT)
  expect(JSON.stringify(are) === JSON.stringify(should)).toBe(true)
})

type Case = [name: string, keyword: string, dataCenters: string[]]
const CASES: Case[] = [
  ['a rare word', RARE_WORD, []],
  ['a rare word of a data center', RARE_WORD, ['us2']],
  ['an absent word', ABSENT_WORD, []],
  ['a common word', 'production', []],
  ['a common word of two data centers', 'whitehall', ['eu', 'eu2']],
  ['two letters', 'qu', []],
  ['two letters of a data center', 'qu', ['dc 12']],
  ['two letters that no change contains', 'zq', ['us2']],
]

async function expectAllPages(keyword: string, dataCenters: string[]): Promise<void> {
  const expected = await listExpectedIds(keyword, dataCenters)
  const pages = Math.ceil(expected.length / 100)
  for (const page of new Set(
    [1, 2, Math.ceil(pages / 2), pages - 1, pages, pages + 1].filter((number) => number > 0),
  )) {
    const result = await search(keyword, dataCenters, { page_number: page })
    expect(result.ids).toEqual(expected.slice((page - 1) * 100, page * 100))
    expect(result.has_next_page).toBe(expected.length > page * 100)
    expect((await search(keyword, dataCenters, { page_number: page })).ids).toEqual(result.ids)
    if (!result.next_cursor) continue
    const next = await search(keyword, dataCenters, { cursor: result.next_cursor })
    expect(next.ids).toEqual(expected.slice(page * 100, (page + 1) * 100))
  }
}

test.each(CASES)('finds every page of a search for %s', (_, keyword, dataCenters) =>
  expectAllPages(keyword, dataCenters),
)

/** Checks the two calls that always read the whole range: sorting by another column, and the timeline. */
async function expectAllMatches(keyword: string, dataCenters: string[]): Promise<void> {
  const expected = await listExpectedIds(keyword, dataCenters)
  const sorted = await search(keyword, dataCenters, { sort_by: 'status', results_per_page: 100 })
  expect(sorted.ids.length).toBe(Math.min(100, expected.length))
  expect(sorted.ids.filter((id) => !expected.includes(id))).toEqual([])
  const search_params = {
    ...{ keyword, data_centers: dataCenters },
    ...{ date_range_start: '2024-09-01T00:00:00Z', date_range_end: '2026-09-01T00:00:00Z' },
  }
  const { body } = await person.call(getChangeTimeline, { raw: { change_type: 'auto', search_params } })
  expect(body.buckets.reduce((sum, { count }) => sum + count, 0)).toBe(expected.length)
}

const SHORT = [
  ...CASES,
  ['a rare pair', 'kk', []] satisfies Case,
  ['a rare pair of a data center', 'kk', ['us2']] satisfies Case,
]

test.each(SHORT)('finds %s sorted by another column and in the timeline', (_, keyword, dataCenters) =>
  expectAllMatches(keyword, dataCenters),
)

test('indexes all changes', async () => {
  expect(await indexNgrams(server.db)).toBe(COUNT)
})

test.each(SHORT)('finds every page of a search for %s with the n-gram index', (_, keyword, dataCenters) =>
  expectAllPages(keyword, dataCenters),
)

test.each(SHORT)(
  'finds %s sorted by another column and in the timeline with the n-gram index',
  (_, keyword, dataCenters) => expectAllMatches(keyword, dataCenters),
)

test('a rare word is read from the trigram index without a sample, a common one as before', async () => {
  await countPerHour(server.db)
  const readBy = async (keyword: string) => {
    const queries = watchQueries()
    const { ids } = await search(keyword, [], {})
    queries.stop()
    const scans = queries.sent.filter((text) => /textlike/.test(text)).length
    const byTrigrams = queries.sent.filter((text) => /search_text like/.test(text)).length
    return {
      isRight: ids.join() === (await listExpectedIds(keyword, [])).slice(0, 100).join(),
      scans,
      byTrigrams,
    }
  }
  expect(await readBy(RARE_WORD)).toEqual({ isRight: true, scans: 1, byTrigrams: 1 })
  expect(await readBy(ABSENT_WORD)).toEqual({ isRight: true, scans: 1, byTrigrams: 1 })
  expect(await readBy('production')).toEqual({ isRight: true, scans: 1, byTrigrams: 0 })
})
