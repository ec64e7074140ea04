import {
  createCompanyDomain,
  deleteCompanyDomain,
  listCompanyDomains,
  updateCompanyDomain,
} from '@aviary/contract/reference/domain-endpoints'
import type { CompanyDomain } from '@aviary/contract/reference/record-schemas'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { countWaiting } from '../../../testing/queries.ts'
import { waitFor } from '../../../testing/wait-for.ts'
import { lockUntilEnd } from '../../database/locks.ts'
import { auditLog } from '../../database/tables/audit.ts'
import { companyDomains } from '../../database/tables/reference.ts'
import { importReference } from './import-reference.ts'

let server: TestApp
let person: Person
beforeEach(async () => {
  server = await openTestApp()
  person = await server.signInAs('administrator')
  await create('heron.example', 7)
})
afterEach(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const create = (domain: string, companyId: number) =>
  person.call(createCompanyDomain, { body: { domain, company_id: companyId } })
const update = (companyId: number, version?: number) =>
  person.call(updateCompanyDomain, {
    body: { domain: 'heron.example', company_id: companyId, ...(version ? { version } : {}) },
  })
const remove = () => person.call(deleteCompanyDomain, { body: { domain: 'heron.example' } })
const list = async () =>
  (await person.call(listCompanyDomains)).body.domains.map(({ domain, company_id, version }) => [
    ...[domain, company_id, version],
  ])

/** Imports a file with one service and only these domains. */
const importDomains = (companies: Record<string, number>) => {
  const lines = [
    { kind: 'service', key: 'Expense', name: 'Expense', aliases: [] },
    ...Object.entries(companies).map(([domain, companyId]) => ({
      ...{ kind: 'company_domain', domain, company_id: companyId },
    })),
  ]
  const source = (async function* () {
    yield Buffer.from(lines.map((line) => JSON.stringify(line)).join('\n'))
  })()
  const file = { source, name: 'reference.jsonl', author: 'cli:ada', internalDomains: [] }
  return importReference(server.db, server.now, file)
}

/** Starts both while another editor holds the lock: `second` then waits until `first` has committed. */
async function runInOrder<First, Second>(first: () => Promise<First>, second: () => Promise<Second>) {
  const { started } = await server.db.transaction(async (db) => {
    await lockUntilEnd(db, 'referenceRecords')
    const before = first()
    await waitFor(async () => expect(await countWaiting(server)).toBe(1))
    const after = second()
    await waitFor(async () => expect(await countWaiting(server)).toBe(2))
    return { started: [before, after] as const }
  })
  return Promise.all(started)
}

type Written = {
  action: string
  transaction: string
  context: { before?: CompanyDomain; after?: CompanyDomain; changes?: Written['context'][] }
}

/** Audited changes of heron.example in the order of writing, each with the transaction that wrote it. */
async function listWritten() {
  const { rows } = await server.db.execute<Written>(sql`
    select action_name as action, xmin::text as transaction, context from ${auditLog}
    where action_name like '%Company Domain' or action_name = 'Import Reference' order by pkey`)
  return rows.flatMap(({ action, transaction, context }) =>
    (context.changes ?? [context])
      .filter(({ before, after }) => (before ?? after)?.domain === 'heron.example')
      .map(({ before, after }) => ({ action, transaction, before, after })),
  )
}

/** The transaction that wrote the row of heron.example last. */
async function findWriter() {
  const { rows } = await server.db.execute<{ transaction: string }>(sql`
    select xmin::text as transaction from ${companyDomains} where domain = 'heron.example'`)
  return rows[0]?.transaction
}

test('an edit that waits for an import is refused with what the import wrote', async () => {
  const [counts, edit] = await runInOrder(
    () => importDomains({ 'heron.example': 8 }),
    () => update(9, 1),
  )
  expect(counts).toMatchObject({ created: 0, updated: 1, deleted: 13 })
  expect([edit.status, edit.problem.current]).toEqual([
    409,
    expect.objectContaining({ company_id: 8, version: 2 }),
  ])
  expect(await list()).toEqual([['heron.example', 8, 2]])
  const written = await listWritten()
  expect(written.map(({ action }) => action)).toEqual(['Create Company Domain', 'Import Reference'])
  expect(written.at(-1)?.transaction).toBe(await findWriter())
})

test('an import that waits for an edit names in its audit row what the person wrote', async () => {
  const [edit, counts] = await runInOrder(
    () => update(9, 1),
    () => importDomains({ 'heron.example': 8 }),
  )
  expect([edit.status, counts.updated]).toEqual([200, 1])
  expect(await list()).toEqual([['heron.example', 8, 3]])
  const written = await listWritten()
  expect(written.map(({ before, after }) => [before?.company_id, after?.company_id])).toEqual([
    [undefined, 7],
    [7, 9],
    [9, 8],
  ])
  expect(written.at(-1)?.transaction).toBe(await findWriter())
})

test('a domain that an import deletes while somebody edits it is gone for them', async () => {
  const [counts, edit] = await runInOrder(
    () => importDomains({ 'kea.example': 8 }),
    () => update(9, 1),
  )
  expect([counts.deleted, edit.status, await list()]).toEqual([14, 404, [['kea.example', 8, 1]]])
})

test('an import lists again what somebody deleted just before, and deletes what they created', async () => {
  const [, counts] = await runInOrder(remove, () => importDomains({ 'heron.example': 7 }))
  expect([counts.created, await list()]).toEqual([1, [['heron.example', 7, 1]]])
  const [, second] = await runInOrder(
    () => create('kea.example', 8),
    () => importDomains({ 'heron.example': 7 }),
  )
  expect([second.deleted, await list()]).toEqual([1, [['heron.example', 7, 1]]])
})

test('a listed domain that could not be added today can stay in the file', async () => {
  const domain = `xn--${'a'.repeat(80)}.example`
  await server.db.insert(companyDomains).values({ domain, unicodeDomain: domain, companyId: 7 })
  expect(await importDomains({ 'heron.example': 7, [domain]: 8 })).toMatchObject({ created: 0, updated: 1 })
  await expect(importDomains({ [`b${domain}`]: 8 })).rejects.toMatchObject({
    faults: [{ message: 'domain: use a domain such as heron.example' }],
  })
})

test('the audit log has every record that a large import changed', async () => {
  const domains = Array.from({ length: 1_200 }, (_, index) => [`d${index}.example`, 8] as const)
  await importDomains(Object.fromEntries(domains))
  await importDomains({ 'heron.example': 8 })
  const { rows } = await server.db.execute<{ domain: string; changes: number }>(sql`
    select coalesce(change->'before'->>'domain', change->'after'->>'domain') as domain, count(*)::int as changes
    from ${auditLog}, jsonb_array_elements(context->'changes') change
    where action_name = 'Import Reference' and change->>'kind' = 'company_domain' group by 1`)
  expect(rows).toHaveLength(1_201)
  expect(new Set(rows.map(({ changes }) => changes))).toEqual(new Set([2]))
})

test('many imports and edits at once all end, and each begins with what the one before wrote', async () => {
  const rounds = Array.from({ length: 8 }, (_, index) => index)
  const [imports, edits] = await Promise.all([
    Promise.all(rounds.map((round) => importDomains({ 'heron.example': 100 + round }))),
    Promise.all(rounds.map((round) => update(200 + round))),
  ])
  expect(imports.map(({ updated }) => updated)).toEqual(rounds.map(() => 1))
  expect(edits.map(({ status }) => status)).toEqual(rounds.map(() => 200))
  const written = (await listWritten()).toSorted((a, b) => (a.after?.version ?? 0) - (b.after?.version ?? 0))
  expect(written).toHaveLength(17)
  expect(written.slice(1).map(({ before }) => before)).toEqual(written.slice(0, -1).map(({ after }) => after))
  expect(written.at(-1)?.transaction).toBe(await findWriter())
})
