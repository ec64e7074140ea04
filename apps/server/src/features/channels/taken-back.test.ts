import * as endpoints from '@aviary/contract/channels/endpoints'
import { deleteMessage, updateMessage } from '@aviary/contract/messages/endpoints'
import { createNotification, deleteNotification } from '@aviary/contract/notifications/endpoints'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type ChannelSite, openChannelSite } from '../../../testing/channel-site.ts'
import { choose } from '../../../testing/channels.ts'
import { incidentRecord, ingest } from '../../../testing/ingest.ts'
import { planEvent } from '../../../testing/maintenance.ts'
import { channelDeliveries, channelLanes, channels } from '../../database/tables/channels.ts'
import { services } from '../../database/tables/reference.ts'

let site: ChannelSite
beforeAll(async () => {
  site = await openChannelSite()
})
afterEach(async () => {
  await ingest(site.server, 'incidents', [incidentRecord('OPI-1')])
  await site.clear()
})
afterAll(() => site.close())

const types = () => site.receiver.requests.map(({ body }) => JSON.parse(body).type)
const about = (message_id: number) => ({ jira_id: 'OPI-1', priority_type: 'P1' as const, message_id })

test('a deleted message is not sent any more, however often it was to be tried', async () => {
  site.receiver.react({ status: 503 })
  const { id } = await site.createChannel()
  const message_id = await site.post()
  await site.settled(id, ['deferred'])
  expect((await site.manager.call(deleteMessage, { body: about(message_id) })).status).toBe(200)
  await site.settled(id, ['sent', 'stopped'])
  const [, stopped] = await site.deliveriesOf(id)
  expect(stopped?.response).toBe('The message was deleted')
  const since = '2026-08-20T00:00:00Z'
  const all = await site.manager.call(endpoints.replayChannel, { params: { id }, body: { since } })
  expect(all.body).toEqual({ replayed: 0 })
  const one = { delivery_id: stopped?.delivery_id ?? 0 }
  expect((await site.manager.call(endpoints.replayChannel, { params: { id }, body: one })).status).toBe(404)
  await site.pass(10 * 60_000)
  expect(types()).toEqual(['message.published', 'message.deleted'])
})

test('a message that is made internal is gone for those outside, and edited for those inside', async () => {
  const outside = await site.createChannel({ name: 'Outside', address: site.receiver.url('/outside') })
  const inside = await site.createChannel({
    ...{ name: 'Inside', address: site.receiver.url('/inside'), audience: 'INTERNAL' },
  })
  const message_id = await site.post()
  await site.received(2)
  const edit = await site.manager.call(updateMessage, {
    body: { ...about(message_id), message_type: 'Internal Update', body: '<p>Secret</p>', language: 'en' },
  })
  expect(edit.status).toBe(200)
  await site.settled(outside.id, ['sent', 'sent'])
  await site.settled(inside.id, ['sent', 'sent', 'sent'])
  const got = (path: string) =>
    site.receiver.requests.filter((request) => request.path === path).map(({ body }) => JSON.parse(body))
  expect(got('/outside').map(({ type }) => type)).toEqual(['message.published', 'message.deleted'])
  expect(
    got('/inside')
      .map(({ type }) => type)
      .toSorted(),
  ).toEqual(['message.deleted', 'message.edited', 'message.published'])
  expect(JSON.stringify(site.receiver.requests)).not.toContain('Secret')

  const again = await site.manager.call(updateMessage, {
    body: { ...about(message_id), message_type: 'Internal Update', body: '<p>More</p>', language: 'en' },
  })
  expect(again.status).toBe(200)
  await site.settled(inside.id, ['sent', 'sent', 'sent', 'sent'])
  expect(got('/outside')).toHaveLength(2)
})

test('a channel that was paused meanwhile gets the message and its edit together', async () => {
  const { id } = await site.createChannel()
  await site.manager.call(endpoints.pauseChannel, { params: { id }, body: { is_paused: true } })
  const message_id = await site.post()
  const edit = await site.manager.call(updateMessage, {
    body: { ...about(message_id), message_type: 'Update', body: '<p>We found it</p>', language: 'en' },
  })
  expect(edit.status).toBe(200)
  await site.settled(id, ['stopped', 'stopped'])
  await site.manager.call(endpoints.pauseChannel, { params: { id }, body: { is_paused: false } })
  const since = (await site.getChannel(id))?.missed_since ?? ''
  await site.manager.call(endpoints.replayChannel, { params: { id }, body: { since } })
  await site.settled(id, ['sent', 'sent'])
  expect(types()).toEqual(['message.published', 'message.edited'])
})

test('what waits about an incident that became internal is not sent', async () => {
  site.receiver.react({ status: 503 })
  const { id } = await site.createChannel()
  await site.post()
  await site.settled(id, ['deferred'])
  await ingest(site.server, 'incidents', [incidentRecord('OPI-1', { is_internal: 'Y' })])
  await site.pass(10_000)
  // The status that people outside knew is no longer known.
  await site.settled(id, ['sent', 'stopped'])
  expect((await site.deliveriesOf(id))[1]?.response).toBe('The incident is internal now')
  expect(types()).toEqual(['message.published', 'status.changed'])
})

test('a notification that is deleted is not sent any more', async () => {
  site.receiver.react({ status: 503 }, { status: 503 })
  const { id } = await site.createChannel({
    subscriptions: choose({ notificationTypes: ['Maintenance Announcement'] }),
  })
  const operator = await site.server.signInAs('operator')
  const mwin_id = await planEvent(site.server, {})
  const send_time = new Date(site.server.now().getTime() + 60_000).toISOString()
  const created = await operator.call(createNotification, {
    body: {
      ...{ mwin_id, n_type: 'Maintenance Announcement', title: 'Storage', send_time, comm_src: 'aviary' },
      ...{ body: { en: '<p>Slow</p>' }, subject: { en: 'Storage' }, broadcast: 'Y' },
      ...{ is_test: 'N', created_by: operator.email },
    },
  })
  site.server.setNow(new Date(Date.parse(send_time) + 1_000))
  expect(await site.server.sendDue()).toEqual({ sent: 1, failed: 0 })
  await site.settled(id, ['deferred', 'deferred'])
  const notification_id = created.body.notification.id
  const deleted = await operator.call(deleteNotification, { body: { notification_id } })
  expect(deleted.status).toBe(200)
  // The newer one tells of the maintenance itself.
  await site.settled(id, ['deferred', 'stopped'])
})

test('a channel that becomes one for external news gets nothing internal that waits', async () => {
  site.receiver.react({ status: 503 })
  const { id } = await site.createChannel({
    audience: 'INTERNAL',
    subscriptions: site.to('Update', 'Internal Update'),
  })
  await site.post({ message_type: 'Internal Update', body: '<p>Secret</p>' })
  await site.settled(id, ['deferred'])
  const body = site.settings({ audience: 'EXTERNAL', subscriptions: site.to('Update', 'Internal Update') })
  expect((await site.manager.call(endpoints.updateChannel, { params: { id }, body })).status).toBe(200)
  await site.settled(id, ['stopped'])
  const [stopped] = await site.deliveriesOf(id)
  const again = { delivery_id: stopped?.delivery_id ?? 0 }
  expect((await site.manager.call(endpoints.replayChannel, { params: { id }, body: again })).status).toBe(404)
})

test('pausing waits for a message that is being posted, not the other way round', async () => {
  const { id } = await site.createChannel()
  let paused: Promise<{ status: number }> | undefined
  // Holds the lane, as a message that is being posted does, while somebody pauses the channel.
  await site.server.db.transaction(async (transaction) => {
    await transaction.execute(sql`select from channel_lanes where channel_id = ${id} for update`)
    paused = site.manager.call(endpoints.pauseChannel, { params: { id }, body: { is_paused: true } })
    await expect
      .poll(async () => {
        const { rows } = await site.server.db.execute(sql`
          select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`)
        return rows.length
      })
      .toBe(1)
    const { rows } = await transaction.execute<{ id: number }>(sql`
      insert into channel_events (name, type, audience, reference, bodies, created_at)
      values ('msg_test', 'message.published', 'EXTERNAL', 'OPI-1', '{"en": "{}"}', now())
      returning event_id::int as id`)
    // Refers to the channel, which must not be locked against that.
    await transaction.insert(channelDeliveries).values({
      ...{ channelId: id, eventId: rows[0]?.id ?? 0, state: 'queued' },
      ...{ dueAt: site.server.now(), createdAt: site.server.now() },
    })
  })
  expect((await paused)?.status).toBe(200)
  await site.settled(id, ['stopped'])
})

test('receivers that fail leave half of a worker to the others', async () => {
  const { id } = await site.createChannel({ name: 'Failing' })
  site.receiver.react({ status: 500 })
  await site.post()
  await site.settled(id, ['deferred'])
  const [lane] = await site.server.db.select().from(channelLanes).where(eq(channelLanes.channelId, id))
  expect(lane?.isFailing).toBe(true)
  await site.pass(10_000)
  await site.settled(id, ['sent'])
  const [healed] = await site.server.db.select().from(channelLanes).where(eq(channelLanes.channelId, id))
  expect(healed?.isFailing).toBe(false)
})

test('an edit keeps what was chosen and is retired since', async () => {
  const { id } = await site.createChannel({
    subscriptions: { ...site.to('Update'), P1: { ...site.to('Update').P1, services: ['Expense', 'Travel'] } },
  })
  const travel = eq(services.systemName, 'Travel')
  await site.server.db.update(services).set({ retiredAt: site.server.now() }).where(travel)
  const renamed = await site.manager.call(endpoints.updateChannel, {
    params: { id },
    body: site.settings({ name: 'Renamed' }),
  })
  await site.server.db.update(services).set({ retiredAt: null }).where(travel)
  expect(renamed.body.channel.subscriptions.P1.services.toSorted()).toEqual(['Expense', 'Travel'])
})

test('of several new secrets in a day all before the newest go on signing', async () => {
  const { id, secret } = await site.createChannel()
  const second = await site.manager.call(endpoints.rotateChannelSecret, { params: { id } })
  const third = await site.manager.call(endpoints.rotateChannelSecret, { params: { id } })
  await site.post()
  await site.received(1)
  for (const each of [secret, second.body.secret, third.body.secret])
    expect(site.receiver.verified(each)).toHaveLength(1)
})

test('a channel says since when something is missed that may be sent again', async () => {
  site.receiver.react({ status: 503 })
  const { id } = await site.createChannel()
  const deleted = await site.post()
  await site.settled(id, ['deferred'])
  const since = site.server.now()
  await site.pass(60_000)
  await site.manager.call(endpoints.pauseChannel, { params: { id }, body: { is_paused: true } })
  await site.manager.call(deleteMessage, { body: about(deleted) })
  // The deletion is missed, but no longer the message.
  expect(since < site.server.now()).toBe(true)
  expect((await site.getChannel(id))?.missed_since).toBe(site.server.now().toISOString())
  expect((await site.deliveriesOf(id)).map(({ event, may_replay }) => [event, may_replay])).toEqual([
    ['message.deleted', true],
    ['message.published', false],
  ])
})

test('internal channels are for those who see internal types, on saving and at each event', async () => {
  const person = await site.server.signInAs('nobody')
  await site.server.db.execute(sql`
    with r as (insert into roles (system_name, display_name) values ('hooks', 'Hooks') returning role_id), given as (
      insert into role_actions select role_id, action_id from r, actions where system_name = 'create_channel'
    ) insert into user_roles select user_id, role_id from r, users where email = ${person.email}`)
  const refused = await person.call(endpoints.createChannel, {
    body: site.settings({ audience: 'INTERNAL' }),
  })
  expect(refused.problem).toMatchObject({
    status: 403,
    detail: expect.stringContaining('view_is_internal_message'),
  })
  const { id } = await site.createChannel({}, person)
  await site.server.db.update(channels).set({ audience: 'INTERNAL' }).where(eq(channels.channelId, id))
  expect(await site.getChannel(id)).toMatchObject({ paused: { reason: 'owner' } })
  // Who may edit everybody's channels takes it over.
  const body = site.settings({ audience: 'INTERNAL', address: site.receiver.url('/taken-over') })
  const taken = await site.administrator.call(endpoints.updateChannel, { params: { id }, body })
  expect(taken.body.channel).toMatchObject({ paused: null, owner: site.administrator.email })
})

test('the fifty-first channel of a person is refused', async () => {
  const [row] = await site.server.db
    .execute(sql`select user_id from users where email = ${site.manager.email}`)
    .then(({ rows }) => rows as { user_id: number }[])
  await site.server.db.insert(channels).values(
    Array.from({ length: 50 }, (_, index) => ({
      ...{ kind: 'webhook' as const, name: `Hook ${index}`, ownerId: row?.user_id, host: 'hooks.example' },
      ...{ locale: 'en', audience: 'EXTERNAL' as const, createdAt: site.server.now() },
    })),
  )
  const { problem } = await site.manager.call(endpoints.createChannel, { body: site.settings() })
  expect(problem).toMatchObject({ status: 409, detail: expect.stringContaining('50 channels') })
  await site.server.db.execute(sql`delete from channels where name like 'Hook %'`)
})
