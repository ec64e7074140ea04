import { readdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { openTestApp } from '../../testing/app.ts'
import { ingest } from '../../testing/ingest.ts'
import { newComm, writeEmail } from '../../testing/security.ts'
import { startTcpProxy } from '../../testing/tcp-proxy.ts'
import { serverFolder } from '../server-folder.ts'
import { readDatabaseFault } from './faults.ts'
import { LOCKS } from './locks.ts'
import { migrateDatabase } from './migrate.ts'

/** Creation time of migration 0019 in its journal, in milliseconds. */
const MAILED_BY_ANY_VERSION = 1795371767336

const files = readdirSync(path.join(serverFolder, 'migrations')).filter((name) => name.endsWith('.sql'))

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
  await vi.waitFor(async () => {
    const { rows } = await server.db.execute(
      sql`select from pg_stat_activity where application_name = 'aviary-migrate' and datname = current_database()`,
    )
    expect(rows).toHaveLength(1)
  })
  line.freeze()
  const ended = await Promise.race([starting, pause(12_000, 'still waiting')])
  expect(readDatabaseFault(ended, line.url)).toMatchObject({ passes: true })
  await line.close()
  await holder.end()
  await server.close()
})

test('a migration that cannot get its table lets others pass, and is done when it can; what an older version mails is noted', async () => {
  const server = await openTestApp()
  const client = new pg.Client({ connectionString: server.databaseUrl })
  await client.connect()
  await ingest(server, 'companies', [{ id: 1, name: 'Aster' }])
  const person = await server.signInAs('administrator')
  const { commId } = await newComm(person)
  const emails = [1, 2].map(() => writeEmail(person, commId, { company_id: 1 }))
  // Simulates the schema of the version before `mailed_emails`.
  await client.query(`drop trigger mailed_emails on broadcasts; drop function note_mailed_emails;
    alter table status_reports drop column summary, drop column link; drop view held_roles;
    drop trigger provider_roles on users; drop function end_provider_roles;
    drop table unknown_names, provider_roles, listed_administrators, group_mapping_roles, group_mappings;
    delete from drizzle.__drizzle_migrations where created_at >= ${MAILED_BY_ANY_VERSION}`)
  const mailAsBefore = async (email: Promise<number> | undefined) =>
    client.query(
      `insert into broadcasts (kind, reference, security_email_id, message_type, audience, contents, recipients, created_by, created_at)
       values ('security_email', 'SEC-1', $1, 'x', 'EXTERNAL', '{}', 3, 'ada', now())`,
      [await email],
    )
  await mailAsBefore(emails[0])
  await client.query('begin; lock table broadcasts in access exclusive mode')
  const waited = vi.fn()
  const migrated = migrateDatabase(server.databaseUrl, async () => undefined, { onTableInUse: waited })
  await vi.waitFor(() => expect(waited).toHaveBeenCalled(), { timeout: 10_000 })
  await client.query('rollback')
  await migrated
  expect(await countApplied(client)).toBe(files.length)
  await mailAsBefore(emails[1])
  const result = await client.query('select sec_comm_id, recipients from mailed_emails')
  expect(result.rows).toEqual([1, 2].map(() => ({ sec_comm_id: commId, recipients: 3 })))
  await client.end()
  await server.close()
})
