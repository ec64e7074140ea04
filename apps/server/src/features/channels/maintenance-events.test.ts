import { WEBHOOK_SCHEMAS } from '@aviary/contract/channels/events'
import {
  cancelMaintenanceEvent,
  createMaintenanceEvent,
  createMaintenanceWindow,
  deleteMaintenanceEvent,
  updateMaintenanceEvent,
} from '@aviary/contract/maintenance/endpoints'
import type { MaintenanceEvent } from '@aviary/contract/maintenance/schemas'
import { createNotification } from '@aviary/contract/notifications/endpoints'
import { NOTIFICATION_TYPES } from '@aviary/contract/notifications/rules'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Person } from '../../../testing/app.ts'
import { type ChannelSite, openChannelSite } from '../../../testing/channel-site.ts'
import { choose } from '../../../testing/channels.ts'

const NOW = new Date('2026-08-20T12:00:00Z')
const HOUR = 60 * 60 * 1000
const inHours = (hours: number) => new Date(NOW.getTime() + hours * HOUR)

let site: ChannelSite
let operator: Person
/** Ids of an INTERNAL and an EXTERNAL channel that subscribed to everything about us2. */
let inside: number
let outside: number
beforeAll(async () => {
  site = await openChannelSite()
  operator = await site.server.signInAs('operator')
})
beforeEach(async () => {
  await goTo(0)
  const subscriptions = choose({ notificationTypes: [...NOTIFICATION_TYPES] })
  inside = (await site.createChannel({ name: 'Inside', audience: 'INTERNAL', subscriptions })).id
  outside = (await site.createChannel({ name: 'Outside', subscriptions })).id
})
afterEach(async () => {
  site.server.setNow(NOW)
  await site.clear()
  await site.server.db.execute(sql`delete from maintenance_events`)
})
afterAll(() => site.close())

/** Sets the clock; the operator signs in again, because sessions end. */
const goTo = async (hours: number) => {
  site.server.setNow(inHours(hours))
  operator = await site.server.signInAs('operator')
}

const draft = (changes: object = {}) => ({
  ...{ title: 'Secret title', is_internal: 'N' as const, data_centers: ['us2'] },
  ...{ start_date: inHours(24).toISOString(), end_date: inHours(27).toISOString() },
  created_by: operator.email,
  ...changes,
})
const plan = async (changes: object = {}): Promise<MaintenanceEvent> => {
  const { body, problem } = await operator.call(createMaintenanceEvent, { body: draft(changes) })
  expect(problem).toMatchObject({ maintenance_event: {} })
  return body.maintenance_event
}
const edit = async (id: number, changes: object) => {
  const edited = await operator.call(updateMaintenanceEvent, { body: { ...draft(), id, ...changes } })
  expect(edited.problem).toMatchObject({ maintenance_event: { id } })
}
/** Sends off a notification to people outside, which makes the event public. */
const publish = async (mwin_id: number, changes: object = {}) => {
  const send_time = site.server.now().toISOString()
  const created = await operator.call(createNotification, {
    body: {
      ...{ mwin_id, n_type: 'Maintenance Announcement', title: 'Storage', send_time, broadcast: 'Y' },
      ...{ body: '<p>Slow</p>', subject: 'Storage', is_test: 'N', comm_src: 'aviary' },
      ...{ created_by: operator.email, ...changes },
    } as never,
  })
  expect(created.problem).toMatchObject({ notification: {} })
  expect(await site.server.sendDue()).toEqual({ sent: 1, failed: 0 })
}

type Body = { type: keyof typeof WEBHOOK_SCHEMAS; timestamp: string; data: Record<string, unknown> }

/** What a channel was to hear, oldest first, as stored; each is checked against its schema. */
async function heard(id: number): Promise<Body[]> {
  const { rows } = await site.server.db.execute<{ body: string }>(sql`
    select e.bodies ->> 'en' as body from channel_deliveries d join channel_events e using (event_id)
    where channel_id = ${id} order by event_id`)
  return rows.map(({ body }) => {
    const event = JSON.parse(body)
    WEBHOOK_SCHEMAS[event.type as Body['type']].parse(event)
    return event
  })
}
const types = async (id: number) => (await heard(id)).map(({ type }) => type)
const internal = (id: number) => ({
  is_internal: true,
  id: `MNT-${id}`,
  url: `http://localhost:8080/maintenance_event/review/${id}`,
})

test('what was not published is told inside only, without its facts', async () => {
  const { id } = await plan()
  await edit(id, { end_date: inHours(28).toISOString() })
  await operator.call(cancelMaintenanceEvent, { body: { id } })
  expect(await heard(inside)).toEqual([
    { type: 'maintenance.planned', timestamp: NOW.toISOString(), data: internal(id) },
    { type: 'maintenance.changed', timestamp: NOW.toISOString(), data: internal(id) },
    { type: 'maintenance.cancelled', timestamp: NOW.toISOString(), data: internal(id) },
  ])
  expect(await heard(outside)).toEqual([])
})

test('what was published is told outside with times and data centers, and nothing else', async () => {
  const { id } = await plan()
  await publish(id)
  await publish(id, { n_type: 'Maintenance Update' })
  const [announced, planned, updated] = await heard(outside)
  expect([announced?.type, updated?.type]).toEqual(['notification.published', 'notification.published'])
  const maintenance = {
    id: expect.stringMatching(/^[0-9a-v]{26}$/),
    version: 1,
    starts_at: inHours(24).toISOString(),
    ends_at: inHours(27).toISOString(),
    data_centers: ['us2'],
  }
  const data = { is_internal: false, maintenance, url: 'https://status.acme.example' }
  expect(planned).toEqual({ type: 'maintenance.planned', timestamp: NOW.toISOString(), data })
  expect(announced?.data.maintenance).toEqual(planned?.data.maintenance)

  await edit(id, { title: 'Another title' })
  expect(await types(outside)).toHaveLength(3)
  await edit(id, { title: 'Another title', end_date: inHours(28).toISOString() })
  await site.settled(outside, Array(4).fill('sent'))
  await goTo(1)
  await operator.call(cancelMaintenanceEvent, { body: { id } })
  expect((await heard(outside)).slice(3)).toMatchObject([
    {
      type: 'maintenance.changed',
      data: { maintenance: { version: 3, ends_at: inHours(28).toISOString() } },
    },
    {
      type: 'maintenance.cancelled',
      timestamp: inHours(1).toISOString(),
      data: { maintenance: { version: 4 } },
    },
  ])
  expect(await types(inside)).toEqual([
    'maintenance.planned',
    'notification.published',
    'maintenance.planned',
    'notification.published',
    'maintenance.changed',
    'maintenance.changed',
    'maintenance.cancelled',
  ])
  expect((await heard(inside))[4]?.data).toEqual(internal(id))
  expect(JSON.stringify([...(await heard(inside)), ...(await heard(outside))])).not.toMatch(/ title/)
  await site.settled(outside, Array(5).fill('sent'))
})

test('an internal event and a test are told inside only, whatever is published about them', async () => {
  for (const changes of [{ is_internal: 'Y' }, { is_test: 'Y' }]) {
    const { id } = await plan(changes)
    await publish(id)
    await operator.call(cancelMaintenanceEvent, { body: { id } })
  }
  expect(await heard(outside)).toEqual([])
  expect(await types(inside)).toHaveLength(6)
})

test('what was made internal is not sent outside any more, and what changes then is told inside', async () => {
  site.receiver.react(...Array(9).fill({ status: 503 }))
  const { id } = await plan()
  await publish(id)
  await site.settled(outside, ['deferred', 'deferred'])
  await edit(id, { is_internal: 'Y' })
  expect((await site.deliveriesOf(outside)).map(({ event, state }) => [event, state])).toEqual([
    ['maintenance.planned', 'stopped'],
    ['notification.published', 'deferred'],
  ])
  expect((await heard(inside)).at(-1)).toMatchObject({ type: 'maintenance.changed', data: internal(id) })
  expect(await types(outside)).toHaveLength(2)
})

test('what waits to be told is withdrawn when it is cancelled', async () => {
  site.receiver.react(...Array(9).fill({ status: 503 }))
  const { id } = await plan()
  await site.settled(inside, ['deferred'])
  site.receiver.react()
  await operator.call(cancelMaintenanceEvent, { body: { id } })
  await site.settled(inside, ['sent', 'stopped'])
  expect((await site.deliveriesOf(inside))[1]).toMatchObject({
    response: 'The maintenance was cancelled',
    may_replay: false,
  })
})

test('an event that is deleted before its end is told as cancelled', async () => {
  const { id } = await plan()
  await publish(id)
  await operator.call(deleteMaintenanceEvent, { body: { id } })
  expect((await heard(outside)).at(-1)).toMatchObject({
    type: 'maintenance.cancelled',
    data: { is_internal: false, maintenance: { version: 2 } },
  })
  const cancelled = await plan()
  await operator.call(cancelMaintenanceEvent, { body: { id: cancelled.id } })
  const over = await plan({ start_date: inHours(-3).toISOString(), end_date: NOW.toISOString() })
  const before = await types(inside)
  for (const { id } of [cancelled, over]) await operator.call(deleteMaintenanceEvent, { body: { id } })
  expect(await types(inside)).toEqual(before)
})

test('channels hear by type and data center; of one that was moved also those of the former place', async () => {
  await site.clear()
  const subscribe = async (name: string, dataCenters: string[], notificationTypes: string[]) =>
    (
      await site.createChannel({
        ...{ name, audience: 'INTERNAL' },
        subscriptions: choose({ dataCenters, notificationTypes }),
      })
    ).id
  const announced = await subscribe('Announced', ['us2'], ['Maintenance Announcement'])
  const updated = await subscribe('Updated', ['us2'], ['Maintenance Update'])
  const ended = await subscribe('Ended', ['eu'], ['Maintenance Complete', 'Maintenance Cancelled'])
  const { id } = await plan()
  await edit(id, { data_centers: ['eu'] })
  await goTo(24)
  await site.server.reportProgress()
  await goTo(27)
  await site.server.reportProgress()
  expect(await types(announced)).toEqual(['maintenance.planned'])
  expect(await types(updated)).toEqual(['maintenance.changed'])
  expect(await types(ended)).toEqual(['maintenance.completed'])
})

test('start and end are told once, by whichever process comes first', async () => {
  const { id } = await plan()
  await publish(id)
  const report = () => Promise.all([1, 2, 3].map(() => site.server.reportProgress()))
  expect(await site.server.reportProgress()).toEqual({ told: 0, failed: 0 })
  await goTo(24)
  expect((await report()).map(({ told }) => told).toSorted()).toEqual([0, 0, 1])
  await goTo(27)
  await report()
  await report()
  expect((await heard(outside)).slice(2)).toMatchObject([
    { type: 'maintenance.started', timestamp: inHours(24).toISOString() },
    { type: 'maintenance.completed', timestamp: inHours(27).toISOString(), data: { is_internal: false } },
  ])
  // A clock that was set back tells nothing twice.
  await goTo(23)
  await report()
  await goTo(28)
  await report()
  expect(await types(outside)).toHaveLength(4)
})

test('after hours in which no process ran, only what still makes sense is told', async () => {
  const started = { start_date: inHours(1).toISOString() }
  const over = await plan({ ...started, end_date: inHours(2).toISOString() })
  const running = await plan({ ...started, end_date: inHours(9).toISOString() })
  await goTo(8)
  expect(await site.server.reportProgress()).toEqual({ told: 2, failed: 0 })
  expect((await heard(inside)).slice(2)).toMatchObject([
    { type: 'maintenance.completed', timestamp: inHours(2).toISOString(), data: internal(over.id) },
    { type: 'maintenance.started', timestamp: inHours(1).toISOString(), data: internal(running.id) },
  ])
  const missed = await plan({ start_date: inHours(9).toISOString(), end_date: inHours(10).toISOString() })
  const before = (await types(inside)).length
  await goTo(24 * 4)
  await site.server.reportProgress()
  await site.server.reportProgress()
  const last = (await heard(inside)).slice(before)
  expect(last).toMatchObject([{ type: 'maintenance.completed', data: internal(running.id) }])
  expect(JSON.stringify(last)).not.toContain(`MNT-${missed.id}`)
})

test('a cancelled event neither starts nor ends; one that was moved starts again', async () => {
  const cancelled = await plan()
  await operator.call(cancelMaintenanceEvent, { body: { id: cancelled.id } })
  const { id } = await plan()
  await goTo(25)
  await site.server.reportProgress()
  await edit(id, { start_date: inHours(30).toISOString(), end_date: inHours(31).toISOString() })
  await goTo(26)
  await site.server.reportProgress()
  for (const hours of [30, 31]) {
    await goTo(hours)
    await site.server.reportProgress()
  }
  expect((await heard(inside)).slice(2).map(({ type, data }) => [type, data.id])).toEqual([
    ['maintenance.planned', `MNT-${id}`],
    ['maintenance.started', `MNT-${id}`],
    ['maintenance.changed', `MNT-${id}`],
    ['maintenance.started', `MNT-${id}`],
    ['maintenance.completed', `MNT-${id}`],
  ])
})

test('nobody is told of what was over when it was recorded or edited', async () => {
  const past = { start_date: inHours(-3).toISOString(), end_date: inHours(-1).toISOString() }
  const { id } = await plan(past)
  await edit(id, { ...past, title: 'Corrected' })
  await publish(id, { n_type: 'Maintenance Complete' })
  expect(await site.server.reportProgress()).toEqual({ told: 0, failed: 0 })
  expect(await types(inside)).toEqual(['notification.published'])
})

test('what is published while it runs is told outside as started', async () => {
  const { id } = await plan({ start_date: inHours(-1).toISOString() })
  await site.server.reportProgress()
  await publish(id)
  expect((await heard(outside)).slice(1)).toMatchObject([
    { type: 'maintenance.started', timestamp: inHours(-1).toISOString(), data: { is_internal: false } },
  ])
})

test('events of the older calls are told as well', async () => {
  const body = { ...draft(), is_test: 'N' as const, notification_body: '<p>Slow</p>' }
  const created = await operator.call(createMaintenanceWindow, { body })
  expect(created.status).toBe(200)
  expect(await types(inside)).toEqual(['maintenance.planned'])
})

test('an event that cannot be told of holds up no other, and is told later', async () => {
  const broken = await plan()
  const { id } = await plan()
  await site.server.db.execute(sql`
    create function refuse_one() returns trigger language plpgsql as $$
    begin if new.reference = ${sql.raw(`'MNT-${broken.id}'`)} then raise exception 'refused'; end if; return new; end $$`)
  await site.server.db.execute(sql`
    create trigger refuse_one before insert on channel_events for each row execute function refuse_one()`)
  await goTo(24)
  expect(await site.server.reportProgress()).toEqual({ told: 1, failed: 1 })
  expect(site.server.errors.splice(0).join()).toContain('channels could not be told of a maintenance')
  await site.server.db.execute(sql`drop trigger refuse_one on channel_events`)
  expect(await site.server.reportProgress()).toEqual({ told: 1, failed: 0 })
  expect((await heard(inside)).slice(2).map(({ data }) => data.id)).toEqual([`MNT-${id}`, `MNT-${broken.id}`])
})

test.each([
  ['cancelled', cancelMaintenanceEvent],
  ['deleted', deleteMaintenanceEvent],
] as const)('an event that is %s waits for a notification that is being sent off', async (_, endpoint) => {
  const { id } = await plan()
  await publish(id)
  let answer: Promise<{ status: number }> | undefined
  // Locks the notification and then the lanes, as sending does.
  await site.server.db.transaction(async (transaction) => {
    await transaction.execute(sql`set local lock_timeout = '5s'`)
    await transaction.execute(sql`select from notifications where event_id = ${id} for update`)
    answer = operator.call(endpoint, { body: { id } })
    await expect
      .poll(async () => {
        const { rows } = await site.server.db.execute(sql`
          select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`)
        return rows.length
      })
      .toBe(1)
    await transaction.execute(sql`select from channel_lanes where channel_id = ${inside} for update`)
  })
  expect((await answer)?.status).toBe(200)
})
