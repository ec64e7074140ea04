import { searchChanges as searchChangesCall } from '@aviary/contract/changes/endpoints'
import { SEARCH_TYPES, SEARCHED_FIELDS, type SearchType, SORT_COLUMNS } from '@aviary/contract/changes/rules'
import { type Change, pagedSearch } from '@aviary/contract/changes/schemas'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../../testing/app.ts'
import { ingest } from '../../../../testing/ingest.ts'
import { searchChanges } from './run.ts'

// Compares every page of random searches with a plain implementation of the rules that reads all changes.

const BEGIN = Date.UTC(2026, 7, 1)
const iso = (ms: number) => new Date(ms).toISOString()

// Few times, names and words, so that many values are equal and edge cases are frequent.
const moment = fc.nat({ max: 40 }).map((second) => iso(BEGIN + second * 1_000))
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 })
const SIGNS = ['100%', 'a_b', 'axb', '\\', '/', "o'b", '"', '%', '_']
const WORDS = ['Deploy', 'deploy', 'ab', 'B', 'Über', '日本語', 'prod', 'x', 'quick', 'slow']
const word = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...WORDS) }, fc.constantFrom(...SIGNS))
const phrase = fc
  .tuple(fc.array(word, { minLength: 1, maxLength: 3 }), fc.constantFrom('', ' ', '\n'))
  .map(([words, separator]) => words.join(separator))
const keyword = fc.oneof(fc.constant(''), fc.constantFrom(...SIGNS), word, phrase)
const NAMES = {
  data_centers: ['us2', 'eu', 'eu2', 'china'],
  services: ['Expense', 'Travel', 'Mobile'],
  cis: ['ci-1', 'ci-2', 'Ci-3', "ci'4", 'ci,5', '{ci}'],
}
const upToTwo = (names: string[]) => fc.subarray(names, { maxLength: 2 })

const record = fc.record({
  change_type: fc.constantFrom('manual', 'auto', 'auto'),
  ticket_id: optional(phrase),
  summary: phrase,
  description: fc.oneof(fc.constant(''), phrase),
  status: optional(fc.constantFrom('done', 'Done', 'open')),
  catalog_type: optional(phrase),
  planned_start: optional(moment),
  actual_start: optional(moment),
  submitted_by: optional(phrase),
  submitted_on: optional(moment),
  created_on: moment,
  data_centers: upToTwo(NAMES.data_centers),
  services: upToTwo(NAMES.services),
  cis: upToTwo(NAMES.cis),
  master_approval_entity_id: optional(phrase),
  company_id: optional(fc.constantFrom('7', '77', '100')),
  github_owner: optional(phrase),
  github_repo: optional(phrase),
  github_sha: optional(fc.constantFrom('abc123', 'ABD')),
  github_tag: optional(fc.constantFrom('v1', 'v1.2')),
})

const randomSearch = fc.record({
  change_type: fc.constantFrom('manual', 'auto'),
  search_params: fc
    .record({
      data_centers: upToTwo([...NAMES.data_centers, 'apj1']),
      services: upToTwo(NAMES.services),
      cis: upToTwo([...NAMES.cis, 'nobody']),
      keyword,
      search_type: fc.oneof(fc.constant('any' as const), fc.constantFrom(...SEARCH_TYPES)),
      date_range_start: optional(moment),
      date_range_end: optional(moment),
    })
    .filter(({ date_range_start: start, date_range_end: end }) => !start || !end || start <= end),
  sort_by: fc.oneof(
    { weight: 3, arbitrary: fc.constant('effective_at' as const) },
    fc.constantFrom(...SORT_COLUMNS),
  ),
  sort_direction: fc.constantFrom('ASC', 'DESC'),
  results_per_page: fc.constantFrom(1, 2, 7, 50),
})
type Generated<A> = A extends fc.Arbitrary<infer T> ? T : never
type GeneratedRecord = Generated<typeof record>
type Search = Generated<typeof randomSearch>
type PageRequest = Search & { page_number: number; cursor?: string | undefined }

let server: TestApp
let person: Person
let allChanges: Change[]

beforeAll(async () => {
  server = await openTestApp({ now: new Date('2026-08-20T12:00:00Z') })
  person = await server.signInAs('subscriber')
  const records = fc.sample(record, { seed: 20_260_820, numRuns: 250 })
  await ingest(
    server,
    'changes',
    records.map((fields, index) => ({ ...fields, source: 'test', key: String(index) })),
  )
  const stored = await server.db.execute<{ change_id: string; source_key: string }>(
    sql`select change_id, source_key from changes`,
  )
  allChanges = stored.rows.map((row) =>
    toChange(Number(row.change_id), records[Number(row.source_key)] as GeneratedRecord),
  )
  expect(allChanges).toHaveLength(250)
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

function toChange(id: number, fields: GeneratedRecord): Change {
  const { created_on, ...sent } = fields
  const values = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined))
  const empty = {
    ...{ ticket_id: null, status: null, catalog_type: null, submitted_by: null, submitted_on: null },
    ...{ planned_start: null, planned_end: null, actual_start: null, actual_end: null, company_id: null },
    ...{ github_owner: null, github_repo: null, github_sha: null, github_tag: null },
    master_approval_entity_id: null,
  }
  const effective_at = sent.actual_start ?? sent.planned_start ?? sent.submitted_on ?? created_on
  return { ...empty, ...values, id, effective_at } as Change
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

function isMatch(change: Change, { change_type, search_params: params }: Search): boolean {
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

function listExpected(search: Search): Change[] {
  const forward = search.sort_direction === 'ASC' ? 1 : -1
  const isTime = search.sort_by === 'effective_at' || /_(start|end|on)$/.test(search.sort_by)
  const toSortKey = (change: Change) => {
    const value = change[search.sort_by]
    return isTime || value === null ? value : value.toLowerCase()
  }
  return allChanges
    .filter((change) => isMatch(change, search))
    .sort((a, b) => {
      const [keyA, keyB] = [toSortKey(a), toSortKey(b)]
      if (keyA === keyB) return forward * (a.id - b.id)
      if (keyA === null || keyB === null) return keyA === null ? 1 : -1
      return keyA < keyB ? -forward : forward
    })
}

type Page = { rows: Change[]; has_next_page: boolean; next_cursor?: string | undefined }

/** Checks every page, and that the page after the last is empty. */
async function expectAllPages(
  search: Search,
  getPage: (request: PageRequest) => Promise<Page>,
): Promise<void> {
  const rest = listExpected(search)
  const size = search.results_per_page
  let cursor: string | undefined
  for (let page_number = 1; ; page_number += 1) {
    const rows = rest.splice(0, size)
    const page = await getPage({ ...search, page_number })
    expect(page.rows).toEqual(rows)
    expect(page.has_next_page).toBe(rest.length > 0)
    expect(page.next_cursor !== undefined).toBe(rest.length > 0 && search.sort_by === 'effective_at')
    // The cursor of the previous page leads to the same page, whatever the page number.
    if (cursor) expect(await getPage({ ...search, page_number: 1, cursor })).toEqual(page)
    cursor = page.next_cursor
    if (rows.length === 0) return
  }
}

const overHttp = async (request: PageRequest): Promise<Page> => {
  const response = await person.call(searchChangesCall, { body: request })
  expect(response.status, JSON.stringify(response.problem)).toBe(200)
  return response.body
}

/** Uses a sample so small that the plan for the changes beyond the sample finds nearly all matches. */
const withSmallSample = (request: PageRequest): Promise<Page> =>
  searchChanges(server.db, pagedSearch.parse(request), {
    timeoutMs: 20_000,
    sampleRows: { byTime: 5, byMarks: 2 },
  })

const checkSearches = (getPage: (request: PageRequest) => Promise<Page>, seed: number) =>
  fc.assert(
    fc.asyncProperty(randomSearch, (search) => expectAllPages(search, getPage)),
    { seed, numRuns: 60 },
  )

// Without statistics a search reads the lists of marks; with statistics it scans all changes, because most
// have one of the few names.
test('finds what the rules say, without and with table statistics', async () => {
  await checkSearches(overHttp, 1)
  await checkSearches(withSmallSample, 2)
  await server.db.execute(sql`analyze changes`)
  await checkSearches(overHttp, 3)
  await checkSearches(withSmallSample, 4)
}, 120_000)
