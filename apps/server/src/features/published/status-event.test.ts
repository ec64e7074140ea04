import { WEBHOOK_SCHEMAS } from '@aviary/contract/channels/events'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type ChannelSite, openChannelSite } from '../../../testing/channel-site.ts'
import { choose } from '../../../testing/channels.ts'
import { incidentRecord, ingest, statusRecord } from '../../../testing/ingest.ts'

// Webhooks hear which cells of the status changed: EXTERNAL ones by published incidents, INTERNAL ones as staff see it.

let site: ChannelSite
beforeAll(async () => {
  site = await openChannelSite()
})
afterEach(() => site.clear())
afterAll(() => site.close())

const heard = (path = '/hook') =>
  site.receiver.requests
    .filter((request) => request.path === path)
    .map(({ body }) => JSON.parse(body))
    .filter(({ type }) => type === 'status.changed')
    .map((event) => WEBHOOK_SCHEMAS['status.changed'].parse(event))
const cellsHeard = (path?: string) =>
  heard(path).map(({ data }) =>
    data.cells.map(({ service, data_center, from, to }) => `${service} ${data_center} ${from} ${to}`),
  )
const hears = (...expected: string[][]) => expect.poll(() => cellsHeard()).toEqual(expected)

let minutes = 0
/** Reports of monitoring, each call newer than the last. */
const report = (...records: object[]) => {
  minutes += 1
  const at = new Date(Date.parse('2026-08-20T11:00:00Z') + minutes * 60_000).toISOString()
  return ingest(
    site.server,
    'status',
    records.map((record) => statusRecord({ at, ...record })),
  )
}
/** A webhook for Travel and EAI in EMEA and CCPS. */
const createWebhook = (audience: 'INTERNAL' | 'EXTERNAL', path = '/hook') =>
  site.createChannel({
    ...{ name: path, audience, address: site.receiver.url(path) },
    subscriptions: choose({
      alertTypes: site.to('Update').P1.alert_types,
      services: ['Travel', 'EAI'],
      dataCenters: ['eu', 'usg'],
    }),
  })

test('an INTERNAL webhook hears of the cells that it chose, all of one write in one event', async () => {
  const { id, secret } = await createWebhook('INTERNAL')
  await report(
    { status: 'OUTAGE', summary: 'Written by an alert', link: 'https://grafana.example/d/1' },
    { service: 'EAI', data_center: 'usg', status: 'NORMAL' },
    { service: 'EAI', data_center: 'apj1', status: 'OUTAGE' },
    { service: 'Billing', status: 'OUTAGE' },
  )
  await hears(['Travel EMEA NA OUTAGE', 'EAI CCPS NA NORMAL'])
  await report({ status: 'OUTAGE' })
  await report({ status: 'NORMAL' })
  await hears(['Travel EMEA NA OUTAGE', 'EAI CCPS NA NORMAL'], ['Travel EMEA OUTAGE NORMAL'])
  const [, event] = site.receiver.verified(secret)
  const cell = { service: 'Travel', data_center: 'EMEA', from: 'OUTAGE', to: 'NORMAL' }
  expect(WEBHOOK_SCHEMAS['status.changed'].parse(event)).toEqual({
    ...{ type: 'status.changed', timestamp: '2026-08-20T12:00:00.000Z' },
    data: {
      is_internal: true,
      cells: [{ ...cell, since: '2026-08-20T12:00:00.000Z' }],
      more_cells: 0,
      url: expect.stringMatching(/^http.*\/$/),
    },
  })
  expect((await site.deliveriesOf(id)).map(({ reference }) => reference)).toEqual([
    'Travel / EMEA',
    'Travel / EMEA + 1',
  ])
})

test('an EXTERNAL webhook hears by published incidents alone, not of monitoring or of internal ones', async () => {
  const { id } = await createWebhook('EXTERNAL')
  const places = { affected_services: ['Travel', 'EAI', 'Billing'], data_centers: ['eu'] }
  await report({ status: 'OUTAGE' })
  await ingest(site.server, 'incidents', [
    incidentRecord('OPI-30', { ...places, is_internal: 'Y' }),
    incidentRecord('OPI-31', { ...places, severity: 'PERFORMANCE' }),
    incidentRecord('OPI-32', { affected_services: ['EAI'], data_centers: ['eu'] }),
  ])
  expect(await site.deliveriesOf(id)).toEqual([])
  await site.post({ jira_id: 'OPI-31' })
  await hears(['Travel EMEA NORMAL PERFORMANCE', 'EAI EMEA NORMAL PERFORMANCE'])
  await site.post({ jira_id: 'OPI-32' })
  await ingest(site.server, 'incidents', [
    incidentRecord('OPI-31', { ...places, severity: 'PERFORMANCE', status: 'RESOLVED' }),
  ])
  await hears(
    ['Travel EMEA NORMAL PERFORMANCE', 'EAI EMEA NORMAL PERFORMANCE'],
    ['EAI EMEA PERFORMANCE OUTAGE'],
    ['Travel EMEA PERFORMANCE NORMAL'],
  )
  await ingest(site.server, 'incidents', [
    incidentRecord('OPI-32', { affected_services: ['EAI'], data_centers: ['eu'], is_internal: 'Y' }),
  ])
  await expect.poll(() => cellsHeard().at(-1)).toEqual(['EAI EMEA OUTAGE NORMAL'])
  for (const { data } of heard())
    expect([data.is_internal, data.url]).toEqual([false, 'https://status.acme.example'])
})

test('channels with different choices hear of their own cells', async () => {
  await createWebhook('INTERNAL')
  await createWebhook('INTERNAL', '/same')
  await site.createChannel({
    ...{ name: 'Expense', audience: 'INTERNAL', address: site.receiver.url('/expense') },
  })
  await report(
    { service: 'EAI', data_center: 'usg', status: 'PERFORMANCE' },
    { service: 'TAVS', data_center: 'us2', status: 'PERFORMANCE' },
  )
  await hears(['EAI CCPS NORMAL PERFORMANCE'])
  await expect.poll(() => cellsHeard('/same')).toEqual([['EAI CCPS NORMAL PERFORMANCE']])
  expect(cellsHeard('/expense')).toEqual([])
  const { rows } = await site.server.db.execute(
    sql`select event_id from channel_events where type = 'status.changed' and reference = 'EAI / CCPS'`,
  )
  expect(rows).toHaveLength(1)
})

test('hundreds of cells at once are split into events below 20 kB, and the last says what is left out', async () => {
  const name = (number: number) => `サービス ${number} ${'名'.repeat(60)}`
  await site.server.db.execute(sql`
    insert into services (system_name, display_name, position)
    select 'many ' || n, ${`サービス `} || n || ' ' || repeat('名', 60), 1000 + n from generate_series(1, 300) n`)
  const services = Array.from({ length: 300 }, (_, index) => `many ${index + 1}`)
  const { id } = await site.createChannel({
    audience: 'INTERNAL',
    subscriptions: choose({
      alertTypes: site.to('Update').P1.alert_types,
      services,
      dataCenters: ['us2', 'eu', 'eu2', 'usg', 'apj1'],
    }),
  })
  const cells = services.flatMap((service) =>
    ['us2', 'eu', 'eu2', 'usg', 'apj1'].map((data_center) => ({ service, data_center, status: 'OUTAGE' })),
  )
  await report(...cells.slice(0, 1_000))
  await expect.poll(async () => (await site.deliveriesOf(id)).length).toBe(20)
  await expect.poll(() => heard().length).toBe(20)
  expect(heard().every(({ data }) => data.cells.length <= 50)).toBe(true)
  for (const { body } of site.receiver.requests) expect(Buffer.byteLength(body)).toBeLessThan(20_000)
  const shown = heard().flatMap(({ data }) => data.cells)
  const left = heard().map(({ data }) => data.more_cells)
  expect(shown.length + Math.max(...left)).toBe(1_000)
  expect(new Set(shown.map(({ service, data_center }) => `${service} ${data_center}`)).size).toBe(
    shown.length,
  )
  expect(shown[0]?.service).toBe(name(1))
})

test('a write of which no webhook hears records no event', async () => {
  const countEvents = async () =>
    (await site.server.db.execute(sql`select count(*) from channel_events`)).rows
  const before = await countEvents()
  await report({ service: 'Mobile', status: 'OUTAGE' })
  expect(await countEvents()).toEqual(before)
})
