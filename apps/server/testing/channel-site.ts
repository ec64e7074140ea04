import * as endpoints from '@aviary/contract/channels/endpoints'
import type { ChannelKind, EventGroup } from '@aviary/contract/channels/rules'
import { createMessage } from '@aviary/contract/messages/endpoints'
import { expect } from 'vitest'
import { alertTypes } from '../src/database/tables/reference.ts'
import { openTestApp, type Person } from './app.ts'
import { choose, loopbackRules, startChannelWorker, startReceiver } from './channels.ts'
import type { Chats } from './chats.ts'
import { incidentRecord, ingest } from './ingest.ts'

type Changed = Partial<{
  kind: ChannelKind
  target: string
  name: string
  address: string
  locale: string
  audience: 'INTERNAL' | 'EXTERNAL'
  events: EventGroup[]
}> & {
  subscriptions?: ReturnType<typeof choose>
}

/**
 * A server with a receiver on loopback and a worker. Messages are about OPI-1, which is about Expense in us2; the
 * channels are those of an incident manager.
 */
export async function openChannelSite(chats?: Chats) {
  const receiver = await startReceiver()
  const ports = [receiver.port, ...(chats ? [chats.port] : [])]
  const server = await openTestApp({
    environment: {
      CHANNEL_ALLOWED_NETWORKS: '127.0.0.0/8',
      CHANNEL_PORTS: ports.join(','),
      ...(chats && { SLACK_API_URL: chats.url('/api'), PAGERDUTY_EVENTS_URL: chats.url('') }),
      STATUS_SITE: 'https://status.acme.example',
    },
  })
  const manager = await server.signInAs('incident_manager')
  const administrator = await server.signInAs('administrator')
  await ingest(server, 'incidents', [incidentRecord('OPI-1')])
  const typeIds = new Map<string, number>()
  for (const type of await server.db.select().from(alertTypes))
    if (type.priorityType === 'P1') typeIds.set(type.name, type.alertTypeId)
  const worker = await startChannelWorker(server, loopbackRules(...ports), chats)
  /** Subscriptions to P1 messages of these types. */
  const to = (...names: string[]) => choose({ alertTypes: names.map((name) => typeIds.get(name) ?? 0) })

  const settings = (changed: Changed = {}) => ({
    name: 'Hook',
    address: receiver.url(),
    locale: 'en',
    audience: 'EXTERNAL' as const,
    subscriptions: to('Update'),
    ...changed,
  })

  const deliveriesOf = async (id: number, person: Person = manager) =>
    (await person.call(endpoints.listChannelDeliveries, { params: { id } })).body.deliveries

  const post = async (changed: object = {}): Promise<number> => {
    const posted = await manager.call(createMessage, {
      body: {
        ...{ jira_id: 'OPI-1', priority_type: 'P1', message_type: 'Update' },
        body: { en: '<p>We look <b>into</b> it</p>', de: '<p>Wir sehen nach</p>' },
        broadcast: 'Y',
        email_template_data: { current_status: 'Looking', next_update: '13:00 UTC' },
        ...changed,
      },
    })
    expect(posted.problem).toMatchObject({ message: {} })
    return posted.body.message.message_id
  }
  // OPI-1 is published before any channel exists, so that its messages are all that channels hear of it.
  await post()

  return {
    ...{ receiver, server, manager, administrator, worker, to, settings, deliveriesOf },
    createChannel: async (changed: Changed = {}, person: Person = manager) => {
      const created = await person.call(endpoints.createChannel, { body: settings(changed) })
      expect(created.problem).toMatchObject({ channel: { name: changed.name ?? 'Hook' } })
      const { channel, secret } = created.body
      return { id: channel.channel_id, channel, secret: secret ?? '' }
    },
    getChannel: async (id: number) =>
      (await administrator.call(endpoints.listChannels)).body.channels.find(
        ({ channel_id }) => channel_id === id,
      ),
    /** Posts and broadcasts a message; returns its id. */
    post,
    /** Advances the server's clock and wakes the worker. */
    pass: async (ms: number) => {
      server.setNow(new Date(server.now().getTime() + ms))
      await worker.wake()
    },
    /** Waits until the receiver got this many requests. */
    received: (count: number) => expect.poll(() => receiver.requests.length).toBe(count),
    /** Waits until the deliveries of a channel, newest first, have these states. */
    settled: (id: number, states: string[]) =>
      expect.poll(async () => (await deliveriesOf(id)).map(({ state }) => state)).toEqual(states),
    /** Forgets the requests and deletes every channel. */
    clear: async () => {
      receiver.react()
      receiver.requests.length = 0
      for (const { channel_id } of (await administrator.call(endpoints.listChannels)).body.channels)
        await administrator.call(endpoints.deleteChannel, { params: { id: channel_id } })
    },
    close: async () => {
      await worker.stop()
      expect(server.errors).toEqual([])
      await server.close()
      await receiver.close()
    },
  }
}

export type ChannelSite = Awaited<ReturnType<typeof openChannelSite>>
