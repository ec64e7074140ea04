import { readFileSync } from 'node:fs'
import { alertmanagerWebhook, githubWebhook, jiraWebhook } from '@aviary/contract/ingest/endpoints'
import { createMessage } from '@aviary/contract/messages/endpoints'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { callPlain, openTestApp, type TestApp } from '../../testing/app.ts'
import { incidentRecord, ingest, offer, statusRecord } from '../../testing/ingest.ts'
import { startWorker } from '../../testing/mailing.ts'
import { planEvent, subscribeToMaintenance } from '../../testing/maintenance.ts'
import { scrape } from '../../testing/metrics.ts'
import { runPromtool } from '../../testing/promtool.ts'
import { cutListening, lockTable, runOn } from '../../testing/queries.ts'
import { startSmtp } from '../../testing/smtp.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { notifications } from '../database/tables/maintenance.ts'
import { sealWaiting } from '../features/audit/public.ts'
import { startAuditJobs } from '../jobs/audit.ts'
import { VERSION } from '../process/version.ts'
import { openCounters } from './counters.ts'

const NOW = new Date('2026-08-20T12:00:00Z')
let server: TestApp
beforeAll(async () => {
  server = await openTestApp({ now: NOW })
})
beforeEach(async () => {
  server.setNow(NOW)
  await runOn(server, 'truncate subscribers cascade; truncate delivery_queue; truncate notifications')
  await sealWaiting(server.db)
})
afterAll(() => server.close())

const later = (seconds: number) => server.setNow(new Date(NOW.getTime() + seconds * 1_000))

/** Creates a notification that is due now, with one subscriber. */
async function announce(): Promise<void> {
  const eventId = await planEvent(server)
  await subscribeToMaintenance(server, 'here@customer.example')
  await server.db.insert(notifications).values({
    ...{ eventId, type: 'Maintenance Announcement', title: 'Storage upgrade', isBroadcast: true },
    ...{ body: { en: '<p>Some calls are slow.</p>' }, subject: { en: 'Storage upgrade' }, sendTime: NOW },
    ...{ commSrc: 'test', createdBy: 'oleg.operator@acme.example', createdDate: NOW },
  })
}

test('promtool finds nothing to object to in names, types and help texts', async () => {
  const { text } = await scrape(server)
  expect(runPromtool(['check', 'metrics'], text)).toEqual({ code: 0, output: '' })
})

test.each(['deploy/prometheus/aviary-rules.yml', 'deploy/grafana/aviary.json'])(
  'every metric that %s asks for is there',
  async (file) => {
    const { text } = await scrape(server)
    const there = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name))
    const metricNames = readFileSync(new URL(`../../../../${file}`, import.meta.url), 'utf8').match(
      /\baviary_[a-z0-9_]+/g,
    )
    const names = new Set(metricNames?.map((name) => name.replace(/_(bucket|count|sum)$/, '')))
    expect(names.size).toBeGreaterThan(10)
    expect([...names].filter((name) => !there.has(name))).toEqual([])
  },
)

test('a process tells its version, its connections, and that it hears of changes', async () => {
  const { text, value } = await scrape(server)
  expect(text).toContain(`aviary_build_info{version="${VERSION}",node="${process.versions.node}",`)
  expect(value('aviary_process_start_time_seconds')).toBeGreaterThan(1_700_000_000)
  expect(value('aviary_database_up')).toBe(1)
  expect(value('aviary_push_connected')).toBe(1)
  expect(value('aviary_open_pages')).toBe(0)
  expect(value('aviary_mail_server_info{location="none"}')).toBe(1)
  expect(value('aviary_mail_server_info{location="another_machine"}')).toBe(0)
  const [inUse, idle] = ['in_use', 'idle'].map((state) =>
    value(`aviary_database_connections{state="${state}"}`),
  )
  expect((inUse ?? 0) + (idle ?? 0)).toBeGreaterThan(0)
  expect(value('aviary_database_connections_max')).toBe(10)
  expect(value('aviary_database_waiting_requests')).toBe(0)
})

test('a connection for changes that was cut is seen, and so is its return', async () => {
  await cutListening(server)
  await waitFor(async () => expect((await scrape(server)).value('aviary_push_connected')).toBe(0))
  await waitFor(async () => expect((await scrape(server)).value('aviary_push_connected')).toBe(1))
})

test('a read-only database is reported, and all other metrics are still read', async () => {
  const token = await server.createToken(['read:metrics'])
  expect((await scrape(server, token)).value('aviary_database_read_only')).toBe(0)
  const name = new URL(server.databaseUrl).pathname.slice(1)
  /**
   * Sets the database's read-only default and ends all other sessions, because a session reads the default
   * only at its start.
   */
  const set = (value: 'on' | 'off') =>
    runOn(
      server,
      `begin read write; alter database ${name} set default_transaction_read_only = ${value}; commit;
       select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    )
  await set('on')
  await waitFor(async () => expect((await scrape(server, token)).value('aviary_database_read_only')).toBe(1))
  expect((await scrape(server, token)).value('aviary_mail_queue_oldest_age_seconds')).toBe(0)
  await set('off')
  await waitFor(async () => expect((await scrape(server, token)).value('aviary_database_read_only')).toBe(0))
})

test('a late notification is reported with its delay until it is mailed', async () => {
  await announce()
  later(300)
  const late = await scrape(server)
  expect(late.value('aviary_notifications_overdue')).toBe(1)
  expect(late.value('aviary_notifications_longest_overdue_seconds')).toBe(300)
  await server.sendDue()
  const sent = await scrape(server)
  expect(sent.value('aviary_notifications_overdue')).toBe(0)
  expect(sent.value('aviary_notifications_longest_overdue_seconds')).toBe(0)
})

test('an overdue update is reported with its delay until the next message', async () => {
  const manager = await server.signInAs('incident_manager')
  await ingest(server, 'incidents', [incidentRecord('OPI-1'), incidentRecord('OPI-2')])
  const post = (jira_id: string, due: object) =>
    manager.call(createMessage, {
      body: { jira_id, priority_type: 'P1', message_type: 'Update', body: 'We look', broadcast: 'N', ...due },
    })
  const read = async () => {
    const { value } = await scrape(server)
    return ['aviary_next_updates_overdue', 'aviary_next_updates_longest_overdue_seconds'].map(value)
  }
  await post('OPI-1', { next_update_due: '2026-08-20T12:01:00Z' })
  await post('OPI-2', { next_update_due: '2026-08-20T12:02:00Z' })
  later(60)
  expect(await read()).toEqual([0, 0])
  later(180)
  expect(await read()).toEqual([2, 120])
  await post('OPI-1', {})
  expect(await read()).toEqual([1, 60])
  await ingest(server, 'incidents', [incidentRecord('OPI-2', { status: 'RESOLVED' })])
  expect(await read()).toEqual([0, 0])
})

test('metrics show queued mails, their outcomes, and an unreachable mail server', async () => {
  await announce()
  await server.sendDue()
  later(120)
  const waiting = await scrape(server)
  expect(waiting.value('aviary_mail_queue_mails{state="queued"}')).toBe(1)
  expect(waiting.value('aviary_mail_queue_oldest_age_seconds')).toBe(120)
  const sentBefore = waiting.value('aviary_mails_total{outcome="sent"}') ?? Number.NaN

  const smtp = await startSmtp()
  await smtp.close()
  const cutOff = await startWorker(server, { smtpUrl: smtp.url })
  await waitFor(async () => expect((await scrape(server)).value('aviary_mail_server_away')).toBe(1))
  await cutOff.stop()
  expect((await scrape(server)).value('aviary_mail_queue_mails{state="deferred"}')).toBe(1)

  const back = await startSmtp()
  later(180)
  const worker = await startWorker(server, { smtpUrl: back.url })
  await waitFor(async () =>
    expect((await scrape(server)).value('aviary_mails_total{outcome="sent"}')).toBe(sentBefore + 1),
  )
  await worker.stop()
  await back.close()
  const sent = await scrape(server)
  expect(sent.value('aviary_mail_server_away')).toBe(0)
  expect(sent.value('aviary_mail_queue_oldest_age_seconds')).toBe(0)
  expect(sent.value('aviary_mails_total{outcome="deferred"}')).toBeGreaterThan(0)
  expect(sent.value('aviary_mails_total{outcome="failed"}')).toBe(0)
})

test('a mail server counts as away for a minute after the last failed try', async () => {
  const { mailTried, registry } = openCounters()
  const isAway = async () =>
    (await registry.getSingleMetric('aviary_mail_server_away')?.get())?.values[0]?.value
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    mailTried({ state: 'deferred', isAway: true })
    expect(await isAway()).toBe(1)
    // No try follows in this process, as when another process sends the rest or the broadcast is stopped.
    vi.advanceTimersByTime(61_000)
    expect(await isAway()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})

test('records are counted by source once they are stored, with the time of the last ones', async () => {
  const before = (await scrape(server)).value('aviary_ingested_records_total{source="status"}') ?? Number.NaN
  later(60)
  await ingest(server, 'status', [statusRecord(), statusRecord({ data_center: 'us2' })])
  const refused = await offer(server, 'status', [statusRecord({ service: 'No such service' })])
  expect(refused.status).toBe(400)
  const after = await scrape(server)
  expect(after.value('aviary_ingested_records_total{source="status"}')).toBe(before + 2)
  expect(after.value('aviary_ingest_last_timestamp_seconds{source="status"}')).toBe(
    NOW.getTime() / 1_000 + 60,
  )
  expect(after.value('aviary_ingest_last_timestamp_seconds{source="cis"}')).toBeUndefined()
})

test('a call that is repeated by its Idempotency-Key is counted once', async () => {
  const token = await server.createToken(['webhook:alertmanager'])
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': 'once' }
  const alerts = [{ status: 'firing', labels: { service: 'Billing', data_center: 'us2' } }]
  const send = () => callPlain(server.app, alertmanagerWebhook, { body: { version: '4', alerts }, headers })
  const count = async () =>
    (await scrape(server)).value('aviary_ingested_records_total{source="alertmanager"}')
  const before = (await count()) ?? Number.NaN
  const [first, again] = [await send(), await send()]
  expect([first.status, again.body]).toEqual([200, first.body])
  expect(await count()).toBe(before + 1)
})

test('a webhook without a right signature is counted by its sender', async () => {
  for (const endpoint of [jiraWebhook, githubWebhook]) await callPlain(server.app, endpoint, { body: {} })
  const { value } = await scrape(server)
  expect(value('aviary_webhooks_refused_total{sender="jira"}')).toBe(1)
  expect(value('aviary_webhooks_refused_total{sender="github"}')).toBe(1)
})

test('unsealed audit rows are reported with their age, and a failed job by its name', async () => {
  await ingest(server, 'status', [statusRecord()])
  later(90)
  const waiting = await scrape(server)
  expect(waiting.value('aviary_audit_unsealed_rows')).toBe(1)
  expect(waiting.value('aviary_audit_oldest_unsealed_age_seconds')).toBe(90)
  expect(waiting.value('aviary_job_failures_total{background_job="audit_sealing"}')).toBe(0)

  await server.db.execute('alter table audit_seals rename to elsewhere')
  const stop = startAuditJobs({
    ...{ db: server.db, clock: server.now, log: pino({ level: 'silent' }) },
    retention: { days: undefined, archiveDir: '' },
    jobFailed: server.counters.jobFailed,
  })
  await waitFor(async () =>
    expect((await scrape(server)).value('aviary_job_failures_total{background_job="audit_sealing"}')).toBe(1),
  )
  await stop()
  await server.db.execute('alter table elsewhere rename to audit_seals')
  await sealWaiting(server.db)
  const sealed = await scrape(server)
  expect(sealed.value('aviary_audit_unsealed_rows')).toBe(0)
  expect(sealed.value('aviary_audit_oldest_unsealed_age_seconds')).toBe(0)
})

test('a table that is locked costs a scrape two seconds and its values, not the others', async () => {
  const release = await lockTable(server, 'delivery_queue')
  const { status, value } = await scrape(server)
  await release()
  expect(status).toBe(200)
  expect(value('aviary_mail_queue_oldest_age_seconds')).toBeUndefined()
  expect(value('aviary_open_pages')).toBe(0)
})
