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

// Mostly within a few milliseconds of now, because edge cases lie there.
const nearNow = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }),
)
const incident = fc.record({
  start: nearNow,
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

test('lists as active what the contract calls active, and the others as historic', async () => {
  const samples =
    fc.sample(fc.array(incident, { minLength: 400, maxLength: 400 }), { numRuns: 1, seed: 20_260_820 })[0] ??
    []
  const incidents = samples.map(({ start, lasts, status }, index) => ({
    id: `OPI-${index}`,
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
    ).body.payload.map((incident) => incident.jiraId)

  // Times at which some of the incidents begin or end.
  for (const moment of [-2, -1, 0, 1, 2, 500_000_000]) {
    server.setNow(new Date(NOW.getTime() + moment))
    const now = server.now().getTime()
    const expected = incidents.filter((incident) => isActive(incident, now)).map((incident) => incident.id)
    const active = await listed(true)
    expect(active.toSorted()).toEqual(expected.toSorted())
    expect([...active, ...(await listed(false))].toSorted()).toEqual(
      incidents.map((incident) => incident.id).toSorted(),
    )
  }
})
