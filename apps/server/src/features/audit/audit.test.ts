import { exportAudit, getAuditSeal, listAudit, listAuditOptions } from '@aviary/contract/audit/endpoints'
import { updateBanner } from '@aviary/contract/banner/endpoints'
import { joinNames } from '@aviary/contract/rules'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { watchQueries } from '../../../testing/queries.ts'
import { createAudit, sealWaiting } from './public.ts'

let server: TestApp
let person: Person

const MINUTE = 60_000
const START = Date.parse('2026-08-01T00:00:00Z')
const second = (minute: number) => (START + minute * MINUTE) / 1000

type Given = { user?: string; action?: string; application?: string; context?: Record<string, unknown> }

const write = (minute: number, { user, action, application, context }: Given = {}) =>
  createAudit(server.db, {
    applicationName: application ?? 'Aviary',
    userEmail: user ?? 'ada@acme.example',
    actionName: action ?? 'Update Banner',
    createdDate: new Date(START + minute * MINUTE),
    context: context ?? { minute },
  })

beforeAll(async () => {
  server = await openTestApp()
  person = await server.signInAs('administrator')
  for (let minute = 0; minute < 130; minute += 1)
    await write(minute, {
      user: minute % 10 === 0 ? 'rare@acme.example' : 'ada@acme.example',
      action: minute % 3 === 0 ? 'Delete, then create' : 'Update Banner',
    })
  await write(60, { user: 'token:importer', application: 'Importer', action: 'Import 100%2C' })
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

type Query = Parameters<typeof ask>[0]
const ask = async (query: {
  application_name?: string | string[]
  user_email?: string | string[]
  action_name?: string | string[]
  start_date?: number
  end_date?: number
  order_by?: string
  start_at?: number
  response_size?: number
}) => (await person.call(listAudit, { query })).body
const minutesOf = async (query: Query) =>
  (await ask(query)).audit_log.map(({ created_date }) => (Date.parse(created_date) - START) / MINUTE)

test('a page has the newest hundred rows, the next one continues, and the last one says that it is the last', async () => {
  const first = await ask({})
  expect(first.audit_log).toHaveLength(100)
  expect(first.more_results).toBe(true)
  expect(first.audit_log[0]).toEqual({
    pkey: 130,
    application_name: 'Aviary',
    user_email: 'ada@acme.example',
    action_name: 'Delete, then create',
    created_date: '2026-08-01T02:09:00.000Z',
    context: { minute: 129 },
  })
  const second = await ask({ start_at: 100 })
  expect(second.audit_log).toHaveLength(31)
  expect(second.more_results).toBe(false)
  const all = [...first.audit_log, ...second.audit_log].map(({ pkey }) => pkey)
  expect(new Set(all).size).toBe(131)
  // Rows 131 and 61 have the same time: the row written later comes first.
  expect(all.slice(69, 71)).toEqual([131, 61])
  expect((await ask({ order_by: 'CREATED_DATE asc', response_size: 2 })).audit_log).toMatchObject([
    { pkey: 1 },
    { pkey: 2 },
  ])
})

test('one filter matches any of its values, and several filters must all match', async () => {
  expect(await minutesOf({ user_email: 'rare@acme.example' })).toEqual([
    120, 110, 100, 90, 80, 70, 60, 50, 40, 30, 20, 10, 0,
  ])
  expect(await minutesOf({ user_email: 'rare@acme.example,token:importer', response_size: 8 })).toEqual([
    120, 110, 100, 90, 80, 70, 60, 60,
  ])
  expect(await minutesOf({ user_email: ['rare@acme.example', 'nobody@acme.example'] })).toHaveLength(13)
  expect(await minutesOf({ user_email: 'rare@acme.example,rare@acme.example' })).toHaveLength(13)
  expect(await minutesOf({ application_name: 'Importer' })).toEqual([60])
  expect(await minutesOf({ application_name: 'Aviary,Importer', start_at: 100 })).toHaveLength(31)
  expect(await minutesOf({ action_name: 'Nothing like it' })).toEqual([])
  expect(
    await minutesOf({ user_email: 'rare@acme.example', action_name: joinNames(['Delete, then create']) }),
  ).toEqual([120, 90, 60, 30, 0])
})

test('a comma or a percent sign in a filter is matched literally', async () => {
  for (const name of ['Delete, then create', 'Import 100%2C']) {
    const { audit_log } = await ask({ action_name: joinNames([name]) })
    expect(new Set(audit_log.map(({ action_name }) => action_name))).toEqual(new Set([name]))
  }
})

test('both ends of the time range are included', async () => {
  expect(await minutesOf({ start_date: second(3), end_date: second(5) })).toEqual([5, 4, 3])
  expect(
    await minutesOf({ start_date: second(3), end_date: second(3), user_email: 'ada@acme.example' }),
  ).toEqual([3])
  await write(200.0125) // 0.75 s after minute 200, so within the second of `end_date`
  expect(await minutesOf({ start_date: second(200), end_date: second(200) })).toEqual([200.0125])
})

test.each([
  [{ start_date: second(5), end_date: second(3) }, 'is before start_date'],
  [{ order_by: 'user_email desc' }, "use 'created_date desc'"],
  [{ response_size: 101 }, 'response_size'],
  [{ start_date: -1 }, 'start_date'],
  [{ end_date: 1e12 }, 'end_date'],
  [{ user_email: 'x'.repeat(431) }, 'user_email'],
])('%o is refused', async (query, told) => {
  const { status, problem } = await person.call(listAudit, { query })
  expect(status).toBe(400)
  expect(problem.detail).toContain(told)
})

test('the filter options are all distinct values of any number, read from indexes alone', async () => {
  const watched = watchQueries()
  const { body } = await person.call(listAuditOptions)
  watched.stop()
  expect(body).toEqual({
    users: ['ada@acme.example', 'rare@acme.example', 'token:importer'],
    actions: ['Delete, then create', 'Import 100%2C', 'Update Banner'],
    applications: ['Aviary', 'Importer'],
  })
  expect(watched.sent.filter((text) => /distinct|group by/i.test(text))).toEqual([])
})

test('a write is logged with its state before and after, and waits for its seal until sealed', async () => {
  await sealWaiting(server.db)
  const before = (await person.call(getAuditSeal)).body
  const written = await person.call(updateBanner, { body: { display: true, jira_id: 'OPI-9' } })
  expect(written.status).toBe(200)
  expect((await ask({ response_size: 1, user_email: person.email })).audit_log).toMatchObject([
    { action_name: updateBanner.audits, context: { before: {}, after: { display: true } } },
  ])
  expect((await person.call(getAuditSeal)).body).toEqual({ ...before, waiting_rows: 1 })
  await sealWaiting(server.db)
  const after = (await person.call(getAuditSeal)).body
  expect(after).toEqual({
    sealed_rows: before.sealed_rows + 1,
    waiting_rows: 0,
    archived_rows: 0,
    last_seal: before.sealed_rows + 1,
    last_hash: expect.stringMatching(/^[\w-]{43}$/),
    sealed_date: server.now().toISOString(),
  })
})

test('a row whose context is not the JSON that we write does not break its page', async () => {
  await write(500, { application: 'Tampered' })
  await write(501, { application: 'Tampered' })
  const contexts = ['["a"]', '"a"', '0', 'false', 'null', '{}']
  const { audit_log } = await ask({ application_name: 'Tampered' })
  for (const context of contexts) {
    await server.db.execute(`alter table audit_log disable trigger all;
      update audit_log set context = '${context}' where pkey = ${audit_log[0]?.pkey};
      alter table audit_log enable trigger all`)
    const page = await ask({ application_name: 'Tampered' })
    expect(page.audit_log.map((row) => row.context)).toEqual([JSON.parse(context), { minute: 500 }])
  }
})

const download = async (query: string, cookies = person.cookies) =>
  fetch(`${await address()}/api${exportAudit.path}?${query}`, { headers: { cookie: cookies } })
let listening: Promise<string> | undefined
const address = () => {
  listening ??= server.listen()
  return listening
}

test('a CSV export has the filtered rows, oldest first, and no cell runs as a formula', async () => {
  await write(300, {
    user: '=HYPERLINK("https://evil.example")',
    action: '+1',
    application: 'Export',
    context: { text: 'two\nlines, "quoted"' },
  })
  await write(301, { user: '@sum\n=1', application: 'Export', action: 'ä' })
  server.setNow(new Date(START + 400 * MINUTE))
  const response = await download('application_name=Export&format=csv')
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="audit-2026-08-01.csv"')
  const lines = Buffer.from(await response.arrayBuffer())
    .toString('utf8')
    .split('\r\n')
  expect(lines).toEqual([
    '\uFEFFpkey,application_name,user_email,action_name,created_date,context',
    expect.stringMatching(
      /^\d+,Export,"'=HYPERLINK\(""https:\/\/evil\.example""\)",'\+1,2026-08-01T05:00:00\.000Z,"\{""text"":""two\\nlines, \\""quoted\\""""\}"$/,
    ),
    expect.stringMatching(/^\d+,Export,"'@sum\n'=1",ä,2026-08-01T05:01:00\.000Z,"\{""minute"":301\}"$/),
    '',
  ])
})

test('a JSON Lines export has every row once across batches', async () => {
  await server.db.execute(`
    with written as (
      insert into audit_log (application_name, user_email, action_name, created_date, context)
      select 'Many', 'user' || n % 3 || '@acme.example', 'Fill', timestamptz '2026-07-01' + (3000 - n / 5) * interval '1 microsecond', null
      from generate_series(1, 2500) n returning pkey)
    insert into audit_unsealed select pkey from written`)
  for (const filter of ['application_name=Many', 'user_email=user0@acme.example,user1@acme.example']) {
    const response = await download(`${filter}&format=jsonl`)
    expect(response.headers.get('content-type')).toContain('ndjson')
    const rows = (await response.text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(new Set(rows.map(({ pkey }) => pkey)).size).toBe(rows.length)
    expect(rows).toHaveLength(filter.startsWith('app') ? 2500 : 1667)
    expect(rows[0]).toMatchObject({ application_name: 'Many', context: null })
    // Rows with higher pkeys have earlier times here, and the export begins with the oldest row. So the first
    // row has a higher pkey than the last.
    expect(rows[0].pkey).toBeGreaterThan(rows.at(-1).pkey)
  }
})

test('an export stops when its reader does, and ends with the server', async () => {
  const other = await openTestApp({ databaseUrl: server.databaseUrl })
  other.setNow(new Date(START + 400 * MINUTE))
  await other.db.execute(`
    with written as (
      insert into audit_log (application_name, user_email, action_name, created_date, context)
      select 'Long', 'long@acme.example', 'Fill', timestamptz '2026-06-01', jsonb_build_object('text', repeat('x', 2000))
      from generate_series(1, 20000) n returning pkey)
    insert into audit_unsealed select pkey from written`)
  const url = await other.listen()
  const watched = watchQueries()
  const response = await fetch(`${url}/api${exportAudit.path}?application_name=Long&format=jsonl`, {
    headers: { cookie: person.cookies },
  })
  const reader = response.body?.getReader()
  await reader?.read()
  const asked = () => watched.sent.filter((text) => text.includes('with found')).length
  await expect.poll(async () => asked() === (await later(asked))).toBe(true)
  // A complete export would run 21 queries: twenty for full batches, and one that finds no more rows.
  expect(asked()).toBeLessThan(20)
  watched.stop()
  await other.close()
  expect(other.errors).toEqual([])
  await expect(drain(reader)).rejects.toThrow()
})

const later = async <T>(read: () => T): Promise<T> => {
  for (let turn = 0; turn < 20; turn += 1) await server.db.execute('select 1')
  return read()
}

async function drain(reader: ReadableStreamDefaultReader<Uint8Array> | undefined): Promise<void> {
  while (!(await reader?.read())?.done);
}

test('an invalid export is refused with an explanation before the file starts', async () => {
  const support = await server.signInAs('support')
  const response = await download('format=csv', support.cookies)
  expect(response.status).toBe(403)
  expect(response.headers.get('content-type')).toContain('problem+json')
  expect((await download('format=xls')).status).toBe(400)
})
