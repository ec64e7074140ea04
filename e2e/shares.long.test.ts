import { expect, inject, test } from 'vitest'
import { SHARES } from '../apps/server/src/http/shares.ts'
import { openEventStream } from '../apps/server/testing/event-stream.ts'
import { incident, ingest } from './support/records.ts'
import { openAs } from './support/visit.ts'

test('a tab beyond the share of its session shows everything, and is live once another tab is closed', async () => {
  const { page, allow } = await openAs('operator', '/')
  await page.getByText('Live', { exact: true }).waitFor()
  const site = { url: inject('baseUrl'), token: inject('serviceToken') }
  const cookies = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  const others = await Promise.all(
    Array.from({ length: SHARES.streamsOfSession - 1 }, () => openEventStream(site.url, cookies)),
  )
  expect(others.map(({ status }) => status)).toEqual(others.map(() => 200))

  allow(/429/)
  const tab = await page.context().newPage()
  await ingest('incidents', [incident('OPI-7001')], site)
  await tab.goto('/')
  await tab.getByRole('article', { name: /OPI-7001/ }).waitFor()
  await expect.poll(() => tab.getByText('Live', { exact: true }).count()).toBe(0)
  await page.getByText('Live', { exact: true }).waitFor()

  await others.pop()?.leave()
  await tab.getByText('Live', { exact: true }).waitFor()
  await ingest('incidents', [incident('OPI-7002')], site)
  await tab.getByRole('article', { name: /OPI-7002/ }).waitFor({ timeout: 25_000 })
  await Promise.all(others.map((stream) => stream.leave()))
  const over = { status: 'RESOLVED', end_date: '2026-09-01T11:00:00Z' }
  await ingest('incidents', [incident('OPI-7001', over), incident('OPI-7002', over)], site)
})
