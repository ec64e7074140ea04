import * as endpoints from '@aviary/contract/channels/endpoints'
import { listBroadcasts } from '@aviary/contract/deliveries/endpoints'
import { getMaintenanceEvent } from '@aviary/contract/maintenance/endpoints'
import { correctMessage } from '@aviary/contract/messages/correction-endpoints'
import { updateMessage } from '@aviary/contract/messages/endpoints'
import { createNotification } from '@aviary/contract/notifications/endpoints'
import { getTimeline } from '@aviary/contract/timeline/endpoints'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type ChannelSite, openChannelSite } from '../../../testing/channel-site.ts'
import { choose } from '../../../testing/channels.ts'
import { planEvent } from '../../../testing/maintenance.ts'
import { subscribe } from '../../../testing/subscribers.ts'

// Channels are counted by state beside the mails of the same broadcast.

let site: ChannelSite
beforeAll(async () => {
  site = await openChannelSite()
})
afterEach(() => site.clear())
afterAll(() => site.close())

const NONE = { queued: 0, sent: 0, deferred: 0, failed: 0, stopped: 0 }

/** The counts of the newest broadcast about the incident, as the incident's pages get them. */
async function counts() {
  const reference = 'OPI-1'
  const { body } = await site.manager.call(listBroadcasts, { query: { reference } })
  const timeline = await site.manager.call(getTimeline, { query: { jira_id: reference } })
  const id = body.broadcasts[0]?.broadcast_id
  const [entry] = timeline.body.entries.filter((one) => one.kind === 'broadcast' && one.broadcast_id === id)
  const channels = body.broadcasts[0]?.channels
  expect(entry).toMatchObject({ channels })
  return channels
}

test('the channels of a message are counted by state, and so are those of its correction', async () => {
  await subscribe(site.server, 'ana@heron.example', { alertTypes: ['Update'] })
  await site.post()
  expect(await counts()).toEqual(NONE)
  await site.createChannel({ name: 'One' })
  await site.createChannel({ name: 'Two' })
  const { id } = await site.createChannel({ name: 'Paused' })
  const params = { params: { id }, body: { is_paused: true } }
  await site.manager.call(endpoints.pauseChannel, params)
  site.receiver.react({ status: 503 })
  const message_id = await site.post()
  await expect.poll(counts).toEqual({ ...NONE, sent: 1, deferred: 1, stopped: 1 })
  await site.pass(60_000)
  await expect.poll(counts).toEqual({ ...NONE, sent: 2, stopped: 1 })

  const edit = {
    ...{ jira_id: 'OPI-1', priority_type: 'P1' as const, message_id, message_type: 'Update' },
    language: 'en',
  }
  const edited = await site.manager.call(updateMessage, { body: { ...edit, body: '<p>Found</p>' } })
  expect(edited.status).toBe(200)
  expect(await counts()).toEqual({ ...NONE, sent: 2, stopped: 1 })
  const body = { ...edit, version: 2, body: '<p>We found it</p>', recipients: 1 }
  expect((await site.manager.call(correctMessage, { body })).status).toBe(200)
  await expect.poll(counts).toEqual({ ...NONE, sent: 2, stopped: 1 })
})

test('the channels of a notification are counted once it is sent', async () => {
  await site.createChannel({ subscriptions: choose({ notificationTypes: ['Maintenance Announcement'] }) })
  const operator = await site.server.signInAs('operator')
  const id = await planEvent(site.server)
  const send_time = new Date(site.server.now().getTime() + 60_000).toISOString()
  const created = await operator.call(createNotification, {
    body: {
      ...{ mwin_id: id, n_type: 'Maintenance Announcement', title: 'Work on the storage', send_time },
      ...{ body: { en: '<p>Some calls are slow</p>' }, subject: { en: 'Storage' }, broadcast: 'Y' },
      ...{ is_test: 'N', created_by: operator.email, comm_src: 'aviary' },
    },
  })
  expect(created.body.notification).toMatchObject({ progress: null, channels: null })
  const get = async () => {
    const { body } = await operator.call(getMaintenanceEvent, { params: { id } })
    return body.maintenance_event.notifications[0]?.channels
  }
  site.server.setNow(new Date(Date.parse(send_time) + 1_000))
  expect(await site.server.sendDue()).toEqual({ sent: 1, failed: 0 })
  await expect.poll(get).toEqual({ ...NONE, sent: 1 })
})
