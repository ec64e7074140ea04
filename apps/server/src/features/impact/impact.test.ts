import {
  countAffectedCompanies,
  exportCompaniesOfCis,
  listCiCategories,
  listCisOfCategory,
  listCompaniesOfCis,
  listImpactDataCenters,
  listServicesOfDataCenter,
  searchCis,
} from '@aviary/contract/impact/endpoints'
import { joinNames } from '@aviary/contract/rules'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { ingest } from '../../../testing/ingest.ts'
import { listCompanies } from './queries.ts'

let server: TestApp
let person: Person

const ci = (name: string, category: string, [services, data_centers]: [string[], string[]]) => ({
  ...{ name, category, services, data_centers },
})

// More companies than fit into one block of a bitmap; they are in us2, eu, eu2 and no data center.
const COMPANIES = 5_000
const PLACES = ['us2', 'eu', 'eu2', null] as const
const isDependent: Record<string, (id: number) => boolean> = {
  'login, web': (id) => id % 2 === 0,
  queue_1: (id) => id % 500 === 0,
  '100% cache': (id) => id % 3 === 0,
  'Ledger DB': (id) => id <= 4_200 && id > 4_000,
  unused: () => false,
}

beforeAll(async () => {
  server = await openTestApp()
  person = await server.signInAs('support')
  const ids = Array.from({ length: COMPANIES }, (_, index) => index + 1)
  const companies = ids.map((id) => ({
    ...{ id, name: `Company ${String(id % 7)} of ${id}`, data_center: PLACES[id % 4] },
  }))
  await ingest(server, 'cis', [
    ci('login, web', 'Web', [
      ['Expense', 'Travel'],
      ['us2', 'eu'],
    ]),
    ci('queue_1', 'Queues', [['Expense'], ['us2']]),
    ci('100% cache', 'Caches', [['Mobile'], ['us2']]),
    ci('Ledger DB', 'Databases', [[], ['eu', 'us2']]),
    ci('unused', 'Databases', [['Travel'], ['eu']]),
  ])
  const dependencies = ids.flatMap((company_id) =>
    Object.entries(isDependent).flatMap(([name, depends]) =>
      depends(company_id) ? [{ ci: name, company_id }] : [],
    ),
  )
  for (let start = 0; start < companies.length; start += 1_000)
    await ingest(server, 'companies', companies.slice(start, start + 1_000))
  for (let start = 0; start < dependencies.length; start += 1_000)
    await ingest(server, 'ciDependencies', dependencies.slice(start, start + 1_000))
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

type Filters = { services?: string[]; cis?: string[]; data_centers?: string[] }
const count = (raw: Filters) => person.call(countAffectedCompanies, { raw })

const SERVICES_OF: Record<string, string[]> = {
  'login, web': ['Expense', 'Travel'],
  queue_1: ['Expense'],
  '100% cache': ['Mobile'],
}

/** Computes the expected counts from one row per dependency, without bitmaps. */
async function countExpected({ services = [], cis = [], data_centers = [] }: Filters): Promise<number> {
  const list = (names: string[]) => sql`${sql.param(names)}::text[]`
  const users = Object.keys(SERVICES_OF).filter((name) =>
    services.some((service) => SERVICES_OF[name]?.includes(service)),
  )
  const result = await server.db.execute<{ count: string }>(sql`
    select count(*) from companies company where
      (${cis.length === 0} or exists (select from ci_dependencies d where d.company_id = company.company_id and ci = any(${list(cis)})))
      and (${services.length === 0} or exists (select from ci_dependencies d where d.company_id = company.company_id and ci = any(${list(users)})))
      and (${data_centers.length === 0} or data_center = any(${list(data_centers)}))`)
  return Number(result.rows[0]?.count)
}

describe('GET of the choices', () => {
  test('lists the data centers in grid order', async () => {
    const { body } = await person.call(listImpactDataCenters)
    expect(body.data_centers.slice(0, 2)).toEqual([
      { name: 'us2', system_name: 'us2' },
      { name: 'EMEA', system_name: 'eu' },
    ])
  })

  test.each(['us2', 'US2'])('lists the services and categories of %s', async (dc) => {
    const services = (await person.call(listServicesOfDataCenter, { query: { dc } })).body.services
    expect(services.map(({ system_name }) => system_name)).toEqual(['Expense', 'Travel', 'Mobile'])
    const { body } = await person.call(listCiCategories, { query: { dc } })
    expect(body.ci_categories).toEqual(['Caches', 'Databases', 'Queues', 'Web'])
  })

  test('finds a data center by its display name', async () => {
    const { body } = await person.call(listCisOfCategory, { query: { dc: 'emea', ci_category: 'Databases' } })
    expect(body).toEqual({
      cis: [
        { category: 'Databases', name: 'Ledger DB' },
        { category: 'Databases', name: 'unused' },
      ],
      more_results: false,
    })
  })

  test.each([
    ['LOG', ['Web'], ['login, web']],
    ['e', ['Caches', 'Databases', 'Queues', 'Web'], ['100% cache', 'Ledger DB', 'login, web', 'queue_1']],
    ['base', ['Databases'], []],
    ['%', ['Caches'], ['100% cache']],
    ['_', ['Queues'], ['queue_1']],
    ['\\', [], []],
    ["'", [], []],
  ])(
    'finds CIs and categories by %j, taking the wildcards of LIKE literally',
    async (search_query, categories, names) => {
      const { body } = await person.call(searchCis, { query: { dc: 'us2', search_query } })
      expect(body.ci_categories).toEqual(categories)
      expect(body.cis.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
    },
  )

  test.each([
    [listServicesOfDataCenter, {}],
    [listCiCategories, {}],
    [listCisOfCategory, { ci_category: 'Web' }],
    [searchCis, { search_query: 'x' }],
  ])('lists the known data centers when asked for an unknown one', async (endpoint, query) => {
    const { status, problem } = await person.call(endpoint, { query: { dc: 'us9', ...query } })
    expect([status, problem.detail]).toEqual([
      404,
      expect.stringMatching(/no data center us9; known are us2, EMEA/),
    ])
  })

  test('refuses an empty search', async () => {
    expect((await person.call(searchCis, { query: { dc: 'us2', search_query: ' ' } })).status).toBe(400)
  })
})

describe('POST /affectedcompanies', () => {
  test.each<[string, Filters]>([
    ['one CI', { cis: ['login, web'] }],
    ['CIs that share companies', { cis: ['login, web', '100% cache', 'queue_1'] }],
    ['a CI in one data center', { cis: ['100% cache'], data_centers: ['eu'] }],
    ['a CI in two', { cis: ['100% cache'], data_centers: ['eu', 'us2'] }],
    ['a CI among the users of a service', { cis: ['Ledger DB'], services: ['Mobile'] }],
    [
      'CIs, services and data centers',
      { cis: ['Ledger DB', 'queue_1'], services: ['Mobile', 'Travel'], data_centers: ['us2'] },
    ],
    ['a service', { services: ['Expense'] }],
    ['a service in a data center', { services: ['Mobile'], data_centers: ['eu2'] }],
    ['a CI that nobody depends on', { cis: ['unused'] }],
    ['nothing in particular', {}],
  ])('counts the companies of %s', async (_, filters) => {
    const { body } = await count(filters)
    expect(body.company_count).toBe(await countExpected(filters))
    expect(body.base_count).toBe(await countExpected({ ...filters, cis: [] }))
    for (const counted of body.cis)
      expect(counted.company_count).toBe(await countExpected({ ...filters, cis: [counted.name] }))
    for (const { name, company_count } of body.data_centers.filter((dataCenter) => dataCenter.name !== ''))
      expect(company_count).toBe(await countExpected({ ...filters, data_centers: [name] }))
  })

  test('counts companies without a data center under an empty name, and only if no data center is requested', async () => {
    const { body } = await count({ cis: ['100% cache'] })
    expect(body.data_centers.map(({ name }) => name)).toEqual(['us2', 'eu', 'eu2', ''])
    expect(body.data_centers.at(-1)).toEqual({ name: '', company_count: 417, base_count: 1_250 })
    const narrowed = await count({ cis: ['100% cache'], data_centers: ['us2', 'eu', 'eu2', 'china', 'usg'] })
    expect(narrowed.body.company_count).toBe(body.company_count - 417)
  })

  test('counts 0 for a base of 0, and omits unknown CIs', async () => {
    const { body } = await count({ cis: ['login, web', 'gone'], data_centers: ['china'] })
    expect(body).toEqual({
      company_count: 0,
      base_count: 0,
      cis: [{ name: 'login, web', company_count: 0 }],
      data_centers: [],
    })
  })

  test('accepts display names in any case, as older clients send them', async () => {
    const [byDisplayName, bySystemName] = [
      await count({ data_centers: ['EMEA'] }),
      await count({ data_centers: ['eu'] }),
    ]
    expect(byDisplayName.body).toEqual(bySystemName.body)
    expect(byDisplayName.body.base_count).toBe(1_250)
  })

  test.each<[string, object]>([
    ['an unknown data center', { data_centers: ['us9'] }],
    ['an unknown service', { services: ['Nothing'] }],
    ['too many CIs', { cis: Array.from({ length: 101 }, (_, at) => `ci ${at}`) }],
    ['what is no list', { cis: 'login' }],
  ])('refuses %s', async (_, raw) => {
    const { status, problem } = await person.call(countAffectedCompanies, { raw })
    expect(status).toBe(400)
    expect(problem.errors?.[0]?.path).toMatch(/^body\./)
  })

  test('follows a company that moves to another data center', async () => {
    const countIn = async (data_center: string) =>
      (await count({ cis: ['queue_1'], data_centers: [data_center] })).body.company_count
    const [us2, eu] = [await countIn('us2'), await countIn('eu')]
    const move = (data_center: string) =>
      ingest(server, 'companies', [{ id: 500, name: 'Company 3 of 500', data_center }])
    await move('eu')
    expect([await countIn('us2'), await countIn('eu')]).toEqual([us2 - 1, eu + 1])
    await move('us2')
    expect([await countIn('us2'), await countIn('eu')]).toEqual([us2, eu])
  })
})

describe('the companies', () => {
  const filters = { cis: joinNames(['login, web', 'queue_1']), data_centers: 'us2' }

  /** Lists the expected ids in name order with one query, without pages. */
  const listExpectedIds = async () => {
    const result = await server.db.execute<{ id: number }>(sql`
      select distinct name, company_id as id from companies join ci_dependencies using (company_id)
      where ci in ('login, web', 'queue_1') and data_center = 'us2' order by name, company_id`)
    return result.rows.map(({ id }) => id)
  }

  test('are listed by name, page by page', async () => {
    const ids = await listExpectedIds()
    const page = async (start_at: number, response_size: number) => {
      const { body } = await person.call(listCompaniesOfCis, {
        query: { ...filters, start_at, response_size },
      })
      return { ids: body.companies.map(({ id }) => id), more: body.more_results }
    }
    expect(await page(0, 30_000)).toEqual({ ids, more: false })
    expect(await page(700, 500)).toEqual({ ids: ids.slice(700, 1_200), more: true })
    expect(await page(ids.length, 10)).toEqual({ ids: [], more: false })
  })

  test('are read in name order if there are too many to sort', async () => {
    const companyFilters = { services: [], cis: ['login, web', 'queue_1'], dataCenters: ['us2'] }
    const companies = await listCompanies(server.db, companyFilters, {
      skip: 3,
      limit: 2_000,
      count: 1_000_000,
    })
    expect(companies.map(({ id }) => id)).toEqual((await listExpectedIds()).slice(3))
  })

  test('are exported once each, without formulas', async () => {
    await ingest(server, 'companies', [{ id: 2, name: 'Two;\n=1+1', data_center: 'us2' }])
    const address = await server.listen()
    const response = await fetch(
      `${address}/api${exportCompaniesOfCis.path}?${new URLSearchParams(filters)}`,
      {
        headers: { cookie: person.cookies },
      },
    )
    const bytes = await response.bytes()
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const lines = new TextDecoder().decode(bytes).trimEnd().split('\r\n')
    expect(response.headers.get('content-disposition')).toContain('affected-companies-')
    expect(lines[0]).toBe('name,outtask_id,entity_code,data_center')
    expect(lines).toContain('"Two;\n\'=1+1",2,,us2')
    expect(lines.length - 1).toBe((await listExpectedIds()).length)
  })
})
