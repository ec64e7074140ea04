import { monitorEventLoopDelay } from 'node:perf_hooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../testing/app.ts'
import { incidentRecord, ingest } from '../../testing/ingest.ts'

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
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const startedAt = performance.now()
  await ingest(server, 'incidents', [{ ...incidentRecord('OPI-2'), messages } as never])
  delay.disable()
  // Without slices, one delay would last nearly the whole time. The remaining delays come from parsing and
  // storing three megabytes.
  expect(delay.max / 1e6).toBeLessThan((performance.now() - startedAt) / 3)
})
