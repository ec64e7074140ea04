import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgres15 } from '../../apps/server/testing/postgres-15.ts'
import { incident, ingest } from '../support/records.ts'
import { type BuiltServer, errorsIn, startBuiltServer } from '../support/server.ts'
import { openAs } from '../support/visit.ts'

let database: Awaited<ReturnType<typeof startPostgres15>>
let folder: string
let first: BuiltServer
let second: BuiltServer

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'aviary-pg-'))
  database = await startPostgres15(folder)
  const environment = { DATABASE_URL: database.url }
  // Both start concurrently: the second must wait until the first has migrated and seeded.
  ;[first, second] = await Promise.all([startBuiltServer(environment), startBuiltServer(environment)])
})

afterAll(async () => {
  await Promise.all([first.stop(), second.stop()])
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
  expect([...errorsIn(first.log()), ...errorsIn(second.log())]).toEqual([])
})

test('two processes on one PostgreSQL show each other’s changes as they happen', async () => {
  const token = first.token || second.token
  const pages = await Promise.all([first, second].map(({ url }) => openAs('support', '/', { baseUrl: url })))
  for (const { page } of pages) {
    await page.getByText('Live', { exact: true }).waitFor()
    await page.getByRole('article', { name: /OPI-1801/ }).waitFor()
  }
  for (const [index, writer] of [first, second].entries()) {
    const id = `OPI-950${index}`
    await ingest('incidents', [incident(id)], { url: writer.url, token })
    // Long before a page's first poll (30 s after it was opened), so the incident must arrive by push.
    await Promise.all(
      pages.map(({ page }) => page.getByRole('article', { name: id }).waitFor({ timeout: 25_000 })),
    )
  }
})
