import { pauseChannel } from '@aviary/contract/channels/endpoints'
import { WEBHOOK_SCHEMAS } from '@aviary/contract/channels/events'
import * as declared from '@aviary/contract/declared/endpoints'
import { deleteMessage, updateMessage } from '@aviary/contract/messages/endpoints'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type ChannelSite, openChannelSite } from '../../../testing/channel-site.ts'
import { choose } from '../../../testing/channels.ts'
import { incidentRecord, ingest } from '../../../testing/ingest.ts'
import { alertTypes } from '../../database/tables/reference.ts'

// Webhooks hear of incidents themselves: published, updated, resolved, deleted.

let site: ChannelSite
beforeAll(async () => {
  site = await openChannelSite()
})
afterEach(() => site.clear())
afterAll(() => site.close())

const STARTED = '2026-08-20T10:00:00.000Z'
const write = (jiraId: string, fields: object = {}) =>
  ingest(site.server, 'incidents', [incidentRecord(jiraId, fields as Record<string, unknown>)])

/** Requests about incidents at a path, as type and data. */
const heard = (path = '/hook') =>
  site.receiver.requests
    .filter((request) => request.path === path)
    .map(({ body }) => JSON.parse(body))
    .filter(({ type }) => type.startsWith('incident.'))
    .map(({ type, data }) => [type, data] as const)
const types = (path?: string) => heard(path).map(([type]) => type)
const hears = (...expected: string[]) => expect.poll(() => types()).toEqual(expected)
/** Waits until nothing is left to be sent to a channel. */
const settled = (id: number) =>
  expect
    .poll(async () => (await site.deliveriesOf(id)).filter(({ state }) => state === 'queued').length)
    .toBe(0)

test('an incident is published with the first message to people outside, then updated and resolved', async () => {
  const { id, secret } = await site.createChannel()
  await write('OPI-10')
  await write('OPI-10', { severity: 'PERFORMANCE' })
  expect(await site.deliveriesOf(id)).toEqual([])
  await site.post({ jira_id: 'OPI-10', next_update_due: '2026-08-20T13:00:00Z' })
  await hears('incident.published')
  await write('OPI-10', { severity: 'OUTAGE', data_centers: ['us2', 'eu'] })
  await hears('incident.published', 'incident.updated')
  await write('OPI-10', { data_centers: ['us2', 'eu'], details: 'For staff alone' })
  await write('OPI-10', { data_centers: ['us2', 'eu'], status: 'RESOLVED', end_date: '2026-08-20T11:30:00Z' })
  await hears('incident.published', 'incident.updated', 'incident.resolved')
  await write('OPI-10', { data_centers: ['us2', 'eu'] })
  await hears('incident.published', 'incident.updated', 'incident.resolved', 'incident.updated')

  const [published, updated, resolved, reopened] = site.receiver
    .verified(secret)
    .filter(({ type }) => type.startsWith('incident.'))
  const incident = {
    ...{ id: expect.stringMatching(/^[0-9a-v]{26}$/), severity: 'PERFORMANCE', is_resolved: false },
    ...{ started_at: STARTED, services: ['Expense'], data_centers: ['us2'] },
  }
  const outside = { is_internal: false, next_update_at: '2026-08-20T13:00:00.000Z' }
  const url = 'https://status.acme.example'
  const timestamp = expect.any(String)
  expect(WEBHOOK_SCHEMAS['incident.published'].parse(published)).toEqual({
    ...{ type: 'incident.published', timestamp },
    data: { ...outside, incident, url },
  })
  const wider = { ...incident, severity: 'OUTAGE', data_centers: ['us2', 'EMEA'] }
  expect(WEBHOOK_SCHEMAS['incident.updated'].parse(updated)).toEqual({
    ...{ type: 'incident.updated', timestamp },
    data: { ...outside, incident: wider, changed: ['severity', 'data_centers'], url },
  })
  expect(WEBHOOK_SCHEMAS['incident.resolved'].parse(resolved)).toEqual({
    ...{ type: 'incident.resolved', timestamp },
    data: { ...outside, next_update_at: null, incident: { ...wider, is_resolved: true }, url },
  })
  expect(WEBHOOK_SCHEMAS['incident.updated'].parse(reopened)).toMatchObject({
    data: { incident: wider, changed: ['is_resolved', 'next_update_at'] },
  })
  expect(
    new Set([published, updated, resolved, reopened].map((event) => Object(event?.data.incident).id)).size,
  ).toBe(1)
  await settled(id)
})

test('a message that restores the service resolves it, a root cause leaves it so, an update opens it again', async () => {
  await site.createChannel({ subscriptions: site.to('Root Cause Analysis') })
  const types = await site.server.db.select().from(alertTypes)
  const fields = types.flatMap(({ emailFields }) => emailFields.map(({ system_name }) => system_name))
  const filled = Object.fromEntries(fields.map((field) => [field, 'Done']))
  await write('OPI-11')
  await site.post({ jira_id: 'OPI-11' })
  await site.post({ jira_id: 'OPI-11', message_type: 'Service Restored', email_template_data: filled })
  await hears('incident.published', 'incident.resolved')
  await site.post({
    ...{ jira_id: 'OPI-11', message_type: 'Root Cause Analysis', email_template_data: filled },
  })
  await write('OPI-11', { status: 'RESOLVED', end_date: '2026-08-20T11:30:00Z' })
  await site.received(3)
  await hears('incident.published', 'incident.resolved')
  await write('OPI-11', { status: 'ACTIVE' })
  await hears('incident.published', 'incident.resolved', 'incident.updated')
  expect(heard().at(-1)?.[1]).toMatchObject({ incident: { is_resolved: false }, changed: ['is_resolved'] })
})

test('what people outside were not told stays unsaid', async () => {
  const { id } = await site.createChannel()
  await write('OPI-12')
  await site.post({ jira_id: 'OPI-12', broadcast: 'N' })
  await site.post({ jira_id: 'OPI-12', message_type: 'Internal Update' })
  await write('OPI-12', { severity: 'PERFORMANCE' })
  expect(await site.deliveriesOf(id)).toEqual([])
})

test('INTERNAL channels hear thinly of what staff alone know, from the first message to staff', async () => {
  const { id } = await site.createChannel({ audience: 'INTERNAL' })
  const outside = await site.createChannel({ name: 'Outside', address: site.receiver.url('/outside') })
  const internal = { is_internal: 'Y' }
  await write('OPI-13', internal)
  await site.post({ jira_id: 'OPI-13', message_type: 'Internal Update' })
  await write('OPI-13', { ...internal, severity: 'PERFORMANCE' })
  await write('OPI-13', { ...internal, severity: 'PERFORMANCE', status: 'RESOLVED' })
  await hears('incident.published', 'incident.updated', 'incident.resolved')
  for (const [type, data] of heard()) {
    expect(data).toEqual({
      ...{ is_internal: true, id: 'OPI-13' },
      url: expect.stringMatching(/\/details\/OPI-13$/),
    })
    expect(WEBHOOK_SCHEMAS[type as 'incident.published'].shape.data.safeParse(data).success).toBe(true)
  }
  expect(await site.deliveriesOf(outside.id)).toEqual([])
  await settled(id)
})

test('an incident that becomes internal is deleted outside, and what waits is withdrawn', async () => {
  const outside = await site.createChannel({ name: 'Outside', address: site.receiver.url('/outside') })
  await site.createChannel({ audience: 'INTERNAL' })
  await write('OPI-14')
  await site.post({ jira_id: 'OPI-14' })
  await hears('incident.published')
  await expect.poll(() => types('/outside')).toEqual(['incident.published'])
  await settled(outside.id)
  site.receiver.react(...Array(9).fill({ status: 503 }))
  await write('OPI-14', { severity: 'PARTIAL_OUTAGE' })
  await expect
    .poll(async () =>
      (await site.deliveriesOf(outside.id)).some(
        ({ event, state }) => event === 'incident.updated' && state === 'deferred',
      ),
    )
    .toBe(true)
  site.receiver.react()
  await write('OPI-14', { severity: 'PERFORMANCE', is_internal: 'Y' })
  await expect.poll(() => types('/outside').at(-1)).toBe('incident.deleted')
  const published = heard('/outside')[0]?.[1]
  expect(heard('/outside').at(-1)).toEqual([
    'incident.deleted',
    { is_internal: false, incident: { id: published.incident.id } },
  ])
  const deleted = { type: 'incident.deleted', timestamp: STARTED, data: heard('/outside').at(-1)?.[1] }
  expect(WEBHOOK_SCHEMAS['incident.deleted'].safeParse(deleted).success).toBe(true)
  const stopped = (await site.deliveriesOf(outside.id)).filter(({ state }) => state === 'stopped')
  expect(stopped.map(({ event, response }) => [event, response])).toContainEqual([
    'incident.updated',
    'The incident is not public any more',
  ])
  await write('OPI-14', { severity: 'OUTAGE', is_internal: 'Y' })
  await expect
    .poll(() => heard().at(-1))
    .toEqual(['incident.updated', expect.objectContaining({ id: 'OPI-14' })])
  expect(types('/outside').at(-1)).toBe('incident.deleted')
})

test('an incident of which the only public message is deleted is gone, and comes back with the next', async () => {
  await site.createChannel()
  await write('OPI-15')
  const message_id = await site.post({ jira_id: 'OPI-15' })
  await hears('incident.published')
  const about = { jira_id: 'OPI-15', priority_type: 'P1' as const, message_id }
  expect((await site.manager.call(deleteMessage, { body: about })).status).toBe(200)
  await hears('incident.published', 'incident.deleted')
  await site.post({ jira_id: 'OPI-15' })
  await hears('incident.published', 'incident.deleted', 'incident.published')
})

test('a promise of the next update that is edited is an update', async () => {
  await site.createChannel()
  await write('OPI-16')
  const message_id = await site.post({ jira_id: 'OPI-16', next_update_due: '2026-08-20T13:00:00Z' })
  const edit = await site.manager.call(updateMessage, {
    body: {
      ...{ jira_id: 'OPI-16', priority_type: 'P1', message_id, message_type: 'Update', language: 'en' },
      ...{ body: '<p>We look into it</p>', next_update_due: '2026-08-20T13:30:00Z' },
    },
  })
  expect(edit.status).toBe(200)
  await hears('incident.published', 'incident.updated')
  expect(heard()[1]?.[1]).toMatchObject({
    ...{ changed: ['next_update_at'], next_update_at: '2026-08-20T13:30:00.000Z' },
  })
})

test('a planned end that passes resolves an incident, once', async () => {
  const { id } = await site.createChannel()
  await write('OPI-17', { end_date: '2026-08-20T12:10:00Z' })
  await site.post({ jira_id: 'OPI-17' })
  await site.server.tick()
  await hears('incident.published')
  await site.pass(Date.parse('2026-08-20T12:10:01Z') - site.server.now().getTime())
  await Promise.all([site.server.tick(), site.server.tick(), site.server.tick()])
  await site.worker.wake()
  await hears('incident.published', 'incident.resolved')
  await settled(id)
  expect((await site.deliveriesOf(id)).filter(({ event }) => event === 'incident.resolved')).toHaveLength(1)
})

test('an incident declared here is resolved by hand; handed over to a known issue it goes on under that', async () => {
  await site.createChannel()
  const start_date = '2026-08-20T10:00:00Z'
  const fields = { severity: 'OUTAGE' as const, affected_services: ['Expense'], data_centers: ['us2'] }
  const own = await site.manager.call(declared.declareIncident, {
    body: { ...fields, priority_type: 'P1', details: 'Bookings fail', start_date },
  })
  expect(own.status).toBe(200)
  const { jira_id } = own.body
  const published = await site.manager.call(declared.publishIncident, {
    body: { jira_id, version: own.body.version },
  })
  expect(published.status).toBe(200)
  await site.post({ jira_id })
  await hears('incident.published')
  const resolve = await site.manager.call(declared.updateOwnIncident, {
    body: {
      ...{
        ...fields,
        jira_id,
        version: published.body.version,
        priority_type: 'P1',
        details: 'Bookings fail',
      },
      ...{ start_date, status: 'RESOLVED', end_date: '2026-08-20T11:00:00Z' },
    },
  })
  expect(resolve.status).toBe(200)
  await hears('incident.published', 'incident.resolved')
  await write('OPI-18')
  const handed = await site.manager.call(declared.handOverIncident, {
    body: { jira_id, version: resolve.body.version, to: 'OPI-18' },
  })
  expect(handed.body).toMatchObject({ is_merged: true })
  await hears('incident.published', 'incident.resolved', 'incident.deleted', 'incident.published')
  const ids = heard().map(([, data]) => data.incident.id)
  expect([ids[0], ids[2] === ids[0], ids[3] === ids[0]]).toEqual([expect.any(String), true, false])
})

test('a channel hears of an incident that comes to its places, and still of one that left them', async () => {
  await site.createChannel()
  await write('OPI-19', { affected_services: ['Travel'] })
  await site.post({ jira_id: 'OPI-19' })
  await write('OPI-19', { affected_services: ['Travel', 'Expense'] })
  await hears('incident.updated')
  await write('OPI-19', { affected_services: ['Travel'] })
  await hears('incident.updated', 'incident.updated')
})

test('channels of other kinds than webhooks get messages alone', async () => {
  const { id } = await site.createChannel()
  await site.manager.call(pauseChannel, { params: { id }, body: { is_paused: true } })
  await site.server.db.execute(sql`update channels set kind = 'slack' where channel_id = ${id}`)
  await write('OPI-20')
  await site.post({ jira_id: 'OPI-20' })
  await write('OPI-20', { severity: 'PERFORMANCE' })
  expect((await site.deliveriesOf(id)).map(({ event }) => event)).toEqual(['message.published'])
  await site.server.db.execute(sql`update channels set kind = 'webhook' where channel_id = ${id}`)
})

test('a write that tells nobody itself is told at the next tick', async () => {
  await site.createChannel()
  await write('OPI-21')
  await site.post({ jira_id: 'OPI-21' })
  await site.server.db.execute(sql`update incidents set severity = 'PERFORMANCE' where jira_id = 'OPI-21'`)
  await site.server.tick()
  await site.worker.wake()
  await hears('incident.published', 'incident.updated')
})

test('messages and writes of the source at one moment wait for each other, and each channel hears of each once', async () => {
  const ids: number[] = []
  const places = [['Expense'], ['Travel'], ['Expense', 'Travel'], ['EAI', 'Expense'], ['Travel', 'EAI']]
  for (const [index, services] of places.entries()) {
    const subscriptions = choose({
      ...{ alertTypes: site.to('Update').P1.alert_types, services, dataCenters: ['us2', 'eu'] },
    })
    const audience = index % 2 === 0 ? 'EXTERNAL' : 'INTERNAL'
    ids.push((await site.createChannel({ name: `Hook ${index}`, audience, subscriptions })).id)
  }
  const incidents = ['OPI-40', 'OPI-41', 'OPI-42', 'OPI-43', 'OPI-44']
  const record = (index: number, severity = 'OUTAGE') =>
    incidentRecord(incidents[index] ?? '', {
      ...{ affected_services: places[index], data_centers: ['us2', 'eu'], severity },
    })
  await ingest(
    site.server,
    'incidents',
    [0, 1, 2, 3, 4].map((index) => record(index)),
  )
  for (const jira_id of incidents) await site.post({ jira_id })
  // One batch tells of several incidents, and so of several sets of channels, while others post.
  for (const severity of ['PERFORMANCE', 'OUTAGE', 'PARTIAL_OUTAGE', 'PERFORMANCE', 'OUTAGE', 'NORMAL'])
    await Promise.all([
      ingest(site.server, 'incidents', [record(0, severity), record(1, severity)]),
      ...[2, 3, 4, 2, 3, 4].map((index) => site.post({ jira_id: incidents[index] })),
      site.server.tick(),
    ])
  await site.server.tick()
  const { rows } = await site.server.db.execute(sql`
    select 1 from published_incidents join incidents i using (incident_id)
    where i.jira_id ~ '^OPI-4[0-4]$' and is_public and not is_stale
      and published_incidents.severity = i.severity`)
  expect(rows).toHaveLength(5)
  for (const id of ids) await settled(id)
  const published = await site.server.db.execute(sql`
    select reference from channel_events
    where type = 'incident.published' and reference ~ '^OPI-4[0-4]$' order by 1`)
  expect(published.rows.map(({ reference }) => reference)).toEqual(incidents)
})
