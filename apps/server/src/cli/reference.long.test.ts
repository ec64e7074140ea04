import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createCompanyDomain, listCompanyDomains } from '@aviary/contract/reference/domain-endpoints'
import { listServices } from '@aviary/contract/reference/endpoints'
import {
  createReferenceRecord,
  listReferenceRecords,
  orderReferenceRecords,
  retireReferenceRecord,
  updateReferenceRecord,
} from '@aviary/contract/reference/record-endpoints'
import { REFERENCE_KINDS } from '@aviary/contract/reference/rules'
import { getStatus } from '@aviary/contract/status/endpoints'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../testing/app.ts'
import { startAviary } from '../../testing/command.ts'
import { incidentRecord, ingest } from '../../testing/ingest.ts'
import { lastAudit } from '../../testing/queries.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { openChanges } from '../database/changes.ts'

let folder: string
let server: TestApp
let person: Person
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'aviary-reference-'))
})
beforeEach(async () => {
  await server?.close()
  server = await openTestApp()
  person = await server.signInAs('administrator')
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
  rmSync(folder, { recursive: true })
})

const aviary = (args: string[], databaseUrl = server.databaseUrl) => {
  const child = startAviary(args, { DATABASE_URL: databaseUrl, DATA_DIR: folder })
  child.stdin.end()
  return child.ended
}

type Line = Record<string, unknown>

const fileOf = (name: string, lines: readonly Line[]): string => {
  const file = path.join(folder, name)
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  return file
}

const readLines = (file: string): Line[] =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

const importLines = (lines: readonly Line[]) =>
  aviary(['import', 'reference', fileOf('reference.jsonl', lines)])

async function exportLines(databaseUrl = server.databaseUrl): Promise<Line[]> {
  const file = path.join(folder, 'export.jsonl')
  const { code, err } = await aviary(['export', 'reference', file], databaseUrl)
  expect([code, err]).toEqual([0, ''])
  return readLines(file)
}

const service = (name: string, fields: Line = {}) => ({
  ...{ kind: 'service', key: name, name, aliases: [] },
  ...fields,
})
const dataCenter = (key: string, name: string) => ({
  ...{ kind: 'data_center', key, name, short_name: '', aliases: [] },
})

test('what one installation exports makes an empty one the same, and nothing changes the second time', async () => {
  await person.call(createReferenceRecord, {
    body: { record: { kind: 'service', name: 'Payroll', aliases: ['pay', 'salaries'] } },
  })
  await person.call(updateReferenceRecord, {
    body: { record: { kind: 'service', key: 'Expense', name: 'Spend', aliases: [], is_on_status_page: 'N' } },
  })
  await person.call(retireReferenceRecord, { body: { kind: 'service', key: 'Travel', is_retired: 'Y' } })
  await person.call(createReferenceRecord, {
    body: {
      record: {
        ...{ kind: 'alert_type', priority_type: 'P2', name: 'Heads-up' },
        translations: { de: 'Vorwarnung' },
        email_fields: [{ system_name: 'effect', display_name: 'Effect', translations: { de: 'Wirkung' } }],
      },
    },
  })
  const { records } = (await person.call(listReferenceRecords, { query: { kind: 'data_center' } })).body
  await person.call(orderReferenceRecords, {
    body: { kind: 'data_center', keys: records.map(({ key }) => key).toReversed() },
  })
  const exported = await exportLines()
  const empty = await openTestApp()
  try {
    const file = fileOf('exported.jsonl', exported)
    const first = await aviary(['import', 'reference', file], empty.databaseUrl)
    expect([first.code, first.err]).toEqual([0, ''])
    expect(first.out).toMatch(/^2 created, \d+ updated, \d+ unchanged\n$/)
    const withoutIds = (lines: readonly Line[]) =>
      lines.map((line) => (line.kind === 'alert_type' ? { ...line, key: '' } : line))
    expect(withoutIds(await exportLines(empty.databaseUrl))).toEqual(
      // The import renames Expense in this installation, and so records the former name with the time of the
      // import.
      withoutIds(exported).map((line) =>
        line.key === 'Expense'
          ? { ...line, former_names: [{ name: 'Expense', until: expect.any(String) }] }
          : line,
      ),
    )
    const second = await aviary(['import', 'reference', file], empty.databaseUrl)
    expect(second.out).toBe(`0 created, 0 updated, ${exported.length} unchanged\n`)
  } finally {
    await empty.close()
  }
})

test('a file without word of the status page leaves what is kept off as it is', async () => {
  const keepOff = (line: Line) =>
    line.key === 'Travel' || line.key === 'us2' ? { is_on_status_page: 'N' } : {}
  const lines = (await exportLines()).map((line) => ({ ...line, ...keepOff(line) }))
  expect((await importLines(lines)).out).toMatch(/^0 created, 2 updated/)
  const isKeptOff = ({ is_on_status_page }: Line) => is_on_status_page === 'N'
  expect((await exportLines()).filter(isKeptOff).map(({ key }) => key)).toEqual(['Travel', 'us2'])
  const older = lines.map(({ is_on_status_page: _, ...line }: Line) => line)
  expect((await importLines(older)).out).toMatch(/^0 created, 0 updated/)
  expect((await exportLines()).filter(isKeptOff)).toHaveLength(2)
  const shown = lines.map((line) => (isKeptOff(line) ? { ...line, is_on_status_page: 'Y' } : line))
  expect((await importLines(shown)).out).toMatch(/^0 created, 2 updated/)
})

test('a file sets up another company, and a running server follows', async () => {
  const services = ['Ledger', 'Tills', 'Loans'].map((name) => service(name))
  const centers = [dataCenter('oslo', 'Oslo'), dataCenter('bergen', 'Bergen')]
  const { code, out } = await importLines([...services, ...centers])
  expect([code, out]).toEqual([0, '5 created, 0 updated, 0 unchanged, 21 deleted\n'])
  await waitFor(async () =>
    expect((await person.call(getStatus)).body).toEqual({
      Ledger: { oslo: 'NA', bergen: 'NA' },
      Tills: { oslo: 'NA', bergen: 'NA' },
      Loans: { oslo: 'NA', bergen: 'NA' },
    }),
  )
  const row = await lastAudit(server)
  expect(row).toMatchObject({ actionName: 'Import Reference', userEmail: expect.stringMatching(/^cli:/) })
  expect(row?.context).toMatchObject({ file: 'reference.jsonl', created: 5, deleted: 21 })
})

test('every fault is named by its line, and nothing is stored', async () => {
  const before = await exportLines()
  const many = Array.from({ length: 396 }, (_, index) => service(`Service ${index}`))
  const { code, err } = await importLines([
    ...many,
    service('service 7'),
    service('Payroll', { aliases: ['Service 8'] }),
    { kind: 'locale', key: 'en', name: 'English', is_active: 'N' },
    { ...service('Tax'), colour: 'red' },
    { kind: 'priority', key: 'P1', sla_minutes: 0 },
    { kind: 'planet', key: 'x' },
    service('Service 9', { name: 'Nine' }),
  ])
  expect(code).toBe(1)
  const faults = err.trimEnd().split('\n')
  expect(faults).toEqual([
    expect.stringMatching(/^line 397: name: 'service 7' is already a name of the service 'Service 7'/),
    expect.stringMatching(/^line 398: aliases\.0: 'Service 8' is already a name of the service/),
    expect.stringMatching(/^line 399: is_active: English stays on/),
    expect.stringMatching(/^line 400: Unrecognized key: "colour"/),
    expect.stringMatching(/^line 401: sla_minutes: /),
    expect.stringMatching(/^line 402: kind: /),
    "line 403: key: 'Service 9' is on line 10 already",
    'Nothing was stored.',
  ])
  expect(await exportLines()).toEqual(before)
})

test('what is in use cannot be left out, only retired', async () => {
  await ingest(server, 'incidents', [incidentRecord('OPI-1', { affected_services: ['Expense'] })])
  const refused = await importLines([service('Payroll')])
  expect([refused.code, refused.err]).toEqual([
    1,
    expect.stringMatching(/^line 1: the service 'Expense' is in use and has no line; give it one/),
  ])
  const none = await importLines([service('Expense', { is_retired: 'Y' })])
  expect(none.err).toMatch(/^line 1: no service would be left in use/)
  const { out } = await importLines([service('Payroll'), service('Expense', { is_retired: 'Y' })])
  expect(out).toBe('1 created, 1 updated, 0 unchanged, 13 deleted\n')
  await waitFor(async () =>
    expect((await person.call(listServices)).body).toMatchObject({
      services: [{ name: 'Payroll' }],
      retired: [{ name: 'Expense' }],
    }),
  )
})

test('an alias can move from one record to another', async () => {
  const lines = (await exportLines()).filter(({ kind }) => kind === 'service')
  const swap = (key: string, fields: Line) =>
    lines.map((line) => (line.key === key ? { ...line, ...fields } : line))
  await importLines(swap('Expense', { aliases: ['first'] }))
  const { out, err } = await importLines(
    lines.map((line) => {
      if (line.key === 'Imaging') return { ...line, name: 'Mobile phones' }
      return line.key === 'Travel' ? { ...line, aliases: ['first'] } : line
    }),
  )
  expect([out, err]).toEqual(['0 created, 3 updated, 11 unchanged\n', ''])
})

const domain = (name: string, companyId: number) => ({
  ...{ kind: 'company_domain', domain: name, company_id: companyId },
})
const createDomain = (name: string, companyId: number) =>
  person.call(createCompanyDomain, { body: { domain: name, company_id: companyId } })
const listDomains = async (reader = person) => (await reader.call(listCompanyDomains)).body.domains

test('the domains of companies go from one installation to an empty one, once', async () => {
  await createDomain('kea.example', 8)
  await createDomain('BÜCHER.example', 7)
  const exported = await exportLines()
  expect(exported.filter(({ kind }) => kind === 'company_domain')).toEqual([
    domain('kea.example', 8),
    domain('xn--bcher-kva.example', 7),
  ])
  const empty = await openTestApp()
  try {
    const file = fileOf('exported.jsonl', exported)
    const first = await aviary(['import', 'reference', file], empty.databaseUrl)
    expect([first.out, first.err]).toEqual([`2 created, 0 updated, ${exported.length - 2} unchanged\n`, ''])
    expect(await listDomains(await empty.signInAs('administrator'))).toEqual(await listDomains())
    const second = await aviary(['import', 'reference', file], empty.databaseUrl)
    expect(second.out).toBe(`0 created, 0 updated, ${exported.length} unchanged\n`)
  } finally {
    await empty.close()
  }
})

test('a file lists the domains of companies as a whole, with an audit row of each before and after', async () => {
  await createDomain('heron.example', 7)
  await createDomain('kea.example', 8)
  await createDomain('left-out.example', 9)
  const [heron, , leftOut] = await listDomains()
  const topics: string[] = []
  const changes = await openChanges(server.databaseUrl, (error) => void server.errors.push(String(error)))
  const stop = changes.subscribe((change) => void topics.push(...change.topics))
  const { out, err } = await importLines([
    domain('kea.example', 8),
    domain(' Heron.EXAMPLE ', 70),
    domain('bücher.example', 7),
  ])
  expect([out, err]).toEqual(['1 created, 1 updated, 1 unchanged, 1 deleted\n', ''])
  await waitFor(async () => expect(new Set(topics)).toEqual(new Set(['reference', 'mails'])))
  stop()
  await changes.close()
  const after = { ...heron, company_id: 70, version: 2 }
  const [first, , created] = await listDomains()
  expect(first).toEqual(after)
  const row = await lastAudit(server)
  expect(row).toMatchObject({ actionName: 'Import Reference', userEmail: expect.stringMatching(/^cli:/) })
  expect(row?.context).toMatchObject({
    changes: [
      { kind: 'company_domain', before: heron, after },
      { kind: 'company_domain', before: leftOut, after: null },
      { kind: 'company_domain', before: null, after: created },
    ],
  })
  await importLines((await exportLines()).filter(({ kind }) => kind !== 'company_domain'))
  expect(await listDomains()).toHaveLength(3)
})

test('faults of domains are named by their line, and nothing is stored', async () => {
  await createDomain('heron.example', 7)
  const before = await exportLines()
  const { code, err } = await importLines([
    service('Payroll'),
    domain('heron.example', 8),
    domain('ana@kea.example', 8),
    domain('kea', 8),
    domain('acme.example', 8),
    domain('mail.acme.example', 8),
    domain('BÜCHER.example', 7),
    domain('xn--bcher-kva.example', 8),
    domain(`${'漢字会社'.repeat(15)}.example`, 8),
    domain('owl.example', 0),
    { ...domain('owl.example', 8), company_name: 'Owl' },
  ])
  expect(code).toBe(1)
  expect(err.trimEnd().split('\n')).toEqual([
    'line 3: domain: use what follows the @, such as heron.example',
    'line 4: domain: use a domain such as heron.example',
    expect.stringMatching(/^line 5: domain: acme\.example is a domain of our own/),
    expect.stringMatching(/^line 6: domain: mail\.acme\.example shares addresses with acme\.example/),
    'line 8: domain: xn--bcher-kva.example is on line 7 already',
    'line 9: domain: use a domain such as heron.example',
    expect.stringMatching(/^line 10: company_id: /),
    expect.stringMatching(/^line 11: Unrecognized key: "company_name"/),
    'Nothing was stored.',
  ])
  expect(await exportLines()).toEqual(before)
})

test('a file has a bounded number of domains', async () => {
  const lines = Array.from({ length: 100_001 }, (_, index) => domain(`d${index}.example`, 7))
  const { code, err } = await importLines(lines)
  expect([code, err]).toEqual([
    1,
    'line 100001: a file has at most 100000 company domains\nNothing was stored.\n',
  ])
  const most = await importLines(lines.slice(0, 100_000))
  expect([most.code, most.out]).toEqual([0, '100000 created, 0 updated, 0 unchanged\n'])
}, 150_000)

test('all kinds are exported, and another thing than reference data is refused', async () => {
  expect(new Set((await exportLines()).map(({ kind }) => kind))).toEqual(new Set(REFERENCE_KINDS))
  const { code, err } = await aviary(['export', 'incidents'])
  expect([code, err]).toEqual([1, "'incidents' cannot be exported; known is reference\n"])
})
