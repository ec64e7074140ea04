import { getStatus } from '@aviary/contract/status/endpoints'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { ingest, statusRecord } from '../../../testing/ingest.ts'
import { dataCenters, services } from '../../database/tables/reference.ts'

const SERVICES = 1_000
const DATA_CENTERS = 60
const CELLS = SERVICES * DATA_CENTERS

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
  await server.db.execute(sql`truncate ${services}, ${dataCenters} cascade`)
  await server.db.execute(sql`
    insert into services (system_name, display_name, position)
    select 'Service ' || n, 'Service ' || n, n from generate_series(1, ${SERVICES}::int) n`)
  await server.db.execute(sql`
    insert into data_centers (system_name, display_name, position)
    select 'dc' || n, 'Data center ' || n, n from generate_series(1, ${DATA_CENTERS}::int) n`)
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const countHistory = async () =>
  (await server.db.execute<{ rows: number }>(sql`select count(*)::int as rows from status_history`)).rows[0]
    ?.rows

test('a report of one cell updates all cells whose history is behind', async () => {
  await server.db.execute(sql`
    insert into status_reports (source, service, data_center, status, reported_at)
    select 'monitoring', s.system_name, d.system_name, 'OUTAGE', '2026-08-20T11:00:00Z' from ${services} s, ${dataCenters} d`)
  await ingest(server, 'status', [
    statusRecord({
      service: 'Service 1',
      data_center: 'dc1',
      source: 'monitoring',
      at: '2026-08-20T11:30:00Z',
    }),
  ])
  expect(await countHistory()).toBe(CELLS)
  const person = await server.signInAs('support')
  const { status, body } = await person.call(getStatus)
  expect(status).toBe(200)
  expect(body['Service 1']?.dc1).toBe('PERFORMANCE')
  expect(body[`Service ${SERVICES}`]?.[`dc${DATA_CENTERS}`]).toBe('OUTAGE')
  // The next tick of the jobs finds nothing left to do.
  await server.tick()
  expect(await countHistory()).toBe(CELLS)
})
