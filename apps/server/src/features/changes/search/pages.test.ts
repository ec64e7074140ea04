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

const asked = (page_number: number, fields: object = {}) => ({
  search_params: { keyword: 'change' },
  ...{ page_number, results_per_page: 1, ...fields },
})
const pageAt = async (page: number, fields: object = {}): Promise<string | undefined> =>
  (await person.call(searchChanges, { raw: asked(page, fields) })).body.rows[0]?.summary

/** The page from which the server goes on to the wanted one. */
async function nearestTo(page: number): Promise<number | undefined> {
  const cache = await openPageCache(server.db, pagedSearch.parse(asked(page)))
  return (await cache?.findNearest(server.db))?.page
}

test('where pages begin is kept for as long as no change is written', async () => {
  expect(await nearestTo(3)).toBeUndefined()
  expect([await pageAt(3), await nearestTo(2), await nearestTo(3), await nearestTo(9)]).toEqual([
    ...['Change 30', undefined, 3, 4],
  ])
  expect([await pageAt(3), await pageAt(4), await pageAt(5), await pageAt(6), await pageAt(2)]).toEqual([
    ...['Change 30', 'Change 20', 'Change 10', undefined, 'Change 40'],
  ])
  for (const again of [1, 2]) {
    expect(await pageAt(3, { sort_direction: 'asc' }), `${again}`).toBe('Change 30')
    expect(await pageAt(4, { sort_direction: 'asc' }), `${again}`).toBe('Change 40')
    expect(await pageAt(2, { results_per_page: 2 }), `${again}`).toBe('Change 30')
  }
  await write('45', '45')
  expect(await nearestTo(9)).toBeUndefined()
  expect([await pageAt(3), await pageAt(4)]).toEqual(['Change 40', 'Change 30'])
})

test('nothing is kept of a search while somebody writes', async () => {
  const writer = new pg.Client({ connectionString: server.databaseUrl })
  await writer.connect()
  try {
    await writer.query(
      `begin; update changes set actual_start = '2026-08-20T10:55:00Z' where source_key = '10'`,
    )
    expect([await pageAt(3), await nearestTo(3)]).toEqual(['Change 40', undefined])
    await writer.query('commit')
  } finally {
    await writer.end()
  }
  expect([await nearestTo(3), await pageAt(3)]).toEqual([undefined, 'Change 45'])
})

test('the first page, a page behind a cursor and another order are found without them', async () => {
  const others = [{ page_number: 1 }, { cursor: 'any' }, { sort_by: 'summary' }]
  for (const fields of others)
    expect(await openPageCache(server.db, pagedSearch.parse(asked(2, fields)))).toBeUndefined()
})
