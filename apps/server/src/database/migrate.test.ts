import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { openTestApp } from '../../testing/app.ts'
import { ingest } from '../../testing/ingest.ts'
import { runOn } from '../../testing/queries.ts'
import { newComm, writeEmail } from '../../testing/security.ts'
import { startTcpProxy } from '../../testing/tcp-proxy.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { contentOf, createEmptyDatabase, recordMigrations, rowsOf } from '../../testing/whole-database.ts'
import { serverFolder } from '../server-folder.ts'
import { readDatabaseFault } from './faults.ts'
import { LOCKS } from './locks.ts'
import { migrateDatabase } from './migrate.ts'

const folder = path.join(serverFolder, 'migrations')
const files = readdirSync(folder).filter((name) => name.endsWith('.sql'))

const countApplied = async (client: pg.Client): Promise<number> =>
  (await client.query('select count(*)::int as applied from drizzle.__drizzle_migrations')).rows[0].applied

test('processes that start together migrate once and seed one after the other', async () => {
  const server = await openTestApp()
  const client = new pg.Client({ connectionString: server.databaseUrl })
  await client.connect()
  // Simulates an empty database.
  await client.query('drop schema drizzle cascade; drop schema public cascade; create schema public')
  let seeding = 0
  let maxOpen = 0
  const seed = async () => {
    seeding += 1
    maxOpen = Math.max(maxOpen, seeding)
    await new Promise((resolve) => setTimeout(resolve, 20))
    seeding -= 1
  }
  await Promise.all([1, 2, 3].map(() => migrateDatabase(server.databaseUrl, seed)))
  expect(await countApplied(client)).toBe(files.length)
  expect(maxOpen).toBe(1)
  await client.end()
  await server.close()
})

test('a start that waits for another one does not wait for a database that has fallen silent', async () => {
  const server = await openTestApp()
  const holder = new pg.Client({ connectionString: server.databaseUrl })
  await holder.connect()
  await holder.query('select pg_advisory_lock($1)', [LOCKS.migration])
  const line = await startTcpProxy(server.databaseUrl)
  const starting = migrateDatabase(line.url, async () => undefined, { silentMs: 500 }).catch(
    (error: unknown) => error,
  )
  await waitFor(async () => {
    const { rows } = await server.db.execute(
      sql`select from pg_stat_activity where application_name = 'aviary-migrate' and datname = current_database()`,
    )
    expect(rows).toHaveLength(1)
  })
  line.freeze()
  const ended = await Promise.race([starting, pause(30_000, 'still waiting', { ref: false })])
  expect(readDatabaseFault(ended, line.url)).toMatchObject({ passes: true })
  await line.close()
  await holder.end()
  await server.close()
})

test('a migration that cannot get its table lets others pass, and is done when it can', async () => {
  const server = await openTestApp()
  const client = new pg.Client({ connectionString: server.databaseUrl })
  await client.connect()
  const migrationsFolder = folderWithOneMore('alter table broadcasts add column later text')
  await client.query('begin; lock table broadcasts in access exclusive mode')
  const waited = vi.fn()
  const migrated = migrateDatabase(server.databaseUrl, async () => undefined, {
    onTableInUse: waited,
    migrationsFolder,
  })
  await waitFor(() => expect(waited).toHaveBeenCalled())
  await client.query('rollback')
  await migrated
  expect(await countApplied(client)).toBe(files.length + 1)
  await client.query('select later from broadcasts')
  await client.end()
  await server.close()
  rmSync(migrationsFolder, { recursive: true })
})

test('a database that has had a later migration instead of one of ours is refused unchanged', async () => {
  const server = await openTestApp()
  await runOn(
    server,
    `update drizzle.__drizzle_migrations set created_at = ${Date.UTC(2100, 0, 1)}
     where created_at = (select max(created_at) from drizzle.__drizzle_migrations)`,
  )
  const seed = vi.fn()
  await expect(migrateDatabase(server.databaseUrl, seed)).rejects.toThrow(
    `lacks the migration ${files.at(-1)?.replace('.sql', '')}, and has a later one`,
  )
  expect(seed).not.toHaveBeenCalled()
  await server.close()
})

/** A copy of the migrations folder with one more migration at the end. */
function folderWithOneMore(statement: string): string {
  const copy = mkdtempSync(path.join(tmpdir(), 'aviary-migrations-'))
  cpSync(folder, copy, { recursive: true })
  const journalFile = path.join(copy, 'meta/_journal.json')
  const journal = JSON.parse(readFileSync(journalFile, 'utf8'))
  const entry = {
    idx: files.length,
    version: '7',
    when: Date.UTC(2100, 0, 1),
    tag: '0099_later',
    breakpoints: true,
  }
  writeFileSync(journalFile, JSON.stringify({ ...journal, entries: [...journal.entries, entry] }))
  writeFileSync(path.join(copy, '0099_later.sql'), statement)
  return copy
}

test('a broadcast of a security email is noted, whatever writes it', async () => {
  const server = await openTestApp()
  await ingest(server, 'companies', [{ id: 1, name: 'Aster' }])
  const person = await server.signInAs('administrator')
  const { commId } = await newComm(person)
  const emailId = await writeEmail(person, commId, { company_id: 1 })
  await runOn(
    server,
    `insert into broadcasts (kind, reference, security_email_id, message_type, audience, contents, recipients, created_by, created_at)
     values ('security_email', 'SEC-1', ${emailId}, 'x', 'EXTERNAL', '{}', 3, 'ada', now())`,
  )
  const noted = await rowsOf(server.databaseUrl, 'select sec_comm_id, recipients from mailed_emails')
  expect(noted).toEqual([{ sec_comm_id: commId, recipients: 3 }])
  await server.close()
})

const LAST_BEFORE_0_1_0 = 1_795_466_000_000

test.each([
  [
    LAST_BEFORE_0_1_0,
    /^The database is from before the release of 0\.1\.0, .* up to date: write it into a file with/,
  ],
  [
    LAST_BEFORE_0_1_0 - 1,
    /: start the last version from before the release on it once \(.*\), then write it into a file/,
  ],
])(
  'a database of before 0.1.0 is refused and left as it is (newest migration of %i)',
  async (newest, reason) => {
    const database = await createEmptyDatabase()
    await recordMigrations(database.url, [newest - 1_000, newest])
    const before = await contentOf(database.url)
    const afterwards = vi.fn()
    await expect(migrateDatabase(database.url, afterwards)).rejects.toThrow(reason)
    expect(afterwards).not.toHaveBeenCalled()
    expect(await contentOf(database.url)).toEqual(before)
    await database.drop()
  },
)
