import * as endpoints from '@aviary/contract/channels/endpoints'
import { WEBHOOK_SCHEMAS } from '@aviary/contract/channels/events'
import { deleteMessage, updateMessage } from '@aviary/contract/messages/endpoints'
import { createNotification } from '@aviary/contract/notifications/endpoints'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type ChannelSite, openChannelSite } from '../../../testing/channel-site.ts'
import { choose } from '../../../testing/channels.ts'
import { planEvent } from '../../../testing/maintenance.ts'
import { channelDeliveries, channelLanes, channels } from '../../database/tables/channels.ts'

let site: ChannelSite
beforeAll(async () => {
  site = await openChannelSite()
})
afterEach(() => site.clear())
afterAll(() => site.close())

test('a message reaches each channel that subscribed to it once, signed, in its language', async () => {
  const english = await site.createChannel({ name: 'English', address: site.receiver.url('/en') })
  const german = await site.createChannel({ name: 'German', address: site.receiver.url('/de'), locale: 'de' })
  await site.createChannel({ subscriptions: site.to('Service Restored') })
  await site.createChannel({
    subscriptions: { ...site.to('Update'), P1: { ...site.to('Update').P1, data_centers: ['eu2'] } },
  })
  await site.post()
  await site.received(2)
  const find = (path: string) => site.receiver.requests.find((request) => request.path === path)
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
  await site.settled(english.id, ['sent'])
  await site.settled(german.id, ['sent'])
})

test('the reference library accepts the signature, and of a rotated secret both for a day', async () => {
  const { id, secret } = await site.createChannel()
  await site.post()
  await site.received(1)
  expect(site.receiver.verified(secret)).toMatchObject([{ type: 'message.published' }])
  const rotated = await site.manager.call(endpoints.rotateChannelSecret, { params: { id } })
  expect(rotated.body.secret).toMatch(/^whsec_/)
  await site.post()
  await site.received(2)
  site.receiver.requests.shift()
  for (const either of [secret, rotated.body.secret])
    expect(site.receiver.verified(either)).toMatchObject([{ type: 'message.published' }])
  await site.server.db.update(channels).set({ oldSecrets: [] })
  site.receiver.requests.length = 0
  await site.post()
  await site.received(1)
  expect(site.receiver.verified(rotated.body.secret)).toHaveLength(1)
  expect(() => site.receiver.verified(secret)).toThrow('No matching signature')
})

test('an edit, a correction and a deletion follow to those who heard of the message', async () => {
  const { id } = await site.createChannel()
  const message_id = await site.post()
  await site.received(1)
  await site.createChannel({ name: 'Later', address: site.receiver.url('/later') })
  const edit = await site.manager.call(updateMessage, {
    body: {
      ...{ jira_id: 'OPI-1', priority_type: 'P1', message_id, message_type: 'Update' },
      ...{ body: '<p>We found it</p>', language: 'en' },
    },
  })
  expect(edit.problem).toMatchObject({ message: { message_id } })
  await site.received(2)
  const deleted = await site.manager.call(deleteMessage, {
    body: { jira_id: 'OPI-1', priority_type: 'P1', message_id },
  })
  expect(deleted.status).toBe(200)
  await site.received(3)
  const [first, second, third] = site.receiver.requests.map(({ body }) => JSON.parse(body))
  expect(second).toMatchObject({
    type: 'message.edited',
    data: { message: { id: first.data.message.id, version: 2, text: 'We found it' } },
  })
  expect(third).toEqual({
    type: 'message.deleted',
    timestamp: expect.any(String),
    data: { is_internal: false, message: { id: first.data.message.id } },
  })
  await site.settled(id, ['sent', 'sent', 'sent'])
})

test('internal messages reach internal channels only, without their text', async () => {
  const internal = await site.createChannel({
    ...{ name: 'Inside', address: site.receiver.url('/inside'), audience: 'INTERNAL' },
    subscriptions: site.to('Update', 'Internal Update'),
  })
  await site.createChannel({
    ...{ name: 'Outside', address: site.receiver.url('/outside') },
    subscriptions: site.to('Update', 'Internal Update'),
  })
  await site.post({ message_type: 'Internal Update', body: '<p>Secret</p>' })
  await site.settled(internal.id, ['sent'])
  expect(site.receiver.requests.map(({ path, body }) => [path, JSON.parse(body).data])).toEqual([
    ['/inside', { is_internal: true, id: 'OPI-1', url: 'http://localhost:8080/details/OPI-1' }],
  ])
  // The database refuses what a fault of the code might try.
  const { rows } = await site.server.db.execute<{ id: number }>(
    sql`select max(event_id)::int as id from channel_events`,
  )
  const outside = (await site.manager.call(endpoints.listChannels)).body.channels.find(
    ({ name }) => name === 'Outside',
  )
  const insert = sql`insert into channel_deliveries (channel_id, event_id, state, due_at, created_at)
    values (${outside?.channel_id}, ${rows[0]?.id}, 'queued', now(), now())`
  await expect(site.server.db.execute(insert)).rejects.toMatchObject({
    cause: { message: expect.stringContaining('an internal event must not go to the channel') },
  })
})

test('a notification is told at its send time', async () => {
  const { id } = await site.createChannel({
    subscriptions: choose({ notificationTypes: ['Maintenance Announcement'] }),
  })
  const operator = await site.server.signInAs('operator')
  const mwin_id = await planEvent(site.server, { title: 'Not for people outside' })
  const send_time = new Date(site.server.now().getTime() + 60_000).toISOString()
  const notification = await operator.call(createNotification, {
    body: {
      ...{ mwin_id, n_type: 'Maintenance Announcement', title: 'Work on the storage', send_time },
      ...{ body: { en: '<p>Some calls are slow</p>' }, subject: { en: 'Storage' }, broadcast: 'Y' },
      ...{ is_test: 'N', created_by: operator.email, comm_src: 'aviary' },
    },
  })
  expect(notification.status).toBe(200)
  site.server.setNow(new Date(Date.parse(send_time) + 1_000))
  expect(await site.server.sendDue()).toEqual({ sent: 1, failed: 0 })
  await site.received(2)
  const event = WEBHOOK_SCHEMAS['notification.published'].parse(
    JSON.parse(site.receiver.requests[0]?.body ?? ''),
  )
  expect(event.data).toMatchObject({
    is_internal: false,
    maintenance: { data_centers: ['us2'] },
    notification: { title: 'Storage', text: 'Some calls are slow', language: 'en' },
  })
  expect(site.receiver.requests[0]?.body).not.toContain('Not for people outside')
  await site.settled(id, ['sent', 'sent'])
})

test('a failed try is repeated by schedule with the same id, and every try is kept', async () => {
  site.receiver.react(
    { status: 500, body: 'out of order' },
    { status: 302, headers: { location: site.receiver.url('/x') } },
  )
  const { id } = await site.createChannel()
  await site.post()
  await site.settled(id, ['deferred'])
  const [first] = await site.deliveriesOf(id)
  expect(first).toMatchObject({ attempts: 1, response: '500 out of order' })
  await site.pass(10_000)
  await site.received(2)
  await expect.poll(async () => (await site.deliveriesOf(id))[0]?.attempts).toBe(2)
  await site.pass(10 * 60_000)
  await site.received(3)
  await site.settled(id, ['sent'])
  expect(new Set(site.receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(site.receiver.requests.every(({ path }) => path === '/hook')).toBe(true)
  const params = { id, delivery: first?.delivery_id ?? 0 }
  const { body } = await site.manager.call(endpoints.getChannelDelivery, { params })
  expect(body.attempts.map(({ status }) => status)).toEqual([204, 302, 500])
  expect(JSON.parse(body.body)).toMatchObject({ type: 'message.published' })
})

test('a receiver that is gone pauses its channel, which stops what it was still to get', async () => {
  site.receiver.react({ status: 410 })
  const { id } = await site.createChannel()
  await site.post()
  const get = async () =>
    (await site.manager.call(endpoints.listChannels)).body.channels.find(
      ({ channel_id }) => channel_id === id,
    )
  await expect.poll(async () => (await get())?.paused?.reason).toBe('gone')
  await site.settled(id, ['failed'])
  await site.post()
  await site.settled(id, ['stopped', 'failed'])
  expect(site.receiver.requests).toHaveLength(1)
  const since = '2026-08-20T00:00:00Z'
  const tooEarly = await site.manager.call(endpoints.replayChannel, { params: { id }, body: { since } })
  expect(tooEarly.problem.detail).toContain('resume it first')
  const resumed = await site.manager.call(endpoints.pauseChannel, {
    params: { id },
    body: { is_paused: false },
  })
  expect(resumed.body.channel).toMatchObject({ paused: null, failing_since: null })
  const replayed = await site.manager.call(endpoints.replayChannel, { params: { id }, body: { since } })
  expect(replayed.body).toEqual({ replayed: 2 })
  await site.settled(id, ['sent', 'sent'])
})

test('a channel that has failed for five days is paused, once a delivery has failed for good', async () => {
  site.receiver.react(...Array(20).fill({ status: 503 }))
  const { id } = await site.createChannel()
  await site.post()
  await site.settled(id, ['deferred'])
  const since = new Date(site.server.now().getTime() - 5 * 24 * 3_600_000)
  await site.server.db.update(channels).set({ failingSince: since }).where(eq(channels.channelId, id))
  await site.pass(10_000)
  await expect.poll(async () => (await site.deliveriesOf(id))[0]?.attempts).toBe(2)
  expect(await site.getChannel(id)).toMatchObject({ paused: null, failing_since: since.toISOString() })
  // The tenth try is the last.
  await site.server.db
    .update(channelDeliveries)
    .set({ attempts: 9 })
    .where(eq(channelDeliveries.channelId, id))
  await site.pass(10 * 60_000)
  await expect.poll(async () => (await site.getChannel(id))?.paused?.reason).toBe('failing')
  await site.settled(id, ['failed'])
  await expect.poll(() => site.worker.log.join()).toContain('a channel was paused')
})

test('a receiver that asks for patience gets it', async () => {
  site.receiver.react({ status: 429, headers: { 'retry-after': '7200' } })
  const { id } = await site.createChannel()
  await site.post()
  await site.settled(id, ['deferred'])
  const [delivery] = await site.deliveriesOf(id)
  expect(Date.parse(delivery?.next_try_date ?? '')).toBe(site.server.now().getTime() + 7_200_000)
})

test('a receiver that hangs delays no other channel', async () => {
  site.receiver.react('hang')
  const first = await site.createChannel({ name: 'Hangs' })
  await site.post()
  await site.received(1)
  const second = await site.createChannel({ name: 'Quick', address: site.receiver.url('/quick') })
  await site.post()
  await site.settled(second.id, ['sent'])
  expect((await site.deliveriesOf(first.id)).map(({ state }) => state)).toEqual(['queued', 'queued'])
})

test('a lane whose worker died is claimed again after its lease', async () => {
  const { id } = await site.createChannel()
  await site.server.db
    .update(channelLanes)
    .set({ worker: 'dead', leasedUntil: new Date(site.server.now().getTime() + 30_000) })
    .where(eq(channelLanes.channelId, id))
  await site.post()
  await site.settled(id, ['queued'])
  await site.pass(31_000)
  await site.settled(id, ['sent'])
})

test('who loses the right or the account leaves a paused channel', async () => {
  const helper = await site.server.signInAs('nobody')
  await site.server.db.execute(sql`
    insert into user_roles select u.user_id, r.role_id from users u, roles r
    where u.email = ${helper.email} and r.system_name = 'incident_manager'`)
  const { id } = await site.createChannel({ audience: 'INTERNAL' }, helper)
  await site.server.db.execute(sql`delete from user_roles using users u
    where user_roles.user_id = u.user_id and u.email = ${helper.email}`)
  await site.post()
  const get = async () =>
    (await site.administrator.call(endpoints.listChannels)).body.channels.find(
      ({ channel_id }) => channel_id === id,
    )
  expect(await get()).toMatchObject({ paused: { reason: 'owner', since: null }, owner: helper.email })
  expect((await site.deliveriesOf(id, site.administrator)).map(({ state }) => state)).toEqual(['stopped'])
  await site.server.db.execute(sql`delete from users where email = ${helper.email}`)
  expect(await get()).toMatchObject({ paused: { reason: 'owner' }, owner: null })
  expect(site.receiver.requests).toEqual([])
})

test('one sees and edits one’s own channels; with the right, everybody’s', async () => {
  const { id } = await site.createChannel({}, site.administrator)
  expect((await site.manager.call(endpoints.listChannels)).body.channels).toEqual([])
  for (const call of [
    site.manager.call(endpoints.updateChannel, { params: { id }, body: site.settings() }),
    site.manager.call(endpoints.deleteChannel, { params: { id } }),
    site.manager.call(endpoints.pauseChannel, { params: { id }, body: { is_paused: true } }),
    site.manager.call(endpoints.rotateChannelSecret, { params: { id } }),
    site.manager.call(endpoints.testChannel, { params: { id } }),
    site.manager.call(endpoints.listChannelDeliveries, { params: { id } }),
    site.manager.call(endpoints.getChannelDelivery, { params: { id, delivery: 1 } }),
    site.manager.call(endpoints.replayChannel, { params: { id }, body: { since: '2026-08-20T00:00:00Z' } }),
  ])
    expect((await call).status).toBe(404)
  expect(site.receiver.requests).toEqual([])
})

test('neither address nor secret is in the database, in the audit log or in an answer', async () => {
  const { id, secret } = await site.createChannel({ address: site.receiver.url('/hidden-token') })
  const updated = await site.manager.call(endpoints.updateChannel, {
    params: { id },
    body: site.settings({ name: 'Renamed', address: site.receiver.url('/hidden-token-2') }),
  })
  expect(updated.body.channel).toMatchObject({ name: 'Renamed', host: `127.0.0.1:${site.receiver.port}` })
  const { rows } = await site.server.db.execute<{ all: string }>(sql`
    select (select jsonb_agg(channels) from channels)::text
      || (select jsonb_agg(audit_log) from audit_log)::text as all`)
  const everything = `${rows[0]?.all}${JSON.stringify((await site.manager.call(endpoints.listChannels)).body)}`
  expect(everything).not.toContain('hidden-token')
  expect(everything).not.toContain(secret)
})

test('a test is sent at once and shows the answer', async () => {
  site.receiver.react({ status: 401, body: 'who are you?' })
  const { id, secret } = await site.createChannel()
  const refused = await site.manager.call(endpoints.testChannel, { params: { id } })
  expect(refused.body).toMatchObject({ is_accepted: false, attempt: { status: 401, answer: 'who are you?' } })
  const accepted = await site.manager.call(endpoints.testChannel, { params: { id } })
  expect(accepted.body).toMatchObject({ is_accepted: true, attempt: { status: 204 } })
  const [, last] = site.receiver.verified(secret)
  expect(WEBHOOK_SCHEMAS['webhook.test'].parse(last).type).toBe('webhook.test')
})

test('of two who edit a channel the second is told', async () => {
  const { id, channel } = await site.createChannel()
  const edit = () =>
    site.manager.call(endpoints.updateChannel, {
      params: { id },
      body: { ...site.settings(), version: channel.version },
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
  const { problem } = await site.manager.call(endpoints.createChannel, { body: site.settings({ address }) })
  expect(problem).toMatchObject({ status: 400, errors: [{ path: 'body.address' }] })
  expect(problem.detail).toContain(said)
})

test('unknown choices, an unknown language and half a category are refused', async () => {
  const create = async (changed: Parameters<ChannelSite['settings']>[0]) =>
    (await site.manager.call(endpoints.createChannel, { body: site.settings(changed) })).problem
  expect((await create({ locale: 'tlh' })).detail).toContain('use one of')
  expect((await create({ subscriptions: choose({ alertTypes: [999] }) })).detail).toContain('there is no')
  expect(
    (await create({ subscriptions: { ...site.to('Update'), P1: { ...site.to('Update').P1, services: [] } } }))
      .detail,
  ).toContain('at least one box')
  expect(
    (await site.server.db.select().from(channels)).filter(({ deletedAt }) => deletedAt === null),
  ).toEqual([])
})
