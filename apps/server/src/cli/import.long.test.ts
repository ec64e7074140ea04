import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { countAffectedCompanies } from '@aviary/contract/impact/endpoints'
import { getIncidentByJiraId, listAffectedCompanies } from '@aviary/contract/incidents/endpoints'
import { getStatus } from '@aviary/contract/status/endpoints'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../testing/app.ts'
import { startAviary as startCommand } from '../../testing/command.ts'

let server: TestApp
let folder: string

beforeAll(async () => {
  server = await openTestApp()
  folder = mkdtempSync(path.join(tmpdir(), 'aviary-import-'))
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const file = (name: string, text: string | Buffer) => {
  const file = path.join(folder, name)
  writeFileSync(file, text)
  return file
}

const lines = (...records: object[]) => `${records.map((record) => JSON.stringify(record)).join('\n')}\n`

const startAviary = (
  args: string[],
  database: Record<string, string> = { DATABASE_URL: server.databaseUrl },
) => startCommand(args, { ...database, DATA_DIR: folder })

async function aviary(args: string[], input?: string) {
  const child = startAviary(args)
  child.stdin.end(input)
  return child.ended
}

const count = async (table: string) =>
  Number((await server.db.execute<{ n: string }>(sql.raw(`select count(*) as n from ${table}`))).rows[0]?.n)

const incident = (id: string, fields: object = {}) => ({
  jira_id: id,
  priority_type: 'P1',
  severity: 'disruption',
  status: 'active',
  affected_services: ['Expense'],
  data_centers: ['us2'],
  start_date: '2026-08-20T10:00:00Z',
  ...fields,
})

test('companies, incidents, affected companies and status are imported, and the running server sees them', async () => {
  const person = await server.signInAs('support')
  expect((await person.call(getStatus)).body.Expense?.us2).toBe('NA')
  const steps: [string, string][] = [
    [
      'companies',
      file(
        'companies.csv',
        '\uFEFFid,name,entity_code,data_center\r\n1,"Acme, Inc",E1,us2\r\n2,Bravo,,eu\r\n',
      ),
    ],
    [
      'incidents',
      file(
        'incidents.csv',
        'jira_id,priority_type,severity,status,affected_services,data_centers,start_date\nOPI-1,P1,OUTAGE,ACTIVE,Expense|Travel,us2;eu,2026-08-20T10:00:00Z\n',
      ),
    ],
    [
      'affected-companies',
      file('affected.jsonl', lines({ jira_id: 'OPI-1', company_id: 1 }, { jira_id: 'OPI-1', company_id: 2 })),
    ],
    [
      'status',
      file(
        'status.jsonl',
        lines({ service: 'Billing', data_center: 'eu', status: 'degradation', at: '2026-08-20T11:00:00Z' }),
      ),
    ],
    [
      'cis',
      file(
        'cis.csv',
        'name,category,services,data_centers\nlogin,Web,Expense|Travel,us2;eu\n"queue, 1",Queues,Expense,us2\n',
      ),
    ],
    [
      'ci-dependencies',
      file('dependencies.csv', 'ci,company_id,depends\nlogin,1,Y\nlogin,2,Y\n"queue, 1",1,Y\nlogin,2,N\n'),
    ],
  ]
  for (const [kind, name] of steps) expect(await aviary(['import', kind, name])).toMatchObject({ code: 0 })

  const matrix = (await person.call(getStatus)).body
  expect([matrix.Expense?.us2, matrix.Travel?.eu, matrix.Billing?.eu]).toEqual([
    'OUTAGE',
    'OUTAGE',
    'PARTIAL_OUTAGE',
  ])
  const { body } = await person.call(getIncidentByJiraId, { query: { jira_id: 'OPI-1' } })
  expect(body.payload).toMatchObject({ affectedCompanies: 2, affectedServices: ['Expense', 'Travel'] })
  const affected = await person.call(listAffectedCompanies, { query: { jira_id: 'OPI-1' } })
  expect(affected.body.companies).toEqual([
    { id: 1, name: 'Acme, Inc', entity_code: 'E1', data_center: 'us2' },
    { id: 2, name: 'Bravo', entity_code: null, data_center: 'eu' },
  ])
  const impact = await person.call(countAffectedCompanies, {
    raw: { cis: ['login', 'queue, 1'], services: ['Travel'] },
  })
  expect(impact.body).toMatchObject({ company_count: 1, base_count: 1 })
})

test('an incident counts its own companies only', async () => {
  await aviary(['import', 'incidents', '-', '--format', 'jsonl'], lines(incident('OPI-2')))
  const person = await server.signInAs('support')
  const { body } = await person.call(getIncidentByJiraId, { query: { jira_id: 'OPI-2' } })
  expect(body.payload.affectedCompanies).toBe(0)
})

test('the same file again changes nothing, and each import leaves an audit row', async () => {
  const name = file(
    'again.jsonl',
    lines(
      incident('OPI-3', {
        messages: [
          { key: '1', title: 'Update', created_date: '2026-08-20T10:05:00Z', body: { en: '<p>Hi</p>' } },
        ],
      }),
    ),
  )
  expect((await aviary(['import', 'incidents', name])).out).toContain('1 created, 0 updated, 0 unchanged')
  expect((await aviary(['import', 'incidents', name])).out).toContain('0 created, 0 updated, 1 unchanged')
  const result = await server.db.execute(
    sql`select action_name, user_email, context from audit_log order by pkey desc limit 1`,
  )
  expect(result.rows[0]).toMatchObject({
    action_name: 'Import Incidents',
    user_email: expect.stringMatching(/^cli:/),
    context: { file: 'again.jsonl', unchanged: 1 },
  })
})

test('faults are named by line, all of them, and nothing is stored', async () => {
  const before = [await count('incidents'), await count('audit_log')]
  const name = file(
    'bad.jsonl',
    [
      JSON.stringify(incident('OPI-50')),
      '{ not json',
      JSON.stringify(incident('OPI-51', { severity: 'terrible' })),
      JSON.stringify(incident('OPI-52', { affected_services: ['Espresso'] })),
      JSON.stringify(incident('OPI-53', { priority: 'P1' })),
      '[1]',
      JSON.stringify(incident('OPI-54', { end_date: '2026-08-01T00:00:00Z' })),
      JSON.stringify(incident('OPI-55', { severity: 'terrible', priority_type: 'P9' })),
    ].join('\n'),
  )
  const { code, err } = await aviary(['import', 'incidents', name])
  expect(code).toBe(1)
  expect(err).toMatch(/line 2: is not JSON/)
  expect(err).toMatch(/line 3: severity: unknown severity 'terrible'; known are NORMAL/)
  expect(err).toMatch(/line 4: unknown service 'Espresso'/)
  expect(err).toMatch(/line 5: unknown field priority; known are jira_id/)
  expect(err).toMatch(/line 6: is no JSON object/)
  expect(err).toMatch(/line 7: end_date: end_date is before start_date/)
  expect(err).toMatch(/line 8: priority_type: .*; severity: unknown severity 'terrible'/)
  expect(err).toContain('Nothing was stored.')
  expect([await count('incidents'), await count('audit_log')]).toEqual(before)
})

test.each([
  ['latin1.csv', Buffer.from('id,name\n1,Caf\xe9\n', 'latin1'), 'The file is not UTF-8'],
  ['quotes.csv', 'id,name\n1,x\n2,"open\n', 'line 3: a quote opens here and is never closed'],
  ['stray.csv', 'id,name\n1,"x" y\n', 'line 2: text stands beside a quoted cell'],
  ['column.csv', 'id,name,nmae\n1,x,\n', "line 1: unknown column 'nmae'; known are id, name"],
  ['twice.csv', 'id,name,name\n1,x,y\n', "line 1: the column 'name' is there twice"],
  ['cells.csv', 'id,name\n1,x\n2,y,z\n', 'line 3: has 3 cells where the header has 2'],
  ['crlf.csv', 'id,name\r\n1,"two\r\nlines"\r\n\r\nx,y\r\n', 'line 5: id: '],
  ['nul.jsonl', '{"id":1,"name":"a\\u0000b"}\n', 'line 1: name: '],
])('%s is refused with a sentence that says what to mend', async (name, text, expected) => {
  const { code, err } = await aviary(['import', 'companies', file(name, text)])
  expect(code).toBe(1)
  expect(err).toContain(expected)
})

test.each([
  [['import', 'recipes', 'x.jsonl'], "'recipes' cannot be imported"],
  [['import', 'companies', 'x.txt'], 'Say --format'],
  [['import', 'companies', 'missing.jsonl'], 'There is no file missing.jsonl'],
])('import with %o says what is wrong', async (args, expected) => {
  const { code, err } = await aviary(args)
  expect(code).toBe(1)
  expect(err).toContain(expected)
})

test('a pipe whose content is refused is left, although its writer goes on', async () => {
  const child = startAviary(['import', 'companies', '-', '--format', 'csv'])
  child.stdin.write('id,nmae\n1,x\n')
  expect(await child.ended).toMatchObject({ code: 1, err: expect.stringContaining("unknown column 'nmae'") })
})

test('incidents with more lists and messages than one statement can write are taken in', async () => {
  const body = { en: '<p>Hi</p>' }
  const messages = Array.from({ length: 20 }, (_, key) => ({
    key: `${key}`,
    title: 'Update',
    created_date: '2026-08-20T10:05:00Z',
    body,
  }))
  const many = Array.from({ length: 600 }, (_, index) => incident(`BIG-${index}`, { messages }))
  const { out } = await aviary(['import', 'incidents', file('many.jsonl', lines(...many))])
  expect(out).toContain('600 created')
})

test('without a data folder the import makes one, with a database of its own in it', async () => {
  const dataDir = path.join(folder, 'not', 'there')
  const name = file('own.csv', 'id,name\n1,Own\n')
  const importOwn = () => startAviary(['import', 'companies', name, '--data-dir', dataDir], {}).ended
  expect(await importOwn()).toMatchObject({ code: 0, out: expect.stringContaining('1 created') })
  expect(await importOwn()).toMatchObject({ code: 0, out: expect.stringContaining('1 unchanged') })
})
