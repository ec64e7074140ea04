import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { changeRecord as schema } from '@aviary/contract/changes/record'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../testing/app.ts'
import { startAviary } from '../../testing/command.ts'
import { openEventStream } from '../../testing/event-stream.ts'
import { changeRecord, ingest, markedChangesOf, storedChange } from '../../testing/ingest.ts'

let server: TestApp
let folder: string

beforeAll(async () => {
  server = await openTestApp()
  folder = mkdtempSync(path.join(tmpdir(), 'aviary-import-'))
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
  rmSync(folder, { recursive: true })
})

const file = (name: string, text: string) => {
  const file = path.join(folder, name)
  writeFileSync(file, text)
  return file
}
const lines = (...records: object[]) => `${records.map((record) => JSON.stringify(record)).join('\n')}\n`
const aviary = (...args: string[]) =>
  startAviary(args, { DATABASE_URL: server.databaseUrl, DATA_DIR: folder }).ended
const count = async () =>
  Number((await server.db.execute<{ n: string }>(sql`select count(*) as n from changes`)).rows[0]?.n)

test('CSV with its lists and JSON Lines become changes, which every open page hears of', async () => {
  const { cookies } = await server.signInAs('support')
  const stream = await openEventStream(await server.listen(), cookies)
  await stream.next()
  const csv = file(
    'changes.csv',
    [
      'source,ticket_id,change_type,summary,description,actual_start,actual_end,data_centers,services,cis,company_id',
      'cab,CHG-1,manual,"Swap, and check, a disk","Two\nlines",2026-08-20T10:00:00Z,2026-08-20T10:30:00+00:00,us2|eu,Expense; Travel,db-1 | db-2,4711',
      'cab,CHG-2,manual,Nothing more is known,,,,,,,',
    ].join('\r\n'),
  )
  expect(await aviary('import', 'changes', csv)).toMatchObject({
    code: 0,
    out: '2 created, 0 updated, 0 unchanged\n',
  })
  expect((await stream.next())?.data).toEqual({ topics: ['changes'] })
  expect(await storedChange(server, 'CHG-1')).toMatchObject({
    source: 'cab',
    ticket_id: 'CHG-1',
    summary: 'Swap, and check, a disk',
    description: 'Two\nlines',
    actual_end: '2026-08-20T10:30:00+00:00',
    data_centers: ['us2', 'eu'],
    services: ['Expense', 'Travel'],
    cis: ['db-1', 'db-2'],
    company_id: '4711',
  })
  expect(await storedChange(server, 'CHG-2')).toMatchObject({ description: '', actual_start: null, cis: [] })

  const again = file('changes.jsonl', lines(changeRecord('J-1', { company_id: 5 }), changeRecord('J-1')))
  expect(await aviary('import', 'changes', again)).toMatchObject({
    out: '1 created, 0 updated, 1 unchanged\n',
  })
  expect(await aviary('import', 'changes', csv)).toMatchObject({ out: '0 created, 0 updated, 2 unchanged\n' })
  await stream.leave()
  const { rows } = await server.db.execute(
    sql`select action_name, user_email, context from audit_log order by pkey desc limit 1`,
  )
  expect(rows[0]).toMatchObject({
    action_name: 'Import Changes',
    user_email: expect.stringMatching(/^cli:/),
    context: { file: 'changes.csv', created: 0, updated: 0, unchanged: 2 },
  })
})

test('faults are named by line, of every batch, and nothing is stored', async () => {
  const before = await count()
  const good = Array.from({ length: 1_200 }, (_, index) =>
    changeRecord(`F-${index}`, { cis: [`only-here-${index}`] }),
  )
  const bad = file(
    'bad.jsonl',
    lines(
      changeRecord('F-bad', { services: ['Espresso'] }),
      changeRecord('F-bad', { summary: '' }),
      ...good,
      { ...changeRecord('F-bad'), key: undefined },
      changeRecord('F-bad', { data_centers: ['mars'] }),
      changeRecord('F-bad', { planned_start: '2026-08-20T10:00:00Z', planned_end: '2026-08-20T09:00:00Z' }),
      changeRecord('F-bad', { description: 'a\0b' }),
      { ...changeRecord('F-bad'), sumary: 'x' },
      changeRecord('F-bad', { change_type: 'x', planned_start: 'soon', data_centers: ['us2', 'mars'] }),
    ),
  )
  const { code, err } = await aviary('import', 'changes', bad)
  expect(code).toBe(1)
  for (const expected of [
    /line 1: unknown service 'Espresso'/,
    /line 2: summary: /,
    /line 1203: key: say key or ticket_id/,
    /line 1204: unknown data center 'mars'/,
    /line 1205: planned_end: planned_end is before planned_start/,
    /line 1206: description: has the character U\+0000/,
    /line 1207: unknown field sumary; known are source, key/,
    /line 1208: change_type: use one of manual, auto \("x"\); planned_start: use a time such as 2026-08-20T14:43:00Z \("soon"\); unknown data center 'mars'$/m,
    /Nothing was stored\./,
  ])
    expect(err).toMatch(expected)
  expect(await count()).toBe(before)
  const { should, are } = await markedChangesOf(server)
  expect(are).toEqual(should)
})

test('other imports can use a new name before a running import ends', async () => {
  const child = startAviary(['import', 'changes', '-', '--format', 'jsonl'], {
    DATABASE_URL: server.databaseUrl,
    DATA_DIR: folder,
  })
  // The import writes in batches of 1,000. The CI name of the first batch is committed immediately, its changes only
  // at the end of the file.
  const records = Array.from({ length: 2_001 }, (_, index) =>
    changeRecord(`open-${index}`, { cis: ['shared'] }),
  )
  child.stdin.write(lines(...records))
  await expect.poll(() => isKnown('shared')).toBe(true)
  await ingest(server, 'changes', [changeRecord('meanwhile', { cis: ['shared'] })])
  expect(await storedChange(server, 'open-0')).toBeUndefined()
  child.stdin.end()
  expect(await child.ended).toMatchObject({ code: 0, out: '2001 created, 0 updated, 0 unchanged\n' })
  const { should, are } = await markedChangesOf(server)
  expect(are).toEqual(should)
})

async function isKnown(name: string): Promise<boolean> {
  const { rows } = await server.db.execute(sql`select from change_marks where name = ${name}`)
  return rows.length > 0
}

test("the demo changes are the converter's output with the mapping beside them", async () => {
  const auto = {
    records: [
      {
        sha: 'aaaaaaaaaaaa',
        at: '2026-08-21T16:45:05+00:00',
        app: 'whitehall',
        tag: 'v12',
        environment: 'staging',
      },
    ],
  }
  const commit = (sha: string, summary: string) => ({
    sha,
    at: '2026-08-21T17:45:05+01:00',
    by: 'person-1',
    summary,
  })
  const manual = {
    records: [
      commit('cccccccccccc', 'Raise the nginx timeout of Content Block Manager (production)'),
      commit('d4110e53b463', 'Release what the content-publisher needs'),
      { ...commit('a51514b318ce', 'Planned'), at: '2026-08-20T00:00:00Z' },
    ],
  }
  const files = [file('auto.json', JSON.stringify(auto)), file('manual.json', JSON.stringify(manual))]
  const { code, out, err } = await aviary('convert', 'govuk-changes', ...files)
  expect([code, err]).toEqual([0, ''])
  const records = out
    .trim()
    .split('\n')
    .map((line) => schema.parse(JSON.parse(line)))
  expect(records).toMatchObject([
    {
      ticket_id: 'CHG-1001',
      key: 'a51514b318ce',
      status: 'Scheduled',
      planned_start: '2026-08-20T00:00:00Z',
      planned_end: '2026-08-20T02:00:00Z',
      services: [],
      cis: [],
    },
    {
      change_type: 'auto',
      summary: 'Deploy whitehall v12 to staging',
      catalog_type: 'deploy',
      actual_start: '2026-08-21T16:45:05Z',
      services: ['Expense'],
      cis: ['whitehall'],
      data_centers: ['eu2', 'china'],
      github_owner: 'alphagov',
      github_sha: 'aaaaaaaaaaaa',
      github_tag: 'v12',
    },
    {
      ticket_id: 'CHG-1002',
      status: 'Closed',
      submitted_by: 'person-1',
      services: ['Invoice'],
      cis: ['content-block-manager', 'nginx'],
      data_centers: ['us2', 'eu', 'usg', '{product}govprod'],
    },
    // Neither the word "release" nor a part of another name counts as an application.
    { ticket_id: 'CHG-1003', status: 'Implementing', services: [], cis: [] },
  ])
})

test.each([
  [['recipes', 'x.json'], "'recipes' cannot be converted; known are github-incidents, govuk-changes"],
  [['govuk-changes', 'x.json'], 'govuk-changes is made of 2 files'],
  [['govuk-changes', 'x.json', 'missing.json'], 'There is no file x.json'],
])('convert with %o says what is wrong', async (args, expected) => {
  const { code, err } = await aviary('convert', ...args)
  expect([code, err]).toEqual([1, expect.stringContaining(expected)])
})
