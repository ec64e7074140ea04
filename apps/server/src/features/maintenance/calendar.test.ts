import {
  createCalendarLink,
  createMaintenanceEvent,
  deleteCalendarLink,
  deleteMaintenanceEvent,
  getCalendar,
  getCalendarLink,
  updateMaintenanceEvent,
} from '@aviary/contract/maintenance/endpoints'
import nodeIcal, { type VEvent } from 'node-ical'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { callPlain, openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { planEvent } from '../../../testing/maintenance.ts'
import { lastAudit, runOn } from '../../../testing/queries.ts'
import { calendarTokens, maintenanceEvents } from '../../database/tables/maintenance.ts'
import { openLog } from '../../http/log.ts'
import { sha256 } from '../session/public.ts'

const NOW = new Date('2026-08-20T12:00:00Z')
const URL_OF_AVIARY = 'https://aviary.example'

let server: TestApp
let operator: Person
const lines: string[] = []
beforeAll(async () => {
  server = await openTestApp({
    now: NOW,
    environment: { PUBLIC_URL: URL_OF_AVIARY, PROVIDER_NAME: 'Roost' },
    log: openLog('debug', { write: (line) => void lines.push(line) }),
  })
  operator = await server.signInAs('operator')
})
beforeEach(async () => {
  server.setNow(NOW)
  await runOn(server, 'delete from maintenance_events')
})
afterAll(() => server.close())

const links = async (person = operator) => (await person.call(createCalendarLink)).body.links
const getAddress = async (name: string, person = operator) =>
  (await links(person)).find(({ data_center }) => data_center === name)?.address ?? ''
type Request = { method?: 'GET' | 'HEAD'; headers?: Record<string, string> }
const send = async (address: string, request: Request) => {
  const { statusCode, headers, body } = await server.app.inject({
    url: address.replace(URL_OF_AVIARY, ''),
    ...request,
  })
  return { status: statusCode, headers, body }
}
const get = (address: string) => send(address, {})
const readCalendar = async (name = 'all') => {
  const { body } = await get(await getAddress(name))
  const events = Object.values(nodeIcal.sync.parseICS(body)).filter(
    (part): part is VEvent => part?.type === 'VEVENT',
  )
  return { text: body, events }
}
const titles = async (name?: string) => (await readCalendar(name)).events.map(({ summary }) => summary)
const plan = async (changes: object = {}) =>
  (
    await operator.call(createMaintenanceEvent, {
      body: {
        title: 'Storage upgrade',
        start_date: '2026-09-01T22:00:00-0700',
        end_date: '2026-09-02T01:00:00-0700',
        data_centers: ['us2', 'eu'],
        is_internal: 'N',
        created_by: operator.email,
        ...changes,
      },
    })
  ).body.maintenance_event

describe('calendar addresses', () => {
  test('are one for all data centers and one for each; only a hash of the token is stored', async () => {
    const calendarLinks = await links()
    expect(calendarLinks.map(({ data_center }) => data_center)).toEqual([
      'all',
      ...['us2', 'eu', 'eu2', 'china', 'usg', 'acmegovprod', 'apj1'],
    ])
    const tokens = new Set(calendarLinks.map(({ address }) => address.split('/').at(-2)))
    const [token = ''] = tokens
    expect(tokens.size).toBe(1)
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(calendarLinks[1]?.address).toBe(`${URL_OF_AVIARY}/api/maintenance_calendar/${token}/us2.ics`)
    const rows = await server.db.select().from(calendarTokens)
    expect(rows.map(({ tokenHash }) => tokenHash)).toEqual([sha256(token)])
    const audit = await lastAudit(server)
    expect(audit).toMatchObject({ actionName: 'Create Calendar Link', userEmail: operator.email })
    expect(JSON.stringify(audit)).not.toContain(token)
  })

  test('work until the person creates new ones or deletes them', async () => {
    const first = await getAddress('all')
    expect((await get(first)).status).toBe(200)
    const second = await getAddress('all')
    expect([(await get(first)).status, (await get(second)).status]).toEqual([404, 200])
    const otherPersonsAddress = await getAddress('all', await server.signInAs('support'))
    const end = () => operator.call(deleteCalendarLink)
    expect((await end()).body).toEqual({ had_link: 'Y' })
    expect((await end()).body).toEqual({ had_link: 'N' })
    expect([(await get(second)).status, (await get(otherPersonsAddress)).status]).toEqual([404, 200])
  })

  test('show the person whether and since when a link exists, never the address', async () => {
    const person = await server.signInAs('incident_manager')
    const readLink = async () => (await person.call(getCalendarLink)).body
    expect(await readLink()).toEqual({ has_link: 'N', created_date: null })
    await getAddress('all', person)
    expect(await readLink()).toEqual({ has_link: 'Y', created_date: server.now().toISOString() })
    await person.call(deleteCalendarLink)
    expect(await readLink()).toEqual({ has_link: 'N', created_date: null })
  })

  test('stop working when the person is deleted', async () => {
    const person = await server.signInAs('subscriber')
    const address = await getAddress('all', person)
    expect((await get(address)).status).toBe(200)
    await runOn(server, `delete from users where email = '${person.email}'`)
    expect((await get(address)).status).toBe(404)
  })

  test('answer alike for a wrong token and a wrong file', async () => {
    const address = await getAddress('all')
    const wrong = [
      address.replace('all.ics', 'mars.ics'),
      address.replace('all.ics', 'all'),
      address.replace('all.ics', 'all.ics.ics'),
      address.replace('all.ics', 'ALL.ICS'),
      address.replace(/[\w-]{43}/, 'x'.repeat(43)),
      address.replace(/[\w-]{43}/, 'x'),
      address.replace(/[\w-]{43}.*/, 'x/mars.ics'),
    ]
    const answers = await Promise.all(wrong.map(get))
    const refusals = answers.map(({ status, body }) => [status, JSON.parse(body).detail])
    expect(new Set(refusals.map(String))).toEqual(
      new Set(['404,There is no calendar at this address; make a new one in Aviary']),
    )
    const refused = await callPlain(server.app, getCalendar, { params: { token: 'x', file: 'all.ics' } })
    expect(refused.headers['content-type']).toContain('application/problem+json')
  })

  test('keep the token out of every log line', async () => {
    const address = await getAddress('us2')
    const token = address.split('/').at(-2) ?? ''
    lines.length = 0
    await get(address)
    await get(`${address}/?a=b`)
    await get(address.replace('us2.ics', 'mars.ics'))
    await get(address.replace('us2.ics', ''))
    await get(address.replace('us2.ics', '%zz.ics'))
    await get(address.replace('maintenance_calendar', '%6daintenance%5Fcalendar').replace('us2', 'mars'))
    await get(address.replace('maintenance_calendar', '%6daintenance_calendar').replace('us2.ics', '%zz'))
    await get(address.replace('us2.ics', `${'x'.repeat(600)}.ics`))
    for (const method of ['HEAD', 'POST', 'PROPFIND'] as const)
      await server.app.inject({ method, url: address.replace(URL_OF_AVIARY, '') })
    expect(lines.length).toBeGreaterThan(10)
    expect(lines.join('')).toContain('/api/maintenance_calendar/[redacted]/mars.ics')
    expect(lines.join('')).not.toContain(token)
  })

  test('answer at most 120 requests a minute from one client address', async () => {
    const address = await getAddress('all')
    const remoteAddress = '203.0.113.7'
    const getStatus = async () =>
      (await server.app.inject({ url: address.replace(URL_OF_AVIARY, ''), remoteAddress })).statusCode
    const statuses: number[] = []
    for (let count = 0; count < 121; count += 1) statuses.push(await getStatus())
    expect(statuses).toEqual([...Array.from({ length: 120 }, () => 200), 429])
    expect((await get(address)).status).toBe(200)
  })
})

const unfolded = (text: string): string => text.replaceAll('\r\n ', '')

/** The fields that an independent parser reads from an event. */
const toFields = ({ uid, summary, location, status, sequence, description, start, end }: VEvent) => ({
  ...{ uid, summary, location, status, sequence: Number(sequence), description },
  ...{ start: start.toISOString(), end: end?.toISOString() },
})

describe('a calendar', () => {
  test('is served with the headers and properties that calendar programs expect', async () => {
    const { status, headers, body } = await get(await getAddress('eu'))
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/calendar; charset=utf-8')
    expect(headers['content-disposition']).toBe('inline; filename="maintenance-eu.ics"')
    expect(headers['cache-control']).toBe('private, max-age=300')
    expect(body).toContain('X-WR-CALNAME:Roost maintenance: EMEA\r\n')
    expect(body).toContain('REFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n')
    expect((await readCalendar()).text).toContain('X-WR-CALNAME:Roost maintenance\r\n')
  })

  test('lists each event with UTC times, description and link', async () => {
    const event = await plan({ flag: 'emergency', is_internal: 'Y', jira_id: 'A-1,B-2' })
    const { text, events } = await readCalendar()
    expect(events.map(toFields)).toEqual([
      {
        uid: `maintenance-${event.id}@aviary.example`,
        summary: '[INTERNAL] [Emergency] Storage upgrade',
        location: 'us2, EMEA',
        status: 'CONFIRMED',
        sequence: 1,
        start: event.start_date,
        end: event.end_date,
        description: [
          'Data centers: us2, EMEA',
          'Audience: Internal',
          'Flag: Emergency',
          'Jira: A-1, B-2',
          'Start: 2026-09-01 22:00 PDT',
          'End: 2026-09-02 01:00 PDT',
        ].join('\n'),
      },
    ])
    expect(unfolded(text)).toContain(
      `URL;VALUE=URI:${URL_OF_AVIARY}/maintenance_event/review/${event.id}\r\n`,
    )
    expect(text).toContain('DTSTART:20260902T050000Z\r\nDTEND:20260902T080000Z\r\n')
    expect(text).toContain('DTSTAMP:20260820T120000Z\r\n')

    server.setNow(new Date('2026-08-20T12:30:00Z'))
    await operator.call(updateMaintenanceEvent, {
      body: { ...event, title: 'Moved', data_centers: ['us2'], flag: null, is_internal: 'N' },
    })
    const changed = await readCalendar()
    const [moved] = changed.events.map(toFields)
    expect([moved?.uid, moved?.summary, moved?.sequence]).toEqual([
      `maintenance-${event.id}@aviary.example`,
      'Moved',
      2,
    ])
    expect(changed.text).toContain('LAST-MODIFIED:20260820T123000Z\r\n')
    expect(changed.text).toContain('External + Internal')
    await operator.call(deleteMaintenanceEvent, { body: { id: event.id } })
    expect((await readCalendar()).events).toEqual([])
  })

  test('is sent again only when it has changed, and HEAD answers like GET', async () => {
    await planEvent(server)
    const address = await getAddress('all')
    const { headers, body } = await get(address)
    const conditional = { headers: { 'if-none-match': String(headers.etag) } }
    const unchanged = await send(address, conditional)
    expect([unchanged.status, unchanged.body, unchanged.headers.etag]).toEqual([304, '', headers.etag])
    expect(unchanged.headers['content-length']).toBeUndefined()
    const head = await send(address, { method: 'HEAD' })
    expect([head.status, head.body]).toEqual([200, ''])
    for (const name of ['etag', 'content-type', 'content-disposition', 'cache-control', 'content-length'])
      expect([name, head.headers[name]]).toEqual([name, headers[name]])
    expect(head.headers['content-length']).toBe(String(Buffer.byteLength(body)))
    expect((await send(address, { method: 'HEAD', ...conditional })).status).toBe(304)
    await plan({ title: 'Another one' })
    const changed = await send(address, conditional)
    expect(changed.status).toBe(200)
    expect(changed.body).toContain('Another one')
    expect((await send(address.replace('all.ics', 'mars.ics'), { method: 'HEAD' })).status).toBe(404)
  })

  test('of a data center has only its events', async () => {
    await planEvent(server, { title: 'In us2 and eu', dataCenters: ['us2', 'eu'] })
    await planEvent(server, { title: 'In us2', dataCenters: ['us2'] })
    expect((await titles('us2')).toSorted()).toEqual(['In us2', 'In us2 and eu'])
    expect(await titles('eu')).toEqual(['In us2 and eu'])
    expect(await titles('apj1')).toEqual([])
    expect(await titles()).toHaveLength(2)
  })

  test('reaches 90 days back and has no end', async () => {
    const ending = (title: string, end: string) =>
      planEvent(server, { title, start: new Date('2026-05-01T00:00:00Z'), end: new Date(end) })
    await ending('Too old', '2026-05-22T11:59:59Z')
    await ending('Just in it', '2026-05-22T12:00:00Z')
    await planEvent(server, {
      title: 'Far ahead',
      start: new Date('2999-12-31T20:00:00Z'),
      end: new Date('2999-12-31T23:00:00Z'),
    })
    expect((await titles()).toSorted()).toEqual(['Far ahead', 'Just in it'])
  })

  test('shows an event without duration as a moment, and marks a test', async () => {
    const time = '2026-09-01T22:00:00-0700'
    await plan({ start_date: time, end_date: time, is_test: 'Y' })
    const { text, events } = await readCalendar()
    expect(text).not.toContain('DTEND')
    const [moment] = events.map(toFields)
    expect([moment?.summary, moment?.start, moment?.end]).toEqual([
      '[TEST] Storage upgrade',
      '2026-09-02T05:00:00.000Z',
      '2026-09-02T05:00:00.000Z',
    ])
  })

  test.each([
    'Commas, semicolons; a backslash \\ and "quotes": all of them',
    'First line\nsecond line\nBEGIN:VEVENT\nSUMMARY:forged',
    'データセンターのストレージを入れ替えます。作業中は一部の呼び出しが遅くなることがあります。ご了承ください。',
    `Größenänderung 🛠️ ${'ñandú '.repeat(25)}end`,
    `${'x'.repeat(73)}😀${'y'.repeat(70)}`,
  ])('keeps the title %j whole, in lines of at most 75 octets', async (title) => {
    await plan()
    // Stored directly, as an older release did, because the call would fold the title into one line.
    await server.db.update(maintenanceEvents).set({ title })
    const { text, events } = await readCalendar()
    expect(events.map(({ summary }) => summary)).toEqual([title])
    const rows = text.split('\r\n')
    expect(rows.at(-1)).toBe('')
    expect(Math.max(...rows.map((row) => Buffer.byteLength(row)))).toBeLessThanOrEqual(75)
    expect(rows.join('')).not.toMatch(/[\r\n]/)
    expect(text.isWellFormed()).toBe(true)
    expect(text).not.toContain('\uFFFD')
  })

  test('replaces control characters that iCalendar forbids', async () => {
    await plan()
    await server.db.update(maintenanceEvents).set({ title: 'A\u0007bell\u001b and\r\nmore' })
    expect(await titles()).toEqual(['A bell  and\nmore'])
  })
})
