import { listChannelDeliveries } from '@aviary/contract/channels/endpoints'
import { listToldChannels } from '@aviary/contract/channels/ledger-endpoints'
import { listBroadcasts, listDeliveries } from '@aviary/contract/deliveries/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { incidentRecord, ingest } from '../../../testing/ingest.ts'
import { runOn } from '../../../testing/queries.ts'
import { retain } from '../../../testing/retention.ts'
import { publish } from '../../../testing/status-page.ts'
import { subscribeMany } from '../../../testing/subscribers.ts'

const START = new Date('2025-08-20T12:00:00Z')

let server: TestApp
let administrator: Person
beforeAll(async () => {
  server = await openTestApp({ now: START })
  await subscribeMany(server, 10)
  const manager = await server.signInAs('incident_manager')
  const records = (fields: object) =>
    ['OPI-1', 'OPI-2', 'OPI-3'].map((id) =>
      incidentRecord(id, { start_date: '2025-08-20T11:00:00Z', ...fields }),
    )
  await ingest(server, 'incidents', records({}))
  for (const id of ['OPI-1', 'OPI-2', 'OPI-3']) await publish(manager, id)
  const over = { status: 'RESOLVED', end_date: '2025-08-20T12:30:00Z' }
  await ingest(server, 'incidents', records(over).slice(1))
  // Of OPI-2 seven mails were sent, two failed for good, one came back; of OPI-3 one is still to be sent.
  await runOn(
    server,
    `delete from delivery_queue q using deliveries d
       where d.delivery_id = q.delivery_id and (d.email not in ('person-1@example.com', 'person-2@example.com') or d.broadcast_id = 1);
     delete from delivery_queue where broadcast_id = 3 and delivery_id not in (
       select delivery_id from deliveries where email = 'person-1@example.com');
     update deliveries set state = 'sent', sent_at = created_at;
     update delivery_queue set state = 'failed', due_at = null where broadcast_id = 2;
     update deliveries d set state = q.state from delivery_queue q where q.delivery_id = d.delivery_id;
     insert into delivery_events (delivery_id, event, response, at)
       select delivery_id, 'failed', '550', now() from delivery_queue where broadcast_id = 2;
     update broadcasts set bounced = 1 where broadcast_id = 2`,
  )
  server.setNow(new Date('2026-08-20T12:00:00Z'))
  administrator = await server.signInAs('administrator')
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const told = async (reference: string) =>
  (await administrator.call(listBroadcasts, { query: { reference } })).body.broadcasts[0]
const mails = async (reference: string) =>
  (await administrator.call(listDeliveries, { query: { reference } })).body.deliveries.length

test('mails go and the numbers of their broadcast stay; those that had failed count as stopped', async () => {
  const [open, over, waiting] = [await told('OPI-1'), await told('OPI-2'), await told('OPI-3')]
  expect(over?.progress).toMatchObject({ sent: 7, failed: 2, bounced: 1 })
  expect(await retain(server, { mails: 30 }, { rowsPerBatch: 4 })).toEqual([
    { kind: 'mails', rows: { mails: 10 } },
  ])
  await expect.poll(() => mails('OPI-2')).toBe(0)
  expect((await told('OPI-2'))?.progress).toMatchObject({ sent: 7, failed: 0, stopped: 2, bounced: 1 })
  // OPI-1 is open: a correction would go to those who were mailed. Of OPI-3 a mail is still to be sent.
  expect([await mails('OPI-1'), await mails('OPI-3')]).toEqual([10, 10])
  expect([await told('OPI-1'), await told('OPI-3')]).toEqual([open, waiting])
  await runOn(server, 'delete from delivery_queue')
  expect(await retain(server, { mails: 30 })).toEqual([{ kind: 'mails', rows: { mails: 10 } }])
})

test('requests to channels go; what a channel was told stays with what it was told of', async () => {
  await runOn(
    server,
    `insert into channels (kind, name, host, address, secret, locale, audience, created_at)
       values ('webhook', 'Hook', 'hooks.example', 'sealed', 'sealed', 'en', 'EXTERNAL', '2025-08-20');
     insert into channel_events (name, type, audience, reference, incident_id, bodies, created_at)
       select 'msg_' || jira_id, 'message.published', 'EXTERNAL', jira_id, incident_id, '{"en": "{}"}', '2025-08-20' from incidents;
     insert into channel_events (name, type, audience, reference, bodies, created_at)
       values ('msg_gone', 'message.published', 'EXTERNAL', 'OPI-9', '{"en": "{}"}', '2025-08-20');
     insert into channel_deliveries (channel_id, event_id, state, created_at, due_at)
       select channel_id, event_id, case when reference = 'OPI-3' then 'deferred' else 'sent' end, '2025-08-20',
         case when reference = 'OPI-3' then timestamptz '2099-01-01' end
       from channels, channel_events where channel_events.name like 'msg_OPI%' or channel_events.name = 'msg_gone';
     insert into channel_attempts (delivery_id, at, status, answer, ms)
       select delivery_id, '2025-08-20', 204, '', 12 from channel_deliveries`,
  )
  const [{ events } = { events: 0 }] = (
    await server.db.execute<{ events: number }>(
      `select count(*)::int as events from channel_events where reference = 'OPI-9'`,
    )
  ).rows
  expect(events).toBe(1)
  expect(await retain(server, { channels: 30 })).toEqual([
    { kind: 'channels', rows: { requests: 3, events: 1 } },
  ])
  const { rows } = await server.db.execute(
    `select reference, (select count(*)::int from channel_attempts a where a.delivery_id = d.delivery_id) as requests
     from channel_deliveries d join channel_events using (event_id) order by 1`,
  )
  expect(rows).toEqual([
    { reference: 'OPI-1', requests: 0 },
    { reference: 'OPI-2', requests: 0 },
    { reference: 'OPI-3', requests: 1 },
  ])
  const ledger = await administrator.call(listToldChannels, { query: {} })
  expect(ledger.status).toBe(200)
  const own = await administrator.call(listChannelDeliveries, { params: { id: '1' } })
  expect(own.status).toBeLessThan(500)
})
