import { listIncidents } from '@aviary/contract/incidents/endpoints'
import { isActive } from '@aviary/contract/incidents/rules'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { incidentRecord, ingest } from '../../../testing/ingest.ts'

const NOW = new Date('2026-08-20T12:00:00Z')

let server: TestApp
beforeAll(async () => {
  server = await openTestApp({ now: NOW })
})
afterAll(() => server.close())

// Most of what matters happens within a few milliseconds of now.
const around = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }),
)
const incident = fc.record({
  start: around,
  lasts: fc.option(fc.oneof(fc.nat({ max: 3 }), fc.nat({ max: 2_000_000_000 }))),
  status: fc.constantFrom(
    'ACTIVE',
    'active',
    'Investigation',
    'INVESTIGATION',
    'RESOLVED',
    'CLOSED',
    'Monitoring',
  ),
})

test('the list holds exactly the incidents that the contract calls active, the historic list the others', async () => {
  const made =
    fc.sample(fc.array(incident, { minLength: 400, maxLength: 400 }), { numRuns: 1, seed: 20_260_820 })[0] ??
    []
  const incidents = made.map(({ start, lasts, status }, at) => ({
    id: `OPI-${at}`,
    status,
    start: NOW.getTime() + start,
    end: lasts === null ? null : NOW.getTime() + start + lasts,
  }))
  await ingest(
    server,
    'incidents',
    incidents.map(({ id, status, start, end }) =>
      incidentRecord(id, {
        status,
        start_date: new Date(start).toISOString(),
        end_date: end === null ? null : new Date(end).toISOString(),
      }),
    ),
  )
  const listed = async (active: boolean) =>
    (
      await (
        await server.signInAs('support')
      ).call(listIncidents, { query: { active: active ? 'true' : 'false' } })
    ).body.payload.map((one) => one.jiraId)

  // The same rows, seen at the moments when some of them begin or end.
  for (const moment of [-2, -1, 0, 1, 2, 500_000_000]) {
    server.setNow(new Date(NOW.getTime() + moment))
    const now = server.now().getTime()
    const should = incidents.filter((one) => isActive(one, now)).map((one) => one.id)
    const active = await listed(true)
    expect(active.toSorted()).toEqual(should.toSorted())
    expect([...active, ...(await listed(false))].toSorted()).toEqual(
      incidents.map((one) => one.id).toSorted(),
    )
  }
})
