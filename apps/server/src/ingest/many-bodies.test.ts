import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../testing/app.ts'
import { incidentRecord, ingest } from '../../testing/ingest.ts'
import { watchTurns } from '../../testing/turns.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
})
afterAll(() => server.close())

test('many bodies of one batch, each of them short, are sanitized in slices', async () => {
  await ingest(server, 'incidents', [incidentRecord('OPI-1')])
  const body = { en: '<p><b>a</b><i>b</i></p>'.repeat(400) }
  const messages = Array.from({ length: 350 }, (_, index) => ({
    key: `m${index}`,
    title: 'Update',
    created_date: '2026-08-20T12:00:00Z',
    body,
  }))
  const turns = watchTurns()
  await ingest(server, 'incidents', [{ ...incidentRecord('OPI-2'), messages } as never])
  const { longest, all } = turns.stop()
  // Without `inSlices`, one turn of the event loop would last nearly the whole time. The longest remaining turns
  // parse and store the three megabytes of the request.
  expect(longest / all).toBeLessThan(1 / 3)
})
