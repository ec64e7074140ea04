import { createMessage } from '@aviary/contract/messages/endpoints'
import { getTimeline } from '@aviary/contract/timeline/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { incidentRecord, statusRecord, takeIn } from '../../../testing/ingest.ts'
import { subscribe } from '../../../testing/subscribers.ts'

let server: TestApp
let manager: Person
beforeAll(async () => {
  server = await openTestApp({ now: new Date('2026-08-20T12:00:00Z') })
  manager = await server.signInAs('incident_manager')
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

test('status changes, messages and broadcasts stand in one time line, oldest first', async () => {
  await takeIn(server, 'incidents', [
    incidentRecord('OPI-1', {
      start_date: '2026-08-20T11:50:00Z',
      messages: [
        {
          key: '1',
          title: 'Investigating',
          created_date: '2026-08-20T11:55:00Z',
          body: { en: '<p>We look</p>' },
        },
      ],
    }),
  ])
  await takeIn(server, 'status', [statusRecord({ service: 'Billing', at: '2026-08-20T11:59:00Z' })])
  await subscribe(server, 'ana@example.com')
  server.setNow(new Date('2026-08-20T12:10:00Z'))
  await manager.call(createMessage, {
    body: {
      jira_id: 'OPI-1',
      priority_type: 'P1',
      message_type: 'Update',
      body: 'Better',
      broadcast: 'Y',
      email_template_data: { current_status: 'x', next_update: 'y' },
    },
  })
  const { body } = await manager.call(getTimeline, { query: { jira_id: 'OPI-1' } })
  expect(body.entries).toEqual([
    { kind: 'start', at: '2026-08-20T11:50:00.000Z' },
    {
      kind: 'message',
      at: '2026-08-20T11:55:00.000Z',
      title: 'Investigating',
      text: 'We look',
      by: expect.stringMatching(/^token:/),
    },
    {
      kind: 'status',
      at: '2026-08-20T12:00:00.000Z',
      service: 'Expense',
      data_center: 'us2',
      status: 'OUTAGE',
    },
    { kind: 'message', at: '2026-08-20T12:10:00.000Z', title: 'Update', text: 'Better', by: manager.email },
    {
      kind: 'broadcast',
      at: '2026-08-20T12:10:00.000Z',
      subject: '[OPI-1] Update: Expense',
      audience: 'EXTERNAL',
      progress: { queued: 1, sent: 0, deferred: 0, failed: 0 },
      by: manager.email,
    },
    { kind: 'sla_end', at: '2026-08-20T15:50:00.000Z' },
  ])
  expect((await manager.call(getTimeline, { query: { jira_id: 'OPI-404' } })).status).toBe(404)
})
