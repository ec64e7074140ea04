import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { waitUntil } from '../../../testing/wait-for.ts'
import { type EmbeddedDatabase, startEmbedded } from './embedded.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const isRoot = process.getuid?.() === 0
const NOBODY = 65_534

/** Whether other users can read this project, as tests with another user's child process need. */
const isOpenToOthers = (): boolean => {
  const as = { uid: NOBODY, gid: NOBODY, cwd: '/', stdio: 'ignore' } as const
  return spawnSync('test', ['-r', import.meta.filename], as).status === 0
}

const folders: string[] = []
const stops: Array<() => Promise<void>> = []
const children: ChildProcess[] = []

afterEach(async () => {
  for (const child of children.splice(0)) await kill(child)
  for (const stop of stops.splice(0).reverse()) await stop()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** A path that does not exist yet, in a temporary folder that other users may enter. */
function newDataDir(): string {
  const parent = mkdtempSync(path.join(tmpdir(), 'aviary-embedded-'))
  chmodSync(parent, 0o711)
  folders.push(parent)
  return path.join(parent, 'the data')
}

async function start(dataDir: string, log: (message: string) => void = () => {}): Promise<EmbeddedDatabase> {
  const database = await startEmbedded({ dataDir, log })
  stops.push(database.stop)
  return database
}

async function query(url: string, sql: string): Promise<Array<Record<string, unknown>>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(sql)
    return rows
  } finally {
    await client.end()
  }
}

async function writeDown(url: string): Promise<void> {
  await query(url, "create table bird (name text); insert into bird values ('heron')")
}

async function expectWritten(url: string): Promise<void> {
  expect(await query(url, 'select name from bird')).toEqual([{ name: 'heron' }])
}

const PROGRAM = `
  const { startEmbedded } = await import(${JSON.stringify(path.join(import.meta.dirname, 'embedded.ts'))});
  const found = await startEmbedded({ dataDir: process.argv[1], log: () => {} });
  console.log(JSON.stringify(found));
  setInterval(() => {}, 1000);
`

/** Another Aviary process that starts the database and runs until it is killed. */
function startChild(dataDir: string, uid?: number): ChildProcess {
  const identity = uid === undefined ? {} : { uid, gid: uid }
  const args = ['--input-type=module', '-e', PROGRAM, dataDir]
  const child = spawn(process.execPath, args, { cwd: '/', stdio: ['ignore', 'pipe', 'inherit'], ...identity })
  children.push(child)
  return child
}

async function databaseOf(child: ChildProcess): Promise<EmbeddedDatabase> {
  if (!child.stdout) throw new Error('The child has no output')
  const [line] = await once(child.stdout, 'data')
  return JSON.parse(String(line))
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

function serverPid(cluster: string): number {
  return Number(readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0])
}

test('the first start makes a durable, private database; what is in it survives a restart', async () => {
  const dataDir = newDataDir()
  const first = await start(dataDir)
  expect(first.wasAlreadyRunning).toBe(false)
  expect(first.url).toMatch(/^postgres:\/\/aviary:[\w-]{32}@127\.0\.0\.1:\d+\/aviary$/)
  const settings = await query(
    first.url,
    `select name, setting from pg_settings where name in ('fsync', 'listen_addresses', 'unix_socket_directories', 'data_checksums', 'server_encoding', 'max_connections') order by name collate "C"`,
  )
  expect(settings.map(({ name, setting }) => [name, setting])).toEqual([
    ['data_checksums', 'on'],
    ['fsync', 'on'],
    ['listen_addresses', '127.0.0.1'],
    ['max_connections', '60'],
    ['server_encoding', 'UTF8'],
    ['unix_socket_directories', ''],
  ])
  expect(statSync(path.join(dataDir, 'embedded.json')).mode & 0o777).toBe(0o600)
  await writeDown(first.url)
  await first.stop()

  const second = await start(dataDir)
  expect(second.wasAlreadyRunning).toBe(false)
  await expectWritten(second.url)
})

test('letters of every language are found by trigrams, and in either case', async () => {
  const { url } = await start(newDataDir())
  await query(url, 'create extension pg_trgm')
  expect(
    await query(url, "select similarity('障害発生', '障害') > 0.2 as similar, 'ÄRGER' ilike 'ärger' as same"),
  ).toEqual([{ similar: true, same: true }])
})

test('a wrong password is refused', async () => {
  const { url } = await start(newDataDir())
  const wrong = url.replace(/:[^:@]+@/, ':guess@')
  await expect(query(wrong, 'select 1')).rejects.toMatchObject({ code: '28P01' })
})

test('after kill -9 the database lives on and the next start uses it', async () => {
  const dataDir = newDataDir()
  const child = startChild(dataDir)
  const before = await databaseOf(child)
  await writeDown(before.url)
  await kill(child)

  const after = await start(dataDir)
  expect(after).toMatchObject({ url: before.url, wasAlreadyRunning: true })
  await expectWritten(after.url)
})

test('after a kill -9 of the database itself everything answered is there', async () => {
  const dataDir = newDataDir()
  const before = await start(dataDir)
  await writeDown(before.url)
  process.kill(serverPid(path.join(dataDir, 'postgres')), 'SIGKILL')

  const after = await start(dataDir)
  await expectWritten(after.url)
})

test('of processes that start at one moment, one starts the database and the others attach', async () => {
  const dataDir = newDataDir()
  const others = [startChild(dataDir), startChild(dataDir), startChild(dataDir)].map(databaseOf)
  const all = await Promise.all([start(dataDir), start(dataDir), ...others])
  expect(all.filter(({ wasAlreadyRunning }) => !wasAlreadyRunning)).toHaveLength(1)
  expect(new Set(all.map(({ url }) => url)).size).toBe(1)
  expect(readdirSync(dataDir).sort()).toEqual(['embedded.json', 'postgres'])
})

test('starts at one moment on a cluster that was stopped: one starts it', async () => {
  const dataDir = newDataDir()
  await (await start(dataDir)).stop()
  const all = await Promise.all(
    [startChild(dataDir), startChild(dataDir), startChild(dataDir)].map(databaseOf),
  )
  stops.push((await start(dataDir)).stop)
  expect(all.filter(({ wasAlreadyRunning }) => !wasAlreadyRunning)).toHaveLength(1)
})

test('stop twice, at once, or after somebody else stopped it', async () => {
  const dataDir = newDataDir()
  const first = await start(dataDir)
  const second = await start(dataDir)
  await Promise.all([first.stop(), second.stop()])
  await first.stop()
  expect(existsSync(path.join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
})

test('a start while the database stops waits and starts it anew', async () => {
  const dataDir = newDataDir()
  const first = await start(dataDir)
  await writeDown(first.url)
  const [again] = await Promise.all([start(dataDir), first.stop()])
  const settled = again.wasAlreadyRunning ? await start(dataDir) : again
  await expectWritten(settled.url)
})

test.each([
  [
    'names a process that is something else now',
    `${process.pid}\n/somewhere\n1700000000\n5432\n\n127.0.0.1\n  1  1\nready   \n`,
  ],
  ['names a process that is gone', '4194999\n/somewhere\n1700000000\n5432\n\n127.0.0.1\n  1  1\nready   \n'],
  ['was cut off', ''],
])(
  'a pid file left by a crashed machine that %s does not prevent the start, nor harm that process',
  async (_case, text) => {
    const dataDir = newDataDir()
    const first = await start(dataDir)
    await writeDown(first.url)
    await first.stop()
    const pidFile = path.join(dataDir, 'postgres', 'postmaster.pid')
    writeFileSync(pidFile, text)
    await first.stop()

    const second = await start(dataDir)
    expect(second.wasAlreadyRunning).toBe(false)
    await expectWritten(second.url)
  },
)

test('a copy of a data folder gets its own server, though its pid file names the living one of the original', async () => {
  const original = newDataDir()
  await (await start(original)).stop()
  const copy = newDataDir()
  execFileSync('cp', ['-a', original, copy])
  const first = await start(original)
  execFileSync('cp', ['-a', path.join(original, 'postgres', 'postmaster.pid'), path.join(copy, 'postgres')])

  const second = await start(copy)
  expect(second.wasAlreadyRunning).toBe(false)
  expect(second.url).not.toBe(first.url)
  expect(await query(first.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a data folder that was moved under a living server keeps its data and has one server', async () => {
  const dataDir = newDataDir()
  const before = await start(dataDir)
  await writeDown(before.url)
  const pid = serverPid(path.join(dataDir, 'postgres'))
  const moved = newDataDir()
  renameSync(dataDir, moved)

  const after = await start(moved)
  expect(after.wasAlreadyRunning).toBe(false)
  await expectWritten(after.url)
  expect(serverPid(path.join(moved, 'postgres'))).not.toBe(pid)
  await expect(query(before.url, 'select 1')).rejects.toThrow()
})

test('creating the database starts anew after being killed midway', async () => {
  const dataDir = newDataDir()
  const child = startChild(dataDir)
  const halfMadeFolder = () =>
    (existsSync(dataDir) ? readdirSync(dataDir) : []).find((name) => name.startsWith('postgres.making-')) ??
    'none'
  await waitUntil(() => existsSync(path.join(dataDir, halfMadeFolder(), 'cluster', 'PG_VERSION')), {
    interval: 5,
  })
  await kill(child)
  expect(existsSync(path.join(dataDir, 'postgres'))).toBe(false)

  const { url } = await start(dataDir)
  await writeDown(url)
  expect(readdirSync(dataDir).sort()).toEqual(['embedded.json', 'postgres'])
})

test('faults say in one sentence what to mend', async () => {
  const dataDir = newDataDir()
  const cluster = path.join(dataDir, 'postgres')
  await (await start(dataDir)).stop()
  const identity = readFileSync(path.join(dataDir, 'embedded.json'), 'utf8')

  writeFileSync(path.join(cluster, 'PG_VERSION'), '17\n')
  await expect(start(dataDir)).rejects.toThrow(
    /made by PostgreSQL 17, this Aviary brings 18: .*set DATABASE_URL/,
  )
  writeFileSync(path.join(cluster, 'PG_VERSION'), '18\n')

  rmSync(path.join(dataDir, 'embedded.json'))
  await expect(start(dataDir)).rejects.toThrow(
    /embedded\.json, which holds the password .* is missing: restore it/,
  )
  writeFileSync(path.join(dataDir, 'embedded.json'), 'torn')
  await expect(start(dataDir)).rejects.toThrow(/embedded\.json, .* is damaged: restore it/)
  writeFileSync(
    path.join(dataDir, 'embedded.json'),
    JSON.stringify({ ...JSON.parse(identity), password: 'another' }),
  )
  await expect(start(dataDir)).rejects.toThrow(/does not accept the password in embedded\.json/)
  writeFileSync(path.join(dataDir, 'embedded.json'), identity)
  expect((await start(dataDir)).wasAlreadyRunning).toBe(true)

  await expect(start(path.join(dataDir, 'embedded.json'))).rejects.toThrow(
    /embedded\.json is a file, not a folder: set DATA_DIR/,
  )
})

test('a platform without binaries is told to set DATABASE_URL', async () => {
  const { arch } = process
  Object.defineProperty(process, 'arch', { value: 'mips' })
  try {
    await expect(start(newDataDir())).rejects.toThrow(/No PostgreSQL for \w+-mips .* set DATABASE_URL/)
  } finally {
    Object.defineProperty(process, 'arch', { value: arch })
  }
})

test.runIf(isRoot && isOpenToOthers())(
  'an ordinary user keeps the cluster as its own; root then runs it in that user’s name',
  async () => {
    const dataDir = newDataDir()
    mkdirSync(dataDir, { mode: 0o700 })
    chownSync(dataDir, NOBODY, NOBODY)
    const child = startChild(dataDir, NOBODY)
    const before = await databaseOf(child)
    await writeDown(before.url)
    await kill(child)
    expect(statSync(path.join(dataDir, 'postgres')).uid).toBe(NOBODY)

    const adopted = await start(dataDir)
    expect(adopted).toMatchObject({ url: before.url, wasAlreadyRunning: true })
    await adopted.stop()
    await expectWritten((await start(dataDir)).url)
  },
)

test.runIf(isRoot)(
  'root with a private folder: the cluster is kept where PostgreSQL’s user reaches it, and is found again',
  async () => {
    const dataDir = newDataDir()
    chmodSync(path.dirname(dataDir), 0o700)
    const before = await start(dataDir)
    const cluster = path.join(
      '/var/lib/aviary',
      JSON.parse(readFileSync(path.join(dataDir, 'embedded.json'), 'utf8')).id,
    )
    folders.push(cluster)
    expect(readdirSync(dataDir)).toEqual(['embedded.json'])
    expect(statSync(cluster).uid).not.toBe(0)
    await writeDown(before.url)
    expect(await start(dataDir)).toMatchObject({ url: before.url, wasAlreadyRunning: true })
    await before.stop()
    chmodSync(path.dirname(dataDir), 0o711)
    const after = await start(dataDir)
    await expectWritten(after.url)
    await after.stop()

    rmSync(dataDir, { recursive: true })
    const fresh = await start(dataDir)
    await expect(query(fresh.url, 'select name from bird')).rejects.toMatchObject({ code: '42P01' })
  },
)
