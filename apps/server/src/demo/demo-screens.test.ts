import { searchChanges } from '@aviary/contract/changes/endpoints'
import { getAvailability } from '@aviary/contract/charts/endpoints'
import { AVAILABILITY_DEFAULT_DAYS } from '@aviary/contract/constants'
import { listChangesBefore } from '@aviary/contract/correlation/endpoints'
import { listBroadcasts, listDeliveries } from '@aviary/contract/deliveries/endpoints'
import { getMessages, listIncidents } from '@aviary/contract/incidents/endpoints'
import { listSecurityEmails } from '@aviary/contract/security/email-endpoints'
import { listComms, listSecurityIncidents } from '@aviary/contract/security/endpoints'
import { listImports } from '@aviary/contract/security/import-endpoints'
import { getStagedReach } from '@aviary/contract/security/staging-endpoints'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../testing/app.ts'
import { startWorker, type TestWorker } from '../../testing/mailing.ts'
import { startSmtp, type TestSmtp } from '../../testing/smtp.ts'
import { waitUntil } from '../../testing/wait-for.ts'
import { readConfig } from '../config.ts'
import { readPublicStatus } from '../features/status-page/public.ts'
import { statusSettingsOf } from '../mount-status-page.ts'
import { seedDemo } from './seed-demo.ts'

// Within a week of the end of summer time in America and Europe.
const NOW = new Date('2026-10-31T23:12:40Z')
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const SETTINGS = {
  productKey: 'acme',
  providerName: 'Acme',
  publicUrl: 'http://localhost:8080',
  statusSite: undefined,
  internalDomains: ['acme.example'],
}

let server: TestApp
let smtp: TestSmtp
let worker: TestWorker
let person: Person

beforeAll(async () => {
  server = await openTestApp({ now: NOW })
  smtp = await startSmtp()
  // Runs during all tests, so that a demo mail left unsent by mistake would be sent and noticed.
  worker = await startWorker(server, { smtpUrl: smtp.url })
  expect(await server.db.transaction((db) => seedDemo(db, SETTINGS, server.now()))).toBe(true)
  person = await server.signInAs('administrator')
})
afterAll(async () => {
  await worker.stop()
  await server.close()
  await smtp.close()
  expect(server.errors).toEqual([])
})

const ageOf = (time: string) => NOW.getTime() - Date.parse(time)
const openIncidents = async () => (await person.call(listIncidents)).body.payload
const changesOfWeek = async (change_type: 'auto' | 'manual') => {
  const range = { date_range_start: new Date(NOW.getTime() - 7 * DAY_MS), date_range_end: NOW }
  const answer = await person.call(searchChanges, {
    raw: { change_type, results_per_page: 100, search_params: range },
  })
  return answer.body.rows
}

test('the newest incident began minutes ago, and nobody has said anything about it that is yet to come', async () => {
  const [newest, ...older] = await openIncidents()
  const age = ageOf(newest?.startDate ?? '')
  expect(age).toBeGreaterThanOrEqual(25 * MINUTE_MS)
  expect(age).toBeLessThan(26 * MINUTE_MS)
  expect(newest?.messages.map(({ created_date }) => Math.floor(ageOf(created_date) / MINUTE_MS))).toEqual([
    7, 17, 25,
  ])
  const ages = older.map(({ startDate }) => Math.round(ageOf(startDate) / DAY_MS))
  expect(ages).toEqual([2, 7, 8])
})

test('of the open incidents two are within their SLA and two are beyond it', async () => {
  const left = (await openIncidents()).map(({ slaEndTime }) => Math.round(-ageOf(slaEndTime) / HOUR_MS))
  expect(left).toEqual([4, 17, -144, -181])
})

test('the last seven days have changes, the newest just before the newest incident, and some are planned', async () => {
  const [auto, manual] = await Promise.all([changesOfWeek('auto'), changesOfWeek('manual')])
  expect(auto).toHaveLength(100)
  expect(manual.length).toBeGreaterThan(20)
  expect(ageOf(auto[0]?.effective_at ?? '')).toBeGreaterThanOrEqual(28 * MINUTE_MS)
  expect(ageOf(auto[0]?.effective_at ?? '')).toBeLessThan(31 * MINUTE_MS)
  const days = new Set(manual.map(({ effective_at }) => Math.floor(ageOf(effective_at) / DAY_MS)))
  expect(days.size).toBeGreaterThanOrEqual(5)
  const all = await person.call(searchChanges, { raw: { search_params: {} } })
  const [planned] = all.body.rows
  expect(planned).toMatchObject({ ticket_id: 'CHG-1720', actual_start: null, actual_end: null })
  expect(ageOf(planned?.planned_start ?? '')).toBeLessThan(0)
})

test('the newest incident has changes before it that share something with it', async () => {
  const { body } = await person.call(listChangesBefore, { query: { jira_id: 'OPI-1801' } })
  expect(body.items.length).toBeGreaterThan(0)
})

const toDay = (time: number) => new Date(time).toISOString().slice(0, 10)

test('availability of the last 90 days is known all along, and neither whole nor nil where an outage was', async () => {
  const start = NOW.getTime() - (AVAILABILITY_DEFAULT_DAYS - 1) * DAY_MS
  const query = { start_day: toDay(start), end_day: toDay(NOW.getTime()), data_centers: 'eu2,usg,apj1,us2' }
  const { cells } = (await person.call(getAvailability, { query })).body
  expect(new Set(cells.filter(({ known }) => known > 0).map(({ known }) => known)).size).toBe(1)
  const affected = cells.filter((cell) => cell.outage || cell.partial_outage)
  expect(affected.length).toBeGreaterThan(10)
  expect(affected.filter(({ availability }) => !availability || availability >= 100)).toEqual([])
  const newest = cells.find((cell) => cell.service === 'Travel' && cell.data_center === 'eu2')
  expect(newest?.availability).toBeGreaterThan(90)
})

test('the history of every cell says what monitoring and the incidents of its time say', async () => {
  const { rows } = await server.db.execute<{ cells: number; wrong: number }>(sql`
    with instants as (
      select at from generate_series(${NOW.toISOString()}::timestamptz - interval '90 days', ${NOW.toISOString()}, '7 hours') at
    ), cells as (
      select s.system_name as service, d.system_name as data_center from services s cross join data_centers d
      where s.system_name not like 'Japan e-Bunsho%'
    ), compared as (
      select (select status from status_history h where (h.service, h.data_center) = (c.service, c.data_center)
          and changed_at <= at order by changed_at desc, id desc limit 1) as written,
        coalesce((select i.severity from incidents i join incident_services s using (incident_id)
          join incident_data_centers d using (incident_id) join severities v on v.system_key = i.severity
          where (s.service, d.data_center) = (c.service, c.data_center) and start_date <= at
            and coalesce(end_date, 'infinity') >= at order by v.id desc limit 1), 'NORMAL') as expected
      from instants cross join cells c
    )
    select count(*)::int as cells, count(*) filter (where written is distinct from expected)::int as wrong from compared`)
  expect(rows[0]?.cells).toBeGreaterThan(20_000)
  expect(rows[0]?.wrong).toBe(0)
})

test('a message of the newest incident was broadcast: the ledger has its mails, one of them failed', async () => {
  const { broadcasts } = (await person.call(listBroadcasts, { query: { reference: 'OPI-1801' } })).body
  const [broadcast] = broadcasts
  expect(broadcasts).toHaveLength(1)
  expect(broadcast).toMatchObject({ audience: 'EXTERNAL', created_by: 'ines.incident@acme.example' })
  expect(broadcast?.progress).toMatchObject({ queued: 0, deferred: 0, failed: 1, stopped: 0 })
  expect(broadcast?.progress.sent).toBeGreaterThan(50)
  const failed = (await person.call(listDeliveries, { query: { state: 'failed' } })).body.deliveries
  expect(failed).toMatchObject([
    { reference: 'OPI-1801', response: expect.stringContaining('nothing was sent') },
  ])
  expect(failed[0]?.email).toMatch(/@customer-\d+\.example$/)
})

test('the status page has open incidents with what was said, two that were resolved, and planned maintenance', async () => {
  const config = readConfig({ NODE_ENV: 'test', PUBLIC_STATUS: '/status' })
  const settings = statusSettingsOf(config, SETTINGS.publicUrl, `${SETTINGS.publicUrl}/status`)
  const { incidents, maintenance, cells } = await readPublicStatus(server.db, settings, NOW)
  const shown = incidents.map((incident) => ({
    ...{ isResolved: incident.is_resolved, severity: incident.severity },
    services: incident.services.map(({ name }) => name),
    types: incident.updates.map(({ type }) => type),
    days: Math.round(ageOf(incident.resolved_at ?? incident.started_at) / DAY_MS),
  }))
  const told = ['Root Cause Analysis', 'Initial Notification']
  expect(shown).toEqual([
    { isResolved: false, severity: 'OUTAGE', services: ['Travel'], types: ['Update'], days: 0 },
    { isResolved: true, severity: 'PARTIAL_OUTAGE', services: ['Invoice'], types: told, days: 2 },
    {
      ...{ isResolved: false, severity: 'PARTIAL_OUTAGE', services: ['Japan e-Bunsho for Invoice'] },
      ...{ types: ['Update', 'Update', 'Initial Notification'], days: 8 },
    },
    { isResolved: true, severity: 'OUTAGE', services: ['Expense', 'Billing'], types: told, days: 14 },
  ])
  const [event] = maintenance
  const places = event?.data_centers.map(({ name }) => name).join(', ')
  expect(event?.notices[0]?.titles.en).toBe(`Operating system updates in ${places}`)
  const [, resolved] = incidents
  expect(resolved?.updates[0]?.bodies.en).toContain('expired authentication certificate')
  expect(maintenance.map(({ state }) => state)).toEqual(['planned'])
  const { body } = await person.call(listIncidents, { query: { active: 'false', response_size: 500 } })
  const known = body.payload.find(({ jiraId }) => jiraId === 'OPI-1800')
  expect(known).toMatchObject({ startDate: resolved?.started_at, endDate: resolved?.resolved_at })
  expect(cells.filter(({ severity }) => severity !== 'NORMAL')).toHaveLength(5)
  expect(cells.filter(({ troubled_days }) => troubled_days.length > 0).length).toBeGreaterThan(10)
})

test('one message was edited after it was posted, and both people and texts of the file are kept', async () => {
  const { messages } = (await person.call(getMessages, { query: { jira_id: 'OPI-1801' } })).body
  const edited = messages.filter(({ updated_date }) => updated_date)
  expect(messages).toHaveLength(3)
  expect(edited).toMatchObject([{ updated_by: 'ines.incident@acme.example', version: 2 }])
  expect(edited[0]?.message).toContain('Copilot Cloud Agent')
  expect(Date.parse(edited[0]?.updated_date ?? '')).toBeGreaterThan(Date.parse(edited[0]?.created_date ?? ''))
})

test('a security incident has a comm, a sent and an unsent email, and a staged import with a company nobody stands for', async () => {
  const { incidents } = (await person.call(listSecurityIncidents)).body
  expect(incidents).toHaveLength(1)
  const { comms } = (await person.call(listComms, { query: {} })).body
  expect(comms).toHaveLength(1)
  const sec_comm_id = comms[0]?.sec_comm_id
  const { emails } = (await person.call(listSecurityEmails, { query: { sec_comm_id } })).body
  expect(emails.map(({ sent_date }) => sent_date !== null)).toEqual([false, true])
  const mailed = (await person.call(listBroadcasts, { query: { reference: `SEC-${incidents[0]?.sec_id}` } }))
    .body
  expect(mailed.broadcasts.map(({ progress }) => progress)).toMatchObject([{ sent: 1, queued: 0, failed: 0 }])
  const { imports } = (await person.call(listImports, { query: { sec_comm_id } })).body
  expect(imports).toHaveLength(1)
  const reach = (await person.call(getStagedReach, { query: { import_id: imports[0]?.pkey } })).body
  expect(reach).toEqual({ waiting: 3, reachable: 2, unknown: 0 })
})

test('nothing was mailed, although a worker with a mail server heard of mails', async () => {
  await waitUntil(() => worker.heard() > 0)
  expect(smtp.received).toEqual([])
})
