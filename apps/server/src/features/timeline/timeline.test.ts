import { createMessage } from '@aviary/contract/messages/endpoints'
import { getTimeline } from '@aviary/contract/timeline/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { incidentRecord, ingest, statusRecord } from '../../../testing/ingest.ts'
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

test('lists status changes, messages and broadcasts in one timeline, oldest first', async () => {
  await ingest(server, 'incidents', [
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
  await ingest(server, 'status', [statusRecord({ service: 'Billing', at: '2026-08-20T11:59:00Z' })])
  await subscribe(server, 'ana@example.com')
  server.setNow(new Date('2026-08-20T12:10:00Z'))
  const created = await manager.call(createMessage, {
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
      message_id: expect.any(Number),
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
    {
      kind: 'message',
      at: '2026-08-20T12:10:00.000Z',
      message_id: created.body.message.id,
      title: 'Update',
      text: 'Better',
      by: manager.email,
    },
    {
      kind: 'broadcast',
      at: '2026-08-20T12:10:00.000Z',
      broadcast_id: expect.any(Number),
      is_correction: false,
      message_id: created.body.message.id,
      subject: 'Outage: Expense in us2',
      audience: 'EXTERNAL',
      progress: { queued: 1, sent: 0, deferred: 0, failed: 0, stopped: 0, bounced: 0 },
      channels: { queued: 0, sent: 0, deferred: 0, failed: 0, stopped: 0 },
      by: manager.email,
    },
    { kind: 'sla_end', at: '2026-08-20T15:50:00.000Z' },
  ])
  expect((await manager.call(getTimeline, { query: { jira_id: 'OPI-404' } })).status).toBe(404)
})

test('lists the status changes within the span of a finished incident, and the one at its end', async () => {
  const place = { affected_services: ['Travel'], data_centers: ['eu'] }
  const ingestAt = async (time: string, id: string, fields: object) => {
    server.setNow(new Date(`2026-08-20T${time}Z`))
    await ingest(server, 'incidents', [incidentRecord(id, { ...place, ...fields })])
  }
  const before = { start_date: '2026-08-20T13:00:00Z', severity: 'PERFORMANCE' }
  const own = { start_date: '2026-08-20T14:00:00Z', severity: 'OUTAGE' }
  await ingestAt('13:00:30', 'OPI-20', before)
  await ingestAt('13:50:01', 'OPI-20', { ...before, status: 'RESOLVED', end_date: '2026-08-20T13:50:00Z' })
  await ingestAt('14:00:10', 'OPI-21', own)
  await ingestAt('14:30:05', 'OPI-21', { ...own, status: 'RESOLVED', end_date: '2026-08-20T14:30:00Z' })
  await ingestAt('14:33:00', 'OPI-22', { start_date: '2026-08-20T14:33:00Z', severity: 'PERFORMANCE' })
  await ingestAt('14:45:00', 'OPI-23', { start_date: '2026-08-20T14:45:00Z', severity: 'OUTAGE' })
  const reader = await server.signInAs('operator') // the manager's session has ended by now
  const statuses = async (id: string) => {
    const { body } = await reader.call(getTimeline, { query: { jira_id: id } })
    return body.entries.flatMap((entry) => (entry.kind === 'status' ? [`${entry.at} ${entry.status}`] : []))
  }
  expect(await statuses('OPI-21')).toEqual(['2026-08-20T14:00:10.000Z OUTAGE', '2026-08-20T14:30:05.000Z NA'])
  expect(await statuses('OPI-20')).toEqual([
    '2026-08-20T13:00:30.000Z PERFORMANCE',
    '2026-08-20T13:50:01.000Z NA',
  ])
  expect(await statuses('OPI-22')).toEqual([
    '2026-08-20T14:33:00.000Z PERFORMANCE',
    '2026-08-20T14:45:00.000Z OUTAGE',
  ])
})
