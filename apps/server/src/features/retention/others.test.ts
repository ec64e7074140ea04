import { getAvailability } from '@aviary/contract/charts/endpoints'
import { reportError } from '@aviary/contract/session/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { ingest, statusRecord } from '../../../testing/ingest.ts'
import { scrape } from '../../../testing/metrics.ts'
import { runOn } from '../../../testing/queries.ts'
import { retain, retentionAudit } from '../../../testing/retention.ts'
import { statusHistory } from '../../database/tables/incidents.ts'
import {
  errorReports,
  idempotencyKeys,
  unknownNames,
  webhookDeliveries,
} from '../../database/tables/operations.ts'

const START = new Date('2026-01-10T00:00:00Z')
const DAY_MS = 86_400_000

let server: TestApp
let person: Person
beforeAll(async () => {
  server = await openTestApp({ now: START })
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const at = (days: number) => new Date(START.getTime() + days * DAY_MS)
const report = async (days: number, status: string) => {
  server.setNow(at(days))
  await ingest(server, 'status', [statusRecord({ status, at: server.now().toISOString() })])
}

test('availability after the limit is as before, and days before it are unknown', async () => {
  await report(0, 'NORMAL')
  await report(10, 'OUTAGE')
  await report(11.5, 'NORMAL')
  await report(19.25, 'PARTIAL_OUTAGE')
  await report(20.5, 'NORMAL')
  server.setNow(at(120))
  person = await server.signInAs('support')
  const read = async () => {
    const query = { start_day: '2026-01-10', end_day: '2026-05-01', data_centers: 'eu' } as never
    const { body } = await person.call(getAvailability, { query })
    return body.cells.find(({ service, data_center }) => service === 'Travel' && data_center === 'eu')
  }
  const before = await read()
  expect(await retain(server, { status: 100 })).toEqual([{ kind: 'status', rows: { status_changes: 3 } }])
  const after = await read()
  // The limit is noon of 30 January: the outage of half a day before it is gone, the one under way at the limit stays.
  const isAfter = ({ day }: { day: string }) => day > '2026-01-30'
  expect(after?.days.filter(isAfter)).toEqual(before?.days.filter(isAfter))
  expect(before?.days.find(({ day }) => day === '2026-01-20')?.known).toBeGreaterThan(0)
  expect(after?.days.find(({ day }) => day === '2026-01-20')?.known).toBe(0)
  expect(await server.db.$count(statusHistory)).toBe(2)
  // The status itself is what it was.
  await server.tick()
  expect(await server.db.$count(statusHistory)).toBe(2)
})

test('what is small goes by its own time', async () => {
  server.setNow(START)
  const early = await server.signInAs('subscriber')
  await early.call(reportError, { body: { message: 'old' } })
  await runOn(
    server,
    `insert into unknown_names values ('status', 'service', 'Espresso', 1, '2026-01-10', '2026-01-10', 'x', false),
       ('status', 'service', 'Tea', 1, '2026-01-10', '2026-01-10', 'x', true), ('status', 'service', 'Milk', 9, '2026-01-10', '2026-05-01', 'x', false);
     insert into webhook_deliveries values ('jira', '1', '2026-01-10'), ('jira', '2', '2026-05-09');
     insert into idempotency_keys values ('c', 'e', '1', 'h', 200, '{}', '2026-05-08'), ('c', 'e', '2', 'h', 200, '{}', '2026-05-09T12:00:00Z')`,
  )
  server.setNow(at(120))
  const days = { error_reports: 30, unknown_names: 30, webhooks: 30, repeated_writes: 1 }
  expect(await retain(server, days)).toEqual([
    { kind: 'error_reports', rows: { error_reports: 1 } },
    { kind: 'unknown_names', rows: { unknown_names: 1 } },
    { kind: 'webhooks', rows: { keys_of_webhooks: 1 } },
    { kind: 'repeated_writes', rows: { answers: 1 } },
  ])
  expect(await server.db.$count(errorReports)).toBe(0)
  expect((await server.db.select().from(unknownNames)).map(({ name }) => name)).toEqual(['Tea', 'Milk'])
  expect((await server.db.select().from(webhookDeliveries)).map(({ deliveryKey }) => deliveryKey)).toEqual([
    '2',
  ])
  expect((await server.db.select().from(idempotencyKeys)).map(({ key }) => key)).toEqual(['2'])
  expect(await retentionAudit(server)).toHaveLength(5)
})

test('metrics say how many rows went, and when every old one was gone', async () => {
  const { value } = await scrape(server)
  expect(value('aviary_retention_rows{kind="status"}')).toBe(3)
  const last = (kind: string) => `aviary_retention_last_timestamp_seconds{kind="${kind}"}`
  expect(value(last('webhooks'))).toBe(at(120).getTime() / 1_000)
  expect(value(last('status'))).toBe(at(120).getTime() / 1_000)
  // A kind that is kept for good again has no last time.
  await retain(server, { status: undefined })
  expect((await scrape(server)).value(last('status'))).toBeUndefined()
})
