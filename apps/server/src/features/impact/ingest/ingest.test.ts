import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../../testing/app.ts'
import { ingest, offer } from '../../../../testing/ingest.ts'

let server: TestApp
// Enough companies for two blocks of a bitmap.
const COMPANIES = 4_200

beforeAll(async () => {
  server = await openTestApp()
  await server.db.execute(sql`
    insert into companies (company_id, name, data_center) select n, 'Company ' || n, 'eu' from generate_series(1, ${COMPANIES}) n`)
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})
beforeEach(async () => {
  await server.db.execute(sql`delete from service_companies`)
  await server.db.execute(sql`delete from cis`)
})

const ci = (name: string, services: string[] = [], fields: object = {}) => ({
  ...{ name, category: 'Web', services, data_centers: ['eu'] },
  ...fields,
})
const dependency = (name: string, company_id: number, depends?: 'Y' | 'N') => ({
  ...{ ci: name, company_id },
  ...(depends ? { depends } : {}),
})

const ingestAll = async (kind: 'cis' | 'ciDependencies', records: Record<string, unknown>[]) => {
  const { status, body } = await offer(server, kind, records)
  const { refused, faults, ...counts } = body
  expect([status, refused, faults]).toEqual([200, 0, []])
  return counts
}

async function listDependencies(name: string): Promise<number[]> {
  const result = await server.db.execute<{ company_id: number }>(sql`
    select company_id from ci_dependencies where ci = ${name} order by company_id`)
  return result.rows.map((row) => row.company_id)
}

async function listUsers(service: string): Promise<number[]> {
  const result = await server.db.execute<{ company_id: number }>(sql`
    select company_id from service_companies cross join lateral company_numbers_in(block, companies) as number
    join companies using (number) where service = ${service} order by company_id`)
  return result.rows.map((row) => row.company_id)
}

describe('CIs', () => {
  test('are created, updated and left unchanged', async () => {
    expect(await ingestAll('cis', [ci('web'), ci('queue')])).toEqual({ created: 2, updated: 0, unchanged: 0 })
    const again = [ci('web', ['Travel']), ci('queue'), ci('new'), ci('new')]
    expect(await ingestAll('cis', again)).toEqual({ created: 1, updated: 1, unchanged: 2 })
    expect(await ingestAll('cis', again)).toEqual({ created: 0, updated: 0, unchanged: 4 })
  })

  test('keep their companies when updated, and have only the places of the newest record', async () => {
    await ingest(server, 'cis', [ci('web', ['Travel', 'Expense'], { data_centers: ['us2', 'eu'] })])
    await ingest(server, 'ciDependencies', [dependency('web', 7)])
    await ingest(server, 'cis', [ci('web', ['Mobile', 'Expense'], { category: 'Queues', data_centers: [] })])
    const stored = await server.db.execute(sql`
      select category, array(select service from ci_services order by 1) as services,
        array(select data_center from ci_data_centers) as data_centers from cis`)
    expect(stored.rows).toEqual([{ category: 'Queues', services: ['Expense', 'Mobile'], data_centers: [] }])
    expect(await listDependencies('web')).toEqual([7])
    expect([await listUsers('Travel'), await listUsers('Expense'), await listUsers('Mobile')]).toEqual([
      [],
      [7],
      [7],
    ])
  })

  test.each([
    ['an unknown service', ci('web', ['Nothing']), /^unknown service 'Nothing'/],
    ['an unknown data center', ci('web', [], { data_centers: ['us9'] }), /^unknown data center 'us9'/],
    ['no name', ci(' '), /name/],
    ['no category', ci('web', [], { category: '' }), /category/],
  ])('with %s are refused, and the others stored', async (_, record, reason) => {
    const { body } = await offer(server, 'cis', [ci('fine'), record])
    const faults = [{ index: 1, message: expect.stringMatching(reason) }]
    expect(body).toEqual({ created: 1, updated: 0, unchanged: 0, refused: 1, faults })
    expect((await server.db.execute(sql`select name from cis`)).rows).toEqual([{ name: 'fine' }])
  })
})

describe('dependencies', () => {
  test('are created once and ended, and of two records the later one counts', async () => {
    await ingest(server, 'cis', [ci('web')])
    const first = [dependency('web', 1), dependency('web', 4_200), dependency('web', 1)]
    expect(await ingestAll('ciDependencies', first)).toEqual({ created: 2, updated: 0, unchanged: 1 })
    expect(await listDependencies('web')).toEqual([1, 4_200])
    const second = [
      dependency('web', 1, 'N'),
      dependency('web', 2),
      dependency('web', 2, 'N'),
      dependency('web', 3, 'N'),
    ]
    expect(await ingestAll('ciDependencies', second)).toEqual({ created: 0, updated: 1, unchanged: 3 })
    expect(await listDependencies('web')).toEqual([4_200])
  })

  test('on unknown CIs or companies are reported, and the others stored', async () => {
    await ingest(server, 'cis', [ci('web')])
    const { body } = await offer(server, 'ciDependencies', [
      dependency('web', 1),
      dependency('wep', 2),
      dependency('web', 99_999),
    ])
    expect(body).toMatchObject({
      created: 1,
      refused: 2,
      faults: [
        { index: 1, message: "unknown CI 'wep'" },
        { index: 2, message: 'unknown company 99999' },
      ],
    })
    expect(await listDependencies('web')).toEqual([1])
  })

  test('and the users of services match the records, whatever their order', async () => {
    const names = ['a', 'b', 'c']
    const services = ['Expense', 'Travel', 'Mobile']
    const company = fc.constantFrom(1, 2, 3, 4_096, 4_097, 4_200)
    const step = fc.oneof(
      fc.record({ ci: fc.constantFrom(...names), services: fc.subarray(services) }),
      fc.array(
        fc.record({ ci: fc.constantFrom(...names), company_id: company, depends: fc.constantFrom('Y', 'N') }),
        { minLength: 1, maxLength: 8 },
      ),
    )
    await fc.assert(
      fc
        .asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
          await ingest(
            server,
            'cis',
            names.map((name) => ci(name)),
          )
          const model = new Map(
            names.map((name) => [name, { services: [] as string[], companies: new Set<number>() }]),
          )
          for (const step of steps) {
            if (Array.isArray(step)) {
              await ingest(server, 'ciDependencies', step)
              for (const { ci: name, company_id, depends } of step)
                model.get(name)?.companies[depends === 'Y' ? 'add' : 'delete'](company_id)
            } else {
              await ingest(server, 'cis', [ci(step.ci, step.services)])
              const entry = model.get(step.ci)
              if (entry) entry.services = step.services
            }
          }
          const sorted = (numbers: Iterable<number>) => [...new Set(numbers)].toSorted((a, b) => a - b)
          for (const [name, { companies }] of model)
            expect(await listDependencies(name)).toEqual(sorted(companies))
          for (const service of services) {
            const users = [...model.values()].flatMap((entry) =>
              entry.services.includes(service) ? [...entry.companies] : [],
            )
            expect(await listUsers(service)).toEqual(sorted(users))
          }
        })
        .afterEach(async () => {
          await server.db.execute(sql`delete from service_companies`)
          await server.db.execute(sql`delete from cis`)
        }),
      { numRuns: 15 },
    )
  })
})

test('the companies of data centers follow every write to companies', async () => {
  const listStored = async () => {
    const result = await server.db.execute<{ data_center: string; company_id: number }>(sql`
      select coalesce(c.data_center, '') as is_in, d.data_center, c.company_id
      from data_center_companies d cross join lateral company_numbers_in(block, companies) as number
      left join companies c using (number) where c.company_id > 90000 or c.company_id is null order by c.company_id`)
    return result.rows
  }
  await server.db.execute(sql`
    insert into companies (company_id, name, data_center) values (90001, 'A', 'eu'), (90002, 'B', null), (90003, 'C', 'us2')`)
  await server.db.execute(sql`update companies set data_center = 'us2' where company_id in (90001, 90002)`)
  await server.db.execute(sql`update companies set name = 'D' where company_id = 90003`)
  await server.db.execute(sql`delete from companies where company_id = 90002`)
  expect(await listStored()).toEqual([
    { is_in: 'us2', data_center: 'us2', company_id: 90_001 },
    { is_in: 'us2', data_center: 'us2', company_id: 90_003 },
  ])
})

test('a known company uses up no number when it is ingested again', async () => {
  const numbers = async () => {
    const result = await server.db.execute<{ number: number }>(
      sql`select number from companies where company_id in (80001, 80002, 80003) order by company_id`,
    )
    return result.rows.map(({ number }) => number)
  }
  const company = (id: number, name: string) => ({ id, name })
  await ingest(server, 'companies', [company(80_001, 'A'), company(80_002, 'B')])
  const [first = Number.NaN] = await numbers()
  await ingest(server, 'companies', [company(80_001, 'C'), company(80_002, 'D')])
  await ingest(server, 'companies', [company(80_003, 'E')])
  expect(await numbers()).toEqual([first, first + 1, first + 2])
})
