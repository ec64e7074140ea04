import { searchChanges as searchChangesCall } from '@aviary/contract/changes/endpoints'
import { SEARCH_TYPES, SEARCHED_FIELDS, type SearchType, SORT_COLUMNS } from '@aviary/contract/changes/rules'
import { type Change, pagedSearch } from '@aviary/contract/changes/schemas'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../../testing/app.ts'
import { ingest } from '../../../../testing/ingest.ts'
import { searchChanges } from './run.ts'

// What is found, held against the plainest reading of the rules over everything there is: every page of it.

const BEGIN = Date.UTC(2026, 7, 1)
const iso = (ms: number) => new Date(ms).toISOString()

// Few moments, few names and few words, so that much of it meets at the very edges.
const moment = fc.nat({ max: 40 }).map((at) => iso(BEGIN + at * 1_000))
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 })
const SIGNS = ['100%', 'a_b', 'axb', '\\', '/', "o'b", '"', '%', '_']
const WORDS = ['Deploy', 'deploy', 'ab', 'B', 'Über', '日本語', 'prod', 'x', 'quick', 'slow']
const word = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...WORDS) }, fc.constantFrom(...SIGNS))
const phrase = fc
  .tuple(fc.array(word, { minLength: 1, maxLength: 3 }), fc.constantFrom('', ' ', '\n'))
  .map(([words, between]) => words.join(between))
const keyword = fc.oneof(fc.constant(''), fc.constantFrom(...SIGNS), word, phrase)
const NAMES = {
  data_centers: ['us2', 'eu', 'eu2', 'china'],
  services: ['Expense', 'Travel', 'Mobile'],
  cis: ['ci-1', 'ci-2', 'Ci-3', "ci'4", 'ci,5', '{ci}'],
}
const some = (names: string[]) => fc.subarray(names, { maxLength: 2 })

const record = fc.record({
  change_type: fc.constantFrom('manual', 'auto', 'auto'),
  ticket_id: maybe(phrase),
  summary: phrase,
  description: fc.oneof(fc.constant(''), phrase),
  status: maybe(fc.constantFrom('done', 'Done', 'open')),
  catalog_type: maybe(phrase),
  planned_start: maybe(moment),
  actual_start: maybe(moment),
  submitted_by: maybe(phrase),
  submitted_on: maybe(moment),
  created_on: moment,
  data_centers: some(NAMES.data_centers),
  services: some(NAMES.services),
  cis: some(NAMES.cis),
  master_approval_entity_id: maybe(phrase),
  company_id: maybe(fc.constantFrom('7', '77', '100')),
  github_owner: maybe(phrase),
  github_repo: maybe(phrase),
  github_sha: maybe(fc.constantFrom('abc123', 'ABD')),
  github_tag: maybe(fc.constantFrom('v1', 'v1.2')),
})

const sought = fc.record({
  change_type: fc.constantFrom('manual', 'auto'),
  search_params: fc
    .record({
      data_centers: some([...NAMES.data_centers, 'apj1']),
      services: some(NAMES.services),
      cis: some([...NAMES.cis, 'nobody']),
      keyword,
      search_type: fc.oneof(fc.constant('any' as const), fc.constantFrom(...SEARCH_TYPES)),
      date_range_start: maybe(moment),
      date_range_end: maybe(moment),
    })
    .filter(({ date_range_start: start, date_range_end: end }) => !start || !end || start <= end),
  sort_by: fc.oneof(
    { weight: 3, arbitrary: fc.constant('effective_at' as const) },
    fc.constantFrom(...SORT_COLUMNS),
  ),
  sort_direction: fc.constantFrom('ASC', 'DESC'),
  results_per_page: fc.constantFrom(1, 2, 7, 50),
})
type Of<A> = A extends fc.Arbitrary<infer T> ? T : never
type Recorded = Of<typeof record>
type Sought = Of<typeof sought>
type Asked = Sought & { page_number: number; cursor?: string | undefined }

let server: TestApp
let person: Person
let all: Change[]

beforeAll(async () => {
  server = await openTestApp({ now: new Date('2026-08-20T12:00:00Z') })
  person = await server.signInAs('subscriber')
  const records = fc.sample(record, { seed: 20_260_820, numRuns: 250 })
  await ingest(
    server,
    'changes',
    records.map((fields, at) => ({ ...fields, source: 'test', key: String(at) })),
  )
  const found = await server.db.execute<{ change_id: string; source_key: string }>(
    sql`select change_id, source_key from changes`,
  )
  all = found.rows.map((row) => toChange(Number(row.change_id), records[Number(row.source_key)] as Recorded))
  expect(all).toHaveLength(250)
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

function toChange(id: number, fields: Recorded): Change {
  const { created_on, ...told } = fields
  const given = Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined))
  const nothing = {
    ...{ ticket_id: null, status: null, catalog_type: null, submitted_by: null, submitted_on: null },
    ...{ planned_start: null, planned_end: null, actual_start: null, actual_end: null, company_id: null },
    ...{ github_owner: null, github_repo: null, github_sha: null, github_tag: null },
    master_approval_entity_id: null,
  }
  const effective_at = told.actual_start ?? told.planned_start ?? told.submitted_on ?? created_on
  return { ...nothing, ...given, id, effective_at } as Change
}

const containsText = (text: string | null, keyword: string) =>
  text?.toLowerCase().includes(keyword.toLowerCase()) ?? false

function hasKeyword(change: Change, keyword: string, searchType: SearchType): boolean {
  const repository =
    change.github_owner && change.github_repo && `${change.github_owner}/${change.github_repo}`
  return (
    SEARCHED_FIELDS[searchType].some((field) => containsText(change[field], keyword)) ||
    (searchType === 'any' && containsText(repository, keyword))
  )
}

function fits(change: Change, { change_type, search_params: params }: Sought): boolean {
  const { date_range_start: start, date_range_end: end, keyword, search_type } = params
  return (
    change.change_type === change_type &&
    (start === undefined || change.effective_at >= start) &&
    (end === undefined || change.effective_at <= end) &&
    (['data_centers', 'services', 'cis'] as const).every(
      (kind) => params[kind].length === 0 || params[kind].some((name) => change[kind].includes(name)),
    ) &&
    (keyword === '' || hasKeyword(change, keyword, search_type))
  )
}

function expected(search: Sought): Change[] {
  const forward = search.sort_direction === 'ASC' ? 1 : -1
  const isTime = search.sort_by === 'effective_at' || /_(start|end|on)$/.test(search.sort_by)
  const keyOf = (change: Change) => {
    const value = change[search.sort_by]
    return isTime || value === null ? value : value.toLowerCase()
  }
  return all
    .filter((change) => fits(change, search))
    .sort((a, b) => {
      const [one, other] = [keyOf(a), keyOf(b)]
      if (one === other) return forward * (a.id - b.id)
      if (one === null || other === null) return one === null ? 1 : -1
      return one < other ? -forward : forward
    })
}

type Page = { rows: Change[]; has_next_page: boolean; next_cursor?: string | undefined }

/** Every page holds what it should, the one behind the last nothing. */
async function expectAllPages(search: Sought, pageOf: (asked: Asked) => Promise<Page>): Promise<void> {
  const rest = expected(search)
  const size = search.results_per_page
  let cursor: string | undefined
  for (let page_number = 1; ; page_number += 1) {
    const rows = rest.splice(0, size)
    const page = await pageOf({ ...search, page_number })
    expect(page.rows).toEqual(rows)
    expect(page.has_next_page).toBe(rest.length > 0)
    expect(page.next_cursor !== undefined).toBe(rest.length > 0 && search.sort_by === 'effective_at')
    // By the cursor of the page before it is the same page, whatever its number.
    if (cursor) expect(await pageOf({ ...search, page_number: 1, cursor })).toEqual(page)
    cursor = page.next_cursor
    if (rows.length === 0) return
  }
}

const overHttp = async (asked: Asked): Promise<Page> => {
  const found = await person.call(searchChangesCall, { body: asked })
  expect(found.status, JSON.stringify(found.problem)).toBe(200)
  return found.body
}

/** A sample so small that nearly everything is found by the plan for the rest. */
const withSmallSample = (asked: Asked): Promise<Page> =>
  searchChanges(server.db, pagedSearch.parse(asked), {
    timeoutMs: 20_000,
    sampleRows: { byTime: 5, byMarks: 2 },
  })

const check = (pageOf: (asked: Asked) => Promise<Page>, seed: number) =>
  fc.assert(
    fc.asyncProperty(sought, (search) => expectAllPages(search, pageOf)),
    { seed, numRuns: 60 },
  )

// Of a table nobody has counted, the lists of the names are read; of one where most changes have a name, all of them are.
test('every search finds what the rules say, before and after the database has counted its rows', async () => {
  await check(overHttp, 1)
  await check(withSmallSample, 2)
  await server.db.execute(sql`analyze changes`)
  await check(overHttp, 3)
  await check(withSmallSample, 4)
}, 120_000)
