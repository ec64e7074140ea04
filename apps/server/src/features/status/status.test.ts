import { getStatus, getStatusReasons, getStatusSince } from '@aviary/contract/status/endpoints'
import { isQuiet } from '@aviary/contract/status/rules'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Person, TestApp } from '../../../testing/app.ts'
import { openEventStream } from '../../../testing/event-stream.ts'
import { incidentRecord, ingest, offer, statusRecord } from '../../../testing/ingest.ts'
import { type ListeningApp, openListeningApp } from '../../../testing/listening.ts'
import { openChanges } from '../../database/changes.ts'
import { incidents, statusHistory, statusReports } from '../../database/tables/incidents.ts'
import { tick } from '../../jobs/jobs.ts'

const NOW = new Date('2026-08-20T12:00:00Z')

let server: ListeningApp
let person: Person
beforeAll(async () => {
  server = await openListeningApp({ now: NOW })
})
beforeEach(async () => {
  server.setNow(NOW)
  person = await server.signInAs('support')
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const matrix = async () => (await person.call(getStatus)).body
const cell = async (service: string, dataCenter: string) => (await matrix())[service]?.[dataCenter]
const history = () => server.db.select().from(statusHistory).orderBy(statusHistory.id)
const toDate = (time: string) => new Date(`2026-08-20T${time}Z`)

/** Runs one tick of the jobs at `now`, as another server process would. */
async function tickAt(app: TestApp, now: Date): Promise<void> {
  app.setNow(now)
  const changes = await openChanges(app.databaseUrl, (error) => void app.errors.push(String(error)))
  const links = { publicUrl: 'https://aviary.acme.example', statusSite: undefined }
  await tick({ db: app.db, changes, clock: app.now, links })
  await changes.close()
}

test('returns every service with every data center, NA before the first report', async () => {
  const cells = await matrix()
  expect(Object.keys(cells)).toEqual([
    'Expense',
    'Travel',
    'Invoice',
    'Request',
    'Imaging',
    'Analysis/Intelligence',
    'Mobile',
    'Compleat (TMC Services)',
    'Japan e-Bunsho for Expense',
    'Japan e-Bunsho for Invoice',
    'Japan Public Transportation (JPT)',
    'TAVS',
    'EAI',
    'Billing',
  ])
  for (const row of Object.values(cells)) {
    expect(Object.keys(row)).toEqual(['us2', 'eu', 'eu2', 'china', 'usg', 'acmegovprod', 'apj1'])
    expect(new Set(Object.values(row))).toEqual(new Set(['NA']))
  }
  expect((await person.call(getStatusSince)).body).toEqual({ cells: [] })
})

describe('a cell is the worst of what monitoring and open incidents report', () => {
  test('of several monitors', async () => {
    await ingest(server, 'status', [
      statusRecord({ source: 'a', status: 'NORMAL' }),
      statusRecord({ source: 'b', status: 'partial outage' }),
      statusRecord({ source: 'c', status: 'PERFORMANCE' }),
    ])
    expect(await cell('Travel', 'eu')).toBe('PARTIAL_OUTAGE')
    await ingest(server, 'status', [
      statusRecord({ source: 'b', status: 'NORMAL', at: '2026-08-20T11:05:00Z' }),
    ])
    expect(await cell('Travel', 'eu')).toBe('PERFORMANCE')
  })

  test('of a monitor and an incident, which touches its own cells only', async () => {
    const severe = {
      affected_services: ['Travel', 'EAI'],
      data_centers: ['eu', 'usg'],
      severity: 'PARTIAL_PERFORMANCE',
    }
    await ingest(server, 'incidents', [incidentRecord('OPI-1', severe)])
    expect(await cell('Travel', 'eu')).toBe('PERFORMANCE')
    expect(await cell('EAI', 'usg')).toBe('PARTIAL_PERFORMANCE')
    expect(await cell('EAI', 'us2')).toBe('NA')
    await ingest(server, 'incidents', [incidentRecord('OPI-1', { ...severe, severity: 'disruption' })])
    expect(await cell('Travel', 'eu')).toBe('OUTAGE')
    const resolved = { ...severe, status: 'RESOLVED', end_date: '2026-08-20T11:30:00Z' }
    await ingest(server, 'incidents', [incidentRecord('OPI-1', resolved)])
    expect(await cell('Travel', 'eu')).toBe('PERFORMANCE')
    expect(await cell('EAI', 'usg')).toBe('NA')
  })

  test('an older report of the same monitor changes nothing', async () => {
    await ingest(server, 'status', [
      statusRecord({ source: 'c', status: 'OUTAGE', at: '2026-08-20T10:00:00Z' }),
    ])
    expect(await cell('Travel', 'eu')).toBe('PERFORMANCE')
  })
})

describe('the reasons why a cell is not normal', () => {
  const reasons = async (service: string, data_center: string) =>
    (await person.call(getStatusReasons, { query: { service, data_center } })).body.reasons

  test('are its open incidents and reports, the worst first', async () => {
    const places = { affected_services: ['Imaging'], data_centers: ['china'] }
    await ingest(server, 'incidents', [
      incidentRecord('OPI-70', { ...places, severity: 'PERFORMANCE', details: 'x'.repeat(500) }),
      incidentRecord('OPI-71', { ...places, is_internal: 'Y' }),
      incidentRecord('OPI-72', { ...places, status: 'RESOLVED' }),
      incidentRecord('OPI-73', { affected_services: ['Imaging'], data_centers: ['usg'] }),
    ])
    const report = { service: 'Imaging', data_center: 'china' }
    const [summary, link] = ['A third of the requests fails', 'https://grafana.example/d/1']
    await ingest(server, 'status', [
      statusRecord({ ...report, source: 'alertmanager:a1', status: 'PARTIAL_OUTAGE', summary, link }),
      statusRecord({ ...report, source: 'probe', status: 'PARTIAL_PERFORMANCE' }),
      statusRecord({ ...report, source: 'other', status: 'NORMAL' }),
    ])
    const since = '2026-08-20T10:00:00.000Z'
    const cellHere = { service: 'Imaging', data_center: 'china' }
    const reported = { kind: 'report', since: '2026-08-20T11:00:00.000Z' }
    const incident = { kind: 'incident', since, priority_type: 'P1' }
    expect(await reasons('Imaging', 'china')).toEqual([
      {
        ...incident,
        status: 'OUTAGE',
        jira_id: 'OPI-71',
        is_internal: 'Y',
        details: 'What happened in OPI-71',
      },
      {
        ...{ ...reported, alert: 'alertmanager:a1', source: 'Alertmanager' },
        ...{ status: 'PARTIAL_OUTAGE', summary, link, cells: [cellHere] },
      },
      { ...incident, status: 'PERFORMANCE', jira_id: 'OPI-70', is_internal: 'N', details: 'x'.repeat(300) },
      {
        ...{ ...reported, alert: 'probe', source: 'probe' },
        ...{ status: 'PARTIAL_PERFORMANCE', summary: null, link: null, cells: [cellHere] },
      },
    ])
    expect(await reasons('Imaging', 'mars')).toEqual([])
  })

  test('of a report name the cells of the same alert: same source, same words', async () => {
    const wide = { source: 'wide', status: 'PERFORMANCE', summary: 'Half of the logins fail' }
    await ingest(server, 'status', [
      statusRecord({ ...wide, service: 'Invoice', data_center: 'usg' }),
      statusRecord({ ...wide, service: 'Billing', data_center: 'usg' }),
      statusRecord({ ...wide, service: 'Billing', data_center: 'eu', status: 'NORMAL' }),
      statusRecord({ ...wide, service: 'Mobile', data_center: 'us2', summary: 'Something else' }),
      statusRecord({ ...wide, service: 'Billing', data_center: 'us2', source: 'another' }),
    ])
    const [reason] = await reasons('Billing', 'usg')
    expect(reason).toMatchObject({
      cells: [
        { service: 'Billing', data_center: 'usg' },
        { service: 'Invoice', data_center: 'usg' },
      ],
    })
  })

  test('of a source that says nothing in words name no other cell: it may watch everything', async () => {
    await ingest(server, 'status', [
      statusRecord({ service: 'TAVS', data_center: 'usg', source: 'monitoring', status: 'OUTAGE' }),
      statusRecord({ service: 'EAI', data_center: 'us2', source: 'monitoring', status: 'OUTAGE' }),
    ])
    const [reason] = await reasons('TAVS', 'usg')
    expect(reason).toMatchObject({ cells: [{ service: 'TAVS', data_center: 'usg' }] })
  })

  test('are at most the twenty worst', async () => {
    const reports = Array.from({ length: 30 }, (_, index) =>
      statusRecord({
        service: 'Request',
        source: `probe-${index}`,
        status: index === 29 ? 'OUTAGE' : 'PERFORMANCE',
      }),
    )
    await ingest(server, 'status', reports)
    const listed = await reasons('Request', 'eu')
    expect([listed.length, listed[0]?.status]).toEqual([20, 'OUTAGE'])
  })

  test.each(['javascript:alert(1)', 'ftp://x.example', 'https://a:b@x.example/', 'https://x example'])(
    'never contain the link %s',
    async (link) => {
      const { status, problem } = await offer(server, 'status', [statusRecord({ link })])
      expect([status, problem.errors?.[0]?.path]).toEqual([400, 'body.records.0.link'])
    },
  )
})

describe('the history of a cell', () => {
  test('has a row for every change, and none where nothing changed', async () => {
    const before = (await history()).length
    const report = (status: string, time: string) =>
      ingest(server, 'status', [statusRecord({ service: 'TAVS', status, at: `2026-08-20T${time}Z` })])
    await report('NORMAL', '11:00:00')
    await report('NORMAL', '11:01:00')
    server.setNow(toDate('12:05:00'))
    await report('OUTAGE', '11:02:00')
    await report('OUTAGE', '11:03:00')
    const rows = (await history()).slice(before)
    expect(rows.map((row) => [row.status, row.changedAt])).toEqual([
      ['NORMAL', NOW],
      ['OUTAGE', toDate('12:05:00')],
    ])
    const { cells } = (await person.call(getStatusSince)).body
    expect(cells).toContainEqual({ service: 'TAVS', data_center: 'eu', since: '2026-08-20T12:05:00.000Z' })
    const matrix = (await person.call(getStatus)).body
    const ofTrouble = (await person.call(getStatusSince, { query: { of: 'trouble' } })).body.cells
    expect(ofTrouble.length).toBeLessThan(cells.length)
    expect(ofTrouble).toEqual(
      cells.filter(({ service, data_center }) => !isQuiet(matrix[service]?.[data_center] ?? 'NA')),
    )
  })

  test('continues if the clock of the writing process is behind that of another', async () => {
    server.setNow(toDate('12:10:00'))
    await ingest(server, 'status', [statusRecord({ service: 'Mobile', status: 'OUTAGE' })])
    server.setNow(toDate('12:09:57'))
    await ingest(server, 'status', [
      statusRecord({ service: 'Mobile', status: 'NORMAL', at: '2026-08-20T11:10:00Z' }),
    ])
    expect(await cell('Mobile', 'eu')).toBe('NORMAL')
    const rows = (await history()).length
    await tickAt(server, toDate('12:09:58'))
    expect(await history()).toHaveLength(rows)
  })
})

describe('as time passes', () => {
  test('a planned start and a planned end change the cell and notify every open page', async () => {
    await server.db.delete(incidents)
    await server.db.delete(statusReports)
    const window = { start_date: '2026-08-20T13:00:00Z', end_date: '2026-08-20T14:00:00Z' }
    await ingest(server, 'incidents', [incidentRecord('OPI-2', { ...window, data_centers: ['apj1'] })])
    expect(await cell('Expense', 'apj1')).toBe('NA')
    const stream = await openEventStream(server.url, person.cookies)
    await stream.next()

    await tickAt(server, toDate('12:59:59'))
    expect(await cell('Expense', 'apj1')).toBe('NA')
    await tickAt(server, toDate('13:00:00'))
    expect(await stream.next()).toEqual({ event: 'changed', data: { topics: ['status', 'incidents'] } })
    expect(await cell('Expense', 'apj1')).toBe('OUTAGE')

    await tickAt(server, toDate('14:00:00'))
    expect(await cell('Expense', 'apj1')).toBe('OUTAGE')
    await tickAt(server, toDate('14:00:01'))
    expect(await stream.next()).toEqual({ event: 'changed', data: { topics: ['status', 'incidents'] } })
    person = await server.signInAs('support')
    expect(await cell('Expense', 'apj1')).toBe('NA')
    await stream.leave()
  })

  test('processes that tick at the same time record a change once', async () => {
    await ingest(server, 'incidents', [
      incidentRecord('OPI-3', {
        start_date: '2026-08-20T15:00:00Z',
        end_date: '2026-08-20T16:00:00Z',
        data_centers: ['usg'],
      }),
    ])
    const before = (await history()).length
    const now = toDate('15:30:00')
    await Promise.all(Array.from({ length: 4 }, () => tickAt(server, now)))
    expect((await history()).slice(before)).toMatchObject([
      { service: 'Expense', dataCenter: 'usg', status: 'OUTAGE' },
    ])
  })
})
