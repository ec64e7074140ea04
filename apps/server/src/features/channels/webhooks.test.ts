import * as endpoints from '@aviary/contract/channels/endpoints'
import { WEBHOOK_SCHEMAS } from '@aviary/contract/channels/events'
import { createMessage, deleteMessage, updateMessage } from '@aviary/contract/messages/endpoints'
import { createNotification } from '@aviary/contract/notifications/endpoints'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import {
  choose,
  loopbackRules,
  type Receiver,
  startChannelWorker,
  startReceiver,
  type TestChannelWorker,
} from '../../../testing/channels.ts'
import { incidentRecord, ingest } from '../../../testing/ingest.ts'
import { planEvent } from '../../../testing/maintenance.ts'
import { channelLanes, channels } from '../../database/tables/channels.ts'
import { alertTypes } from '../../database/tables/reference.ts'

let receiver: Receiver
let server: TestApp
let worker: TestChannelWorker
let manager: Person
let administrator: Person
const typeIds = new Map<string, number>()
beforeAll(async () => {
  receiver = await startReceiver()
  server = await openTestApp({
    environment: {
      CHANNEL_ALLOWED_NETWORKS: '127.0.0.0/8',
      CHANNEL_PORTS: String(receiver.port),
      STATUS_SITE: 'https://status.acme.example',
    },
  })
  manager = await server.signInAs('incident_manager')
  administrator = await server.signInAs('administrator')
  await ingest(server, 'incidents', [
    incidentRecord('OPI-1'),
    incidentRecord('OPI-2', { is_internal: 'Y' }),
    incidentRecord('OPI-3', { affected_services: ['Imaging'] }),
  ])
  for (const type of await server.db.select().from(alertTypes))
    if (type.priorityType === 'P1') typeIds.set(type.name, type.alertTypeId)
  worker = await startChannelWorker(server, loopbackRules(receiver.port))
})
afterEach(async () => {
  receiver.requests.length = 0
  for (const { channel_id } of (await administrator.call(endpoints.listChannels)).body.channels)
    await administrator.call(endpoints.deleteChannel, { params: { id: channel_id } })
})
afterAll(async () => {
  await worker.stop()
  expect(server.errors).toEqual([])
  await server.close()
  await receiver.close()
})

const typeId = (name: string): number => typeIds.get(name) ?? 0

type Changed = Partial<{ name: string; address: string; locale: string; audience: 'INTERNAL' | 'EXTERNAL' }>

const settings = (changed: Changed & { subscriptions?: ReturnType<typeof choose> } = {}) => ({
  name: 'Hook',
  address: receiver.url(),
  locale: 'en',
  audience: 'EXTERNAL' as const,
  subscriptions: choose({ alertTypes: [typeId('Update')] }),
  ...changed,
})

async function createChannel(changed: Parameters<typeof settings>[0] = {}, person = manager) {
  const created = await person.call(endpoints.createChannel, { body: settings(changed) })
  expect(created.problem).toMatchObject({ channel: { name: changed.name ?? 'Hook' } })
  return { id: created.body.channel.channel_id, ...created.body }
}

async function post(changed: object = {}): Promise<number> {
  const posted = await manager.call(createMessage, {
    body: {
      jira_id: 'OPI-1',
      priority_type: 'P1',
      message_type: 'Update',
      body: { en: '<p>We look <b>into</b> it</p>', de: '<p>Wir sehen nach</p>' },
      broadcast: 'Y',
      email_template_data: { current_status: 'Looking', next_update: '13:00 UTC' },
      ...changed,
    },
  })
  expect(posted.status).toBe(200)
  return posted.body.message.message_id
}

/** Lets time pass. */
async function pass(ms: number): Promise<void> {
  server.setNow(new Date(server.now().getTime() + ms))
  await worker.wake()
}

const received = (count: number) => expect.poll(() => receiver.requests.length).toBe(count)

const deliveriesOf = async (id: number, person = manager) =>
  (await person.call(endpoints.listChannelDeliveries, { params: { id } })).body.deliveries

const settled = (id: number, states: string[]) =>
  expect.poll(async () => (await deliveriesOf(id)).map(({ state }) => state)).toEqual(states)

test('a message reaches each channel that subscribed to it once, signed, in its language', async () => {
  const english = await createChannel({ name: 'English', address: receiver.url('/en') })
  const german = await createChannel({ name: 'German', address: receiver.url('/de'), locale: 'de' })
  await createChannel({ subscriptions: choose({ alertTypes: [typeId('Service Restored')] }) })
  await createChannel({ subscriptions: choose({ alertTypes: [typeId('Update')], dataCenters: ['eu2'] }) })
  await post()
  await received(2)
  const find = (path: string) => receiver.requests.find((request) => request.path === path)
  const [inEnglish, inGerman] = [find('/en'), find('/de')]
  const event = WEBHOOK_SCHEMAS['message.published'].parse(JSON.parse(inEnglish?.body ?? ''))
  expect(event).toEqual({
    type: 'message.published',
    timestamp: '2026-08-20T12:00:00.000Z',
    data: {
      is_internal: false,
      incident: {
        id: expect.stringMatching(/^[0-9a-v]{26}$/),
        severity: 'OUTAGE',
        is_resolved: false,
        started_at: expect.any(String),
        services: ['Expense'],
        data_centers: ['us2'],
      },
      message: {
        id: expect.stringMatching(/^[0-9a-v]{26}$/),
        version: 1,
        type: 'Update',
        language: 'en',
        title: 'Outage: Expense in us2 — Update',
        text: 'We look into it',
        is_cut: false,
        facts: expect.arrayContaining([{ label: 'Current Status', value: 'Looking' }]),
        next_update_at: null,
      },
      url: 'https://status.acme.example',
    },
  })
  expect(JSON.parse(inGerman?.body ?? '').data.message).toMatchObject({
    language: 'de',
    text: 'Wir sehen nach',
  })
  expect(inGerman?.headers['webhook-id']).toBe(inEnglish?.headers['webhook-id'])
  await settled(english.id, ['sent'])
  await settled(german.id, ['sent'])
})

test('the reference library accepts the signature, and of a rotated secret both for a day', async () => {
  const { id, secret } = await createChannel()
  await post()
  await received(1)
  expect(receiver.verified(secret)).toMatchObject([{ type: 'message.published' }])
  const rotated = await manager.call(endpoints.rotateChannelSecret, { params: { id } })
  expect(rotated.body.secret).toMatch(/^whsec_/)
  await post()
  await received(2)
  receiver.requests.shift()
  for (const either of [secret, rotated.body.secret])
    expect(receiver.verified(either)).toMatchObject([{ type: 'message.published' }])
  await server.db.update(channels).set({ oldSecretUntil: server.now() })
  receiver.requests.length = 0
  await post()
  await received(1)
  expect(receiver.verified(rotated.body.secret)).toHaveLength(1)
  expect(() => receiver.verified(secret)).toThrow('No matching signature')
})

test('an edit, a correction and a deletion follow to those who heard of the message', async () => {
  const { id } = await createChannel()
  const message_id = await post()
  await received(1)
  await createChannel({ name: 'Later', address: receiver.url('/later') })
  const edit = await manager.call(updateMessage, {
    body: {
      ...{ jira_id: 'OPI-1', priority_type: 'P1', message_id, message_type: 'Update' },
      ...{ body: '<p>We found it</p>', language: 'en' },
    },
  })
  expect(edit.problem).toMatchObject({ message: { message_id } })
  await received(2)
  const deleted = await manager.call(deleteMessage, {
    body: { jira_id: 'OPI-1', priority_type: 'P1', message_id },
  })
  expect(deleted.status).toBe(200)
  await received(3)
  const [first, second, third] = receiver.requests.map(({ body }) => JSON.parse(body))
  expect(second).toMatchObject({
    type: 'message.edited',
    data: { message: { id: first.data.message.id, version: 2, text: 'We found it' } },
  })
  expect(third).toEqual({
    type: 'message.deleted',
    timestamp: expect.any(String),
    data: { is_internal: false, message: { id: first.data.message.id } },
  })
  await settled(id, ['sent', 'sent', 'sent'])
})

test('internal messages reach internal channels only, without their text', async () => {
  const internal = await createChannel({
    ...{ name: 'Inside', address: receiver.url('/inside'), audience: 'INTERNAL' },
    subscriptions: choose({ alertTypes: [typeId('Update'), typeId('Internal Update')] }),
  })
  await createChannel({
    ...{ name: 'Outside', address: receiver.url('/outside') },
    subscriptions: choose({ alertTypes: [typeId('Update'), typeId('Internal Update')] }),
  })
  await post({ message_type: 'Internal Update', body: '<p>Secret</p>' })
  await settled(internal.id, ['sent'])
  expect(receiver.requests.map(({ path, body }) => [path, JSON.parse(body).data])).toEqual([
    ['/inside', { is_internal: true, id: 'OPI-1', url: 'http://localhost:8080/details/OPI-1' }],
  ])
  // The database refuses what a fault of the code might try.
  const { rows } = await server.db.execute<{ id: number }>(
    sql`select max(event_id)::int as id from channel_events`,
  )
  const outside = (await manager.call(endpoints.listChannels)).body.channels.find(
    ({ name }) => name === 'Outside',
  )
  const insert = sql`insert into channel_deliveries (channel_id, event_id, state, due_at, created_at)
    values (${outside?.channel_id}, ${rows[0]?.id}, 'queued', now(), now())`
  await expect(server.db.execute(insert)).rejects.toMatchObject({
    cause: { message: expect.stringContaining('an internal event must not go to the channel') },
  })
})

test('a notification is told at its send time', async () => {
  const { id } = await createChannel({
    subscriptions: choose({ notificationTypes: ['Maintenance Announcement'] }),
  })
  const operator = await server.signInAs('operator')
  const mwin_id = await planEvent(server, { title: 'Not for people outside' })
  const send_time = new Date(server.now().getTime() + 60_000).toISOString()
  const notification = await operator.call(createNotification, {
    body: {
      ...{ mwin_id, n_type: 'Maintenance Announcement', title: 'Work on the storage', send_time },
      ...{ body: { en: '<p>Some calls are slow</p>' }, subject: { en: 'Storage' }, broadcast: 'Y' },
      ...{ is_test: 'N', created_by: operator.email, comm_src: 'aviary' },
    },
  })
  expect(notification.status).toBe(200)
  server.setNow(new Date(Date.parse(send_time) + 1_000))
  expect(await server.sendDue()).toEqual({ sent: 1, failed: 0 })
  await received(1)
  const event = WEBHOOK_SCHEMAS['notification.published'].parse(JSON.parse(receiver.requests[0]?.body ?? ''))
  expect(event.data).toMatchObject({
    is_internal: false,
    maintenance: { data_centers: ['us2'] },
    notification: { title: 'Storage', text: 'Some calls are slow', language: 'en' },
  })
  expect(receiver.requests[0]?.body).not.toContain('Not for people outside')
  await settled(id, ['sent'])
})

test('a failed try is repeated by schedule with the same id, and every try is kept', async () => {
  receiver.react(
    { status: 500, body: 'out of order' },
    { status: 302, headers: { location: receiver.url('/x') } },
  )
  const { id } = await createChannel()
  await post()
  await settled(id, ['deferred'])
  const [first] = await deliveriesOf(id)
  expect(first).toMatchObject({ attempts: 1, response: '500 out of order' })
  await pass(10_000)
  await received(2)
  await expect.poll(async () => (await deliveriesOf(id))[0]?.attempts).toBe(2)
  await pass(10 * 60_000)
  await received(3)
  await settled(id, ['sent'])
  expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(receiver.requests.every(({ path }) => path === '/hook')).toBe(true)
  const params = { id, delivery: first?.delivery_id ?? 0 }
  const { body } = await manager.call(endpoints.getChannelDelivery, { params })
  expect(body.attempts.map(({ status }) => status)).toEqual([204, 302, 500])
  expect(JSON.parse(body.body)).toMatchObject({ type: 'message.published' })
})

test('a receiver that is gone pauses its channel, which stops what it was still to get', async () => {
  receiver.react({ status: 410 })
  const { id } = await createChannel()
  await post()
  const get = async () =>
    (await manager.call(endpoints.listChannels)).body.channels.find(({ channel_id }) => channel_id === id)
  await expect.poll(async () => (await get())?.paused?.reason).toBe('gone')
  await settled(id, ['failed'])
  await post()
  await settled(id, ['stopped', 'failed'])
  expect(receiver.requests).toHaveLength(1)
  const since = '2026-08-20T00:00:00Z'
  const tooEarly = await manager.call(endpoints.replayChannel, { params: { id }, body: { since } })
  expect(tooEarly.problem.detail).toContain('resume it first')
  const resumed = await manager.call(endpoints.pauseChannel, { params: { id }, body: { is_paused: false } })
  expect(resumed.body.channel).toMatchObject({ paused: null, failing_since: null })
  const replayed = await manager.call(endpoints.replayChannel, { params: { id }, body: { since } })
  expect(replayed.body).toEqual({ replayed: 2 })
  await settled(id, ['sent', 'sent'])
})

test('a channel that has failed for five days is paused', async () => {
  const down = { status: 503 } as const
  receiver.react(...Array(20).fill(down))
  const { id } = await createChannel()
  await post()
  await settled(id, ['deferred'])
  const since = new Date(server.now().getTime() - 5 * 24 * 3_600_000)
  await server.db.update(channels).set({ failingSince: since }).where(eq(channels.channelId, id))
  await pass(10_000)
  const get = async () => (await manager.call(endpoints.listChannels)).body.channels[0]
  await expect.poll(async () => (await get())?.paused?.reason).toBe('failing')
  await settled(id, ['stopped'])
  expect(worker.log.join()).toContain('a channel was paused')
  receiver.react()
})

test('a receiver that asks for patience gets it', async () => {
  receiver.react({ status: 429, headers: { 'retry-after': '7200' } })
  const { id } = await createChannel()
  await post()
  await settled(id, ['deferred'])
  const [delivery] = await deliveriesOf(id)
  expect(Date.parse(delivery?.next_try_date ?? '')).toBe(server.now().getTime() + 7_200_000)
})

test('a receiver that hangs delays no other channel', async () => {
  receiver.react('hang')
  const first = await createChannel({ name: 'Hangs' })
  await post()
  await received(1)
  const second = await createChannel({ name: 'Quick', address: receiver.url('/quick') })
  await post()
  await settled(second.id, ['sent'])
  expect((await deliveriesOf(first.id)).map(({ state }) => state)).toEqual(['queued', 'queued'])
})

test('a lane whose worker died is claimed again after its lease', async () => {
  const { id } = await createChannel()
  await server.db
    .update(channelLanes)
    .set({ worker: 'dead', leasedUntil: new Date(server.now().getTime() + 30_000) })
    .where(eq(channelLanes.channelId, id))
  await post()
  await settled(id, ['queued'])
  await pass(31_000)
  await settled(id, ['sent'])
})

test('who loses the right or the account leaves a paused channel', async () => {
  const helper = await server.signInAs('nobody')
  await server.db.execute(sql`
    insert into user_roles select u.user_id, r.role_id from users u, roles r
    where u.email = ${helper.email} and r.system_name = 'incident_manager'`)
  const { id } = await createChannel({ audience: 'INTERNAL' }, helper)
  await server.db.execute(sql`delete from user_roles using users u
    where user_roles.user_id = u.user_id and u.email = ${helper.email}`)
  await post()
  const get = async () =>
    (await administrator.call(endpoints.listChannels)).body.channels.find(
      ({ channel_id }) => channel_id === id,
    )
  expect(await get()).toMatchObject({ paused: { reason: 'owner', since: null }, owner: helper.email })
  expect((await deliveriesOf(id, administrator)).map(({ state }) => state)).toEqual(['stopped'])
  await server.db.execute(sql`delete from users where email = ${helper.email}`)
  expect(await get()).toMatchObject({ paused: { reason: 'owner' }, owner: null })
  expect(receiver.requests).toEqual([])
})

test('one sees and edits one’s own channels; with the right, everybody’s', async () => {
  const { id } = await createChannel({}, administrator)
  expect((await manager.call(endpoints.listChannels)).body.channels).toEqual([])
  for (const call of [
    manager.call(endpoints.updateChannel, { params: { id }, body: settings() }),
    manager.call(endpoints.deleteChannel, { params: { id } }),
    manager.call(endpoints.pauseChannel, { params: { id }, body: { is_paused: true } }),
    manager.call(endpoints.rotateChannelSecret, { params: { id } }),
    manager.call(endpoints.testChannel, { params: { id } }),
    manager.call(endpoints.listChannelDeliveries, { params: { id } }),
    manager.call(endpoints.getChannelDelivery, { params: { id, delivery: 1 } }),
    manager.call(endpoints.replayChannel, { params: { id }, body: { since: '2026-08-20T00:00:00Z' } }),
  ])
    expect((await call).status).toBe(404)
  expect(receiver.requests).toEqual([])
})

test('neither address nor secret is in the database, in the audit log or in an answer', async () => {
  const { id, secret } = await createChannel({ address: receiver.url('/hidden-token') })
  const updated = await manager.call(endpoints.updateChannel, {
    params: { id },
    body: settings({ name: 'Renamed', address: receiver.url('/hidden-token-2') }),
  })
  expect(updated.body.channel).toMatchObject({ name: 'Renamed', host: `127.0.0.1:${receiver.port}` })
  const { rows } = await server.db.execute<{ all: string }>(sql`
    select (select jsonb_agg(channels) from channels)::text
      || (select jsonb_agg(audit_log) from audit_log)::text as all`)
  const everything = `${rows[0]?.all}${JSON.stringify((await manager.call(endpoints.listChannels)).body)}`
  expect(everything).not.toContain('hidden-token')
  expect(everything).not.toContain(secret)
})

test('a test is sent at once and shows the answer', async () => {
  receiver.react({ status: 401, body: 'who are you?' })
  const { id, secret } = await createChannel()
  const refused = await manager.call(endpoints.testChannel, { params: { id } })
  expect(refused.body).toMatchObject({ is_accepted: false, attempt: { status: 401, answer: 'who are you?' } })
  const accepted = await manager.call(endpoints.testChannel, { params: { id } })
  expect(accepted.body).toMatchObject({ is_accepted: true, attempt: { status: 204 } })
  const [, last] = receiver.verified(secret)
  expect(WEBHOOK_SCHEMAS['webhook.test'].parse(last).type).toBe('webhook.test')
})

test('of two who edit a channel the second is told', async () => {
  const { id, channel } = await createChannel()
  const edit = () =>
    manager.call(endpoints.updateChannel, {
      params: { id },
      body: { ...settings(), version: channel.version },
    })
  expect((await edit()).status).toBe(200)
  expect((await edit()).problem).toMatchObject({ status: 409, current: { channel_id: id } })
})

test.each([
  ['ftp://hooks.example.com', 'https'],
  ['https://10.0.0.1/', 'not allowed'],
  ['https://hooks.example.com:8443/', 'Port 8443'],
  ['https://user:pass@hooks.example.com/', 'user name'],
  ['https://nowhere.invalid/', 'has no address'],
  ['no address', 'such as https'],
])('the address %s is refused with what is wrong', async (address, said) => {
  const { problem } = await manager.call(endpoints.createChannel, { body: settings({ address }) })
  expect(problem).toMatchObject({ status: 400, errors: [{ path: 'body.address' }] })
  expect(problem.detail).toContain(said)
})

test('unknown choices, an unknown language and half a category are refused', async () => {
  const create = async (changed: Parameters<typeof settings>[0]) =>
    (await manager.call(endpoints.createChannel, { body: settings(changed) })).problem
  expect((await create({ locale: 'tlh' })).detail).toContain('use one of')
  expect((await create({ subscriptions: choose({ alertTypes: [999] }) })).detail).toContain('there is no')
  expect(
    (await create({ subscriptions: choose({ alertTypes: [typeId('Update')], services: [] }) })).detail,
  ).toContain('at least one box')
  expect((await server.db.select().from(channels)).filter(({ deletedAt }) => deletedAt === null)).toEqual([])
})
