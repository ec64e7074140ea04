import * as endpoints from '@aviary/contract/channels/endpoints'
import { EVENT_GROUPS, type EventGroup, GROUP_OF_EVENT, groupsFor } from '@aviary/contract/channels/rules'
import { createMaintenanceEvent } from '@aviary/contract/maintenance/endpoints'
import { deleteMessage, previewMessage } from '@aviary/contract/messages/endpoints'
import { createNotification } from '@aviary/contract/notifications/endpoints'
import { NOTIFICATION_TYPES } from '@aviary/contract/notifications/rules'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type ChannelSite, openChannelSite } from '../../../testing/channel-site.ts'
import { choose } from '../../../testing/channels.ts'
import { incidentRecord, ingest } from '../../../testing/ingest.ts'

// A channel chooses which events it gets, besides priorities, services, data centers and types.

let site: ChannelSite
beforeAll(async () => {
  site = await openChannelSite()
})
afterEach(() => site.clear())
afterAll(() => site.close())

const MINUTE_MS = 60_000
const all = () => ({
  ...choose({ alertTypes: site.to('Update').P1.alert_types, dataCenters: ['us2', 'eu'] }),
  notifications: choose({ notificationTypes: [...NOTIFICATION_TYPES] }).notifications,
})

/** Types of the events that a channel was to get, oldest first. */
async function typesOf(id: number): Promise<(keyof typeof GROUP_OF_EVENT)[]> {
  const { rows } = await site.server.db.execute<{ type: keyof typeof GROUP_OF_EVENT }>(sql`
    select e.type from channel_deliveries join channel_events e using (event_id)
    where channel_id = ${id} order by event_id`)
  return rows.map(({ type }) => type)
}

/** Makes something of every group happen. */
async function makeNews(): Promise<void> {
  await ingest(site.server, 'incidents', [incidentRecord('OPI-20', { data_centers: ['us2', 'eu'] })])
  await site.post({
    jira_id: 'OPI-20',
    next_update_due: new Date(site.server.now().getTime() + 10 * MINUTE_MS).toISOString(),
  })
  const operator = await site.server.signInAs('operator')
  const at = site.server.now().toISOString()
  const planned = await operator.call(createMaintenanceEvent, {
    body: {
      ...{ title: 'Storage', is_internal: 'N', data_centers: ['us2'], created_by: operator.email },
      ...{ start_date: '2026-08-21T12:00:00Z', end_date: '2026-08-21T15:00:00Z' },
    },
  })
  await operator.call(createNotification, {
    body: {
      ...{ mwin_id: planned.body.maintenance_event.id, n_type: 'Maintenance Announcement' },
      ...{ title: 'Storage', send_time: at, broadcast: 'Y', body: '<p>Slow</p>', subject: 'Storage' },
      ...{ is_test: 'N', comm_src: 'aviary', created_by: operator.email },
    } as never,
  })
  expect(await site.server.sendDue()).toEqual({ sent: 1, failed: 0 })
  await site.pass(10 * MINUTE_MS)
  expect(await site.server.sendReminders()).toMatchObject({ failed: 0 })
}

test('each group has its events, and no channel gets those of another', async () => {
  const ids = new Map<EventGroup, number>()
  for (const group of EVENT_GROUPS) {
    const channel = { name: group, audience: 'INTERNAL' as const, subscriptions: all(), events: [group] }
    ids.set(group, (await site.createChannel(channel)).id)
  }
  const whole = await site.createChannel({ name: 'All', audience: 'INTERNAL', subscriptions: all() })
  expect(whole.channel.events).toEqual(EVENT_GROUPS)
  await makeNews()
  const heard = await typesOf(whole.id)
  for (const [group, id] of ids) {
    const own = heard.filter((type) => GROUP_OF_EVENT[type] === group)
    expect(own.length, group).toBeGreaterThan(0)
    expect(await typesOf(id), group).toEqual(own)
  }
})

test('a channel is told what became of what it was told, though it has chosen other events since', async () => {
  const { id, channel } = await site.createChannel({ events: ['messages'] })
  const message_id = await site.post()
  const changed = { ...site.settings(), address: undefined, events: ['maintenance' as const] }
  const { version } = channel
  await site.manager.call(endpoints.updateChannel, { params: { id }, body: { ...changed, version } })
  await site.manager.call(deleteMessage, {
    body: { message_id, jira_id: 'OPI-1', priority_type: 'P1' },
  })
  await site.post()
  expect(await typesOf(id)).toEqual(['message.published', 'message.deleted'])
})

test('the confirmation of a message counts only channels that chose messages', async () => {
  await site.createChannel({ name: 'Messages', events: ['messages'] })
  await site.createChannel({ name: 'Incidents', events: ['incidents'] })
  const { body } = await site.manager.call(previewMessage, {
    body: {
      ...{
        jira_id: 'OPI-1',
        priority_type: 'P1',
        message_type: 'Update',
        body: '<p>Down</p>',
        broadcast: 'Y',
      },
      email_template_data: { current_status: 'Looking', next_update: '13:00 UTC' },
    },
  })
  expect(body.channels).toMatchObject({ total: 1, listed: [{ name: 'Messages' }] })
})

test('events are kept when a change does not name them, and must be known, one at least', async () => {
  const { id, channel } = await site.createChannel({ events: ['status', 'messages', 'status'] })
  expect(channel.events).toEqual(['messages', 'status'])
  const { address: _, ...settings } = site.settings({ name: 'Renamed' })
  const save = (events?: string[]) =>
    site.manager.call(endpoints.updateChannel, {
      params: { id },
      body: { ...settings, ...(events && { events: events as EventGroup[] }) },
    })
  expect((await save()).body.channel).toMatchObject({ name: 'Renamed', events: ['messages', 'status'] })
  for (const wrong of [[], ['weather']]) expect((await save(wrong)).status).toBe(400)
})

test('one channel is read by its id, by those who may see it', async () => {
  const { id, channel } = await site.createChannel({ name: 'Mine' })
  const read = { params: { id } }
  expect((await site.manager.call(endpoints.getChannel, read)).body).toEqual({ channel })
  expect((await site.administrator.call(endpoints.getChannel, read)).body).toEqual({ channel })
  const others = await site.createChannel({ name: 'Theirs' }, site.administrator)
  const refused = await site.manager.call(endpoints.getChannel, { params: { id: others.id } })
  expect(refused.status).toBe(404)
})

test('chats get neither incidents nor the status, and INTERNAL channels alone reminders', () => {
  expect(groupsFor({ kind: 'webhook', audience: 'INTERNAL' })).toEqual(EVENT_GROUPS)
  expect(groupsFor({ kind: 'teams', audience: 'EXTERNAL' })).toEqual([
    'messages',
    'maintenance',
    'notifications',
  ])
})
