import { readFileSync } from 'node:fs'
import path from 'node:path'
import { alertmanagerWebhook } from '@aviary/contract/ingest/endpoints'
import { getMetrics } from '@aviary/contract/operations/endpoints'
import { getStatus } from '@aviary/contract/status/endpoints'
import { asc, eq, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { callPlain, type Person } from '../../../testing/app.ts'
import { openEventStream } from '../../../testing/event-stream.ts'
import { type ListeningApp, openListeningApp } from '../../../testing/listening.ts'
import { lastAudit } from '../../../testing/queries.ts'
import { auditLog } from '../../database/tables/audit.ts'
import { statusReports } from '../../database/tables/incidents.ts'
import { unknownNames } from '../../database/tables/operations.ts'

const NOW = new Date('2026-05-01T00:00:00Z')

let server: ListeningApp
let person: Person
let token: string
let tokenOfMetrics: string
const lines: Record<string, unknown>[] = []

beforeAll(async () => {
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  server = await openListeningApp({ now: NOW, log })
  person = await server.signInAs('support')
  token = await server.createToken(['webhook:alertmanager'])
  tokenOfMetrics = await server.createToken(['read:metrics'])
})
beforeEach(() => server.setNow(NOW))
afterAll(async () => {
  expect(lines.filter(({ level }) => Number(level) > 40)).toEqual([])
  await server.close()
})

const sample = () => JSON.parse(readFileSync(path.join(import.meta.dirname, 'samples/alert.json'), 'utf8'))
const notify = (payload: unknown, bearer = token) =>
  callPlain(server.app, alertmanagerWebhook, {
    body: payload,
    headers: { authorization: `Bearer ${bearer}` },
  })
const send = (...alerts: unknown[]) => notify({ version: '4', alerts })

const statusOf = async (service: string, dataCenter: string) =>
  (await person.call(getStatus)).body[service]?.[dataCenter]
const reportOf = async (fingerprint: string) =>
  (
    await server.db
      .select()
      .from(statusReports)
      .where(eq(statusReports.source, `alertmanager:${fingerprint}`))
  )[0]
const unknown = () =>
  server.db
    .select()
    .from(unknownNames)
    .where(eq(unknownNames.source, 'alertmanager'))
    .orderBy(asc(unknownNames.kind), asc(unknownNames.name))
const countRefused = async (): Promise<number> => {
  const headers = { authorization: `Bearer ${tokenOfMetrics}` }
  const text = String((await callPlain(server.app, getMetrics, { headers })).body)
  return Number(/aviary_refused_records_total\{source="alertmanager"\} (\d+)/.exec(text)?.[1] ?? 0)
}
const countRows = async () =>
  (
    await server.db.execute(sql`select (select count(*) from status_reports) as reports,
      (select count(*) from audit_log) as audit, (select count(*) from unknown_names) as names`)
  ).rows[0]

const alert = (fingerprint: string, labels: object, fields: object = {}) => ({
  status: 'firing',
  labels: { alertname: 'TooManyErrors', severity: 'critical', ...labels },
  annotations: { summary: 'A third of the requests fails' },
  startsAt: '2026-04-30T23:00:00.123456789Z',
  endsAt: '0001-01-01T00:00:00Z',
  generatorURL: 'http://prometheus:9090/graph?g0.expr=up',
  fingerprint,
  ...fields,
})
const billing = (fingerprint: string, fields: object = {}) =>
  alert(fingerprint, { service: 'Billing', data_center: 'apj1' }, fields)
const espresso = (fingerprint: string) => alert(fingerprint, { service: 'Espresso', data_center: 'apj1' })

describe('of a notification with known and unknown alerts', () => {
  test('the known alerts change their cells, and an open page is notified', async () => {
    const stream = await openEventStream(server.url, person.cookies)
    await stream.next()
    const refusedBefore = await countRefused()
    const answer = await send(espresso('a1'), billing('a2'))
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        outcome: 'taken',
        detail: "1 of 2 alerts were news; left out: unknown service 'Espresso'",
        refused: 1,
        faults: [{ index: 0, alert: 'TooManyErrors', message: "unknown service 'Espresso'" }],
      },
    ])
    expect(await stream.next()).toEqual({ event: 'changed', data: { topics: ['status'] } })
    await stream.leave()
    expect(await statusOf('Billing', 'apj1')).toBe('OUTAGE')
    expect(await countRefused()).toBe(refusedBefore + 1)
  })

  test('the names of the others are listed, and the same again changes nothing but their count', async () => {
    server.setNow(new Date('2026-05-01T00:05:00Z'))
    const before = await countRows()
    const again = await send(espresso('a1'), billing('a2'))
    expect(again.body).toMatchObject({ outcome: 'unchanged', refused: 1 })
    expect(await countRows()).toEqual({ ...before, audit: String(Number(before?.audit) + 1) })
    const caller = expect.stringMatching(/^token:/)
    expect(await unknown()).toEqual([
      {
        source: 'alertmanager',
        isIgnored: false,
        kind: 'service',
        name: 'Espresso',
        records: 2,
        firstAt: NOW,
        lastAt: new Date('2026-05-01T00:05:00Z'),
        lastCaller: caller,
      },
    ])
    const audits = await server.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.actionName, 'Alertmanager Webhook'))
    expect(audits.at(-1)?.context).toMatchObject({
      detail: "0 of 2 alerts were news; left out: unknown service 'Espresso'",
      refused: 1,
      faults: [{ index: 0, alert: 'TooManyErrors', message: "unknown service 'Espresso'" }],
      without_labels: [],
      alerts: [{ service: 'Billing', data_center: 'apj1', status: 'OUTAGE' }],
    })
  })

  test('the log tells it once, with what to mend', async () => {
    const loggedLines = lines.filter(({ source }) => source === 'alertmanager')
    expect(loggedLines).toHaveLength(1)
    expect(loggedLines[0]).toMatchObject({
      msg: 'records of a sender were refused',
      records: 1,
      names: [{ kind: 'service', name: 'Espresso', records: 1 }],
    })
  })

  test('a notification without known alerts is answered with the unknown names', async () => {
    const answer = await send(espresso('b1'), alert('b2', { service: 'Expense', data_center: 'mars' }))
    expect([answer.status, answer.body]).toMatchObject([
      200,
      {
        outcome: 'unchanged',
        detail: "0 of 2 alerts were news; left out: unknown service 'Espresso', unknown data center 'mars'",
        refused: 2,
        faults: [{ index: 0 }, { index: 1, message: "unknown data center 'mars'" }],
      },
    ])
  })

  test('alerts without service or data center are counted, and named in the audit log', async () => {
    const before = await countRows()
    const disk = { labels: { alertname: 'Disk', service: 'Expense' }, status: 'firing' }
    const answer = await send(disk, null, { fingerprint: 'f1' })
    const detail = '0 alerts; 3 without the labels service and data_center'
    expect(answer.body).toEqual({ outcome: 'not for Aviary', detail })
    expect(await countRows()).toEqual({ ...before, audit: String(Number(before?.audit) + 1) })
    const unnamed = { detail, without_labels: ['Disk', '', 'f1'] }
    expect((await lastAudit(server))?.context).toMatchObject(unnamed)
  })

  test('an audit row names a hundred alerts that were left out at most', async () => {
    const unlabelled = Array.from({ length: 150 }, (_, index) => ({ labels: { alertname: `Disk ${index}` } }))
    await send(...unlabelled)
    const names = Array.from({ length: 100 }, (_, index) => `Disk ${index}`)
    expect((await lastAudit(server))?.context).toMatchObject({ without_labels: names })
  })

  test('names are cut, and of very many only the newest stay', async () => {
    const many = (time: string, from: number) => {
      server.setNow(new Date(time))
      const alerts = Array.from({ length: 150 }, (_, index) =>
        alert(`c${from + index}`, { service: `${from + index}-${'x'.repeat(500)}`, data_center: 'us2' }),
      )
      return send(...alerts)
    }
    const { body } = await many('2026-05-01T00:10:00Z', 1_000)
    expect([body.refused, body.faults?.length]).toEqual([150, 100])
    expect(body.faults?.every(({ message }) => message.length < 200)).toBe(true)
    await many('2026-05-01T00:20:00Z', 2_000)
    const rows = await unknown()
    expect(rows).toHaveLength(200)
    expect(rows.every(({ name }) => name.length <= 100)).toBe(true)
    expect(rows.filter(({ name }) => name.startsWith('2'))).toHaveLength(150)
    expect(rows.some(({ name }) => name === 'Espresso')).toBe(false)
  })
})

test('a body of another version, and one without a good token, are refused and change nothing', async () => {
  const before = await countRows()
  expect((await notify({ version: '3', alerts: [billing('d1')] })).status).toBe(400)
  expect((await notify('{"version":')).status).toBe(400)
  expect((await notify({ version: '4', alerts: [billing('d1')] }, 'wrong')).status).toBe(401)
  expect(await countRows()).toEqual(before)
})

test("Alertmanager's own sample sets and clears cells", async () => {
  const answer = await notify(sample())
  expect(answer.body).toEqual({ outcome: 'taken', detail: '2 of 2 alerts were news', refused: 0, faults: [] })
  expect(await statusOf('Expense', 'us2')).toBe('OUTAGE')
  expect(await statusOf('Expense', 'eu2')).toBe('NORMAL')
})

test('a repeated notification changes nothing; a late firing one does not undo the resolved one', async () => {
  const firing = {
    labels: { service: 'mobile', dc: 'CHINA', severity: 'warning' },
    status: 'firing',
    fingerprint: 'f1',
    startsAt: '2026-04-01T00:00:00.123456789Z',
    endsAt: '0001-01-01T00:00:00Z',
  }
  const resolved = { ...firing, status: 'resolved', endsAt: '2026-04-01T00:30:00Z' }
  const outcome = async (...alerts: object[]) => (await send(...alerts)).body.outcome
  expect(await outcome(firing)).toBe('taken')
  expect(await statusOf('Mobile', 'china')).toBe('PERFORMANCE')
  expect(await outcome(firing, firing)).toBe('unchanged')
  expect(await outcome(resolved, firing)).toBe('taken')
  expect(await statusOf('Mobile', 'china')).toBe('NORMAL')
  expect(await outcome(firing)).toBe('unchanged')
  expect(await statusOf('Mobile', 'china')).toBe('NORMAL')
  expect(await outcome({ ...firing, startsAt: '2026-04-01T02:00:00Z' })).toBe('taken')
  expect(await statusOf('Mobile', 'china')).toBe('PERFORMANCE')
})

test('the worst alert of a cell counts until it is resolved', async () => {
  const cell = { service: 'TAVS', data_center: 'usg' }
  const worst = alert('g1', { ...cell, severity: 'critical' })
  await send(alert('g2', { ...cell, severity: 'warning' }), worst, alert('g3', { ...cell, severity: 'info' }))
  expect(await statusOf('TAVS', 'usg')).toBe('OUTAGE')
  await send({ ...worst, status: 'resolved', endsAt: '2026-04-30T23:30:00Z' })
  expect(await statusOf('TAVS', 'usg')).toBe('PERFORMANCE')
})

describe('the severity', () => {
  test.each([
    ['critical', 'OUTAGE'],
    ['PAGE', 'OUTAGE'],
    ['SEV-1', 'OUTAGE'],
    ['p1', 'OUTAGE'],
    ['disruption', 'OUTAGE'],
    ['error', 'PARTIAL_OUTAGE'],
    ['major', 'PARTIAL_OUTAGE'],
    ['Partial outage', 'PARTIAL_OUTAGE'],
    ['warning', 'PERFORMANCE'],
    ['S3', 'PERFORMANCE'],
    ['minor', 'PARTIAL_PERFORMANCE'],
    ['ticket', 'PARTIAL_PERFORMANCE'],
    ['info', 'NORMAL'],
    ['none', 'NORMAL'],
    ['constructor', 'PERFORMANCE'],
    ['', 'PERFORMANCE'],
  ])('%s means %s', async (severity, status) => {
    const fingerprint = `severity-${severity}`
    await send(alert(fingerprint, { service: 'EAI', data_center: 'eu', severity }))
    expect((await reportOf(fingerprint))?.status).toBe(status)
  })

  test('an unknown word is reported, and the alert ingested all the same', async () => {
    server.setNow(new Date('2026-05-01T00:30:00Z'))
    const refusedBefore = await countRefused()
    const { body } = await send(alert('h1', { service: 'EAI', data_center: 'eu2', severity: 'bananas' }))
    expect(body).toEqual({
      outcome: 'taken',
      detail: "1 of 1 alerts were news; left out: unknown severity 'bananas'",
      refused: 0,
      faults: [
        { index: 0, alert: 'TooManyErrors', message: "unknown severity 'bananas': taken as PERFORMANCE" },
      ],
    })
    expect(await statusOf('EAI', 'eu2')).toBe('PERFORMANCE')
    expect(await unknown()).toContainEqual(expect.objectContaining({ kind: 'severity', name: 'bananas' }))
    expect(await countRefused()).toBe(refusedBefore + 1)
  })

  test('of a resolved alert does not matter', async () => {
    const { body } = await send({
      ...alert('h2', { service: 'EAI', data_center: 'eu2', severity: 'bananas' }),
      status: 'resolved',
      endsAt: '2026-04-30T23:30:00Z',
    })
    expect([body.refused, body.faults]).toEqual([0, []])
  })
})

describe('the words and the link of an alert', () => {
  let sent = 0
  const storedTexts = async (fields: object) => {
    sent += 1
    const fingerprint = `words-${sent}`
    await send(billing(fingerprint, fields))
    const report = await reportOf(fingerprint)
    return [report?.summary, report?.link]
  }
  const RULE = 'http://prometheus:9090/graph?g0.expr=up'

  test('the most helpful ones are kept', async () => {
    expect(await storedTexts({})).toEqual(['A third of the requests fails', RULE])
    expect(await storedTexts({ annotations: { description: ' 5xx:\n 34 % ' } })).toEqual(['5xx: 34 %', RULE])
    expect(await storedTexts({ annotations: null, generatorURL: '' })).toEqual(['TooManyErrors', null])
    const runbook_url = 'https://wiki.example/errors'
    expect(await storedTexts({ annotations: { runbook_url } })).toEqual(['TooManyErrors', runbook_url])
    const dashboard_url = 'https://grafana.example/d/1?a=b c'
    expect((await storedTexts({ annotations: { runbook_url, dashboard_url } }))[1]).toBe(
      'https://grafana.example/d/1?a=b%20c',
    )
  })

  test('contain no script and no password, and are cut to length', async () => {
    for (const runbook_url of [
      'javascript:alert(1)',
      'data:text/html,x',
      'https://a:b@wiki.example/',
      '//x.example',
    ])
      expect((await storedTexts({ annotations: { runbook_url } }))[1]).toBe(RULE)
    const long = {
      annotations: { summary: '🦜'.repeat(1_000), link: `https://x.example/${'y'.repeat(3_000)}` },
    }
    expect(await storedTexts(long)).toEqual(['🦜'.repeat(250), RULE])
  })

  test('are updated when a lasting alert is sent again', async () => {
    await send(billing('w1', { annotations: { summary: '34 % fail' } }))
    expect((await send(billing('w1', { annotations: { summary: '51 % fail' } }))).body.outcome).toBe('taken')
    expect((await reportOf('w1'))?.summary).toBe('51 % fail')
  })
})

test('five thousand alerts at once are taken', async () => {
  const alerts = Array.from({ length: 5_000 }, (_, index) => billing(`many-${index}`))
  const answer = await notify({ version: '4', alerts: alerts.map(({ annotations: _, ...rest }) => rest) })
  expect(answer.body.detail).toBe('5000 of 5000 alerts were news')
})

test('an alert with unstorable characters does not affect the others', async () => {
  const summary = 'half \ud83e, none \u0000, whole 🦜'
  const answer = await send(
    billing('x1', { annotations: { summary, 'a\u0000': 'b' } }),
    alert('x2', { service: 'Nope\u0000', data_center: 'apj1' }),
    billing('x3'),
  )
  expect([answer.status, answer.body.detail]).toEqual([
    200,
    "2 of 3 alerts were news; left out: unknown service 'Nope'",
  ])
  expect((await reportOf('x1'))?.summary).toBe('half \ufffd, none , whole 🦜')
  const deep = `${'['.repeat(200)}${']'.repeat(200)}`
  expect((await notify(`{"version":"4","alerts":[],"deep":${deep}}`)).status).toBe(400)
})
