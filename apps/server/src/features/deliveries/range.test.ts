import { listDeliveries } from '@aviary/contract/deliveries/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { broadcasts, deliveries } from '../../database/tables/mail.ts'

const NOW = new Date('2026-08-20T12:00:00Z')

let server: TestApp
let admin: Person
beforeAll(async () => {
  server = await openTestApp({ now: NOW })
  admin = await server.signInAs('administrator')
  // OPI-2 is later than OPI-1 but has lower delivery ids, as if both broadcasts had been written concurrently.
  await mail('OPI-2', '2026-08-20T11:00:00.500Z', ['a@customer.example', 'b@customer.example'])
  await mail('OPI-1', '2026-08-20T10:00:00.000Z', ['a@customer.example'])
  await mail('OPI-3', '2026-08-20T11:30:00.000Z', ['c@customer.example'])
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

async function mail(reference: string, at: string, emails: readonly string[]) {
  const createdAt = new Date(at)
  const [row] = await server.db
    .insert(broadcasts)
    .values({
      ...{ kind: 'incident_message', reference, messageType: 'Update', audience: 'EXTERNAL', criteria: null },
      ...{ contents: {}, createdBy: 'ada@acme.example', createdAt, recipients: emails.length },
    })
    .returning()
  const broadcastId = row?.broadcastId ?? 0
  await server.db
    .insert(deliveries)
    .values(emails.map((email) => ({ broadcastId, email, locale: 'en', state: 'sent' as const, createdAt })))
}

const second = (time: string) => Date.parse(`2026-08-20T${time}Z`) / 1000
const list = async (query: object) => (await admin.call(listDeliveries, { query: query as never })).body
const listed = async (query: object) =>
  (await list(query)).deliveries.map(({ reference, email }) => `${reference} ${email[0]}`)

test('a range of time takes the mails of the broadcasts made in it, both seconds included', async () => {
  expect(await listed({ start_date: second('10:00:00'), end_date: second('10:00:00') })).toEqual(['OPI-1 a'])
  expect(await listed({ start_date: second('10:00:01'), end_date: second('10:59:59') })).toEqual([])
  expect(await listed({ end_date: second('11:00:00') })).toEqual(['OPI-2 b', 'OPI-2 a', 'OPI-1 a'])
  expect(await listed({ start_date: second('11:00:01') })).toEqual(['OPI-3 c'])
  expect(await listed({ end_date: second('09:59:59') })).toEqual([])
})

test('the mails of a range are listed newest first, page by page', async () => {
  const range = { start_date: second('10:00:00'), response_size: 3 }
  expect(await listed(range)).toEqual(['OPI-3 c', 'OPI-2 b', 'OPI-2 a'])
  expect((await list(range)).more_results).toBe(true)
  expect(await listed({ ...range, start_at: 3 })).toEqual(['OPI-1 a'])
})

test('a range of time narrows the other filters', async () => {
  const range = { end_date: second('11:00:00') }
  expect(await listed({ ...range, email: 'a@' })).toEqual(['OPI-2 a', 'OPI-1 a'])
  expect(await listed({ ...range, reference: 'opi-2', state: 'sent' })).toEqual(['OPI-2 b', 'OPI-2 a'])
  expect(await listed({ ...range, reference: 'OPI-3' })).toEqual([])
  expect(await listed({ ...range, company_id: 7 })).toEqual([])
})

test.each([
  [{ start_date: 5, end_date: 4 }, 'query.end_date: is before start_date'],
  [{ start_date: -1 }, /query\.start_date/],
  [{ end_date: 1e12 }, /query\.end_date/],
  [{ start_date: 'yesterday' }, /query\.start_date/],
])('%j is refused', async (query, detail) => {
  const { status, problem } = await admin.call(listDeliveries, { query: query as never })
  expect([status, problem.detail]).toEqual([400, expect.stringMatching(detail)])
})
