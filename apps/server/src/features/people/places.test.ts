import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { fillEverything } from '../../../testing/some-of-everything.ts'
import { verifyAudit } from '../audit/public.ts'
import { PLACES, type Place, WITHOUT_PLACES } from './places.ts'
import { erasePerson, exportPerson, findPerson } from './public.ts'

const EMAIL = 'Wanda.Gone@acme.example'
const RULES = ['row', 'dropped', 'replaced', 'kept', 'own', 'secret', 'nobody'] as const

let server: TestApp
let dataDir: string
beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'aviary-people-'))
  server = await openTestApp()
  const person = await server.signInAs('administrator')
  await fillEverything(server, { person, dataDir })
})
afterAll(async () => {
  await server.close()
  rmSync(dataDir, { recursive: true })
})

type Column = { table: string; column: string; type: string }

const listTexts = async () =>
  (
    await server.db.execute<Column>(sql`
      select c.table_name as "table", c.column_name as "column", c.udt_name as type
      from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
        and c.udt_name in ('text', '_text', 'jsonb', 'json', 'varchar', 'bytea') order by 1, 2`)
  ).rows

const columnsOf = (place: Place) => RULES.flatMap((rule) => place[rule] ?? [])

test('every text of the database is classed by whether people are in it', async () => {
  const texts = await listTexts()
  const unclassed = texts.filter(
    ({ table, column }) =>
      !WITHOUT_PLACES.includes(table) && !(PLACES[table] && columnsOf(PLACES[table]).includes(column)),
  )
  expect(unclassed, 'Say in places.ts what is done with people in these columns').toEqual([])
  const known = new Set(texts.map(({ table, column }) => `${table}.${column}`))
  const listed = Object.entries(PLACES).flatMap(([table, place]) =>
    columnsOf(place).map((column) => `${table}.${column}`),
  )
  expect(listed.filter((name) => !known.has(name))).toEqual([])
  expect(new Set(listed).size).toBe(listed.length)
  expect(WITHOUT_PLACES.filter((table) => table in PLACES)).toEqual([])
})

test('whatever belongs to an account or a subscriber is exported and goes with it', async () => {
  const { rows } = await server.db.execute<{ table: string; column: string }>(sql`
    select conrelid::regclass::text as "table", attname as "column" from pg_constraint
    join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid in ('users'::regclass, 'subscribers'::regclass) and confdeltype = 'c' order by 1`)
  const owned = Object.entries(PLACES).flatMap(([table, { ownedBy }]) =>
    ownedBy ? [{ table, column: ownedBy[0] }] : [],
  )
  expect(owned.toSorted((a, b) => a.table.localeCompare(b.table))).toEqual(
    rows.toSorted((a, b) => a.table.localeCompare(b.table)),
  )
})

const id = (name: string) => sql.identifier(name)

/** Writes the address into one row of each column that may hold it. */
async function plant(): Promise<string[]> {
  const planted: string[] = []
  const types = new Map((await listTexts()).map(({ table, column, type }) => [`${table}.${column}`, type]))
  for (const [table, { row = [], dropped = [], replaced = [], kept = [] }] of Object.entries(PLACES))
    for (const column of [...row, ...dropped, ...replaced, ...kept]) {
      const isJson = types.get(`${table}.${column}`) === 'jsonb'
      const json = sql`jsonb_build_object('x', 1.50, 'text', E'of\n' || ${EMAIL}::text || ', and others')`
      const text = row.includes(column) ? sql`${EMAIL}::text` : sql`'by ' || lower(${EMAIL})`
      const { rowCount } = await server.db.execute(sql`
        update ${id(table)} set ${id(column)} = ${isJson ? json : text}
        where ctid = (select ctid from ${id(table)} order by ctid limit 1)`)
      if (rowCount === 1) planted.push(`${table}.${column}`)
    }
  return planted
}

async function listHolding(): Promise<string[]> {
  const holding: string[] = []
  for (const { table, column, type } of await listTexts()) {
    if (type === 'bytea') continue
    const { rows } = await server.db.execute(
      sql`select from ${id(table)} where ${id(column)}::text ilike ${`%${EMAIL}%`} limit 1`,
    )
    if (rows.length > 0) holding.push(`${table}.${column}`)
  }
  return holding
}

test('an export names every place and no secret, and an erasure leaves what it says it keeps', async () => {
  const planted = await plant()
  await server.db.execute(sql`insert into channels (kind, name, owner_id, host, locale, audience, created_at)
    select 'webhook', 'Theirs', user_id, 'hooks.example', 'en', 'INTERNAL', now() from users where email = ${EMAIL}`)
  // The person was asked twice, by an account that was deleted and by one that is written in another way.
  await server.db.execute(sql`update post_mortem_reviews set reviewer = ${EMAIL}`)
  await server.db.execute(sql`insert into post_mortem_reviews
    select post_mortem_id, lower(reviewer), asked_by, asked_at, answer, version, note, answered_at from post_mortem_reviews`)
  const all = Object.entries(PLACES).flatMap(([table, place]) =>
    (['row', 'dropped', 'replaced', 'kept'] as const).flatMap((rule) =>
      (place[rule] ?? []).map((column) => `${table}.${column}`),
    ),
  )
  // Every table has a row in which somebody can be.
  expect(planted.toSorted()).toEqual(all.toSorted())
  const person = { email: EMAIL.toUpperCase(), archiveDir: path.join(dataDir, 'audit-archive') }

  let text = ''
  const write = async (chunk: string) => {
    text += chunk
  }
  await exportPerson(server.db, { ...person, now: server.now() }, write)
  const { places } = JSON.parse(text) as { places: Record<string, Record<string, unknown>[]> }
  const exported = planted.filter((name) => name !== 'oidc_records.payload')
  for (const name of exported) {
    const [table = '', column = ''] = name.split('.')
    expect([name, JSON.stringify(places[table]?.map((row) => row[column]))]).toEqual([
      name,
      expect.stringMatching(/wanda\.gone@acme/i),
    ])
  }
  const secrets = Object.entries(PLACES).flatMap(([table, { secret = [], dropped = [] }]) =>
    (places[table] ?? []).flatMap((row) =>
      Object.keys(row).filter((column) => [...secret, ...dropped].includes(column)),
    ),
  )
  expect(secrets).toEqual([])
  expect(places.channels).toContainEqual(expect.objectContaining({ host: 'hooks.example', version: 1 }))
  expect(places.channels).toHaveLength(2)
  expect((await findPerson(server.db, person)).channels).toBe(1)
  expect(places.subscriptions?.length).toBeGreaterThan(0)
  expect(places.user_preferences?.length).toBeGreaterThan(0)

  await server.db.execute(sql`insert into users (email, created_at) values ('left@acme.example', now())`)
  await server.db.execute(
    sql`insert into user_roles select max(user_id), (select role_id from roles where is_admin limit 1) from users`,
  )
  const erased = await erasePerson(server.db, { ...person, author: 'cli:test', now: server.now() })
  expect(erased?.pseudonym).toBe('erased-2@erased.invalid')
  const kept = Object.entries(PLACES).flatMap(([table, place]) =>
    (place.kept ?? []).map((column) => `${table}.${column}`),
  )
  expect(await listHolding()).toEqual(kept.toSorted())
  expect(erased?.after.tables.map(({ table }) => table)).toEqual(['security_emails', 'staged_emails'])
  expect(await findPerson(server.db, person)).toEqual(erased?.after)
  expect(await erasePerson(server.db, { ...person, author: 'cli:test', now: server.now() })).toBeUndefined()
  expect((await verifyAudit(server.db, { archives: person.archiveDir })).findings.texts).toEqual([])
  const { rows } = await server.db.execute(sql`select title, created_by from follow_ups limit 1`)
  expect(rows).toEqual([{ title: `by ${erased?.pseudonym}`, created_by: `by ${erased?.pseudonym}` }])
})

test('an address inside a longer one stays', async () => {
  const longer = ["o'neil@acme.example", 'x.neil@acme.example', 'neil@acme.example.org', 'éneil@acme.example']
  await server.db.execute(sql`update error_reports set user_email = ${longer.join(' ')},
    report = ${JSON.stringify({ text: `\t${longer.join('\n')}`, login: String.raw`ACME\nneil@acme.example` })}::jsonb`)
  const person = { email: 'neil@acme.example', archiveDir: path.join(dataDir, 'audit-archive') }
  expect((await findPerson(server.db, person)).tables).toEqual([])
  // Nor is it exported with the rows of the person.
  await server.db.execute(
    sql`update error_reports set report = ${JSON.stringify({ text: `\n${person.email}` })}::jsonb`,
  )
  let text = ''
  const write = async (chunk: string) => {
    text += chunk
  }
  await exportPerson(server.db, { ...person, now: server.now() }, write)
  expect(JSON.parse(text).places.error_reports[0]).toMatchObject({ report: { text: '\nneil@acme.example' } })
  for (const other of longer) expect(text).not.toContain(other)
})

test('names that differ in the case of the address alone stay different', async () => {
  await server.db.execute(sql`insert into unknown_names (source, kind, name, records, first_at, last_at, last_caller)
    select 'jira', 'service', name, 1, now(), now() - age, 'ada'
    from (values ('of ivy@acme.example', interval '1 day'), ('of Ivy@acme.example', interval '0')) names (name, age)`)
  await server.db.execute(sql`insert into service_tokens (name, token_hash, scopes, created_at)
    values ('of ivy@acme.example', 'a', '{}', now()), ('of Ivy@acme.example', 'b', '{}', now())`)
  const person = { email: 'ivy@acme.example', archiveDir: path.join(dataDir, 'audit-archive') }
  const erased = await erasePerson(server.db, { ...person, author: 'cli:test', now: server.now() })
  const name = `of ${erased?.pseudonym}`
  const namesOf = async (table: string) =>
    (
      await server.db.execute<{ name: string }>(
        sql`select name from ${id(table)} where name like 'of erased%' order by name`,
      )
    ).rows.map((row) => row.name)
  expect(await namesOf('unknown_names')).toEqual([name])
  expect(await namesOf('service_tokens')).toEqual([name, expect.stringMatching(/ \d+$/)])
})
