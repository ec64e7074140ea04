import { domainToASCII as toASCII } from 'node:url'
import {
  createCompanyDomain,
  deleteCompanyDomain,
  listCompanyDomains,
  updateCompanyDomain,
} from '@aviary/contract/reference/domain-endpoints'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../../testing/app.ts'
import { ingest } from '../../../../testing/ingest.ts'
import { lastAudit } from '../../../../testing/queries.ts'
import { listCompanyDomains as listRows, upsertCompanyDomains } from './queries.ts'

/** A name whose punycode is longer than DNS allows. */
const LONG = `${'漢字会社'.repeat(15)}.example`

let server: TestApp
let admin: Person
beforeEach(async () => {
  server = await openTestApp({ environment: { INTERNAL_MAIL_DOMAINS: 'corp.acme.example,acme.test' } })
  admin = await server.signInAs('administrator')
  await ingest(server, 'companies', [{ id: 7, name: 'Heron Ltd' }])
})
afterEach(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const create = (domain: string, companyId = 7) =>
  admin.call(createCompanyDomain, { body: { domain, company_id: companyId } })
const list = async () => (await admin.call(listCompanyDomains)).body.domains

const heron = {
  ...{ domain: 'heron.example', unicode_domain: 'heron.example' },
  ...{ company_id: 7, company_name: 'Heron Ltd', version: 1 },
}

test('creates, changes and deletes a domain, each with an audit row', async () => {
  expect((await create(' HERON.Example ')).body).toEqual({ domain: heron })
  expect((await lastAudit(server))?.context).toMatchObject({ before: null, after: heron })
  const edit = { domain: 'Heron.example', company_id: 70, version: 1 }
  const after = { ...heron, company_id: 70, company_name: null, version: 2 }
  expect((await admin.call(updateCompanyDomain, { body: edit })).body).toEqual({ domain: after })
  expect((await lastAudit(server))?.context).toMatchObject({ before: heron, after })
  expect(await list()).toEqual([after])
  const removal = { domain: 'heron.example', version: 2 }
  expect((await admin.call(deleteCompanyDomain, { body: removal })).body).toEqual({ domain: 'heron.example' })
  expect((await lastAudit(server))?.context).toMatchObject({ before: after, after: null })
  expect(await list()).toEqual([])
})

test('keeps a domain of another script in both spellings', async () => {
  const names = { domain: 'xn--bcher-kva.example', unicode_domain: 'bücher.example' }
  expect((await create('BÜCHER.example')).body.domain).toMatchObject(names)
  const again = await create('xn--bcher-kva.example', 8)
  expect([again.status, again.problem.detail]).toEqual([
    400,
    expect.stringContaining('xn--bcher-kva.example belongs to Heron Ltd (7) already'),
  ])
})

test.each([
  ['ana@heron.example', 'use what follows the @'],
  ['heron', 'use a domain such as heron.example'],
  ['-heron.example', 'use a domain such as heron.example'],
  ['her on.example', 'use a domain such as heron.example'],
  ['https://heron.example/', 'use a domain such as heron.example'],
  [LONG, 'use a domain such as heron.example'],
  ['acme.test', 'acme.test is a domain of our own'],
  ['mail.ACME.test', 'shares addresses with acme.test, which is a domain of our own'],
  ['acme.example', 'shares addresses with corp.acme.example, which is a domain of our own'],
])('refuses %s and says what to correct', async (domain, detail) => {
  const { status, problem } = await create(domain)
  expect([status, problem.detail]).toEqual([400, expect.stringContaining(detail)])
  expect(await list()).toEqual([])
})

test.each([
  [toASCII(LONG), LONG],
  // Invalid punycode.
  ['xn--a.example', 'xn--a.example'],
])('changes and deletes %s, which an older release listed', async (domain, unicodeDomain) => {
  await upsertCompanyDomains(server.db, [{ domain, unicodeDomain, companyId: 7 }])
  expect((await create(domain, 8)).status).toBe(400)
  const updated = await admin.call(updateCompanyDomain, { body: { domain, company_id: 8, version: 1 } })
  expect([updated.status, updated.body.domain]).toEqual([
    200,
    expect.objectContaining({ domain, company_id: 8 }),
  ])
  const deleted = await admin.call(deleteCompanyDomain, { body: { domain: unicodeDomain, version: 2 } })
  expect([deleted.status, await list()]).toEqual([200, []])
})

test('tells the second of two editors, who gets the present record', async () => {
  await create('heron.example')
  await admin.call(updateCompanyDomain, { body: { domain: 'heron.example', company_id: 8, version: 1 } })
  const current = { ...heron, company_id: 8, company_name: null, version: 2 }
  const edit = await admin.call(updateCompanyDomain, {
    body: { domain: 'heron.example', company_id: 9, version: 1 },
  })
  expect([edit.status, edit.problem.current]).toEqual([409, current])
  const removal = await admin.call(deleteCompanyDomain, { body: { domain: 'heron.example', version: 1 } })
  expect([removal.status, removal.problem.current]).toEqual([409, current])
  const unlisted = await admin.call(updateCompanyDomain, { body: { domain: 'kea.example', company_id: 9 } })
  expect(unlisted.status).toBe(404)
})

test('of two people who create one domain at once, one is told who has it', async () => {
  const answers = await Promise.all([create('heron.example', 7), create('heron.example', 8)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  expect(await list()).toHaveLength(1)
})

test('a file of domains creates the new ones and changes only those of another company', async () => {
  const rows = ['a.example', 'b.example'].map((domain) => ({ domain, unicodeDomain: domain, companyId: 7 }))
  expect(await upsertCompanyDomains(server.db, rows)).toBe(2)
  expect(await upsertCompanyDomains(server.db, rows)).toBe(0)
  const [first] = rows
  expect(await upsertCompanyDomains(server.db, first ? [{ ...first, companyId: 8 }] : [])).toBe(1)
  expect((await listRows(server.db)).map(({ companyId, version }) => [companyId, version])).toEqual([
    [8, 2],
    [7, 1],
  ])
})
