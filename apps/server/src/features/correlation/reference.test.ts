import { listChangesBefore, listIncidentsAfter } from '@aviary/contract/correlation/endpoints'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { changeRecord, incidentRecord, ingest } from '../../../testing/ingest.ts'
import { planEvent } from '../../../testing/maintenance.ts'

// Compares the answers with a plain implementation of the rules that reads everything.

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
// Few times and names, so that many values are equal and edge cases are frequent.
const moment = fc.nat({ max: 60 }).map((index) => BEGIN + index * HALF_HOUR)
const duration = fc.constantFrom(0, HALF_HOUR, 2 * HALF_HOUR, 3 * HALF_HOUR, 20 * HALF_HOUR)
const upToTwo = (...names: string[]) => fc.subarray(names, { maxLength: 2 })
const names = fc.record({
  cis: upToTwo('ci-1', 'ci-2', 'ci-3', 'ci-4', 'ci-5'),
  services: upToTwo('Expense', 'Travel', 'Invoice', 'Mobile', 'Billing'),
  data_centers: upToTwo('us2', 'eu', 'eu2', 'china', 'apj1'),
})
const change = fc.record({
  names,
  type: fc.constantFrom('manual', 'auto'),
  planned: fc.option(moment, { nil: null }),
  started: fc.option(moment, { nil: null }),
  lasts: fc.option(duration, { nil: null }),
  submitted: fc.option(moment, { nil: null, freq: 3 }),
  created: moment,
})
const incident = fc.record({ names, start: moment })
const event = fc.record({ names, start: moment, lasts: duration, isTest: fc.boolean() })
const world = fc.record({
  changes: fc.array(change, { minLength: 300, maxLength: 300 }),
  incidents: fc.array(incident, { minLength: 25, maxLength: 25 }),
  events: fc.array(event, { minLength: 20, maxLength: 20 }),
})

type Names = { cis: string[]; services: string[]; data_centers: string[] }
type Thing = { label: string; at: number; names: Names }

const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())

const overlap = (first: Names, second: Names) => ({
  cis: first.cis.filter((name) => second.cis.includes(name)),
  services: first.services.filter((name) => second.services.includes(name)),
  data_centers: first.data_centers.filter((name) => second.data_centers.includes(name)),
})
const points = ({ cis, services, data_centers }: Names) =>
  (cis.length ? 4 : 0) + (services.length ? 2 : 0) + (data_centers.length ? 1 : 0)

/**
 * One line for each related thing, nearest first. Things of equal rank are in no fixed order; see `sortWithinRanks`.
 */
function rankThings(things: Thing[], from: { at: number; names: Names }): string[] {
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

/** Sorts lines of the same rank by their text, because the order within a rank is not compared. */
const sortWithinRanks = (lines: string[]) => {
  const rankOf = (text: string) => text.split(':')[0] ?? ''
  const order = [...new Set(lines.map(rankOf))]
  return lines.toSorted((a, b) => order.indexOf(rankOf(a)) - order.indexOf(rankOf(b)) || (a < b ? -1 : 1))
}

test('both directions answer what a plain implementation does', async () => {
  const [sample] = fc.sample(world, { numRuns: 1, seed: 20_260_820 })
  if (!sample) throw new Error('Nothing was made')
  await ingest(
    server,
    'changes',
    sample.changes.map(({ names: itemNames, type, planned, started, lasts, submitted, created }, index) =>
      changeRecord(`${index}`, {
        ...itemNames,
        summary: `change ${index}`,
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
    sample.incidents.map(({ names: { services, ...itemNames }, start }, index) =>
      incidentRecord(`OPI-${index}`, { ...itemNames, affected_services: services, start_date: iso(start) }),
    ),
  )
  const events = sample.events.filter(({ names: itemNames }) => itemNames.data_centers.length > 0)
  for (const [index, { names: itemNames, start, lasts, isTest }] of events.entries()) {
    await planEvent(server, {
      title: `event ${index}`,
      start: new Date(start),
      end: new Date(start + lasts),
      dataCenters: itemNames.data_centers,
      isTest,
    })
  }

  const changes = sample.changes.map((fields, index) => ({
    ...fields,
    label: `change ${index}`,
    at: fields.started ?? fields.planned ?? fields.submitted ?? fields.created,
    endedAt:
      fields.started !== null && fields.lasts !== null ? fields.started + fields.lasts : fields.submitted,
  }))
  const ids = new Map<string, number>()
  for (const [index, { start, names: incidentNames }] of sample.incidents.entries()) {
    for (const hours of [1, 3, 6, 168]) {
      const from = start - hours * 2 * HALF_HOUR
      const isWithin = (item: { at: number }) => item.at >= from && item.at <= start
      const wasUnderWay = (candidate: (typeof changes)[number]) =>
        candidate.started !== null &&
        candidate.started < from &&
        (candidate.endedAt === null || candidate.endedAt > start)
      const nearby = events
        .map((fields, number) => ({
          ...fields,
          label: `event ${number}`,
          at: fields.start,
          names: { cis: [], services: [], data_centers: fields.names.data_centers },
        }))
        .filter(
          (candidate) =>
            !candidate.isTest && candidate.start <= start && candidate.start + candidate.lasts >= from,
        )
      const expected = rankThings(
        [...changes.filter((candidate) => isWithin(candidate) || wasUnderWay(candidate)), ...nearby],
        {
          at: start,
          names: incidentNames,
        },
      )
      const { body } = await reader.call(listChangesBefore, { query: { jira_id: `OPI-${index}`, hours } })
      const actual = body.items.map((item) => {
        const label = item.kind === 'change' ? item.change.summary : item.event.title
        if (item.kind === 'change') ids.set(label, item.change.id)
        return line({ label, seconds: item.seconds_before, shared: item.shared })
      })
      const unrelated = changes.filter(
        (candidate) => isWithin(candidate) && points(overlap(incidentNames, candidate.names)) === 0,
      ).length
      expect([body.unrelated, actual.length + body.more], `OPI-${index}, ${hours} h`).toEqual([
        unrelated,
        expected.length,
      ])
      expect(actual.length).toBe(Math.min(20, expected.length))
      // Leaves out the last rank of a full list: the limit cuts it by ids, which this test does not know.
      const withoutLastRank = (lines: string[]) => {
        const last = actual.at(-1)?.split(':')[0]
        return expected.length > 20 ? lines.filter((text) => text.split(':')[0] !== last) : lines
      }
      expect(sortWithinRanks(withoutLastRank(actual))).toEqual(
        sortWithinRanks(withoutLastRank(expected.slice(0, 20))),
      )
    }
  }

  expect(ids.size).toBeGreaterThan(150)
  for (const { label, at, names: changeNames } of changes.slice(0, 120)) {
    const change_id = ids.get(label)
    if (change_id === undefined) continue
    const started = sample.incidents
      .map((fields, number) => ({ label: `OPI-${number}`, at: fields.start, names: fields.names }))
      .filter((candidate) => candidate.at >= at && candidate.at <= at + 12 * HALF_HOUR)
    const { body } = await reader.call(listIncidentsAfter, { query: { change_id } })
    const actual = body.items.map(({ incident: { jira_id }, seconds_after, shared }) =>
      line({ label: jira_id, seconds: seconds_after, shared }),
    )
    expect(sortWithinRanks(actual), label).toEqual(
      sortWithinRanks(rankThings(started, { at, names: changeNames })),
    )
    expect(body.more).toBe(0)
  }
})
