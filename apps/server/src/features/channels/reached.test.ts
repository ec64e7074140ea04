import * as endpoints from '@aviary/contract/channels/endpoints'
import type { ReachedChannels } from '@aviary/contract/channels/reached'
import { correctMessage, previewCorrection } from '@aviary/contract/messages/correction-endpoints'
import { previewMessage } from '@aviary/contract/messages/endpoints'
import { previewNotification } from '@aviary/contract/notifications/endpoints'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../../testing/app.ts'
import { type ChannelSite, openChannelSite } from '../../../testing/channel-site.ts'
import { choose } from '../../../testing/channels.ts'
import { planEvent } from '../../../testing/maintenance.ts'
import { subscribe } from '../../../testing/subscribers.ts'

// The previews of messages, corrections and notifications count the channels that will be told, and name those that
// the caller may see.

let site: ChannelSite
beforeAll(async () => {
  site = await openChannelSite()
})
afterEach(() => site.clear())
afterAll(() => site.close())

const names = ({ listed }: ReachedChannels) => listed.map(({ name }) => name)

const preview = async (person: Person = site.manager, changed: object = {}): Promise<ReachedChannels> => {
  const { body } = await person.call(previewMessage, {
    body: {
      ...{
        jira_id: 'OPI-1',
        priority_type: 'P1',
        message_type: 'Update',
        body: '<p>Down</p>',
        broadcast: 'Y',
      },
      email_template_data: { current_status: 'Looking', next_update: '13:00 UTC' },
      ...changed,
    },
  })
  return body.channels
}

const pause = (id: number) =>
  site.administrator.call(endpoints.pauseChannel, { params: { id }, body: { is_paused: true } })

test('a message counts the channels it will tell, and names those that the caller may see', async () => {
  expect(await preview()).toEqual({ total: 0, kinds: [], paused: 0, listed: [] })
  const { id } = await site.createChannel({ name: 'b of the manager' })
  await site.createChannel({ name: 'A of the administrator' }, site.administrator)
  await site.createChannel({ name: 'Other type', subscriptions: site.to('Service Restored') })
  const paused = await site.createChannel({ name: 'c, paused' })
  await pause(paused.id)
  expect(await preview()).toEqual({
    total: 2,
    kinds: [{ kind: 'webhook', channels: 2 }],
    paused: 1,
    listed: [
      { channel_id: id, name: 'b of the manager', kind: 'webhook', is_paused: false },
      { channel_id: paused.id, name: 'c, paused', kind: 'webhook', is_paused: true },
    ],
  })
  const seenByAll = await preview(site.administrator)
  expect(names(seenByAll)).toEqual(['A of the administrator', 'b of the manager', 'c, paused'])
  await site.post()
  await site.received(2)
})

test('an internal message counts the channels for internal news only', async () => {
  const subscriptions = site.to('Internal Update')
  await site.createChannel({ name: 'Inside', audience: 'INTERNAL', subscriptions })
  await site.createChannel({ name: 'Outside', subscriptions })
  const reached = await preview(site.manager, { message_type: 'Internal Update' })
  expect(reached).toMatchObject({ total: 1, paused: 0 })
  expect(names(reached)).toEqual(['Inside'])
})

test('a notification counts them for people who may see no channel, without a name', async () => {
  const subscriptions = choose({ notificationTypes: ['Maintenance Announcement'] })
  await site.createChannel({ name: 'Calendar', subscriptions })
  const operator = await site.server.signInAs('operator')
  const mwin_id = await planEvent(site.server)
  const ask = async (person: Person) => {
    const { body, problem } = await person.call(previewNotification, {
      body: {
        ...{ mwin_id, n_type: 'Maintenance Announcement', title: 'Work', body: { en: '<p>Slow</p>' } },
        ...{ subject: { en: 'Storage' }, broadcast: 'Y', is_test: 'N', comm_src: 'aviary' },
        ...{ created_by: person.email, send_time: site.server.now().toISOString() },
      },
    })
    expect(problem).toHaveProperty('channels')
    return body.channels
  }
  expect((await operator.call(endpoints.listChannels)).status).toBe(403)
  expect(await ask(operator)).toEqual({
    ...{ total: 1, kinds: [{ kind: 'webhook', channels: 1 }], paused: 0, listed: [] },
  })
  expect(names(await ask(site.administrator))).toEqual(['Calendar'])
})

test('a correction goes to the channels that were told, and to as many as were confirmed', async () => {
  await subscribe(site.server, 'ana@heron.example', { alertTypes: ['Update'] })
  const { id } = await site.createChannel({ name: 'Told' })
  await site.createChannel({ name: 'Told too', address: site.receiver.url('/too') })
  const message_id = await site.post()
  await site.received(2)
  await site.createChannel({ name: 'Later' })
  const edit = {
    ...{ jira_id: 'OPI-1', priority_type: 'P1' as const, message_id, message_type: 'Update' },
    ...{ language: 'en', version: 1, body: '<p>We found it</p>' },
  }
  const shown = (await site.manager.call(previewCorrection, { body: edit })).body
  expect(shown.channels).toMatchObject({ total: 2, paused: 0 })
  expect(names(shown.channels)).toEqual(['Told', 'Told too'])
  await pause(id)
  const confirmed = { ...edit, recipients: shown.total, channels: shown.channels.total }
  const refused = await site.manager.call(correctMessage, { body: confirmed })
  expect(refused.problem.detail).toBe('The correction would now reach 1 channels, not 2. Check it again')
  expect(site.receiver.requests).toHaveLength(2)
  const corrected = await site.manager.call(correctMessage, { body: { ...confirmed, channels: 1 } })
  expect(corrected.status).toBe(200)
  await site.received(3)
})
