import { searchChanges } from '@aviary/contract/changes/endpoints'
import { pagedSearch } from '@aviary/contract/changes/schemas'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../../testing/app.ts'
import { changeRecord, ingest } from '../../../../testing/ingest.ts'
import { openPageCache } from './pages.ts'

let server: TestApp
let person: Person

const write = (key: string, minute: string) =>
  ingest(server, 'changes', [
    changeRecord(key, {
      summary: `Change ${key}`,
      actual_start: `2026-08-20T10:${minute}:00Z`,
      actual_end: null,
    }),
  ])

beforeAll(async () => {
  server = await openTestApp()
  person = await server.signInAs('subscriber')
  for (const key of ['10', '20', '30', '40', '50']) await write(key, key)
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const toRequest = (page_number: number, fields: object = {}) => ({
  search_params: { keyword: 'change' },
  ...{ page_number, results_per_page: 1, ...fields },
})
const getSummaryOnPage = async (page: number, fields: object = {}): Promise<string | undefined> =>
  (await person.call(searchChanges, { raw: toRequest(page, fields) })).body.rows[0]?.summary

/** Number of the cached page from which the server would start counting to reach this page. */
async function findNearestPage(page: number, fields: object = {}): Promise<number | undefined> {
  const cache = await openPageCache(server.db, pagedSearch.parse(toRequest(page, fields)))
  return (await cache?.findNearest(server.db))?.page
}

test('caches where pages begin until a change is written', async () => {
  expect(await findNearestPage(3)).toBeUndefined()
  expect([
    await getSummaryOnPage(3),
    await findNearestPage(2),
    await findNearestPage(3),
    await findNearestPage(9),
  ]).toEqual([...['Change 30', undefined, 3, 4]])
  expect([
    await getSummaryOnPage(3),
    await getSummaryOnPage(4),
    await getSummaryOnPage(5),
    await getSummaryOnPage(6),
    await getSummaryOnPage(2),
  ]).toEqual([...['Change 30', 'Change 20', 'Change 10', undefined, 'Change 40']])
  for (const round of [1, 2]) {
    expect(await getSummaryOnPage(3, { sort_direction: 'asc' }), `${round}`).toBe('Change 30')
    expect(await getSummaryOnPage(4, { sort_direction: 'asc' }), `${round}`).toBe('Change 40')
    expect(await getSummaryOnPage(2, { results_per_page: 2 }), `${round}`).toBe('Change 30')
  }
  await write('45', '45')
  expect(await findNearestPage(9)).toBeUndefined()
  expect([await getSummaryOnPage(3), await getSummaryOnPage(4)]).toEqual(['Change 40', 'Change 30'])
})

test('caches nothing while another transaction writes', async () => {
  const writer = new pg.Client({ connectionString: server.databaseUrl })
  await writer.connect()
  try {
    await writer.query(
      `begin; update changes set actual_start = '2026-08-20T10:55:00Z' where source_key = '10'`,
    )
    expect([await getSummaryOnPage(3), await findNearestPage(3)]).toEqual(['Change 40', undefined])
    await writer.query('commit')
  } finally {
    await writer.end()
  }
  expect([await findNearestPage(3), await getSummaryOnPage(3)]).toEqual([undefined, 'Change 45'])
})

test('notes in the background where the pages after the first begin, until a change is written', async () => {
  const fields = { sort_direction: 'asc' }
  for (const minute of ['57', '58']) {
    await write('10', minute)
    const all = await listSummaries(fields)
    expect(await findNearestPage(50, fields)).toBeUndefined()
    expect(await getSummaryOnPage(1, fields)).toBe(all[0])
    await expect.poll(() => findNearestPage(50, fields)).toBe(all.length)
    for (const [index, summary] of [...all.entries()].slice(1)) {
      expect(await findNearestPage(index + 1, fields)).toBe(index + 1)
      expect(await getSummaryOnPage(index + 1, fields)).toBe(summary)
    }
  }
})

const listSummaries = async (fields: object): Promise<string[]> => {
  const { body } = await person.call(searchChanges, {
    raw: toRequest(1, { results_per_page: 50, ...fields }),
  })
  return body.rows.map(({ summary }) => summary)
}

test('notes ten pages at a time up to the fiftieth', async () => {
  const many = Array.from({ length: 60 }, (_, key) =>
    changeRecord(`many ${key}`, {
      summary: `Many ${String(key).padStart(2, '0')}`,
      actual_start: '2026-08-21T10:00:00Z',
      actual_end: null,
    }),
  )
  await ingest(server, 'changes', many)
  const fields = { search_params: { keyword: 'many' } }
  await getSummaryOnPage(1, fields)
  await expect.poll(() => findNearestPage(60, fields)).toBe(52)
  const all = await listSummaries({ ...fields, results_per_page: 60 })
  for (const page of [11, 12, 13, 50, 51, 52])
    expect(await getSummaryOnPage(page, fields)).toBe(all[page - 1])
})

test('uses no cache for the first page, a cursor or another sort column', async () => {
  const searches = [{ page_number: 1 }, { cursor: 'any' }, { sort_by: 'summary' }]
  for (const fields of searches)
    expect(await openPageCache(server.db, pagedSearch.parse(toRequest(2, fields)))).toBeUndefined()
})
