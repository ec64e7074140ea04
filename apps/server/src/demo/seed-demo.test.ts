import { countAffectedCompanies } from '@aviary/contract/impact/endpoints'
import { listIncidents } from '@aviary/contract/incidents/endpoints'
import { listMaintenanceEvents, listMaintenanceFlags } from '@aviary/contract/maintenance/endpoints'
import { getStatus, getStatusSince } from '@aviary/contract/status/endpoints'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../testing/app.ts'
import { markedChangesOf } from '../../testing/ingest.ts'
import { isDemo } from './mark.ts'
import { seedDemo } from './seed-demo.ts'

const NOW = new Date('2026-11-20T12:00:30Z')

const SETTINGS = {
  productKey: 'acme',
  providerName: 'Acme',
  publicUrl: 'http://localhost:8080',
  statusSite: undefined,
  internalDomains: ['acme.example'],
}

let server: TestApp
let person: Person

beforeAll(async () => {
  server = await openTestApp({ now: NOW })
  expect(await isDemo(server.db)).toBe(false)
  expect(await seedDemo(server.db, SETTINGS, server.now())).toBe(true)
  person = await server.signInAs('support')
})
afterAll(() => server.close())

test('four real incidents are open, the newest for 25 minutes, at their real distances and severities', async () => {
  const { body } = await person.call(listIncidents)
  const shown = body.payload.map(({ jiraId, startDate, symbol, isInternal, affectedCompanies, status }) => ({
    jiraId,
    startDate,
    symbol,
    isInternal,
    affectedCompanies,
    status,
  }))
  expect(shown).toEqual([
    {
      jiraId: 'OPI-1801',
      startDate: '2026-11-20T11:35:00.000Z',
      symbol: 'OUTAGE',
      isInternal: 'N',
      affectedCompanies: 310,
      status: 'INVESTIGATION',
    },
    {
      jiraId: 'OPI-1799',
      startDate: '2026-11-18T04:32:00.000Z',
      symbol: 'PERFORMANCE',
      isInternal: 'Y',
      affectedCompanies: 0,
      status: 'INVESTIGATION',
    },
    {
      jiraId: 'OPI-1796',
      startDate: '2026-11-13T11:37:00.000Z',
      symbol: 'PERFORMANCE',
      isInternal: 'N',
      affectedCompanies: 36,
      status: 'INVESTIGATION',
    },
    {
      jiraId: 'OPI-1794',
      startDate: '2026-11-12T18:31:00.000Z',
      symbol: 'PARTIAL_OUTAGE',
      isInternal: 'N',
      affectedCompanies: 1240,
      status: 'INVESTIGATION',
    },
  ])
})

test('the other 797 are history', async () => {
  const pages = [0, 500].map((start_at) =>
    person.call(listIncidents, { query: { active: 'false', start_at, response_size: 500 } }),
  )
  const [first, second] = (await Promise.all(pages)).map(({ body }) => body)
  expect([first?.payload.length, first?.more_results, second?.payload.length, second?.more_results]).toEqual([
    500,
    true,
    297,
    false,
  ])
  expect(first?.payload.every(({ status, endDate }) => status === 'RESOLVED' && endDate !== null)).toBe(true)
})

test('the grid shows what monitoring and the open incidents say', async () => {
  const { body } = await person.call(getStatus)
  expect(body.Travel).toMatchObject({ us2: 'NORMAL', eu2: 'OUTAGE', usg: 'OUTAGE', apj1: 'OUTAGE' })
  expect(body.Expense?.acmegovprod).toBe('PERFORMANCE')
  expect(body['Japan e-Bunsho for Expense']).toMatchObject({ apj1: 'NORMAL', us2: 'NA' })
})

test('a cell is in trouble since its incident began', async () => {
  const { cells } = (await person.call(getStatusSince)).body
  const since = (service: string, dataCenter: string) =>
    cells.find((cell) => cell.service === service && cell.data_center === dataCenter)?.since
  expect(since('Travel', 'eu2')).toBe('2026-11-20T11:35:00.000Z')
  expect(since('Expense', 'acmegovprod')).toBe('2026-11-18T04:32:00.000Z')
  expect(since('Billing', 'acmegovprod')).toBe('2026-11-18T04:32:00.000Z')
  expect(since('Analysis/Intelligence', 'apj1')).toBe('2026-11-13T11:37:00.000Z')
})

test('maintenance of every flag is past, under way and to come, clearly made up', async () => {
  const { maintenance_events } = (await person.call(listMaintenanceEvents, { query: {} })).body
  const { flags } = (await person.call(listMaintenanceFlags)).body
  const now = server.now().getTime() / 1000
  const phases = maintenance_events.map(({ start_epoch, end_epoch }) =>
    end_epoch <= now ? 'past' : start_epoch <= now ? 'current' : 'upcoming',
  )
  const count = (expected: string) => phases.filter((phase) => phase === expected).length
  expect([count('past'), count('current'), count('upcoming')]).toEqual([5, 1, 7])
  expect(new Set(maintenance_events.flatMap(({ flag }) => flag ?? []))).toEqual(
    new Set(flags.map(({ system_name }) => system_name)),
  )
  expect(maintenance_events.filter(({ is_internal }) => is_internal === 'Y')).toHaveLength(3)
  for (const event of maintenance_events) {
    expect(event.created_by).toBe('Aviary demo')
    expect(event.jira_id).toMatch(/^GEN-\d+$/)
    expect(event.data_centers.length).toBeGreaterThan(0)
    expect(event.created_epoch).toBeLessThanOrEqual(now)
  }
})

test('17,809 real changes are there, of which a few are not done yet, and some incidents name CIs', async () => {
  const { rows } = await server.db.execute(sql`
    select change_type, count(*)::int as all, count(*) filter (where 'acmegovprod' = any(data_centers))::int as here,
      count(*) filter (where actual_end is null)::int as open from changes group by change_type order by change_type`)
  expect(rows).toEqual([
    { change_type: 'auto', all: 17_089, here: 4_846, open: 0 },
    { change_type: 'manual', all: 720, here: 66, open: 5 },
  ])
  const { should, are } = await markedChangesOf(server)
  expect(are).toEqual(should)
  const result = await server.db.execute(
    sql`select jira_id, cis from incidents where cis <> '{}' and end_date is null order by jira_id`,
  )
  expect(result.rows).toEqual([
    {
      jira_id: 'OPI-1796',
      cis: ['asset-manager', 'publishing-api', 'content-block-manager', 'publisher', 'content-data-api'],
    },
    { jira_id: 'OPI-1799', cis: ['whitehall', 'collections'] },
    { jira_id: 'OPI-1801', cis: ['govuk-chat'] },
  ])
})

test('the applications that changes name are CIs, on which companies depend', async () => {
  const { rows } = await server.db.execute<{ cis: number; companies: number; dependencies: number }>(sql`
    select (select count(*)::int from cis) as cis, count(distinct company_id)::int as companies,
      count(*)::int as dependencies from ci_dependencies`)
  expect(rows[0]?.cis).toBe(67)
  expect(rows[0]?.companies).toBeGreaterThan(2_400)
  const { body } = await person.call(countAffectedCompanies, { raw: { cis: ['whitehall', 'frontend'] } })
  expect(body.base_count).toBe(2_500)
  expect(body.company_count).toBeGreaterThan(0)
  expect(body.data_centers).toHaveLength(7)
})

test('the database is marked: all in it are demo data', async () => {
  expect(await isDemo(server.db)).toBe(true)
})

test('a second seeding does nothing', async () => {
  expect(await seedDemo(server.db, SETTINGS, server.now())).toBe(false)
})
