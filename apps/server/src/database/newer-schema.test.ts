import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createMessage } from '@aviary/contract/messages/endpoints'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../testing/app.ts'
import { incidentRecord, ingest } from '../../testing/ingest.ts'
import { runOn } from '../../testing/queries.ts'
import { readEverything } from '../../testing/read-everything.ts'
import { fillEverything } from '../../testing/some-of-everything.ts'
import { rowsOf } from '../../testing/whole-database.ts'
import { migrateDatabase } from './migrate.ts'

// Runs this version on a schema several migrations ahead; each of these migrations is of a kind that ADR 29
// allows.

let server: TestApp
let person: Person
let dataDir: string
beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'aviary-newer-schema-'))
  server = await openTestApp()
  person = await server.signInAs('administrator')
  await ingest(server, 'incidents', [incidentRecord('OPI-7')])
})
afterAll(async () => {
  await server.close()
  rmSync(dataDir, { recursive: true })
})

const LATER = [
  // Adds columns to every table: breaks an insert that names no columns, and a read that expects exactly the
  // known columns.
  `do $$ declare name text; begin
    for name in select tablename from pg_tables where schemaname = 'public' loop
      execute format('alter table %I add column later_text text, add column later_count integer not null default 7', name);
    end loop;
  end $$`,
  `create table later_notes (note_id integer primary key generated always as identity, noted_in text not null, noted_at timestamptz not null default now(),
    incident_id integer references incidents (incident_id) on delete cascade, user_id integer references users (user_id) on delete cascade);
  create index later_notes_incident on later_notes (incident_id)`,
  `create function note_later() returns trigger language plpgsql as $$ begin
    insert into later_notes (noted_in) values (tg_table_name);
    return null;
  end $$;
  do $$ declare name text; begin
    for name in select tablename from pg_tables where schemaname = 'public' and tablename <> 'later_notes' loop
      execute format('create trigger later after insert or update or delete on %I for each statement execute function note_later()', name);
    end loop;
  end $$`,
  `create view later_people as select u.user_id, u.email, count(r.role_id) as roles
    from users u left join user_roles r using (user_id) group by u.user_id`,
]

test('an older version warns once of the newer migrations, and reads and writes as before', async () => {
  const before = await readEverything(server, person)
  for (const [index, migration] of LATER.entries())
    await runOn(
      server,
      `${migration}; insert into drizzle.__drizzle_migrations (hash, created_at) values ('later ${index}', ${Date.UTC(2100, 0, 1 + index)})`,
    )
  const warn = vi.fn()
  await migrateDatabase(server.databaseUrl, async () => undefined, { warn })
  expect(warn.mock.calls).toEqual([
    [
      expect.stringMatching(
        /^Aviary \S+ knows the schema up to \d{4}_\w+, and the database has 4 later migrations, the newest of 2100-01-04:/,
      ),
    ],
  ])

  const older = await openTestApp({ databaseUrl: server.databaseUrl })
  const after = await readEverything(older, person)
  expect(Object.keys(after).length).toBeGreaterThan(50)
  expect(after).toEqual(before)

  const administrator = await older.signInAs('administrator')
  await fillEverything(older, { person: administrator, dataDir })
  const written = await administrator.call(createMessage, {
    body: { jira_id: 'OPI-7', priority_type: 'P1', message_type: 'Update', body: 'Going on', broadcast: 'N' },
  })
  expect(written.status).toBe(200)
  await older.tick()
  const noted = await rowsOf(server.databaseUrl, 'select distinct noted_in from later_notes')
  expect(noted.length).toBeGreaterThan(40)
  expect(older.errors).toEqual([])
  await older.close()
})
