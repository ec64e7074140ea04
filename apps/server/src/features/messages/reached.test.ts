import {
  createMessage,
  listReached,
  listReachedCompanies,
  previewMessage,
} from '@aviary/contract/messages/endpoints'
import { createCompanyDomain } from '@aviary/contract/reference/domain-endpoints'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { incidentRecord, ingest } from '../../../testing/ingest.ts'
import { addSecurityUsers } from '../../../testing/security.ts'
import { subscribe } from '../../../testing/subscribers.ts'
import { deliveries, subscribers } from '../../database/tables/mail.ts'

let server: TestApp
let admin: Person
beforeAll(async () => {
  server = await openTestApp({ environment: { INTERNAL_MAIL_DOMAINS: 'acme.example' } })
  admin = await server.signInAs('administrator')
  await ingest(server, 'companies', [
    { id: 7, name: 'Heron Ltd' },
    { id: 8, name: 'Ibis Inc' },
    { id: 9, name: 'Jay 100% & Co' },
  ])
  await ingest(server, 'incidents', [
    incidentRecord('OPI-1', { affected_services: ['Expense', 'Travel'], data_centers: ['us2'] }),
    incidentRecord('OPI-2', { priority_type: 'P2' }),
    incidentRecord('OPI-3', { is_internal: 'Y' }),
  ])
  const domains = { 'ibis.example': 8, 'lab.ibis.example': 9, 'unknown.example': 99 }
  for (const [domain, company_id] of Object.entries(domains))
    expect((await admin.call(createCompanyDomain, { body: { domain, company_id } })).status).toBe(200)
  await addSecurityUsers(server, 7, ['0@other.example', '1@ibis.example', '2@ibis.example'])
  await addSecurityUsers(server, 9, ['2@ibis.example'])
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})
beforeEach(async () => {
  await server.db.delete(subscribers)
})

const UPDATE = { jira_id: 'OPI-1', message_type: 'Update' }

const reached = async (query: object = {}) => {
  const { body } = await admin.call(listReached, { query: { ...UPDATE, ...query } })
  return { ...body, emails: body.people.map(({ email }) => email) }
}
const companies = async (query: object = {}) =>
  (await admin.call(listReachedCompanies, { query: { ...UPDATE, ...query } })).body

test('people who are reached are listed with language and company, and found by address and company', async () => {
  const all = { alertTypes: ['Update', 'Internal Update'] }
  await subscribe(server, 'Ana@other.example', { ...all, companyId: 7, locale: 'ja' })
  await subscribe(server, 'bo@acme.example', all)
  await subscribe(server, 'cy@mail.ibis.example', all)
  await subscribe(server, 'dee@lab.ibis.example', all)
  await subscribe(server, 'eve@unknown.example', { ...all, locale: 'tlh' })
  await subscribe(server, 'fay@ibis.example', { services: ['Imaging'] })

  expect((await reached()).people).toEqual([
    { email: 'Ana@other.example', locale: 'ja', company: 'Heron Ltd' },
    { email: 'bo@acme.example', locale: 'en', company: null },
    { email: 'cy@mail.ibis.example', locale: 'en', company: 'Ibis Inc' },
    { email: 'dee@lab.ibis.example', locale: 'en', company: 'Jay 100% & Co' },
    { email: 'eve@unknown.example', locale: 'en', company: null },
  ])
  expect((await reached({ message_type: 'Internal Update' })).emails).toEqual(['bo@acme.example'])
  expect(await reached({ start_at: 1, response_size: 2 })).toMatchObject({
    emails: ['bo@acme.example', 'cy@mail.ibis.example'],
    more_results: true,
  })
  expect((await reached({ search: 'aNA@' })).people).toEqual([
    { email: 'Ana@other.example', locale: 'ja', company: 'Heron Ltd' },
  ])
  expect((await reached({ search: 'iBiS' })).emails).toEqual(['cy@mail.ibis.example'])
  expect((await reached({ search: '0% &' })).emails).toEqual(['dee@lab.ibis.example'])
  expect((await reached({ search: 'other' })).emails).toEqual([])
  expect(await reached({ search: '%', response_size: 1 })).toMatchObject({
    people: [{}],
    more_results: false,
  })

  const counts = { total_companies: 3, all_companies: 3, without_company: 2 }
  expect(await companies()).toEqual({
    companies: [
      { company_id: 7, name: 'Heron Ltd', people: 1 },
      { company_id: 8, name: 'Ibis Inc', people: 1 },
      { company_id: 9, name: 'Jay 100% & Co', people: 1 },
    ],
    ...counts,
    more_results: false,
  })
  expect(await companies({ search: 'IBIS', response_size: 1 })).toEqual({
    companies: [{ company_id: 8, name: 'Ibis Inc', people: 1 }],
    ...counts,
    more_results: false,
  })
  expect(await companies({ start_at: 1, response_size: 1 })).toMatchObject({
    companies: [{ company_id: 8 }],
    more_results: true,
  })
  expect(await companies({ message_type: 'Internal Update' })).toEqual({
    companies: [],
    ...{ total_companies: 0, all_companies: 3, without_company: 1 },
    more_results: false,
  })
})

test('the lists are for people who may write the message', async () => {
  const manager = await server.signInAs('incident_manager')
  const operator = await server.signInAs('operator')
  const unknown = { ...UPDATE, message_type: 'Gossip' }
  for (const endpoint of [listReached, listReachedCompanies]) {
    expect((await manager.call(endpoint, { query: UPDATE })).status).toBe(200)
    expect((await operator.call(endpoint, { query: UPDATE })).status).toBe(403)
    expect((await manager.call(endpoint, { query: unknown })).status).toBe(400)
    expect((await manager.call(endpoint, { query: { ...UPDATE, jira_id: 'OPI-0' } })).status).toBe(404)
  }
})

const NAMES = new Map([
  [7, 'Heron Ltd'],
  [8, 'Ibis Inc'],
  [9, 'Jay 100% & Co'],
])
const HOSTS = ['acme.example', 'ibis.example', 'Lab.Ibis.example', 'unknown.example', 'other.example']
const subscriber = fc.record({
  host: fc.constantFrom(...HOSTS),
  category: fc.constantFrom('P1' as const, 'P1' as const, 'P2' as const),
  alertTypes: fc.subarray(['Update', 'Internal Update', 'Service Restored']),
  services: fc.subarray(['Expense', 'Travel', 'Imaging']),
  dataCenters: fc.subarray(['us2', 'eu']),
  locale: fc.constantFrom('en', 'ja', 'de', 'tlh'),
  company: fc.constantFrom({}, {}, { companyId: 7 }, { companyId: 8 }),
})

const DRAFTS = [
  { jira_id: 'OPI-1', message_type: 'Update', body: { en: 'We look', ja: '確認中' } },
  { jira_id: 'OPI-1', message_type: 'Internal Update', body: { en: 'We look', de: 'Wir schauen' } },
  { jira_id: 'OPI-3', message_type: 'Internal Update', body: 'We look' },
].map((draft) => ({
  ...draft,
  ...{ priority_type: 'P1' as const, broadcast: 'Y' as const },
  email_template_data: { current_status: 'Looking', next_update: '13:00 UTC' },
}))
type Draft = (typeof DRAFTS)[number]

const sorted = (lines: string[]) => lines.toSorted()

/**
 * Everyone whom `listReached` returns for the draft, read in pages of 7, as `address language company`; a language
 * that is not mailed becomes `en`.
 */
async function readList({ jira_id, message_type }: Draft, languages: readonly string[]) {
  const lines: string[] = []
  for (let start_at = 0, isMore = true; isMore; start_at += 7) {
    const { people, more_results } = await reached({ jira_id, message_type, start_at, response_size: 7 })
    isMore = more_results
    for (const { email, locale, company } of people)
      lines.push(`${email} ${languages.includes(locale) ? locale : 'en'} ${company}`)
  }
  return lines
}

async function readMailed(draft: Draft) {
  const { body } = await admin.call(createMessage, { body: draft })
  const rows = await server.db
    .select()
    .from(deliveries)
    .where(eq(deliveries.broadcastId, body.broadcast_id ?? 0))
  return rows.map(({ email, locale, companyId }) => `${email} ${locale} ${NAMES.get(companyId ?? 0) ?? null}`)
}

const countBy = (values: string[]) =>
  Object.fromEntries(
    [...new Set(values)].sort().map((value) => [value, values.filter((v) => v === value).length]),
  )

test('list, companies and preview name exactly the recipients that the broadcast then has', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(subscriber, { minLength: 30, maxLength: 40 }), async (people) => {
      await server.db.delete(subscribers)
      for (const [index, { host, company, ...choice }] of people.entries())
        await subscribe(server, `${index}@${host}`, { ...choice, ...company })
      for (const draft of DRAFTS) {
        const preview = (await admin.call(previewMessage, { body: draft })).body
        const list = await readList(
          draft,
          preview.mails.map(({ locale }) => locale),
        )
        const { jira_id, message_type } = draft
        const found = await companies({ jira_id, message_type })
        const mailed = await readMailed(draft)

        expect(sorted(list)).toEqual(sorted(mailed))
        expect(list).toHaveLength(preview.total)
        expect(Object.fromEntries(preview.recipients.map(({ locale, people }) => [locale, people]))).toEqual(
          countBy(mailed.map((line) => line.split(' ')[1] ?? '')),
        )
        const { null: unknown = 0, ...known } = countBy(
          mailed.map((line) => line.split(' ').slice(2).join(' ')),
        )
        expect(Object.fromEntries(found.companies.map(({ name, people }) => [name, people]))).toEqual(known)
        expect(found).toMatchObject({
          total_companies: Object.keys(known).length,
          without_company: unknown,
        })
        for (const search of ['1', 'heron', 'i'])
          expect(
            sorted((await reached({ jira_id, message_type, search, response_size: 200 })).emails),
          ).toEqual(
            sorted(list.filter((line) => isFoundBy(line, search)).map((line) => line.split(' ')[0] ?? '')),
          )
      }
    }),
    { numRuns: 4 },
  )
})

function isFoundBy(line: string, search: string): boolean {
  const [email = '', , ...company] = line.toLowerCase().split(' ')
  const name = company.join(' ')
  return email.startsWith(search) || (name !== 'null' && name.includes(search))
}
