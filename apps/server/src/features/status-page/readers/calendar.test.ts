import { cancelMaintenanceEvent, updateMaintenanceEvent } from '@aviary/contract/maintenance/endpoints'
import { sql } from 'drizzle-orm'
import nodeIcal, { type VEvent } from 'node-ical'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../../testing/app.ts'
import { planEvent } from '../../../../testing/maintenance.ts'
import { openReader, publishMaintenance } from '../../../../testing/status-page.ts'
import { waitFor } from '../../../../testing/wait-for.ts'

const ADDRESS = 'https://status.example.com/status/'

let server: TestApp
let operator: Person
beforeAll(async () => {
  server = await openTestApp({
    environment: {
      ...{ PUBLIC_STATUS: '/status', PROVIDER_NAME: 'Example, Cloud' },
      PUBLIC_URL: 'https://status.example.com',
    },
  })
  operator = await server.signInAs('operator')
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const reader = () => openReader(server)
async function readCalendar(name = 'maintenance.ics') {
  const text = await reader().read(name)
  const events = Object.values(nodeIcal.sync.parseICS(text)).filter(
    (part): part is VEvent => part?.type === 'VEVENT',
  )
  return { text, events }
}

const start = new Date('2026-08-21T02:00:00Z')
const end = new Date('2026-08-21T05:00:00Z')
let eventId: number
let uid: string

test('a calendar without maintenance can be subscribed to', async () => {
  const { headers, body } = await reader().get('maintenance.ics')
  expect(headers).toMatchObject({
    'content-type': 'text/calendar; charset=utf-8',
    'access-control-allow-origin': '*',
  })
  expect(body).toMatch(/^BEGIN:VCALENDAR\r\n[\s\S]*END:VCALENDAR\r\n$/)
  expect((await readCalendar()).events).toEqual([])
})

test('it has published maintenance, in UTC, with an id that says nothing of where it is', async () => {
  await planEvent(server, { title: 'Not published' })
  eventId = await planEvent(server, { title: 'For staff', start, end, dataCenters: ['us2', 'eu'] })
  await publishMaintenance(server, operator, {
    ...{ eventId, title: 'Storage, part 1', subject: { en: 'Storage, part 1' } },
    body: { en: '<p>Some calls are slow;</p><p>others &#8; not</p>' },
  })
  await reader().shows('part 1', 'maintenance.ics')
  const { text, events } = await readCalendar()
  expect(events).toHaveLength(1)
  const [event] = events
  uid = event?.uid ?? ''
  expect(uid).toMatch(/^[0-9a-v]{26}@status-page\.aviary$/)
  expect(event).toMatchObject({
    ...{ summary: 'Storage, part 1', location: 'us2, EMEA', status: 'CONFIRMED', sequence: 1 },
    ...{ start, end, url: { val: `${ADDRESS}maintenance/${uid.slice(0, 26)}/` } },
    description: 'Some calls are slow;\n\nothers not',
  })
  expect(text).toContain('DTSTART:20260821T020000Z\r\n')
  expect(text).not.toMatch(/For staff|[^\P{Cc}\r\n\t]/u)
})

test('each language has one', async () => {
  const { text, events } = await readCalendar('de/maintenance.ics')
  expect(text).toContain('Kalender der Wartungen')
  expect(events).toMatchObject([{ uid, url: { val: expect.stringContaining(`${ADDRESS}de/maintenance/`) } }])
})

test('a change raises its sequence, and cancelling says so; the id stays', async () => {
  const moved = await operator.call(updateMaintenanceEvent, {
    body: {
      ...{ id: eventId, title: 'For staff', is_internal: 'N', data_centers: ['us2'], comm_src: 'test' },
      ...{ start_date: '2026-08-22T02:00:00Z', end_date: '2026-08-22T05:00:00Z' },
    },
  })
  expect(moved.status).toBe(200)
  await reader().shows('DTSTART:20260822T020000Z', 'maintenance.ics')
  const sequenceOf = async () => Number((await readCalendar()).events[0]?.sequence)
  const sequence = await sequenceOf()
  expect(sequence).toBeGreaterThan(1)
  expect((await operator.call(cancelMaintenanceEvent, { body: { id: eventId } })).status).toBe(200)
  await reader().shows('STATUS:CANCELLED', 'maintenance.ics')
  const [event] = (await readCalendar()).events
  expect(event).toMatchObject({ uid, status: 'CANCELLED', summary: '[Cancelled] Storage, part 1' })
  expect(await sequenceOf()).toBeGreaterThan(sequence)
})

test('a title cannot break out of the calendar', async () => {
  const title = 'Evil\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nSUMMARY:x\u202E'
  await server.db.execute(sql`update notifications set subject = ${JSON.stringify({ en: title })}`)
  const another = await planEvent(server, { start, end })
  await publishMaintenance(server, operator, { eventId: another })
  // The new title may be shown before the other event is.
  await waitFor(async () => expect((await readCalendar()).text.match(/^BEGIN:VEVENT/gm)).toHaveLength(2))
  const { events } = await readCalendar()
  expect(events.map(({ summary }) => summary)).toContain('[Cancelled] Evil END:VEVENT BEGIN:VEVENT SUMMARY:x')
})
