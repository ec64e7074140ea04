import { readdirSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { openTestApp } from '../../testing/app.ts'
import { serverFolder } from '../server-folder.ts'
import { migrateDatabase } from './migrate.ts'

const files = readdirSync(path.join(serverFolder, 'migrations')).filter((name) => name.endsWith('.sql'))

const countApplied = async (client: pg.Client): Promise<number> =>
  (await client.query('select count(*)::int as applied from drizzle.__drizzle_migrations')).rows[0].applied

test('processes that start together migrate once and seed one after the other', async () => {
  const server = await openTestApp()
  const client = new pg.Client({ connectionString: server.databaseUrl })
  await client.connect()
  // As on a database that has nothing yet.
  await client.query('drop schema drizzle cascade; drop schema public cascade; create schema public')
  let seeding = 0
  let most = 0
  const seed = async () => {
    seeding += 1
    most = Math.max(most, seeding)
    await new Promise((resolve) => setTimeout(resolve, 20))
    seeding -= 1
  }
  await Promise.all([1, 2, 3].map(() => migrateDatabase(server.databaseUrl, seed)))
  expect(await countApplied(client)).toBe(files.length)
  expect(most).toBe(1)
  await client.end()
  await server.close()
})

test('a migration that cannot get its table lets others pass, and is done when it can', async () => {
  const server = await openTestApp()
  const client = new pg.Client({ connectionString: server.databaseUrl })
  await client.connect()
  // As the version before the last left it.
  await client.query(`drop table mailed_emails;
    delete from drizzle.__drizzle_migrations where created_at = (select max(created_at) from drizzle.__drizzle_migrations)`)
  await client.query('begin; lock table broadcasts in access exclusive mode')
  const waited = vi.fn()
  const migrated = migrateDatabase(server.databaseUrl, async () => undefined, waited)
  await vi.waitFor(() => expect(waited).toHaveBeenCalled(), { timeout: 10_000 })
  await client.query('rollback')
  await migrated
  expect(await countApplied(client)).toBe(files.length)
  const found = await server.db.execute(sql`select to_regclass('mailed_emails') is not null as is_there`)
  expect(found.rows).toEqual([{ is_there: true }])
  await client.end()
  await server.close()
})
