import { searchChanges } from '@aviary/contract/changes/endpoints'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../../testing/app.ts'
import { ABSENT_WORD, insertManyChanges, RARE_WORD } from '../../../../testing/changes.ts'
import { markedChangesOf } from '../../../../testing/ingest.ts'

// More changes than the first walk looks at.
const COUNT = 30_000

let server: TestApp
let person: Person

beforeAll(async () => {
  server = await openTestApp({ now: new Date('2026-09-01T00:00:00Z') })
  await insertManyChanges(server.db, COUNT, { seed: 5, before: server.now() })
  person = await server.signInAs('support')
}, 120_000)
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

/** Every change that has the keyword and one of the data centers, the newest first, by the plainest of questions. */
async function allWith(keyword: string, dataCenters: string[]): Promise<number[]> {
  const inPlace = dataCenters.length > 0 ? sql`data_centers && ${sql.param(dataCenters)}::text[]` : sql`true`
  const found = await server.db.execute<{ change_id: string }>(sql`
    select change_id from changes
    where change_type = 'auto' and position(${keyword} in search_text) > 0 and ${inPlace}
    order by effective_at desc, change_id desc`)
  return found.rows.map((row) => Number(row.change_id))
}

const search = async (keyword: string, data_centers: string[], fields: object) => {
  const raw = { change_type: 'auto', search_params: { keyword, data_centers }, ...fields }
  const { body } = await person.call(searchChanges, { raw })
  return { ...body, ids: body.rows.map(({ id }) => id) }
}

test('generated changes are in the lists of what they name', async () => {
  const { should, are } = await markedChangesOf(server)
  expect(are.length).toBeGreaterThan(COUNT)
  expect(JSON.stringify(are) === JSON.stringify(should)).toBe(true)
})

test.each([
  ['a rare word', RARE_WORD, []],
  ['a rare word of a data center', RARE_WORD, ['us2']],
  ['an absent word', ABSENT_WORD, []],
  ['a common word', 'production', []],
  ['a common word of two data centers', 'whitehall', ['eu', 'eu2']],
  ['two letters', 'qu', []],
  ['two letters of a data center', 'qu', ['dc 12']],
  ['two letters that nothing has', 'zq', ['us2']],
])('finds %s to the last page', async (_, keyword, dataCenters) => {
  const expected = await allWith(keyword, dataCenters)
  const pages = Math.ceil(expected.length / 100)
  for (const page of new Set(
    [1, 2, Math.ceil(pages / 2), pages - 1, pages, pages + 1].filter((at) => at > 0),
  )) {
    const found = await search(keyword, dataCenters, { page_number: page })
    expect(found.ids).toEqual(expected.slice((page - 1) * 100, page * 100))
    expect(found.has_next_page).toBe(expected.length > page * 100)
    if (!found.next_cursor) continue
    const next = await search(keyword, dataCenters, { cursor: found.next_cursor })
    expect(next.ids).toEqual(expected.slice(page * 100, (page + 1) * 100))
  }
})
