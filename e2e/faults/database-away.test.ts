import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, test } from 'vitest'
import { type Postgres15, startPostgres15 } from '../../apps/server/testing/postgres-15.ts'
import { type BuiltServer, startBuiltServer } from '../support/server.ts'
import { openAs } from '../support/visit.ts'

/** Messages of the browser that are expected while the server has no database. */
const AWAY = /(status of|answer:) 503|Failed to load resource|cannot be reached/

let folder: string
let postgres: Postgres15
let server: BuiltServer
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'aviary-away-'))
  postgres = await startPostgres15(folder)
  server = await startBuiltServer({ DATABASE_URL: postgres.url, SEED_DEMO: 'false' })
})
afterAll(async () => {
  await server.stop()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('while the database is away pages say so to whoever is signed in or not, and come back by themselves', async () => {
  const { page, allow } = await openAs('support', '/', { baseUrl: server.url })
  allow(AWAY)
  await page.getByText('Live', { exact: true }).waitFor()
  const start = page.getByRole('heading', { level: 1, name: 'No open incidents' })
  await start.waitFor()

  await postgres.fall('SIGINT')
  await page.reload()
  await page.getByText('Aviary cannot reach its data right now.').waitFor()
  const stranger = await page.context().browser()?.newContext()
  const login = await stranger?.newPage()
  await login?.goto(`${server.url}/history`)
  await login?.getByText('The database cannot be reached, or accepts no changes right now.').waitFor()
  await stranger?.close()

  await postgres.rise()
  await page.getByText('Live', { exact: true }).waitFor()
  await start.waitFor()
})
