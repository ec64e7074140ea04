import { listChannels } from '@aviary/contract/channels/endpoints'
import { WEBHOOK_SCHEMAS } from '@aviary/contract/channels/events'
import { createMessage } from '@aviary/contract/messages/endpoints'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ChannelSite, openChannelSite } from '../../../testing/channel-site.ts'
import { choose } from '../../../testing/channels.ts'

let site: ChannelSite
beforeAll(async () => {
  site = await openChannelSite()
})
beforeEach(() => site.clear())
afterAll(() => site.close())

const MINUTE_MS = 60_000

/** Posts without a mail, and promises the next message in some minutes. */
async function promise(minutes: number) {
  const posted = await site.manager.call(createMessage, {
    body: {
      ...{ jira_id: 'OPI-1', priority_type: 'P1', message_type: 'Update', body: '<p>We look</p>' },
      ...{ broadcast: 'N', next_update_due: new Date(site.server.now().getTime() + minutes * MINUTE_MS) },
    } as never,
  })
  expect(posted.status).toBe(200)
  return posted.body.message.next_update_due
}

test('INTERNAL channels that hear of such incidents are told of a missed update, thinly', async () => {
  const inside = await site.createChannel({ audience: 'INTERNAL', address: site.receiver.url('/inside') })
  await site.createChannel({ name: 'Outside', address: site.receiver.url('/outside') })
  await site.createChannel({
    ...{ name: 'Elsewhere', audience: 'INTERNAL' as const, address: site.receiver.url('/elsewhere') },
    subscriptions: choose({ alertTypes: site.to('Update').P1.alert_types, dataCenters: ['eu'] }),
  })
  const due = await promise(10)
  await site.pass(10 * MINUTE_MS)
  expect(await site.server.sendReminders()).toEqual({ sent: 1, failed: 0 })
  await site.worker.wake()
  await site.settled(inside.id, ['sent'])
  expect(site.receiver.requests.map(({ path }) => path)).toEqual(['/inside'])
  const [event] = site.receiver.verified(inside.secret)
  expect(WEBHOOK_SCHEMAS['reminder.due'].parse(event)).toEqual({
    type: 'reminder.due',
    timestamp: site.server.now().toISOString(),
    data: {
      ...{ is_internal: true, id: 'OPI-1', url: 'http://localhost:8080/details/OPI-1' },
      ...{ due_at: due, number: 1, is_last: false },
    },
  })
  const metrics = await site.server.counters.registry.metrics()
  expect(metrics).toContain('aviary_reminders_total 1')
})

test('what a receiver did not take is given up when the update comes', async () => {
  const { id } = await site.createChannel({ audience: 'INTERNAL' })
  await promise(10)
  await site.pass(10 * MINUTE_MS)
  site.receiver.react({ status: 503 })
  await site.server.sendReminders()
  await site.worker.wake()
  await site.settled(id, ['deferred'])
  await promise(60)
  await site.server.sendReminders()
  expect(await site.deliveriesOf(id)).toMatchObject([
    { event: 'reminder.due', state: 'stopped', may_replay: false, reference: 'OPI-1' },
  ])
  expect((await site.manager.call(listChannels)).body.channels).toMatchObject([{ waiting: 0 }])
})
