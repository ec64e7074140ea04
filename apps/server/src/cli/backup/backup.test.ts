import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { listIncidents } from '@aviary/contract/incidents/endpoints'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { callAs, openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { startAviary } from '../../../testing/command.ts'
import { countWaiting, lockTable } from '../../../testing/queries.ts'
import { fillEverything, ingestIncident } from '../../../testing/some-of-everything.ts'
import { waitFor } from '../../../testing/wait-for.ts'
import {
  alterOnTheWay,
  contentOf,
  createEmptyDatabase,
  recordMigrations,
  rowsOf,
  schemaOf,
} from '../../../testing/whole-database.ts'
import { runBackup } from './backup.ts'
import { readJournal, statementsOf } from './load/migrations.ts'
import { runRestore } from './restore.ts'

let server: TestApp
let person: Person
let folder: string
let dataDir: string
/** Backup of the whole test database, made by the first test. */
let file: string
/** URL of the database that the first test restores into. */
let restored: string
const databases: { url: string; drop: () => Promise<void> }[] = []

// Hides the output of the commands; other tests run the commands as child processes and check the output.
const quiet = vi.spyOn(process.stdout, 'write').mockReturnValue(true)

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'aviary-backup-'))
  chmodSync(folder, 0o711)
  dataDir = path.join(folder, 'data')
  file = path.join(folder, 'whole.backup')
  server = await openTestApp()
  person = await server.signInAs('administrator')
  await fillEverything(server, { person, dataDir })
})
afterAll(async () => {
  quiet.mockRestore()
  await server.close()
  for (const { drop } of databases) await drop()
  rmSync(folder, { recursive: true, force: true })
})

const newDatabase = async () => {
  const database = await createEmptyDatabase()
  databases.push(database)
  return database.url
}
const aviary = (args: string[], environment: Record<string, string>) => startAviary(args, environment).ended

test('what is written while a backup is made is not in it, and all the rest is restored to the last row', async () => {
  const url = server.databaseUrl
  const before = await contentOf(url)
  expect(Object.entries(before).filter(([, content]) => content.startsWith('0 '))).toEqual([])
  // Tables are read in alphabetical order, so the backup waits when it reaches `incidents`.
  const release = await lockTable(server, 'incidents')
  const backup = aviary(['backup', file], { DATABASE_URL: url, DATA_DIR: dataDir })
  await waitFor(async () => expect(await countWaiting(server)).toBe(1))
  await rowsOf(
    url,
    `insert into companies (company_id, name) values (9999, 'Too late');
     insert into users (email, created_at) values ('late@acme.example', now())`,
  )
  await release()
  expect(await backup).toMatchObject({
    code: 0,
    out: expect.stringContaining('rows and 4 files are in'),
  })
  expect(statSync(file).mode & 0o777).toBe(0o600)

  restored = await newDatabase()
  const other = path.join(folder, 'other')
  const restoredOutput = await aviary(['restore', file], { DATABASE_URL: restored, DATA_DIR: other })
  expect(restoredOutput.code, restoredOutput.err).toBe(0)
  expect(restoredOutput.out).toMatch(
    /are restored, and are what the backup says\n\d+ rows sealed, 1 waiting, 3 in archives/,
  )
  expect(await contentOf(restored)).toEqual(before)
  expect(await schemaOf(restored)).toEqual(await schemaOf(url))
  for (const name of ['first-service-token', 'audit-archive/audit-1.jsonl.gz']) {
    expect(readFileSync(path.join(other, name))).toEqual(readFileSync(path.join(dataDir, name)))
    expect(statSync(path.join(other, name)).mode & 0o777).toBe(0o600)
  }
})

test('a server runs on a restored database: sessions are valid, and sequences continue after the highest number', async () => {
  const other = await openTestApp({ databaseUrl: restored })
  try {
    const { status, body } = await callAs(other.app, person)(listIncidents)
    expect(status).toBe(200)
    expect(body.payload.map(({ jiraId }) => jiraId)).toEqual(['OPI-1'])
    await ingestIncident(other, 'OPI-2')
    expect(await rowsOf(restored, 'select jira_id, incident_id from incidents order by 1')).toEqual([
      { jira_id: 'OPI-1', incident_id: 1 },
      { jira_id: 'OPI-2', incident_id: 2 },
    ])
    // The backup also contains sequences that belong to no table, such as `changes_written`.
    const before = await changesWritten(server.databaseUrl)
    await rowsOf(restored, 'update changes set status = status where change_id = 1')
    expect(await changesWritten(restored)).toBe(before + 1)
    expect(other.errors).toEqual([])
  } finally {
    await other.close()
  }
})

async function changesWritten(url: string): Promise<number> {
  const [row] = await rowsOf<{ last_value: string }>(url, 'select last_value from changes_written')
  return Number(row?.last_value)
}

test('an existing backup is overwritten only on request', async () => {
  const own = path.join(folder, 'own.backup')
  writeFileSync(own, 'precious')
  const options = { databaseUrl: server.databaseUrl, dataDir }
  await expect(runBackup(own, options)).rejects.toThrow('is there already')
  expect(readFileSync(own, 'utf8')).toBe('precious')
  await runBackup(own, { ...options, force: true })
  expect(readFileSync(own).subarray(0, 2)).toEqual(Buffer.from([0x1f, 0x8b]))
})

test('backing up a folder without a database fails and creates none', async () => {
  const options = { dataDir: path.join(folder, 'nothing') }
  await expect(runBackup(path.join(folder, 'x'), options)).rejects.toThrow('There is no database in')
})

test('a missing audit archive is named, and can be left out', async () => {
  const target = path.join(folder, 'without.backup')
  const options = { databaseUrl: server.databaseUrl, dataDir: path.join(folder, 'elsewhere') }
  await expect(runBackup(target, options)).rejects.toThrow(/archive .*audit-1.jsonl.gz is missing/)
  await runBackup(target, { ...options, archives: false })
})

const altered = (bytes: Buffer, at: number): Buffer => {
  const copy = Buffer.from(bytes)
  copy[at] = (copy[at] ?? 0) ^ 0x10
  return copy
}
const packed = (alter: (text: string) => string) => (bytes: Buffer) =>
  gzipSync(Buffer.from(alter(gunzipSync(bytes).toString('latin1')), 'latin1'), { level: 1 })

test.each<[string, (bytes: Buffer) => Buffer, RegExp]>([
  ['cut off', (bytes) => bytes.subarray(0, -9), /damaged: it is cut off/],
  ['cut off in the middle', (bytes) => bytes.subarray(0, bytes.length / 2), /damaged: it is cut off/],
  ['altered in one byte', (bytes) => altered(bytes, bytes.length >> 1), /damaged: /],
  ['altered in one row', packed((text) => text.replace('ENT-7\t', 'ENT-8\t')), /rows of public.companies/],
  [
    'altered in a sequence',
    packed((text) => text.replace(/"last_value":"\d+"/, '"last_value":"77777"')),
    /its end does not fit/,
  ],
  [
    'altered in a file',
    packed((text) => text.replace('secret of the tests', 'Secret of the tests')),
    /the file .* is not the one/,
  ],
  ['without its end', packed((text) => text.slice(0, text.lastIndexOf('{"end"'))), /damaged: it is cut off/],
  ['of another program', () => Buffer.from('PGDMP'), /no backup of Aviary/],
  [
    'of a newer version',
    packed((text) =>
      text.replace(
        '"migrations":[',
        '"migrations":[{"name":"0099_later","created_at":9795214702380,"hash":"h"},',
      ),
    ),
    /newer than this one \(\S+\): its database has 0099_later/,
  ],
  [
    'of a newer format',
    packed((text) => text.replace('"aviary_backup":1', '"aviary_backup":2')),
    /newer format/,
  ],
])('a backup %s is refused, and nothing is touched', async (name, alter, expected) => {
  const bad = path.join(folder, 'bad.backup')
  writeFileSync(bad, alter(readFileSync(file)))
  const untouched = path.join(folder, 'untouched')
  // Nothing listens at this address: a bad file is refused before any connection is made.
  const options = { databaseUrl: 'postgresql://nobody@127.0.0.1:1/nothing', dataDir: untouched }
  await expect(runRestore(bad, options), name).rejects.toThrow(expected)
  expect(() => statSync(untouched)).toThrow('ENOENT')
})

test('a database that has anything in it is refused and left as it is', async () => {
  const before = await contentOf(server.databaseUrl)
  const other = path.join(folder, 'third')
  const options = { databaseUrl: server.databaseUrl, dataDir: other }
  await expect(runRestore(file, options)).rejects.toThrow('The database is not empty')
  expect(await contentOf(server.databaseUrl)).toEqual(before)
  expect(() => statSync(path.join(other, 'first-service-token'))).toThrow('ENOENT')
})

test('rows that are altered on their way in are found, and the database stays empty', async () => {
  const target = await newDatabase()
  await alterOnTheWay(target)
  const options = { databaseUrl: target, dataDir: path.join(folder, 'fourth') }
  await expect(runRestore(file, options)).rejects.toThrow(
    'The rows of public.companies are not what the backup has',
  )
  expect(await contentOf(target)).toEqual({})
})

/** A database with one company and the schema of the first `count` migrations, and its backup. */
async function backUpOlder(name: string, { count, recorded }: { count: number; recorded: number[] }) {
  const url = await newDatabase()
  await rowsOf(url, readJournal().slice(0, count).flatMap(statementsOf).join(';\n'))
  await recordMigrations(url, recorded)
  await rowsOf(url, `insert into companies (company_id, name) values (1, 'Old, but here')`)
  const before = await contentOf(url)
  const own = path.join(folder, `${name}.backup`)
  await runBackup(own, { databaseUrl: url, dataDir: path.join(folder, 'fifth') })
  expect(await contentOf(url)).toEqual(before)
  return own
}

const LAST_BEFORE_0_1_0 = 1_795_466_000_000

test.each([
  ['of the first migration', readJournal().slice(0, 1)],
  [
    'from before 0.1.0, whose schema the first migration makes',
    [{ when: 1_795_214_702_380 }, { when: LAST_BEFORE_0_1_0 }],
  ],
])(
  'a backup %s is restored and brought up to this version; making it changed nothing',
  async (name, recorded) => {
    const own = await backUpOlder(name, { count: 1, recorded: recorded.map(({ when }) => when) })
    const target = await newDatabase()
    await runRestore(own, { databaseUrl: target, dataDir: path.join(folder, 'fifth') })
    expect(await rowsOf(target, 'select name, number from companies')).toEqual([
      { name: 'Old, but here', number: 0 },
    ])
    expect(await schemaOf(target)).toEqual(await schemaOf(server.databaseUrl))
    const migrations = 'select id, hash, created_at from drizzle.__drizzle_migrations order by id'
    if (recorded.length > 1)
      expect(await rowsOf(target, migrations)).toEqual(await rowsOf(server.databaseUrl, migrations))
  },
)

test('a backup from before 0.1.0 that lacks its last migration is refused, with what to do first', async () => {
  const own = await backUpOlder('too-old', { count: 1, recorded: [LAST_BEFORE_0_1_0 - 1] })
  await expect(
    runRestore(own, { databaseUrl: await newDatabase(), dataDir: path.join(folder, 'sixth') }),
  ).rejects.toThrow(/too old for this one: .* start the last version from before the release on it once/)
})
