import { exportChanges, searchChanges } from '@aviary/contract/changes/endpoints'
import { CHANGE_FIELDS } from '@aviary/contract/changes/rules'
import { CHANGES_MAX_EXPORTED } from '@aviary/contract/constants'
import { joinNames } from '@aviary/contract/rules'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { createManyChanges } from '../../../testing/changes.ts'
import { changeRecord, ingest } from '../../../testing/ingest.ts'
import { lockTable } from '../../../testing/queries.ts'

let server: TestApp
let person: Person
let address: string

const COMMA = 'ci, with a comma'

beforeAll(async () => {
  server = await openTestApp({ now: new Date('2026-09-01T00:00:00Z') })
  await createManyChanges(server.db, 12_000, { seed: 7, before: server.now() })
  await ingest(server, 'changes', [
    changeRecord('formula', {
      ticket_id: 'CHG-F',
      summary: '=1+1',
      description: 'first "line"\nsecond, line',
      data_centers: ['eu', 'us2'],
      services: ['Expense'],
      cis: [COMMA],
      planned_start: '2026-08-20T09:00:00Z',
      actual_start: '2026-08-20T09:00:01Z',
      actual_end: null,
    }),
  ])
  person = await server.signInAs('subscriber')
  address = await server.listen()
}, 120_000)
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const download = (query: Record<string, string>, cookie = person.cookies) =>
  fetch(`${address}/api${exportChanges.path}?${new URLSearchParams(query)}`, { headers: { cookie } })

/** Reads the ids in the first column; generated changes have no line breaks that would split rows. */
async function downloadIds(query: Record<string, string>): Promise<number[]> {
  const [, ...rows] = (await (await download(query)).text()).trimEnd().split('\r\n')
  return rows.map((row) => Number(row.split(',')[0]))
}

async function searchIds(raw: Record<string, unknown>): Promise<number[]> {
  const ids: number[] = []
  for (let page = 1; ; page += 1) {
    const { body } = await person.call(searchChanges, { raw: { ...raw, page_number: page } })
    ids.push(...body.rows.map(({ id }) => id))
    if (!body.has_next_page) return ids
  }
}

test('the export has the fields of a change with display names, and no formulas', async () => {
  const response = await download({ cis: joinNames([COMMA]) })
  expect(response.headers.get('content-disposition')).toBe(
    'attachment; filename="changes-manual-2026-09-01.csv"',
  )
  const bytes = await response.bytes()
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const [head, row, end] = new TextDecoder().decode(bytes).split('\r\n')
  expect(head).toBe(CHANGE_FIELDS.join(','))
  expect(row?.replace(/^\d+,/, '')).toBe(
    [
      `CHG-F,'=1+1,"first ""line""\nsecond, line",,manual,,2026-08-20 09:00:01 UTC,2026-08-20 09:00:00 UTC,`,
      `2026-08-20 09:00:01 UTC,,,,"EMEA, us2",Expense,"${COMMA}",,,,,,`,
    ].join(','),
  )
  expect(end).toBe('')
})

test.each([
  ['newest first', {}],
  ['oldest first', { sort_direction: 'ASC' }],
  ['by another column', { sort_by: 'summary', sort_direction: 'ASC' }],
])('the export contains what all pages of the search contain, %s', async (_, sorting) => {
  const range = { date_range_start: '2026-01-01 00:00:00', date_range_end: '2026-06-01 00:00:00' }
  const expected = await searchIds({
    search_params: { ...range, keyword: 'certificates', data_centers: ['eu', 'us2'] },
    change_type: 'manual',
    results_per_page: 3,
    ...sorting,
  })
  expect(expected.length).toBeGreaterThan(3)
  expect(
    await downloadIds({ ...range, keyword: 'certificates', data_centers: 'eu,us2', ...sorting }),
  ).toEqual(expected)
})

test('the export ends at the maximum number of changes', async () => {
  const ids = await downloadIds({ change_type: 'auto' })
  expect(ids).toHaveLength(CHANGES_MAX_EXPORTED)
  const { body } = await person.call(searchChanges, {
    raw: { search_params: {}, change_type: 'auto', page_number: 100 },
  })
  expect(ids.slice(-100)).toEqual(body.rows.map(({ id }) => id))
  expect(body.has_next_page).toBe(true)
})

test('the export returns 401 without a session and 400 for a reversed range', async () => {
  expect((await download({}, '')).status).toBe(401)
  const backwards = { date_range_start: '2026-02-01 00:00:00', date_range_end: '2026-01-01 00:00:00' }
  expect((await download(backwards)).status).toBe(400)
})

test('the export is refused before it begins if the search takes too long', async () => {
  const release = await lockTable(server, 'changes')
  const response = await download({})
  await release()
  expect(response.status).toBe(504)
  expect(await response.json()).toMatchObject({
    detail:
      'This took longer than 2 seconds. Ask for less, such as a shorter range or with more filters, or try again later',
  })
})
