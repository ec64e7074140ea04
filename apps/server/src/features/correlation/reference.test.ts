import { listChangesBefore, listIncidentsAfter } from '@aviary/contract/correlation/endpoints'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { changeRecord, incidentRecord, ingest } from '../../../testing/ingest.ts'
import { planEvent } from '../../../testing/maintenance.ts'

// What the server answers, held against the plainest reading of the rules over everything there is.

let server: TestApp
let reader: Person
beforeAll(async () => {
  server = await openTestApp()
  reader = await server.signInAs('support')
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const BEGIN = Date.UTC(2026, 6, 1)
const HALF_HOUR = 30 * 60_000
// Few moments and few names, so that much of it meets at the very edges.
const moment = fc.nat({ max: 60 }).map((at) => BEGIN + at * HALF_HOUR)
const lasting = fc.constantFrom(0, HALF_HOUR, 2 * HALF_HOUR, 3 * HALF_HOUR, 20 * HALF_HOUR)
const some = (...names: string[]) => fc.subarray(names, { maxLength: 2 })
const names = fc.record({
  cis: some('ci-1', 'ci-2', 'ci-3', 'ci-4', 'ci-5'),
  services: some('Expense', 'Travel', 'Invoice', 'Mobile', 'Billing'),
  data_centers: some('us2', 'eu', 'eu2', 'china', 'apj1'),
})
const change = fc.record({
  names,
  type: fc.constantFrom('manual', 'auto'),
  planned: fc.option(moment, { nil: null }),
  started: fc.option(moment, { nil: null }),
  lasts: fc.option(lasting, { nil: null }),
  submitted: fc.option(moment, { nil: null, freq: 3 }),
  created: moment,
})
const incident = fc.record({ names, start: moment })
const event = fc.record({ names, start: moment, lasts: lasting, isTest: fc.boolean() })
const world = fc.record({
  changes: fc.array(change, { minLength: 300, maxLength: 300 }),
  incidents: fc.array(incident, { minLength: 25, maxLength: 25 }),
  events: fc.array(event, { minLength: 20, maxLength: 20 }),
})

type Names = { cis: string[]; services: string[]; data_centers: string[] }
type Thing = { label: string; at: number; names: Names }

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString())

const overlap = (one: Names, other: Names) => ({
  cis: one.cis.filter((name) => other.cis.includes(name)),
  services: one.services.filter((name) => other.services.includes(name)),
  data_centers: one.data_centers.filter((name) => other.data_centers.includes(name)),
})
const points = ({ cis, services, data_centers }: Names) =>
  (cis.length ? 4 : 0) + (services.length ? 2 : 0) + (data_centers.length ? 1 : 0)

/** What is told of each in one line, the nearest first. Of the same distance any order is right: they are sorted by name. */
function ranked(things: Thing[], from: { at: number; names: Names }): string[] {
  return things
    .map((thing) => ({
      ...thing,
      shared: overlap(from.names, thing.names),
      away: Math.abs(from.at - thing.at),
    }))
    .filter(({ shared }) => points(shared) > 0)
    .sort((a, b) => points(b.shared) - points(a.shared) || a.away - b.away)
    .map(({ label, away, shared }) => line({ label, seconds: away / 1000, shared }))
}

const line = ({ label, seconds, shared }: { label: string; seconds: number; shared: Names }) =>
  `${points(shared)} points, ${seconds} s: ${label} ${JSON.stringify(
    [shared.cis, shared.services, shared.data_centers].map((list) => list.toSorted()),
  )}`

/** The same lines, those of one rank in the order of their words. */
const settled = (lines: string[]) => {
  const rankOf = (text: string) => text.split(':')[0] ?? ''
  const order = [...new Set(lines.map(rankOf))]
  return lines.toSorted((a, b) => order.indexOf(rankOf(a)) - order.indexOf(rankOf(b)) || (a < b ? -1 : 1))
}

test('both directions answer what a reading of everything would, at every edge', async () => {
  const [made] = fc.sample(world, { numRuns: 1, seed: 20_260_820 })
  if (!made) throw new Error('Nothing was made')
  await ingest(
    server,
    'changes',
    made.changes.map(({ names: of, type, planned, started, lasts, submitted, created }, at) =>
      changeRecord(`${at}`, {
        ...of,
        summary: `change ${at}`,
        change_type: type,
        planned_start: iso(planned),
        actual_start: iso(started),
        actual_end: started === null || lasts === null ? null : iso(started + lasts),
        submitted_on: iso(submitted),
        created_on: iso(created),
      }),
    ),
  )
  await ingest(
    server,
    'incidents',
    made.incidents.map(({ names: { services, ...of }, start }, at) =>
      incidentRecord(`OPI-${at}`, { ...of, affected_services: services, start_date: iso(start) }),
    ),
  )
  const events = made.events.filter(({ names: of }) => of.data_centers.length > 0)
  for (const [at, { names: of, start, lasts, isTest }] of events.entries()) {
    await planEvent(server, {
      title: `event ${at}`,
      start: new Date(start),
      end: new Date(start + lasts),
      dataCenters: of.data_centers,
      isTest,
    })
  }

  const changes = made.changes.map((one, at) => ({
    ...one,
    label: `change ${at}`,
    at: one.started ?? one.planned ?? one.submitted ?? one.created,
    over: one.started !== null && one.lasts !== null ? one.started + one.lasts : one.submitted,
  }))
  const ids = new Map<string, number>()
  for (const [at, { start, names: of }] of made.incidents.entries()) {
    for (const hours of [1, 3, 6, 168]) {
      const from = start - hours * 2 * HALF_HOUR
      const isWithin = (one: { at: number }) => one.at >= from && one.at <= start
      const wasGoingOn = (one: (typeof changes)[number]) =>
        one.started !== null && one.started < from && (one.over === null || one.over > start)
      const nearby = events
        .map((one, number) => ({
          ...one,
          label: `event ${number}`,
          at: one.start,
          names: { cis: [], services: [], data_centers: one.names.data_centers },
        }))
        .filter((one) => !one.isTest && one.start <= start && one.start + one.lasts >= from)
      const expected = ranked([...changes.filter((one) => isWithin(one) || wasGoingOn(one)), ...nearby], {
        at: start,
        names: of,
      })
      const { body } = await reader.call(listChangesBefore, { query: { jira_id: `OPI-${at}`, hours } })
      const found = body.items.map((item) => {
        const label = item.kind === 'change' ? item.change.summary : item.event.title
        if (item.kind === 'change') ids.set(label, item.change.id)
        return line({ label, seconds: item.seconds_before, shared: item.shared })
      })
      const unrelated = changes.filter((one) => isWithin(one) && points(overlap(of, one.names)) === 0).length
      expect([body.unrelated, found.length + body.more], `OPI-${at}, ${hours} h`).toEqual([
        unrelated,
        expected.length,
      ])
      expect(found.length).toBe(Math.min(20, expected.length))
      // The last rank that is listed may be cut: which of it is listed is settled by id.
      const cut = (lines: string[]) => {
        const last = found.at(-1)?.split(':')[0]
        return expected.length > 20 ? lines.filter((text) => text.split(':')[0] !== last) : lines
      }
      expect(settled(cut(found))).toEqual(settled(cut(expected.slice(0, 20))))
    }
  }

  expect(ids.size).toBeGreaterThan(150)
  for (const { label, at, names: of } of changes.slice(0, 120)) {
    const change_id = ids.get(label)
    if (change_id === undefined) continue
    const begun = made.incidents
      .map((one, number) => ({ label: `OPI-${number}`, at: one.start, names: one.names }))
      .filter((one) => one.at >= at && one.at <= at + 12 * HALF_HOUR)
    const { body } = await reader.call(listIncidentsAfter, { query: { change_id } })
    const found = body.items.map(({ incident: { jira_id }, seconds_after, shared }) =>
      line({ label: jira_id, seconds: seconds_after, shared }),
    )
    expect(settled(found), label).toEqual(settled(ranked(begun, { at, names: of })))
    expect(body.more).toBe(0)
  }
}, 60_000)
