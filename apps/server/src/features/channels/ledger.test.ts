import * as endpoints from '@aviary/contract/channels/endpoints'
import { listToldChannels } from '@aviary/contract/channels/ledger-endpoints'
import { declareIncident, handOverIncident } from '@aviary/contract/declared/endpoints'
import { deleteMessage } from '@aviary/contract/messages/endpoints'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../../testing/app.ts'
import { type ChannelSite, openChannelSite } from '../../../testing/channel-site.ts'
import { incidentRecord, ingest } from '../../../testing/ingest.ts'

// The delivery ledger of channels: which were told of an incident, as each reader may see them.

let site: ChannelSite
beforeAll(async () => {
  site = await openChannelSite()
})
afterEach(async () => {
  await site.clear()
  await site.server.db.execute(sql`delete from channel_attempts`)
  await site.server.db.execute(sql`delete from channel_deliveries`)
})
afterAll(() => site.close())

const ledger = async (query: object = { reference: 'OPI-1' }, person: Person = site.manager) => {
  const answer = await person.call(listToldChannels, { query })
  expect(answer.problem).toHaveProperty('deliveries')
  return answer.body
}
const rows = async (...input: Parameters<typeof ledger>) => (await ledger(...input)).deliveries

test('it says which channels were told, and shows names and answers to those who may see them', async () => {
  const own = await site.createChannel({ name: 'Mine' })
  const other = await site.createChannel(
    { name: 'Theirs', address: site.receiver.url('/theirs') },
    site.administrator,
  )
  site.receiver.react({ status: 503, body: 'later' }, { status: 503, body: 'later' })
  await site.post()
  await site.settled(own.id, ['deferred'])
  await expect
    .poll(async () => (await site.deliveriesOf(other.id, site.administrator))[0]?.state)
    .toBe('deferred')
  const common = {
    ...{ event: 'message.published', reference: 'OPI-1', message_type: 'Update', kind: 'webhook' },
    ...{ state: 'deferred', attempts: 1, sent_date: null, created_date: '2026-08-20T12:00:00.000Z' },
    next_try_date: expect.any(String),
  }
  const mine = { ...common, channel_id: own.id, name: 'Mine', response: '503 later' }
  const theirs = { ...common, channel_id: other.id, name: 'Theirs', response: '503 later' }
  const hidden = { ...common, channel_id: null, name: null, response: null }
  const counts = { queued: 0, sent: 0, deferred: 2, failed: 0, stopped: 0 }
  const asManager = await ledger()
  expect(asManager).toMatchObject({ counts, more_results: false })
  expect(asManager.deliveries).toHaveLength(2)
  expect(asManager.deliveries).toEqual(
    expect.arrayContaining([expect.objectContaining(mine), expect.objectContaining(hidden)]),
  )
  const asAdministrator = await rows({ reference: 'opi-1' }, site.administrator)
  expect(asAdministrator).toEqual(
    expect.arrayContaining([expect.objectContaining(mine), expect.objectContaining(theirs)]),
  )
  const support = await site.server.signInAs('support')
  expect(await rows(undefined, support)).toMatchObject([hidden, hidden])
  const operator = await site.server.signInAs('operator')
  expect((await operator.call(listToldChannels, { query: {} })).status).toBe(403)
})

test('it is filtered by state, kind and time, a page at a time, newest first', async () => {
  const { id } = await site.createChannel()
  const message_id = await site.post()
  await site.received(1)
  await site.settled(id, ['sent'])
  site.server.setNow(new Date(site.server.now().getTime() + 60_000))
  site.receiver.react({ status: 503 })
  const about = { jira_id: 'OPI-1', priority_type: 'P1' as const, message_id }
  expect((await site.manager.call(deleteMessage, { body: about })).status).toBe(200)
  await site.settled(id, ['deferred', 'sent'])
  const events = async (query: object) => (await rows(query)).map(({ event }) => event)
  expect(await events({})).toEqual(['message.deleted', 'message.published'])
  expect((await ledger({})).counts).toBeNull()
  expect(await events({ state: 'sent' })).toEqual(['message.published'])
  expect(await events({ kind: 'webhook', state: 'deferred' })).toEqual(['message.deleted'])
  expect(await events({ reference: 'OPI-2' })).toEqual([])
  const second = Math.floor(site.server.now().getTime() / 1000)
  expect(await events({ start_date: second - 30 })).toEqual(['message.deleted'])
  expect(await events({ end_date: second - 30 })).toEqual(['message.published'])
  expect(await ledger({ response_size: 1 })).toMatchObject({
    deliveries: [{ event: 'message.deleted' }],
    more_results: true,
  })
  const [deleted] = await rows()
  expect(deleted).toMatchObject({ message_type: null, name: 'Hook', channel_id: id })
  await site.manager.call(endpoints.deleteChannel, { params: { id } })
  expect((await rows())[0]).toMatchObject({ name: 'Hook', channel_id: null })
})

test('what was told of an own incident goes along when the incident is handed over to the tracker', async () => {
  const { body: declared } = await site.manager.call(declareIncident, {
    body: {
      ...{ details: 'Reports fail', priority_type: 'P1', severity: 'OUTAGE' },
      ...{ affected_services: ['Expense'], data_centers: ['us2'] },
    },
  })
  const subscriptions = site.to('Internal Update')
  const { id } = await site.createChannel({ name: 'Inside', audience: 'INTERNAL', subscriptions })
  const { jira_id } = declared
  await site.post({ jira_id, message_type: 'Internal Update' })
  await site.settled(id, ['sent', 'sent'])
  await ingest(site.server, 'incidents', [incidentRecord('OPI-77')])
  const to = { jira_id, version: declared.version, to: 'OPI-77' }
  expect((await site.manager.call(handOverIncident, { body: to })).status).toBe(200)
  const told = (await rows({ reference: 'OPI-77' })).map(({ event }) => event)
  expect(told).toEqual(expect.arrayContaining(['message.published', 'incident.published']))
  expect(await rows({ reference: jira_id })).toEqual([])
  const states = async () => new Set((await site.deliveriesOf(id)).map(({ state }) => state))
  await expect.poll(states).toEqual(new Set(['sent']))
})
